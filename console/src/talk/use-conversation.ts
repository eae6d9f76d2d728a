import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import {
  fetchMessages,
  conversationsKey,
  probeConversations,
  refreshConversations,
  streamAddress,
} from "../api/conversations.ts";
import { EventStream } from "../api/event-stream.ts";
import {
  applyEvent,
  fromPage,
  withEarlier,
  withLater,
  type ConversationState,
} from "./conversation-state.ts";
import { browserSurroundings, keepStream, type StreamStatus } from "./live-stream.ts";

export const conversationKey = (id: string) => ["conversation", id] as const;

/**
 * A conversation with its stream: read once, then updated from the stream, also when the person
 * returns to it.
 */
export function useConversation(id: string) {
  const key = conversationKey(id);
  const query = useQuery({
    queryKey: key,
    queryFn: async () => fromPage(await fetchMessages(id)),
    staleTime: Infinity,
  });
  const status = useStream(id, query.data !== undefined);

  return { query, status, loadEarlier: useMore(id, key, "before") };
}

/**
 * A stretch of a conversation around a message of long ago. It has no stream: what is said now
 * comes after its end.
 */
export function useStretch(id: string, at: number) {
  const key = [...conversationKey(id), "around", at] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: async () => fromPage(await fetchMessages(id, { side: "around", eventId: at })),
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    query,
    loadEarlier: useMore(id, key, "before"),
    loadLater: useMore(id, key, "after"),
  };
}

/** Fetches the page before or after what is held. */
function useMore(
  id: string,
  key: readonly unknown[],
  side: "before" | "after",
): () => Promise<void> {
  const client = useQueryClient();
  const name = JSON.stringify(key);
  return useCallback(async () => {
    const held = JSON.parse(name) as readonly unknown[];
    const messages = client.getQueryData<ConversationState>(held)?.messages;
    const edge = side === "before" ? messages?.[0] : messages?.at(-1);
    if (edge === undefined) return;
    const page = await fetchMessages(id, { side, eventId: edge.event_id });
    client.setQueryData<ConversationState>(
      held,
      (state) => state && (side === "before" ? withEarlier(state, page) : withLater(state, page)),
    );
  }, [client, id, name, side]);
}

function useStream(id: string, loaded: boolean): StreamStatus {
  const client = useQueryClient();
  const [status, setStatus] = useState<StreamStatus>("connecting");
  useEffect(() => {
    if (!loaded) return undefined;
    const key = conversationKey(id);
    const readHeld = (): ConversationState | undefined => client.getQueryData(key);
    // Events come in bursts; the list of conversations is asked for once after each.
    let cancelRefresh = (): void => undefined;
    const refreshSoon = (): void => {
      cancelRefresh();
      cancelRefresh = browserSurroundings.later(300, () => void refreshConversations(client));
    };
    const leave = keepStream({
      connect: () => new EventStream(streamAddress(id, readHeld()?.lastEventId ?? 0)),
      apply: (event, eventId) => {
        client.setQueryData<ConversationState>(
          key,
          (state) => state && applyEvent(state, event, eventId),
        );
        if (event.type === "message" || event.type === "turn") refreshSoon();
      },
      reload: () => client.refetchQueries({ queryKey: key }),
      onStatus: setStatus,
      // A stream does not say why it was refused. Any call does, and a session that has ended then
      // shows.
      onRefused: () =>
        void client
          .fetchQuery({
            queryKey: [...conversationsKey, "probe"],
            queryFn: probeConversations,
            retry: false,
          })
          .catch(() => undefined),
      surroundings: browserSurroundings,
    });
    return () => {
      cancelRefresh();
      leave();
    };
  }, [client, id, loaded]);
  return status;
}
