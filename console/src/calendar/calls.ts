import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askAgainMs, useChanges } from "../api/changes.ts";
import { request } from "../api/request.ts";
import { type StreamStatus } from "../talk/live-stream.ts";
import {
  type CalendarLink,
  type Entry,
  type FreeTime,
  type Friend,
  type FriendJoin,
  type FriendLink,
  type ImportReport,
  type Missed,
  type Reading,
  type ReadingStep,
  type Reminder,
  type TypedSentence,
  type Shared,
  type ShareResult,
  type Spoken,
  type WriteResult,
} from "./contract.ts";
import { addDays, type Day, dayOf } from "./days.ts";

const root = "calendar";
const post = <T>(path: string, body: object = {}): Promise<T> =>
  request(path, { method: "POST", body });
const at = (id: string, rest = ""): string => `/api/reminders/${encodeURIComponent(id)}${rest}`;

/** Friends' free times send no change hints, so they are polled while visible. */
const often = 30_000;

export interface Shown {
  readonly first: Day;
  readonly last: Day;
  readonly zone: string;
}

/** Changes in a chat, by a friend or by the clock appear here at once. */
export function useEntries({ first, last, zone }: Shown) {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const entries = useQuery({
    queryKey: [root, "entries", first, last, zone],
    // No zone is a whole day from UTC; what lies outside of the days is left out again.
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        visible_start: `${addDays(first, -1)}T00:00:00Z`,
        visible_end: `${addDays(last, 2)}T00:00:00Z`,
        display_timezone: zone,
        include_ended: "true",
      });
      const { entries } = await request<{ entries: readonly Entry[] }>(
        `/api/reminders/calendar?${query.toString()}`,
        { signal },
      );
      // An entry that began earlier may continue into the first day.
      return entries.filter(
        ({ display_start: start, display_end: end }) =>
          start === null || (dayOf(end ?? start) >= first && dayOf(start) <= last),
      );
    },
    refetchInterval: askAgainMs(stream),
    placeholderData: (before) => before,
  });
  useChanges({
    shows: { calendar: [root] },
    isReady: entries.data !== undefined,
    onStatus: setStream,
  });
  return { entries, stream };
}

export const useMissed = () =>
  useQuery({
    queryKey: [root, "missed"],
    queryFn: async () =>
      (await request<{ missed: readonly Missed[] }>("/api/reminders/missed")).missed,
  });
export const dismissMissed = (ids: readonly string[]): Promise<unknown> =>
  post("/api/reminders/missed/dismiss", { reminder_ids: ids });

export const useReminder = (id: string | undefined) =>
  useQuery({
    queryKey: [root, "reminder", id],
    enabled: id !== undefined,
    queryFn: () => readReminder(id ?? ""),
  });

export const useFriends = () =>
  useQuery({
    queryKey: [root, "friends"],
    queryFn: async () => (await request<{ friends: readonly Friend[] }>("/api/friends")).friends,
  });

export const useShared = (id: string | null) =>
  useQuery({
    queryKey: [root, "shared", id],
    enabled: id !== null,
    queryFn: () => request<Shared>(`/api/shared-reminders/${encodeURIComponent(id ?? "")}`),
  });

export const useAllShared = () =>
  useQuery({
    queryKey: [root, "shared"],
    queryFn: async () =>
      (await request<Record<"shared_reminders", readonly Shared[]>>("/api/shared-reminders"))
        .shared_reminders,
  });

export interface FreeTimeOf {
  readonly friends: readonly string[];
  readonly first: Day;
  readonly last: Day;
  readonly zone: string;
}

export const useFreeTime = ({ friends, first, last, zone }: FreeTimeOf) =>
  useQuery({
    queryKey: [root, "free", friends, first, last, zone],
    enabled: friends.length > 0,
    queryFn: async () =>
      (
        await post<{ friends: readonly FreeTime[] }>("/api/shared-reminders/availability", {
          friend_account_ids: friends,
          local_start: `${first}T00:00:00`,
          local_end: `${addDays(last, 1)}T00:00:00`,
          requester_timezone: zone,
        })
      ).friends,
    refetchInterval: often,
  });

export const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [root] });

export const readSentence = (said: TypedSentence, signal?: AbortSignal): Promise<Reading> =>
  request("/api/reminders/read", {
    method: "POST",
    body: said,
    ...(signal === undefined ? {} : { signal }),
  });
export const explainSentence = async (said: TypedSentence): Promise<readonly ReadingStep[]> =>
  (await post<{ steps: readonly ReadingStep[] }>("/api/reminders/explain", said)).steps;
export const writeSentence = (
  said: TypedSentence,
): Promise<{
  readonly reading: Reading;
  readonly results: readonly WriteResult[];
  readonly spoken: Spoken | null;
}> => post("/api/reminders/say", said);
export const createEntry = async (item: object): Promise<WriteResult | undefined> =>
  (await changeAll([item]))[0];
/** Several at once, each with its own result. */
export const changeAll = async (items: readonly object[]): Promise<readonly WriteResult[]> =>
  (await post<{ items: readonly WriteResult[] }>("/api/reminders/batch", { items })).items;
export const writeToDo = (content: string): Promise<WriteResult | undefined> =>
  createEntry({ operation: "create", content, kind: "no_trigger_time" });
/** Takes back what a sentence changed last. */
export const undoSentence = (): Promise<unknown> => post("/api/reminders/undo");
export const searchReminders = async (
  keyword: string,
  lifecycle: "active" | "completed",
): Promise<readonly Reminder[]> => {
  const query = new URLSearchParams({ keyword, lifecycle, limit: "50" });
  return (await request<{ reminders: readonly Reminder[] }>(`/api/reminders?${query.toString()}`))
    .reminders;
};

export const readReminder = (id: string): Promise<Reminder> => request(at(id));
export const listReminders = async (): Promise<readonly Reminder[]> =>
  (await request<{ reminders: readonly Reminder[] }>("/api/reminders?limit=500")).reminders;
export const changeReminder = (id: string, change: object): Promise<Reminder> =>
  request(at(id), { method: "PATCH", body: change });
export const actOnReminder = (
  id: string,
  act:
    | "complete"
    | "delete"
    | "restore"
    | "snooze"
    | "skip"
    | "unskip"
    | "clear-trigger-time"
    | "schedule-unscheduled",
  body: object = {},
): Promise<Reminder> => post(at(id, `/${act}`), body);

export const share = (wish: object): Promise<ShareResult> => post("/api/shared-reminders", wish);
export const actOnShared = (
  id: string,
  act: "cancel" | "complete-own-projection" | "decline" | "accept" | "reschedule",
  body: object = {},
): Promise<ShareResult> => post(`/api/shared-reminders/${encodeURIComponent(id)}/${act}`, body);

export const actOnFriend = (
  id: string,
  act: "remove" | "block" | "nickname" | "setting" | "busy",
  body: object = {},
): Promise<unknown> => post(`/api/friends/${encodeURIComponent(id)}/${act}`, body);
export const friendLink = (ask: "show" | "reset" | "disable"): Promise<FriendLink> =>
  ask === "show" ? request("/api/friends/link") : post(`/api/friends/link/${ask}`);
export const joinFriend = (code: string): Promise<FriendJoin> =>
  post("/api/friends/join", { link_code: code });

export const calendarLink = (ask: "make" | "reset" | "revoke"): Promise<CalendarLink> =>
  post(`/api/calendar/link${ask === "make" ? "" : `/${ask}`}`);
export const importCalendar = (ics: string): Promise<ImportReport> =>
  post("/api/calendar/import", { ics });
