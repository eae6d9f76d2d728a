import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type Running } from "../../talk/conversation-state.ts";
import { type StreamStatus } from "../../talk/live-stream.ts";
import { useConversation } from "../../talk/use-conversation.ts";
import { chatKey, fetchLinesBefore, fetchStage, lobbyKey } from "../api.ts";

const pageLength = 100;
/** Beats that come by themselves are told by the stream; this is for what a lost stream would miss. */
const lookAgainMs = 5_000;
const burstMs = 100;
/** What was said long ago changes by somebody's own hand only, and then it is read again at once. */
const olderFreshMs = 60_000;

export interface EarlierLines {
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly load: () => void;
}

/** A chat with its newest lines, and page by page with those before. */
export function useStage(chatId: string) {
  // From here on everything is kept fresh. It stays where it was when somebody begins to read further up.
  const [since, setSince] = useState<number>();
  const query = useQuery({
    queryKey: [...chatKey(chatId), "stage", since ?? "newest"],
    queryFn: () => fetchStage(chatId, since === undefined ? { turns: pageLength } : { since }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data !== undefined &&
      (state.data.playing !== null || state.data.plans.some(({ status }) => status === "running"))
        ? lookAgainMs
        : false,
  });
  const older = useInfiniteQuery({
    queryKey: [...chatKey(chatId), olderLines, since],
    enabled: since !== undefined,
    initialPageParam: since ?? 0,
    queryFn: ({ pageParam }) => fetchLinesBefore(chatId, pageParam),
    getNextPageParam: (page) => (page.has_earlier ? page.turns[0]?.event_id : undefined),
    staleTime: olderFreshMs,
  });
  const { data, fetchNextPage, hasNextPage } = older;
  const first = query.data?.turns[0]?.event_id;
  const load = useCallback(() => {
    if (since === undefined) setSince(first);
    else void fetchNextPage();
  }, [since, first, fetchNextPage]);
  const stage = useMemo(() => {
    if (query.data === undefined || data === undefined) return query.data;
    const before = data.pages.toReversed().flatMap(({ turns }) => turns);
    return { ...query.data, turns: [...before, ...query.data.turns], has_earlier: hasNextPage };
  }, [query.data, data, hasNextPage]);
  const earlier: EarlierLines = { isLoading: older.isFetching, error: older.error, load };
  return { query, stage, earlier };
}

const olderLines = "older-lines";

/** Everything of the chat is read again, and the list of chats with its last words too. A new line makes none of the old ones new. */
export function useRefresh(chatId: string, what: "all" | "news" = "all"): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: lobbyKey });
    await client.invalidateQueries({
      queryKey: chatKey(chatId),
      predicate: ({ queryKey }) => what === "all" || !queryKey.includes(olderLines),
    });
  }, [client, chatId, what]);
}

export interface Act {
  readonly run: (job: () => Promise<unknown>, done?: () => void) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly reset: () => void;
}

/** One thing that somebody does on the stage; it is over when the page shows it. Quick hands have it done one after the other. */
export function useAct(chatId: string): Act {
  const refresh = useRefresh(chatId);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (job: () => Promise<unknown>) => job(),
    scope: { id: `stage-${chatId}` },
    onSettled: refresh,
  });
  const run = useCallback(
    (job: () => Promise<unknown>, done?: () => void) =>
      mutate(job, done === undefined ? {} : { onSuccess: done }),
    [mutate],
  );
  return { run, busy: isPending, error, reset };
}

export interface Live {
  readonly running: Running | null;
  readonly status: StreamStatus;
}

/** The words as they come. Whatever the stream tells besides makes the stage fresh. */
export function useLive(chatId: string, conversationId: string): Live {
  const { query, status } = useConversation(conversationId);
  const refresh = useRefresh(chatId, "news");
  const last = query.data?.lastEventId;
  const turn = query.data?.running?.turn_id;
  useEffect(() => {
    // Events come in bursts, and a long story is a lot to read: once after each.
    const timer = setTimeout(() => void refresh(), burstMs);
    return () => clearTimeout(timer);
  }, [refresh, last, turn]);
  return { running: query.data?.running ?? null, status };
}
