import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ApiFailure } from "../../api/request.ts";
import { Composer } from "../../frame/composer.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { useDraft } from "../../talk/draft.ts";
import { stopBeat } from "../api.ts";
import { useCast } from "../cast-book.tsx";
import { type Said, type Scene, type Stage, you } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import { AskWhisper } from "./ask-whisper.tsx";
import { type Live, useRefresh } from "./use-stage.ts";
import { type Say } from "./use-say.ts";

interface StageComposerProps {
  readonly stage: Stage;
  readonly scene: Scene | undefined;
  readonly live: Live;
  readonly say: Say;
  /** Those whom it is whispered to. */
  readonly to: readonly string[];
  readonly onTo: (to: readonly string[]) => void;
}

/** The composer with its audience: what is written may be a whisper, or a direction where the person is not in the scene. */
export function StageComposer({ stage, scene, live, say, to, onTo }: StageComposerProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const draft = useDraft(`stage.${stage.chat.id}`);
  const stop = useStop(stage.chat.id);
  const isMeanwhile = scene?.kind === "meanwhile";
  const isPlaying =
    say.busy || stage.playing !== null || (live.running !== null && live.running.replied !== true);
  const bots = (scene?.present ?? []).filter((id) => id !== you);
  // Whoever was chosen and has left makes it a question, not words for everybody.
  const gone = to.filter((id) => !bots.includes(id));
  const canSend = !say.busy && gone.length === 0 && (draft.text.trim() !== "" || isMeanwhile);
  const send = (how: Partial<Said> = to.length > 0 ? { whisper_to: [...to] } : {}): void => {
    if (!canSend) return;
    const prose = draft.text.trim() === "" ? words.composer.goOn : draft.text;
    const before = draft.text;
    say.reset();
    say.say({ prose, ...(scene === undefined ? {} : { scene_id: scene.id }), ...how }, () =>
      draft.set(before),
    );
    draft.set("");
  };
  const left = bots.filter((id) => to.includes(id));
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
          question={words.composer.unclear}
          bots={bots}
          busy={say.busy}
          onWhisper={(id) => send({ whisper_to: [id] })}
          onAloud={() => send({ aloud: true })}
        />
      ) : null}
      <Composer
        words={{
          label: isMeanwhile ? words.composer.direction : words.composer.message,
          placeholder: isMeanwhile
            ? words.composer.directionHint
            : to.length > 0
              ? words.composer.whisperHint
              : words.composer.messageHint,
          hint: words.composer.keys,
          send: words.composer.send,
          stop: words.composer.stop,
        }}
        text={draft.text}
        onText={draft.set}
        canSend={canSend}
        onSend={() => send()}
        onStop={isPlaying ? () => stop.mutate() : undefined}
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

function useStop(chatId: string) {
  const refresh = useRefresh(chatId);
  return useMutation({ mutationFn: () => stopBeat(chatId), onSettled: refresh });
}

export const isUnclear = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === "whisper_unclear";
