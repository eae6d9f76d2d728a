import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ApiFailure } from "../../api/request.ts";
import { Composer } from "../../frame/composer.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { useDraft } from "../../talk/draft.ts";
import { stopBeat } from "../api.ts";
import { useCast } from "../cast-context.tsx";
import { type NewLine, type Scene, type Stage, you } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import { type Live, useRefresh } from "./use-stage.ts";
import type { Say } from "./use-say.ts";
import styles from "./stage-footer.module.css";

interface StageComposerProps {
  readonly stage: Stage;
  readonly scene: Scene | undefined;
  readonly live: Live;
  readonly say: Say;
  /** The listeners of a whisper; empty when said aloud. */
  readonly to: readonly string[];
  readonly onTo: (to: readonly string[]) => void;
}

/**
 * The composer with its audience: a line may be a whisper, or a direction in a scene without the
 * person.
 */
export function StageComposer({ stage, scene, live, say, to, onTo }: StageComposerProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const draft = useDraft(`stage.${stage.chat.id}`);
  const stop = useStop(stage.chat.id);
  const isMeanwhile = scene?.kind === "meanwhile";
  const bots = (scene?.present ?? []).filter((id) => id !== you);
  // A chosen listener who has left blocks sending, so that a whisper is never said aloud by
  // accident.
  const gone = to.filter((id) => !bots.includes(id));
  const canSend = !say.busy && gone.length === 0 && (draft.text.trim() !== "" || isMeanwhile);
  const send = (how: Partial<NewLine> = to.length > 0 ? { whisper_to: [...to] } : {}): void => {
    if (!canSend) return;
    say.reset();
    if (draft.text.trim() === "") return say.next({ scene: scene?.id, speaker: undefined });
    const before = draft.text;
    say.say({ prose: before, ...(scene === undefined ? {} : { scene_id: scene.id }), ...how }, () =>
      draft.set(before),
    );
    draft.set("");
  };
  const left = bots.filter((id) => to.includes(id));
  const hearers = readIds(say.error, "present").filter((id) => bots.includes(id));
  return (
    <>
      {gone.length === 0 ? null : (
        <AskWhisper
          question={words.composer.gone(gone.map(nameOf))}
          bots={left.length > 0 ? left : bots}
          busy={say.busy}
          onWhisper={(id) => onTo([id])}
          onAloud={() => onTo([])}
        />
      )}
      {isUnclear(say.error) && draft.text.trim() !== "" ? (
        <AskWhisper
          question={words.composer.unclear(readIds(say.error, "kept_from").map(nameOf))}
          bots={hearers.length === 0 ? bots : hearers}
          busy={say.busy}
          onWhisper={(id) => send({ whisper_to: [id] })}
          onAloud={() => send({ aloud: true })}
        />
      ) : null}
      <Composer
        words={composerWords(words.composer, { isMeanwhile, isWhisper: to.length > 0 })}
        text={draft.text}
        onText={draft.set}
        canSend={canSend}
        onSend={() => send()}
        onStop={isPlaying(stage, live, say) ? () => stop.mutate() : undefined}
        isStopping={stop.isPending}
        sendButton={
          isMeanwhile ? (
            <Button
              radius="xl"
              h={40}
              disabled={!canSend}
              loading={say.busy}
              onClick={() => send()}
            >
              {words.composer.next}
            </Button>
          ) : undefined
        }
      />
    </>
  );
}

const isPlaying = (stage: Stage, live: Live, say: Say): boolean =>
  say.busy || stage.playing !== null || (live.running !== null && live.running.replied !== true);

function composerWords(
  words: (typeof pageWords)["en"]["composer"],
  { isMeanwhile, isWhisper }: { readonly isMeanwhile: boolean; readonly isWhisper: boolean },
) {
  const { keys: hint, send, stop } = words;
  if (isMeanwhile)
    return { label: words.direction, placeholder: words.directionHint, hint, send, stop };
  const placeholder = isWhisper ? words.whisperHint : words.messageHint;
  return { label: words.message, placeholder, hint, send, stop };
}

function useStop(chatId: string) {
  const refresh = useRefresh(chatId);
  return useMutation({ mutationFn: () => stopBeat(chatId), onSettled: refresh });
}

export const isUnclear = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === "whisper_unclear";

/** The people that a refusal names. */
function readIds(error: unknown, field: "present" | "kept_from"): string[] {
  const people = error instanceof ApiFailure ? error.fact[field] : undefined;
  return Array.isArray(people)
    ? people.flatMap(({ id }: { readonly id?: unknown }) => (typeof id === "string" ? [id] : []))
    : [];
}

interface AskWhisperProps {
  readonly question: string;
  /** Possible listeners of a whisper. */
  readonly bots: readonly string[];
  readonly busy: boolean;
  readonly onWhisper: (id: string) => void;
  readonly onAloud: () => void;
}

/** Asks who should hear the line; until then the draft is kept. */
function AskWhisper({ question, bots, busy, onWhisper, onAloud }: AskWhisperProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const renderButton = (label: string, key: string, run: () => void) => (
    <Button key={key} size="compact-sm" variant="default" disabled={busy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className={styles.undo} role="alertdialog" aria-label={question}>
      <span>{question}</span>
      {bots.map((id) =>
        renderButton(words.composer.whisperTo(nameOf(id)), id, () => onWhisper(id)),
      )}
      {renderButton(words.composer.sayAloud, "aloud", onAloud)}
    </div>
  );
}
