import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askAgainMs, useChanges } from "./changes.ts";
import { type Conversation, type MessagePage, type Receipt, type StopResult } from "./contract.ts";
import { request } from "./request.ts";
import { type StreamStatus } from "../talk/live-stream.ts";

export const conversationsKey = ["conversations"] as const;

const path = (id: string, rest: string): string =>
  `/api/conversations/${encodeURIComponent(id)}/${rest}`;

/** The latest first. */
export async function listConversations(): Promise<readonly Conversation[]> {
  const { conversations } = await request<{ conversations: readonly Conversation[] }>(
    "/api/conversations",
  );
  return conversations.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
}

export const createConversation = (): Promise<Conversation> =>
  request("/api/conversations", { method: "POST", body: {} });

export const fetchMessages = (id: string, before?: number): Promise<MessagePage> =>
  request(
    path(id, `messages?limit=${pageLength}${before === undefined ? "" : `&before=${before}`}`),
  );

export const pageLength = 50;

export const postMessage = (
  id: string,
  message: { text: string; clientId: string; files?: readonly { name: string; data: string }[] },
): Promise<Receipt> => {
  const { clientId, ...rest } = message;
  return request(path(id, "messages"), { method: "POST", body: { ...rest, client_id: clientId } });
};

export const stopTurn = (id: string): Promise<StopResult> =>
  request(path(id, "stop"), { method: "POST", body: {} });

export const streamAddress = (id: string, after: number): string =>
  path(id, `stream?after=${after}`);

/** Only the open conversation has a stream, so the list is polled while the page is visible. */
export function useConversations() {
  return useQuery({
    queryKey: conversationsKey,
    queryFn: listConversations,
    refetchInterval: 20_000,
  });
}

/** On every page, also while it is hidden: its title shows unread messages. */
export function useFollowedConversations({ hasStream }: { hasStream: boolean }) {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const conversations = useQuery({
    queryKey: conversationsKey,
    queryFn: listConversations,
    refetchInterval: askAgainMs(stream),
    refetchIntervalInBackground: true,
  });
  useChanges({
    shows: { activity: conversationsKey },
    isReady: hasStream && conversations.data !== undefined,
    onStatus: setStream,
  });
  return conversations.data;
}

export const refreshConversations = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: conversationsKey });
