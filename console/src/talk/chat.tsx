import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { type Message } from "../api/contract.ts";
import { stopTurn } from "../api/conversations.ts";
import { ApiFailure } from "../api/request.ts";
import { useChannelName } from "../channels/catalog.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { go, routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { cardsByMessage, undoableCard, useCards } from "./cards.ts";
import styles from "./chat.module.css";
import { TalkComposer } from "./talk-composer.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { newConversation } from "./conversation-list.tsx";
import { type ConversationState } from "./conversation-state.ts";
import { useDraft } from "./draft.ts";
import { type PickedFile } from "./files.ts";
import { MessageList } from "./message-list.tsx";
import { stillPending, type Pending } from "./outbox.ts";
import { LiveRegion } from "./live-region.tsx";
import { ReminderCard } from "./reminder-card.tsx";
import { useConversation } from "./use-conversation.ts";
import { words as all } from "./words.ts";

interface ChatProps {
  readonly id: string;
  readonly channel: string;
  /** The story that is played here. */
  readonly story: string | null;
}

export function Chat({ id, channel, story }: ChatProps) {
  const words = useWords();
  const { query, status, loadEarlier } = useConversation(id);

  if (query.isPending) return <Loading label={words.loading} />;
  if (query.data === undefined) {
    const gone =
      query.error instanceof ApiFailure &&
      (query.error.status === 404 || query.error.code === "invalid_id");
    const begin = (): void => go({ page: "talk", conversation: newConversation });
    if (gone)
      return <Failure message={words.chat.gone} retry={words.conversations.new} onRetry={begin} />;
    return (
      <Failure
        message={`${words.chat.failed} ${explain(query.error, words)}`}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <ConnectionBanner status={status} />
      <OpenChat
        id={id}
        channel={channel}
        story={story}
        state={query.data}
        loadEarlier={loadEarlier}
      />
    </>
  );
}

interface OpenChatProps extends ChatProps {
  readonly state: ConversationState;
  readonly loadEarlier: () => Promise<void>;
}

function OpenChat({ id, channel, story, state, loadEarlier }: OpenChatProps) {
  const words = useWords();
  const own = usePageWords(all);
  const nameOf = useChannelName();
  const { outbox, notice, tell } = useSignedIn();
  const draft = useDraft(id);
  const pending = usePending(id, state);
  const stop = useMutation({
    mutationFn: () => stopTurn(id),
    onSuccess: ({ result }) => {
      if (result !== "stopped") tell({ conversationId: id, control: result });
    },
  });
  const send = (text: string, files: readonly PickedFile[] = []): void => {
    tell(null);
    stop.reset();
    outbox.send({
      conversationId: id,
      text,
      ...(files.length === 0 ? {} : { files }),
      afterEventId: state.lastEventId,
    });
  };
  const beside = useBeside({ id, state, isHere: channel === "web", send });
  const isRunning = state.running !== null && state.running.replied !== true;

  return (
    <>
      <MessageList
        state={state}
        pending={pending}
        loadEarlier={loadEarlier}
        onSendAgain={send}
        beside={beside}
      />
      <LiveRegion state={state} />
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
        {story !== null ? (
          <p className={styles.notice}>
            {own.onStage} <a href={routeAddress({ page: "stage", part: story })}>{own.toStage}</a>
          </p>
        ) : channel === "web" ? (
          <TalkComposer
            draft={draft}
            onSend={(files) => {
              send(draft.text, files);
              draft.set("");
            }}
            onStop={isRunning ? () => stop.mutate() : undefined}
            stopping={stop.isPending}
          />
        ) : (
          <p className={styles.notice}>{words.chat.elsewhere(nameOf(channel))}</p>
        )}
      </div>
    </>
  );
}

interface BesideOptions {
  readonly id: string;
  readonly state: ConversationState;
  /** Whether messages can be sent here. */
  readonly isHere: boolean;
  readonly send: (text: string) => void;
}

/** The cards of each message. */
function useBeside({ id, state, isHere, send }: BesideOptions): (message: Message) => ReactNode {
  const words = usePageWords(all);
  const cards = useCards(id, state.messages.at(-1)?.id);
  const placed = useMemo(
    () => cardsByMessage(state.messages, cards.data ?? []),
    [state.messages, cards.data],
  );
  const undoable = isHere ? undoableCard(cards.data ?? []) : undefined;
  return (message) =>
    placed
      .get(message.id)
      ?.map((card) => (
        <ReminderCard
          key={card.reminder_id}
          card={card}
          conversation={id}
          onUndo={card === undoable ? () => send(words.card.undoWord) : undefined}
        />
      ));
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
