import { ActionIcon, NativeSelect } from "@mantine/core";
import { useState, type DragEvent, type ReactNode } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { move } from "../api.ts";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-book.tsx";
import { type Scene, type Stage, you } from "../contract.ts";
import { MinusIcon, PlusSmallIcon } from "../icons.tsx";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./strip.module.css";
import { useAct } from "./use-stage.ts";

const dragType = "application/x-meanwhile-who";

/** Who is on the boards and who is in the wings. Everybody can be dragged over, or sent by a button. */
export function Strip({ stage, scene }: { stage: Stage; scene: Scene | undefined }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { nameOf } = useCast();
  const { chat } = stage;
  const act = useAct(chat.id);
  // A word about who came or went, until the next line or scene.
  const [said, setSaid] = useState({ text: "", at: "" });
  if (scene === undefined) return null;
  const now = `${scene.id}:${stage.turns.length}`;
  const wings = wingsOf(stage, scene);
  const go = (who: string, change: "enter" | "leave"): void => {
    if (scene.present.includes(who) === (change === "enter")) return;
    act.run(
      () => move(chat.id, { scene: scene.id, who, change }),
      () => setSaid({ text: change === "enter" ? words.strip.entered(nameOf(who)) : words.strip.left(nameOf(who)), at: now }),
    );
  };
  return (
    <section className={styles.strip} aria-label={words.strip.label} data-kind={scene.kind}>
      <div className={styles.sides}>
        <Side label={words.strip.present} onDrop={(who) => go(who, "enter")} busy={act.busy}>
          {scene.present.map((id) => (
            <Person key={id} stage={stage} id={id} onMove={id === you ? undefined : () => go(id, "leave")} change="leave" />
          ))}
        </Side>
        <Side label={words.strip.wings} onDrop={(who) => go(who, "leave")} busy={act.busy} isWings>
          {wings.map((id) => (
            <Person key={id} stage={stage} id={id} onMove={() => go(id, "enter")} change="enter" />
          ))}
          <FromCast scene={scene} wings={wings} onChoose={(id) => go(id, "enter")} />
        </Side>
      </div>
      <p className={styles.said} role="status">
        {act.error === null || act.error === undefined ? (said.at === now ? said.text : "") : explain(act.error)}
      </p>
    </section>
  );
}

/** Those of this chat who are elsewhere. The person has no wings: without them it is a meanwhile scene. */
function wingsOf({ chat, scenes }: Stage, scene: Scene): string[] {
  const known = [
    chat.host_bot_id,
    ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id]),
    ...scenes.flatMap((one) => one.participants),
  ];
  return [...new Set(known)].filter((id) => id !== you && !scene.present.includes(id));
}

interface SideProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly onDrop: (who: string) => void;
  readonly busy: boolean;
  readonly isWings?: boolean;
}

function Side({ label, children, onDrop, busy, isWings = false }: SideProps) {
  const [over, setOver] = useState(false);
  const dragged = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={styles.side}
      role="group"
      aria-label={label}
      aria-busy={busy}
      data-wings={isWings || undefined}
      data-over={over || undefined}
      onDragEnter={dragged}
      onDragOver={dragged}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const who = event.dataTransfer.getData(dragType);
        if (who !== "") onDrop(who);
      }}
    >
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  );
}

interface PersonProps {
  readonly stage: Stage;
  readonly id: string;
  readonly onMove: (() => void) | undefined;
  readonly change: "enter" | "leave";
}

function Person({ stage, id, onMove, change }: PersonProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const name = nameOf(id);
  const activity = stage.activities.find(({ entity_id }) => entity_id === id);
  const doing = [activity?.posture, activity?.action.verb].filter((part) => part !== undefined && part !== "").join(", ");
  return (
    <span
      className={styles.person}
      draggable={onMove !== undefined}
      data-speaking={stage.playing?.speaker_id === id || undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, id);
        event.dataTransfer.effectAllowed = "move";
      }}
    >
      <Avatar id={id} />
      <span className={styles.names}>
        <span className={styles.name}>{id === you ? words.strip.you(name) : name}</span>
        {doing === "" || change === "enter" ? null : <span className={styles.doing}>{doing}</span>}
      </span>
      {onMove === undefined ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={change === "leave" ? words.strip.sendOut(name) : words.strip.bringIn(name)}
          title={change === "leave" ? words.strip.sendOut(name) : words.strip.bringIn(name)}
          onClick={onMove}
        >
          {change === "leave" ? <MinusIcon /> : <PlusSmallIcon />}
        </ActionIcon>
      )}
    </span>
  );
}

/** Somebody who has not been in this chat yet. */
function FromCast({ scene, wings, onChoose }: { scene: Scene; wings: readonly string[]; onChoose: (id: string) => void }) {
  const words = usePageWords(pageWords);
  const { bots } = useCast();
  const others = bots.filter(({ id }) => !scene.present.includes(id) && !wings.includes(id));
  if (others.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={words.strip.fromCast}
      value=""
      data={[{ value: "", label: words.strip.fromCast }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
