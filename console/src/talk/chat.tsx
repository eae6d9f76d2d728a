import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { stopTurn } from "../api/conversations.ts";
import { ApiFailure } from "../api/request.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./chat.module.css";
import { Composer } from "./composer.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { type ConversationState } from "./conversation-state.ts";
import { useDraft } from "./draft.ts";
import { MessageList } from "./message-list.tsx";
import { stillPending, type Pending } from "./outbox.ts";
import { ReadAloud } from "./read-aloud.tsx";
import { useConversation } from "./use-conversation.ts";

export function Chat({ id, channel }: { id: string; channel: string }) {
  const words = useWords();
  const { query, status, loadEarlier } = useConversation(id);

  if (query.isPending) return <Loading label={words.loading} />;
  if (query.data === undefined) {
    const gone = query.error instanceof ApiFailure && (query.error.status === 404 || query.error.code === "invalid_id");
    if (gone) return <Failure message={words.chat.gone} />;
    return <Failure message={`${words.chat.failed} ${explain(query.error, words)}`} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <ConnectionBanner status={status} />
      <OpenChat id={id} channel={channel} state={query.data} loadEarlier={loadEarlier} />
    </>
  );
}

interface OpenChatProps {
  readonly id: string;
  readonly channel: string;
  readonly state: ConversationState;
  readonly loadEarlier: () => Promise<void>;
}

function OpenChat({ id, channel, state, loadEarlier }: OpenChatProps) {
  const words = useWords();
  const { outbox, notice, tell } = useSignedIn();
  const draft = useDraft(id);
  const pending = usePending(id, state);
  const stop = useMutation({
    mutationFn: () => stopTurn(id),
    onSuccess: ({ result }) => {
      if (result !== "stopped") tell({ conversationId: id, control: result });
    },
  });
  const send = (text: string): void => {
    tell(null);
    stop.reset();
    outbox.send({ conversationId: id, text, afterEventId: state.lastEventId });
  };
  const isRunning = state.running !== null && state.running.replied !== true;

  return (
    <>
      <MessageList state={state} pending={pending} loadEarlier={loadEarlier} onSendAgain={send} />
      <ReadAloud state={state} />
      <div className={styles.foot}>
        {notice?.conversationId === id ? (
          <p className={styles.notice} role="status">
            {words.chat.control[notice.control]}
          </p>
        ) : null}
        {stop.isError ? (
          <p className={styles.notice} role="alert" data-tone="error">
            {explain(stop.error, words)}
          </p>
        ) : null}
        {channel === "web" ? (
          <Composer
            draft={draft}
            onSend={() => {
              send(draft.text);
              draft.set("");
            }}
            onStop={isRunning ? () => stop.mutate() : undefined}
            stopping={stop.isPending}
          />
        ) : (
          <p className={styles.notice}>{words.chat.elsewhere(words.conversations.channels[channel] ?? channel)}</p>
        )}
      </div>
    </>
  );
}

function usePending(id: string, state: ConversationState): readonly Pending[] {
  const { outbox } = useSignedIn();
  const all = useSyncExternalStore(outbox.subscribe, outbox.items);
  const own = useMemo(() => all.filter((item) => item.conversationId === id), [all, id]);
  const left = useMemo(() => stillPending(own, state.messages), [own, state.messages]);
  useEffect(() => {
    for (const item of own) if (!left.includes(item)) outbox.drop(item.clientId);
  }, [own, left, outbox]);
  return left;
}
