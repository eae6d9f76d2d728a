import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  type QueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { addressFor, call, type AnswerOf } from "./call.ts";
import { askAgainMs, useChanges } from "./changes.ts";
import {
  type Conversation,
  type ConversationShow,
  type MessagePage,
  type Receipt,
  type SearchHits,
  type StopResult,
} from "./contract.ts";
import { type StreamStatus } from "../talk/live-stream.ts";

export const conversationsKey = ["conversations"] as const;

type ConversationPage = AnswerOf<"GET /api/conversations">;

/** A conversation that moved up between two pages is in both. */
const flatten = ({ pages }: { pages: readonly ConversationPage[] }): readonly Conversation[] => [
  ...new Map(
    pages.flatMap(({ conversations }) => conversations).map((each) => [each.id, each]),
  ).values(),
];

const listOptions = (show: ConversationShow) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, show],
    queryFn: ({ pageParam }) =>
      call("GET /api/conversations", { query: { show, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: ConversationPage) => next ?? undefined,
    select: flatten,
  });

/** Any call tells why a stream was refused. */
export const probeConversations = (): Promise<unknown> =>
  call("GET /api/conversations", { query: { limit: 1 } });

/** One that the list has not loaded yet. */
export const useConversationRow = (id: string | undefined) =>
  useQuery({
    queryKey: [...conversationsKey, "one", id],
    queryFn: () => call("GET /api/conversations/{id}", { params: { id: id ?? "" } }),
    enabled: id !== undefined,
    retry: false,
  });

export interface ConversationChange {
  readonly title?: string | null;
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

export const changeConversation = (id: string, body: ConversationChange): Promise<unknown> =>
  call("PATCH /api/conversations/{id}", { params: { id }, body });
export const deleteConversation = (id: string): Promise<unknown> =>
  call("DELETE /api/conversations/{id}", { params: { id } });
export const restoreConversation = (id: string): Promise<unknown> =>
  call("POST /api/conversations/{id}/restore", { params: { id }, body: {} });
export const eraseConversation = (id: string): Promise<unknown> =>
  call("POST /api/conversations/{id}/erase", { params: { id }, body: {} });

export const searchMessages = (
  words: string,
  { before, signal }: { before: string | undefined; signal: AbortSignal },
): Promise<SearchHits> => call("GET /api/messages/search", { query: { q: words, before }, signal });

/** The latest ones whose title has these words. */
export const findConversations = async (
  words: string,
  signal: AbortSignal,
): Promise<readonly Conversation[]> =>
  (await call("GET /api/conversations", { query: { q: words, limit: 10 }, signal })).conversations;

export const createConversation = (): Promise<Conversation> =>
  call("POST /api/conversations", { body: {} });

/** The last messages, or those beside a place in the log. */
export const fetchMessages = (
  id: string,
  at?: { readonly side: "before" | "after" | "around"; readonly eventId: number },
): Promise<MessagePage> =>
  call("GET /api/conversations/{id}/messages", {
    params: { id },
    query: { limit: pageLength, ...(at === undefined ? {} : { [at.side]: at.eventId }) },
  });

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
  const body = { ...rest, client_id: clientId };
  return call("POST /api/conversations/{id}/messages", { params: { id }, body });
};

export const stopTurn = (id: string): Promise<StopResult> =>
  call("POST /api/conversations/{id}/stop", { params: { id }, body: {} });

export const streamAddress = (id: string, after: number): string =>
  addressFor("GET /api/conversations/{id}/stream", { params: { id }, query: { after } });

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
