import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askAgainMs, useChanges } from "../api/changes.ts";
import { call } from "../api/call.ts";
import { addDays, type Day, isDay, wallAt } from "../calendar/days.ts";
import { instantOfWall } from "../calendar/zone-time.ts";
import { type StreamStatus } from "../talk/live-stream.ts";

export type Whose = "mine" | "everybody";

const key = "activity";
/** Calls to a model are counted while a turn runs, without a change hint for each. */
const runningMs = 1_000;

/** Moves on as soon as anything comes in, is answered or arrives. */
export function useActivity(whose: Whose, status: string | undefined) {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const activity = useQuery({
    queryKey: [key, whose, status ?? ""],
    queryFn: ({ signal }) =>
      call(whose === "mine" ? "GET /api/activity" : "GET /api/operator/activity", {
        query: { status },
        signal,
      }),
    refetchInterval: askAgainMs(stream),
    placeholderData: (before) => before,
  });
  useChanges({
    shows: { activity: [key] },
    everybody: whose === "everybody",
    isReady: activity.data !== undefined,
    onStatus: setStream,
  });
  return activity;
}

export interface LogFilter {
  readonly q: string;
  readonly channel: string;
  readonly state: string;
  /** Days in the account's zone, the last one included. */
  readonly from: string;
  readonly to: string;
}

/** A page of the log at a time; the first one moves on with what happens. */
export function useMessageLog({ from, to, ...filter }: LogFilter, zone: string) {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const asked = {
    ...filter,
    from: isDay(from) ? momentOf(from, zone) : "",
    to: isDay(to) ? momentOf(addDays(to, 1), zone) : "",
  };
  const log = useInfiniteQuery({
    queryKey: [key, "log", asked],
    queryFn: ({ pageParam, signal }) => {
      const given = Object.entries({ ...asked, before: pageParam }).filter(
        ([, value]) => value !== "",
      );
      return call("GET /api/messages/log", { query: Object.fromEntries(given), signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
    refetchInterval: askAgainMs(stream),
    placeholderData: (before) => before,
  });
  useChanges({
    shows: { activity: [key] },
    isReady: log.data !== undefined,
    onStatus: setStream,
  });
  return log;
}

const momentOf = (day: Day, zone: string): string =>
  new Date(instantOfWall(wallAt(day, 0), zone)).toISOString();

export function useTurn(whose: Whose, id: string) {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const turn = useQuery({
    queryKey: [key, whose, "turn", id],
    queryFn: ({ signal }) =>
      call(whose === "mine" ? "GET /api/turns/{id}" : "GET /api/operator/turns/{id}", {
        params: { id },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.turn.completed_at === null ? runningMs : askAgainMs(stream),
  });
  useChanges({
    shows: { activity: [key] },
    everybody: whose === "everybody",
    isReady: turn.data !== undefined,
    onStatus: setStream,
  });
  return turn;
}

/** Names for ids, as many as one answer brings. */
export function useNames(whose: Whose): ReadonlyMap<string, string> | undefined {
  const names = useQuery({
    queryKey: ["operator", "names"],
    enabled: whose === "everybody",
    queryFn: () => call("GET /api/accounts", { query: { limit: 500 } }),
    select: ({ accounts }) =>
      new Map(accounts.map(({ id, display_name: name }) => [id, name ?? `…${id.slice(-12)}`])),
  });
  return whose === "everybody" ? names.data : undefined;
}

export interface Decision {
  readonly id: string;
  readonly what: "resend" | "discard";
}

export function useDecision(whose: Whose) {
  const client = useQueryClient();
  const base = whose === "mine" ? "/api/activity/deliveries/{id}" : "/api/deliveries/{id}";
  return useMutation({
    mutationFn: ({ id, what }: Decision) =>
      call(`POST ${base}/${what}`, { params: { id }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
}
