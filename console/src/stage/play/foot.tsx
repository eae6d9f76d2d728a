import { ActionIcon, Button, Textarea, VisuallyHidden } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useId, useState, type KeyboardEvent } from "react";
import frame from "../../frame/composer.module.css";
import { SendIcon, StopIcon } from "../../frame/icons.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { useDraft } from "../../talk/draft.ts";
import { ApiFailure } from "../../api/request.ts";
import { closeScene, stopBeat } from "../api.ts";
import { type Said, type Scene, type Stage, you } from "../contract.ts";
import { useCast } from "../cast-book.tsx";
import { Chips } from "../pick.tsx";
import { runningPlan } from "../timeline.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { AskWhisper } from "./ask-whisper.tsx";
import styles from "./foot.module.css";
import { LetThemTalk, StartMeanwhile } from "./meanwhile-forms.tsx";
import { TalkingBar } from "./talking-bar.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { type Say } from "./use-say.ts";
import { type Live, useAct, useRefresh } from "./use-stage.ts";

interface FootProps {
  readonly stage: Stage;
  readonly scene: Scene | undefined;
  readonly live: Live;
  readonly say: Say;
  readonly watched: ReadonlySet<number>;
  readonly watch: (sceneId: number, on: boolean) => void;
}

/** What can be done now: say something, direct those who are among themselves, stop them. */
export function Foot({ stage, scene, live, say, watched, watch }: FootProps) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const act = useAct(stage.chat.id);
  const [form, setForm] = useState<"meanwhile" | "talk">();
  const talking = stage.scenes.filter(({ id, closed_at }) => closed_at === null && runningPlan(stage, id) !== undefined);
  const isMeanwhile = scene?.kind === "meanwhile";
  const [whisper, setWhisper] = useState<readonly string[]>([]);
  const bots = (scene?.present ?? []).filter((id) => id !== you);
  const error = isUnclear(say.error) ? act.error : (say.error ?? act.error);
  return (
    <div className={styles.foot}>
      {talking.map((one) => (
        <TalkingBar key={one.id} stage={stage} scene={one} isWatched={watched.has(one.id)} watch={(on) => watch(one.id, on)} />
      ))}
      {error === null || error === undefined ? null : (
        <p className={styles.error} role="alert">
          {explain(error)}
        </p>
      )}
      <UndoBar stage={stage} act={act} />
      <div className={styles.bar}>
        {isMeanwhile ? (
          <>
            <span className={styles.mode}>{words.foot.directing}</span>
            <Button size="xs" variant="default" onClick={() => setForm("talk")}>
              {words.foot.letTalk}
            </Button>
            <Button size="xs" variant="default" loading={act.busy} onClick={() => act.run(() => closeScene(stage.chat.id, scene.id))}>
              {words.foot.close}
            </Button>
          </>
        ) : (
          <>
            <Whisper bots={bots} to={whisper} onChange={setWhisper} />
            <Button className={styles.end ?? ""} size="xs" variant="default" onClick={() => setForm("meanwhile")}>
              {words.foot.meanwhile}
            </Button>
          </>
        )}
      </div>
      <Composer stage={stage} scene={scene} live={live} say={say} to={isMeanwhile ? [] : whisper} onTo={setWhisper} />
      {form === "meanwhile" ? <StartMeanwhile stage={stage} scene={scene} onClose={() => setForm(undefined)} /> : null}
      {form === "talk" && scene !== undefined ? (
        <LetThemTalk
          stage={stage}
          scene={scene}
          onClose={() => setForm(undefined)}
          onBegun={() => {
            watch(scene.id, true);
            setForm(undefined);
          }}
        />
      ) : null}
    </div>
  );
}

const isUnclear = (error: unknown): boolean => error instanceof ApiFailure && error.code === "whisper_unclear";

