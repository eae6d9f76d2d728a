import { ActionIcon, NativeSelect } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { changePresence } from "../api.ts";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-context.tsx";
import { type Scene, type Stage, you } from "../contract.ts";
import { MinusIcon, PlusSmallIcon } from "../icons.tsx";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./cast-bar.module.css";
import { type DraggedPerson, type Side as SideName, useDragPerson } from "./use-drag-person.ts";
import { useAct } from "./use-stage.ts";

/** Who is in the scene and who is not. Characters move by drag and drop or by a button. */
export function CastBar({ stage, scene }: { stage: Stage; scene: Scene | undefined }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { nameOf } = useCast();
  const { chat } = stage;
  const room = useRef<HTMLElement>(null);
  const act = useAct(chat.id);
  // The announcement of the last arrival or departure, shown until the next line or scene.
  const [said, setSaid] = useState({ text: "", at: "", who: "" });
  const now = `${scene?.id}:${stage.turns.at(-1)?.id}`;
  const go = (who: string, change: "enter" | "leave"): void => {
    if (scene === undefined || scene.present.includes(who) === (change === "enter")) return;
    act.run(
      () => changePresence(chat.id, { scene: scene.id, who, change }),
      () =>
        setSaid({
          text:
            change === "enter"
              ? words.castBar.entered(nameOf(who))
              : words.castBar.left(nameOf(who)),
          at: now,
          who,
        }),
    );
  };
  // Scrolls the moved character into view and keeps the keyboard focus on their button.
  useEffect(() => {
    const moved =
      said.who === ""
        ? null
        : (room.current?.querySelector(`[data-who="${CSS.escape(said.who)}"]`) ?? null);
    moved?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (document.activeElement === document.body) moved?.querySelector("button")?.focus();
  }, [said, scene?.present]);
  const { carried, handlers } = useDragPerson(room, (who, to) =>
    go(who, to === "stage" ? "enter" : "leave"),
  );
  if (scene === undefined) return null;
  const offstage = listOffstage(stage, scene);
  const renderPerson = (id: string, change: "enter" | "leave") => (
    <Person
      key={id}
      stage={stage}
      id={id}
      onMove={() => go(id, change)}
      change={change}
      carried={carried}
      handlers={handlers(id)}
    />
  );
  return (
    <section
      ref={room}
      className={styles.strip}
      data-folds=""
      aria-label={words.castBar.label}
      data-kind={scene.kind}
    >
      <div className={styles.sides}>
        <Side name="stage" label={words.castBar.present} busy={act.busy} carried={carried}>
          {scene.present.map((id) => renderPerson(id, "leave"))}
        </Side>
        <Side name="offstage" label={words.castBar.offstage} busy={act.busy} carried={carried}>
          {offstage.map((id) => renderPerson(id, "enter"))}
          <FromCast scene={scene} offstage={offstage} onChoose={(id) => go(id, "enter")} />
        </Side>
      </div>
      {carried === undefined ? null : (
        <span
          className={styles.ghost}
          style={{ translate: `${carried.x}px ${carried.y}px` }}
          aria-hidden="true"
        >
          <Avatar id={carried.who} />
          {nameOf(carried.who)}
        </span>
      )}
      <p className={styles.said} role="status">
        {act.error === null || act.error === undefined
          ? said.at === now
            ? said.text
            : ""
          : explain(act.error)}
      </p>
    </section>
  );
}

/**
 * Characters of this chat who are not in the scene. The person is never listed: a scene without
 * them is a meanwhile scene.
 */
function listOffstage({ chat, scenes }: Stage, scene: Scene): string[] {
  const known = [
    chat.host_bot_id,
    ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id]),
    ...scenes.flatMap((one) => one.participants),
  ];
  return [...new Set(known)].filter((id) => id !== you && !scene.present.includes(id));
}

interface SideProps {
  readonly name: SideName;
  readonly label: string;
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly carried: DraggedPerson | undefined;
}

function Side({ name, label, children, busy, carried }: SideProps) {
  return (
    <div
      className={styles.side}
      role="group"
      aria-label={label}
      aria-busy={busy}
      data-side={name}
      data-over={carried?.over === name || undefined}
    >
      <span className={styles.label}>{label}</span>
      <div className={styles.people}>{children}</div>
    </div>
  );
}

interface PersonProps {
  readonly stage: Stage;
  readonly id: string;
  readonly onMove: () => void;
  readonly change: "enter" | "leave";
  readonly carried: DraggedPerson | undefined;
  readonly handlers: ReturnType<ReturnType<typeof useDragPerson>["handlers"]>;
}

function Person({ stage, id, onMove, change, carried, handlers }: PersonProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const name = nameOf(id);
  const activity = stage.activities.find(({ entity_id }) => entity_id === id);
  const doing = [activity?.posture, activity?.action.verb]
    .filter((part) => part !== undefined && part !== "")
    .join(", ");
  return (
    <span
      className={styles.person}
      data-speaking={stage.playing?.speaker_id === id || undefined}
      data-who={id}
      data-carried={carried?.who === id || undefined}
      data-can-go={id !== you || undefined}
      {...(id === you ? {} : handlers)}
    >
      <Avatar id={id} />
      <span className={styles.names}>
        <span className={styles.name}>{id === you ? words.castBar.you(name) : name}</span>
        {doing === "" || change === "enter" ? null : <span className={styles.doing}>{doing}</span>}
      </span>
      {id === you ? null : <MoveButton name={name} change={change} onMove={onMove} />}
    </span>
  );
}

interface MoveButtonProps extends Pick<PersonProps, "change" | "onMove"> {
  readonly name: string;
}

function MoveButton({ name, change, onMove }: MoveButtonProps) {
  const { castBar } = usePageWords(pageWords);
  const label = change === "leave" ? castBar.sendOut(name) : castBar.bringIn(name);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      onClick={onMove}
    >
      {change === "leave" ? <MinusIcon /> : <PlusSmallIcon />}
    </ActionIcon>
  );
}

/** Adds a character who is new to this chat. */
function FromCast({
  scene,
  offstage,
  onChoose,
}: {
  scene: Scene;
  offstage: readonly string[];
  onChoose: (id: string) => void;
}) {
  const words = usePageWords(pageWords);
  const { bots } = useCast();
  const others = bots.filter(({ id }) => !scene.present.includes(id) && !offstage.includes(id));
  if (others.length === 0) return null;
  return (
    <NativeSelect
      className={styles.fromCast ?? ""}
      size="xs"
      aria-label={words.castBar.fromCast}
      value=""
      data={[
        { value: "", label: words.castBar.fromCast },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
