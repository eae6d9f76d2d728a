import { useState } from "react";
import { ApiFailure } from "../../api/request.ts";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { type Stage } from "../contract.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { StageLayout } from "./stage-layout.tsx";
import { type EarlierLines, type Live, useLive, useStage } from "./use-stage.ts";

/** One story. */
export function Play({ chatId }: { chatId: string }) {
  const explain = useExplain();
  const words = useWords();
  const own = usePageWords(pageWords);
  const [watched, setWatched] = useState<ReadonlySet<number>>(new Set());
  const { query, stage, earlier } = useStage(chatId, watched);
  if (query.isPending) return <Loading label={words.loading} />;
  if (stage === undefined) {
    const gone =
      query.error instanceof ApiFailure &&
      (query.error.status === 404 || query.error.code === "invalid_id");
    if (gone)
      return (
        <Failure
          message={own.play.gone}
          retry={own.play.toLobby}
          onRetry={() => go({ page: "stage", part: undefined })}
        />
      );
    return (
      <Failure
        message={`${own.play.failed} ${explain(query.error)}`}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const common = {
    stage,
    earlier,
    watched,
    watch: (sceneId: number, on: boolean) =>
      setWatched(
        (all) => new Set(on ? [...all, sceneId] : [...all].filter((other) => other !== sceneId)),
      ),
  };
  if (stage.conversation_id === null) return <StageLayout {...common} live={silent} />;
  return <LiveStageLayout {...common} conversationId={stage.conversation_id} />;
}

const silent: Live = { running: null, status: "live" };

interface StageLayoutProps {
  readonly stage: Stage;
  readonly earlier: EarlierLines;
  readonly watched: ReadonlySet<number>;
  readonly watch: (sceneId: number, on: boolean) => void;
}

function LiveStageLayout({
  conversationId,
  ...props
}: StageLayoutProps & { conversationId: string }) {
  const live = useLive(props.stage.chat.id, conversationId);
  return <StageLayout {...props} live={live} />;
}
