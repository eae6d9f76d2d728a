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
/** Polling interval in case the event stream is lost. */
const pollMs = 5_000;
const burstMs = 100;
/** Old lines change only by the person's own edits, which refetch them at once. */
const olderStaleMs = 60_000;

export interface EarlierLines {
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly load: () => void;
}

/** A chat with its newest lines, and earlier ones page by page. */
export function useStage(chatId: string, watching: ReadonlySet<number>) {
  const watched = [...watching].toSorted((one, other) => one - other);
  // Lines from here on are kept up to date. It stays fixed while the person reads further up.
  const [since, setSince] = useState<number>();
  const query = useQuery({
    queryKey: [...chatKey(chatId), "stage", since ?? "newest", watched],
    queryFn: () =>
      fetchStage(chatId, {
        ...(since === undefined ? { turns: pageLength } : { since }),
        watched,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data !== undefined &&
      (state.data.playing !== null || state.data.plans.some(({ status }) => status === "running"))
        ? pollMs
        : false,
  });
  const older = useInfiniteQuery({
    queryKey: [...chatKey(chatId), olderLines, since, watched],
    enabled: since !== undefined,
    initialPageParam: since ?? 0,
    queryFn: ({ pageParam }) => fetchLinesBefore(chatId, { before: pageParam, watched }),
    getNextPageParam: (page) => (page.has_earlier ? page.turns[0]?.event_id : undefined),
    staleTime: olderStaleMs,
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

/** Refetches the chat and the list of chats. With `news`, earlier lines are not refetched. */
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

/** Runs one action at a time; it is busy until the page shows the result. */
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

/** The streamed text of a running turn. Other events of the stream refetch the stage. */
export function useLive(chatId: string, conversationId: string): Live {
  const { query, status } = useConversation(conversationId);
  const refresh = useRefresh(chatId, "news");
  const last = query.data?.lastEventId;
  const turn = query.data?.running?.turn_id;
  useEffect(() => {
    // Events come in bursts and a stage is large, so it is refetched once per burst.
    const timer = setTimeout(() => void refresh(), burstMs);
    return () => clearTimeout(timer);
  }, [refresh, last, turn]);
  return { running: query.data?.running ?? null, status };
}
