import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { type Running } from "../../talk/conversation-state.ts";
import { type StreamStatus } from "../../talk/live-stream.ts";
import { useConversation } from "../../talk/use-conversation.ts";
import { chatKey, fetchStage, lobbyKey } from "../api.ts";

const pageLength = 200;
/** Beats that come by themselves are told by the stream; this is for what a lost stream would miss. */
const lookAgainMs = 5_000;
const burstMs = 100;

export function useStage(chatId: string) {
  const [turns, setTurns] = useState(pageLength);
  const query = useQuery({
    queryKey: [...chatKey(chatId), "stage", turns],
    queryFn: () => fetchStage(chatId, turns),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data !== undefined && (state.data.playing !== null || state.data.plans.some(({ status }) => status === "running"))
        ? lookAgainMs
        : false,
  });
  return { query, earlier: () => setTurns((length) => Math.min(2_000, length + pageLength)) };
}

/** Everything of the chat is read again, and the list of chats with its last words too. */
export function useRefresh(chatId: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: lobbyKey });
    await client.invalidateQueries({ queryKey: chatKey(chatId) });
  }, [client, chatId]);
}

export interface Act {
  readonly run: (job: () => Promise<unknown>, done?: () => void) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly reset: () => void;
}

/** One thing that somebody does on the stage; it is over when the page shows it. */
export function useAct(chatId: string): Act {
  const refresh = useRefresh(chatId);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (job: () => Promise<unknown>) => job(),
    onSettled: refresh,
  });
  const run = useCallback(
    (job: () => Promise<unknown>, done?: () => void) => mutate(job, done === undefined ? {} : { onSuccess: done }),
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
  const refresh = useRefresh(chatId);
  const last = query.data?.lastEventId;
  const turn = query.data?.running?.turn_id;
  useEffect(() => {
    // Events come in bursts, and a long story is a lot to read: once after each.
    const timer = setTimeout(() => void refresh(), burstMs);
    return () => clearTimeout(timer);
  }, [refresh, last, turn]);
  return { running: query.data?.running ?? null, status };
}
