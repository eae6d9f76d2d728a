import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  fetchMessages,
  listConversations,
  conversationsKey,
  pageLength,
  refreshConversations,
  streamAddress,
} from "../api/conversations.ts";
import { EventStream } from "../api/event-stream.ts";
import { applyEvent, fromPage, withEarlier, type ConversationState } from "./conversation-state.ts";
import { browserSurroundings, keepStream, type StreamStatus } from "./live-stream.ts";

export const conversationKey = (id: string) => ["conversation", id] as const;

/**
 * A conversation with its stream: read once, then updated from the stream, also when the person
 * returns to it.
 */
export function useConversation(id: string) {
  const client = useQueryClient();
  const key = conversationKey(id);
  const query = useQuery({
    queryKey: key,
    queryFn: async () => fromPage(await fetchMessages(id), pageLength),
    staleTime: Infinity,
  });
  const status = useStream(id, query.data !== undefined);

  const loadEarlier = async (): Promise<void> => {
    const first = client.getQueryData<ConversationState>(key)?.messages[0];
    if (first === undefined) return;
    const page = await fetchMessages(id, first.event_id);
    client.setQueryData<ConversationState>(
      key,
      (state) => state && withEarlier(state, page, pageLength),
    );
  };
  return { query, status, loadEarlier };
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
          .fetchQuery({ queryKey: conversationsKey, queryFn: listConversations, retry: false })
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
