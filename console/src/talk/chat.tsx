import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type Message } from "../api/contract.ts";
import { postMessage, stopTurn } from "../api/conversations.ts";
import { ApiFailure } from "../api/request.ts";
import { useChannelName } from "../channels/catalog.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { go, routeAddress } from "../route.ts";
import { newClientId, useSignedIn } from "../session/signed-in.tsx";
import { ChatComposer, type ComposerHandle, type Edited, type Written } from "./chat-composer.tsx";
import styles from "./chat.module.css";
import { ConnectionBanner } from "./connection-banner.tsx";
import { newConversation } from "./conversation-list.tsx";
import { type ConversationState } from "./conversation-state.ts";
import { CardsProvider } from "./message-cards.tsx";
import { MessageList } from "./message-list.tsx";
import { stillPending, type Pending } from "./outbox.ts";
import { LiveRegion } from "./live-region.tsx";
import { Stretch } from "./stretch.tsx";
import { useConversation } from "./use-conversation.ts";
import { words as all } from "./words.ts";

interface ChatProps {
  readonly id: string;
  /** A message's place in the log, to begin with it instead of the end. */
  readonly at: number | undefined;
  readonly channel: string;
  /** The story that is played here. */
  readonly story: string | null;
}

export function Chat({ at, ...of }: ChatProps) {
  return at === undefined ? <LiveChat {...of} /> : <Stretch id={of.id} at={at} />;
}

function LiveChat({ id, channel, story }: Omit<ChatProps, "at">) {
  const words = useWords();
  const { query, status, loadEarlier } = useConversation(id);
  const { outbox } = useSignedIn();
  useEffect(() => {
    if (status === "live") outbox.resume();
  }, [status, outbox]);

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

interface OpenChatProps extends Omit<ChatProps, "at"> {
  readonly state: ConversationState;
  readonly loadEarlier: () => Promise<void>;
}

function OpenChat({ id, channel, story, state, loadEarlier }: OpenChatProps) {
  const words = useWords();
  const own = usePageWords(all);
  const nameOf = useChannelName();
  const { notice, tell } = useSignedIn();
  const composer = useRef<ComposerHandle>(null);
  const pending = usePending(id, state);
  const stop = useMutation({
    mutationFn: () => stopTurn(id),
    onSuccess: ({ result }) => {
      if (result !== "stopped") tell({ conversationId: id, control: result });
    },
  });
  const [chosen, setChosen] = useState<string>();
  const { mutate: ask, ...asked } = useMutation({
    mutationFn: (message: Omit<Parameters<typeof postMessage>[1], "clientId">) =>
      postMessage(id, { ...message, clientId: newClientId() }),
    onSuccess: () => setChosen(undefined),
  });
  const send = useSend(id, state.lastEventId, {
    chosen,
    onSend: () => {
      stop.reset();
      asked.reset();
      setChosen(undefined);
    },
  });
  const isHere = channel === "web" && story === null;
  const actions = useMemo(
    () =>
      isHere
        ? {
            sendAgain: (text: string) => send({ text }),
            edit: (message: Edited) => composer.current?.edit(message),
            quote: (message: Message) => composer.current?.quote(message),
            again: ({ id: again }: Message) => ask({ text: "", again }),
            continueTurn: (continues: string) => ask({ text: own.continueWords, continues }),
            choose: setChosen,
          }
        : undefined,
    [isHere, send, ask, own],
  );
  const sendText = useCallback((text: string) => send({ text }), [send]);
  const isRunning = state.running !== null && state.running.replied !== true;

  return (
    <CardsProvider id={id} messages={state.messages} isHere={isHere} send={sendText}>
      <MessageList
        state={state}
        pending={pending}
        loadEarlier={loadEarlier}
        actions={actions}
        chosen={chosen}
      />
      <LiveRegion state={state} />
      <div className={styles.foot}>
        {notice?.conversationId === id ? (
          <p className={styles.notice} role="status">
            {words.chat.control[notice.control]}
          </p>
        ) : null}
        {stop.isError || asked.isError ? (
          <p className={styles.notice} role="alert" data-tone="error">
            {asked.isError ? `${own.notAgain} ` : ""}
            {explain(stop.error ?? asked.error, words)}
          </p>
        ) : null}
        {story !== null ? (
          <p className={styles.notice}>
            {own.onStage} <a href={routeAddress({ page: "stage", part: story })}>{own.toStage}</a>
          </p>
        ) : isHere ? (
          <ChatComposer
            ref={composer}
            conversation={id}
            onSend={send}
            onStop={isRunning ? () => stop.mutate() : undefined}
            stopping={stop.isPending}
          />
        ) : (
          <p className={styles.notice}>{words.chat.elsewhere(nameOf(channel))}</p>
        )}
      </div>
    </CardsProvider>
  );
}

/** Always the same function, so that what it is given to is not drawn again. */
function useSend(
  id: string,
  lastEventId: number,
  { chosen, onSend }: { readonly chosen: string | undefined; readonly onSend: () => void },
): (message: Written) => void {
  const { outbox, tell } = useSignedIn();
  const latest = useRef({ lastEventId, chosen, onSend });
  useEffect(() => {
    latest.current = { lastEventId, chosen, onSend };
  });
  return useCallback(
    ({ text, files = [], quote, again }: Written) => {
      tell(null);
      const { chosen: version } = latest.current;
      latest.current.onSend();
      outbox.send({
        conversationId: id,
        text,
        ...(files.length === 0 ? {} : { files }),
        ...(quote === undefined ? {} : { quote }),
        // An edited message makes room for itself, whichever version was looked at.
        ...(again === undefined ? {} : { again }),
        ...(version === undefined || again !== undefined ? {} : { chosen: version }),
        afterEventId: latest.current.lastEventId,
      });
    },
    [id, outbox, tell],
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