function Whisper({ bots, to, onChange }: { bots: readonly string[]; to: readonly string[]; onChange: (to: readonly string[]) => void }) {
  const words = usePageWords(pageWords);
  // Among two there is nobody to keep it from.
  if (bots.length < 2 && to.length === 0) return null;
  return (
    <div className={styles.whisper} role="group" aria-label={words.foot.whisper}>
      <span>{to.length === 0 ? words.foot.aloud : words.foot.whisper}</span>
      <Chips ids={bots} chosen={to} onChange={onChange} />
    </div>
  );
}

interface ComposerProps extends Pick<FootProps, "stage" | "scene" | "live" | "say"> {
  /** Those whom it is whispered to. */
  readonly to: readonly string[];
  readonly onTo: (to: readonly string[]) => void;
}

function Composer({ stage, scene, live, say, to, onTo }: ComposerProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const draft = useDraft(`stage.${stage.chat.id}`);
  const hint = useId();
  const isMeanwhile = scene?.kind === "meanwhile";
  const isPlaying = say.busy || stage.playing !== null || (live.running !== null && live.running.replied !== true);
  const bots = (scene?.present ?? []).filter((id) => id !== you);
  // Whoever was chosen and has left makes it a question, not words for everybody.
  const gone = to.filter((id) => !bots.includes(id));
  const canSend = !say.busy && gone.length === 0 && (draft.text.trim() !== "" || isMeanwhile);
  const send = (how: Partial<Said> = to.length > 0 ? { whisper_to: [...to] } : {}): void => {
    if (!canSend) return;
    const prose = draft.text.trim() === "" ? words.foot.goOn : draft.text;
    const before = draft.text;
    say.reset();
    say.say({ prose, ...(scene === undefined ? {} : { scene_id: scene.id }), ...how }, () => draft.set(before));
    draft.set("");
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const left = bots.filter((id) => to.includes(id));
  return (
    <>
      {gone.length === 0 ? null : (
        <AskWhisper
          question={words.foot.gone(gone.map(nameOf))}
          bots={left.length > 0 ? left : bots}
          busy={say.busy}
          onWhisper={(id) => onTo([id])}
          onAloud={() => onTo([])}
        />
      )}
      {isUnclear(say.error) && draft.text.trim() !== "" ? (
        <AskWhisper
          question={words.foot.unclear}
          bots={bots}
          busy={say.busy}
          onWhisper={(id) => send({ whisper_to: [id] })}
          onAloud={() => send({ aloud: true })}
        />
      ) : null}
      <div className={frame.composer}>
        <Textarea
          id="message"
          className={frame.field ?? ""}
          classNames={{ input: frame.input ?? "" }}
          aria-label={isMeanwhile ? words.foot.direction : words.foot.message}
          aria-describedby={hint}
          placeholder={isMeanwhile ? words.foot.directionHint : to.length > 0 ? words.foot.whisperHint : words.foot.messageHint}
          autosize
          minRows={1}
          maxRows={8}
          variant="unstyled"
          dir="auto"
          value={draft.text}
          onChange={(event) => draft.set(event.currentTarget.value)}
          onKeyDown={pressed}
        />
        <VisuallyHidden id={hint}>{words.foot.keys}</VisuallyHidden>
        {isPlaying ? <StopButton chatId={stage.chat.id} /> : null}
        {isMeanwhile ? (
          <Button radius="xl" h={40} disabled={!canSend} loading={say.busy} onClick={() => send()}>
            {words.foot.next}
          </Button>
        ) : (
          <ActionIcon
            size={40}
            radius="xl"
            variant="filled"
            aria-label={words.foot.send}
            title={words.foot.send}
            disabled={!canSend}
            onClick={() => send()}
          >
            <SendIcon />
          </ActionIcon>
        )}
      </div>
    </>
  );
}

function StopButton({ chatId }: { chatId: string }) {
  const words = usePageWords(pageWords);
  const refresh = useRefresh(chatId);
  const stop = useMutation({ mutationFn: () => stopBeat(chatId), onSettled: refresh });
  return (
    <ActionIcon
      size={40}
      radius="xl"
      variant="default"
      aria-label={words.foot.stop}
      title={words.foot.stop}
      loading={stop.isPending}
      onClick={() => stop.mutate()}
    >
      <StopIcon />
    </ActionIcon>
  );
}
