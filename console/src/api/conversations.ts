import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  type QueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { askAgainMs, useChanges } from "./changes.ts";
import {
  type Conversation,
  type ConversationShow,
  type MessagePage,
  type Receipt,
  type SearchHits,
  type StopResult,
} from "./contract.ts";
import { request } from "./request.ts";
import { type StreamStatus } from "../talk/live-stream.ts";

export const conversationsKey = ["conversations"] as const;

const path = (id: string, rest: string): string =>
  `/api/conversations/${encodeURIComponent(id)}/${rest}`;

type ConversationPage = Awaited<ReturnType<typeof listPage>>;

const listPage = (show: ConversationShow, before: string | undefined) =>
  request<{ readonly conversations: readonly Conversation[]; readonly next: string | null }>(
    `/api/conversations?${new URLSearchParams({ show, ...(before === undefined ? {} : { before }) }).toString()}`,
  );

/** A conversation that moved up between two pages is in both. */
const flatten = ({ pages }: { pages: readonly ConversationPage[] }): readonly Conversation[] => [
  ...new Map(
    pages.flatMap(({ conversations }) => conversations).map((each) => [each.id, each]),
  ).values(),
];

const listOptions = (show: ConversationShow) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, show],
    queryFn: ({ pageParam }) => listPage(show, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: ConversationPage) => next ?? undefined,
    select: flatten,
  });

/** Any call tells why a stream was refused. */
export const probeConversations = (): Promise<unknown> => request("/api/conversations?limit=1");

/** One that the list has not loaded yet. */
export const useConversationRow = (id: string | undefined) =>
  useQuery({
    queryKey: [...conversationsKey, "one", id],
    queryFn: () => request<Conversation>(`/api/conversations/${encodeURIComponent(id ?? "")}`),
    enabled: id !== undefined,
    retry: false,
  });

export interface ConversationChange {
  readonly title?: string | null;
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

const one = (id: string): string => `/api/conversations/${encodeURIComponent(id)}`;
export const changeConversation = (id: string, body: ConversationChange): Promise<unknown> =>
  request(one(id), { method: "PATCH", body });
export const deleteConversation = (id: string): Promise<unknown> =>
  request(one(id), { method: "DELETE" });
export const restoreConversation = (id: string): Promise<unknown> =>
  request(`${one(id)}/restore`, { method: "POST", body: {} });
export const eraseConversation = (id: string): Promise<unknown> =>
  request(`${one(id)}/erase`, { method: "POST", body: {} });

export const searchMessages = (
  words: string,
  { before, signal }: { before: string | undefined; signal: AbortSignal },
): Promise<SearchHits> =>
  request(
    `/api/messages/search?${new URLSearchParams({ q: words, ...(before === undefined ? {} : { before }) }).toString()}`,
    { signal },
  );

/** The latest ones whose title has these words. */
export const findConversations = async (
  words: string,
  signal: AbortSignal,
): Promise<readonly Conversation[]> =>
  (
    await request<ConversationPage>(
      `/api/conversations?${new URLSearchParams({ q: words, limit: "10" }).toString()}`,
      { signal },
    )
  ).conversations;

export const createConversation = (): Promise<Conversation> =>
  request("/api/conversations", { method: "POST", body: {} });

/** The last messages, or those beside a place in the log. */
export const fetchMessages = (
  id: string,
  at?: { readonly side: "before" | "after" | "around"; readonly eventId: number },
): Promise<MessagePage> =>
  request(
    path(id, `messages?limit=${pageLength}${at === undefined ? "" : `&${at.side}=${at.eventId}`}`),
  );

const pageLength = 50;

export const postMessage = (
  id: string,
  message: {
    text: string;
    clientId: string;
    quote?: string;
    chosen?: string;
    again?: string;
    continues?: string;
    files?: readonly { name: string; data: string }[];
  },
): Promise<Receipt> => {
  const { clientId, ...rest } = message;
  return request(path(id, "messages"), { method: "POST", body: { ...rest, client_id: clientId } });
};

export const stopTurn = (id: string): Promise<StopResult> =>
  request(path(id, "stop"), { method: "POST", body: {} });

export const streamAddress = (id: string, after: number): string =>
  path(id, `stream?after=${after}`);

/** Only the open conversation has a stream, so the list is polled while the page is visible. */
export function useConversations(show: ConversationShow = "open") {
  return useInfiniteQuery({ ...listOptions(show), refetchInterval: 20_000 });
}

/** On every page, also while it is hidden: its title shows unread messages. */
export function useFollowedConversations({ hasStream }: { hasStream: boolean }) {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const conversations = useInfiniteQuery({
    ...listOptions("open"),
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
