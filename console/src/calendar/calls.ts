import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askAgainMs, useChanges } from "../api/changes.ts";
import { type AnswerOf, type BodyOf, call } from "../api/call.ts";
import { readPages } from "../api/read-pages.ts";
import { type StreamStatus } from "../talk/live-stream.ts";
import {
  type CalendarLink,
  type Entry,
  type FriendJoin,
  type FriendLink,
  type ImportReport,
  type Reading,
  type ReadingStep,
  type Reminder,
  type TypedSentence,
  type ShareResult,
  type Spoken,
  type WriteResult,
} from "./contract.ts";
import { addDays, type Day, dayOf } from "./days.ts";

const root = "calendar";

/** Friends' free times send no change hints, so they are polled while visible. */
const often = 30_000;

export interface Shown {
  readonly first: Day;
  readonly last: Day;
  readonly zone: string;
}

type EntriesOfDays = AnswerOf<"GET /api/reminders/calendar">;

const takeEntries = ({ entries }: EntriesOfDays): readonly Entry[] => entries;
/** Those with a date may lie on other days. */
const takeToDos = ({ entries, to_dos: dated }: EntriesOfDays): readonly Entry[] => [
  ...entries.filter(({ display_start: start }) => start === null),
  ...dated,
];

/** Changes in a chat, by a friend or by the clock appear here at once. */
export function useEntries({ first, last, zone }: Shown) {
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const asked = {
    queryKey: [root, "entries", first, last, zone],
    // No zone is a whole day from UTC; what lies outside of the days is left out again.
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const query = {
        visible_start: `${addDays(first, -1)}T00:00:00Z`,
        visible_end: `${addDays(last, 2)}T00:00:00Z`,
        display_timezone: zone,
        include_ended: "true",
      };
      const page = await call("GET /api/reminders/calendar", { query, signal });
      // An entry that began earlier may continue into the first day.
      const entries = page.entries.filter(
        ({ display_start: start, display_end: end }) =>
          start === null || (dayOf(end ?? start) >= first && dayOf(start) <= last),
      );
      return { ...page, entries };
    },
    refetchInterval: askAgainMs(stream),
    placeholderData: (before: EntriesOfDays | undefined) => before,
  };
  const entries = useQuery({ ...asked, select: takeEntries });
  const toDos = useQuery({ ...asked, select: takeToDos });
  useChanges({
    shows: { calendar: [root] },
    isReady: entries.data !== undefined,
    onStatus: setStream,
  });
  return { entries, toDos: toDos.data, stream };
}

export const useMissed = () =>
  useQuery({
    queryKey: [root, "missed"],
    queryFn: async () => (await call("GET /api/reminders/missed")).missed,
  });
export const dismissMissed = (ids: readonly string[]): Promise<unknown> =>
  call("POST /api/reminders/missed/dismiss", { body: { reminder_ids: ids } });

export const useReminder = (id: string | undefined) =>
  useQuery({
    queryKey: [root, "reminder", id],
    enabled: id !== undefined,
    queryFn: () => readReminder(id ?? ""),
  });

export const useFriends = () =>
  useQuery({
    queryKey: [root, "friends"],
    queryFn: () =>
      readPages(async (page) => {
        const { friends: rows, next } = await call("GET /api/friends", { query: page });
        return { rows, next };
      }),
  });

export const useShared = (id: string | null) =>
  useQuery({
    queryKey: [root, "shared", id],
    enabled: id !== null,
    queryFn: () => call("GET /api/shared-reminders/{id}", { params: { id: id ?? "" } }),
  });

export const useAllShared = () =>
  useQuery({
    queryKey: [root, "shared"],
    queryFn: () =>
      readPages(async (page) => {
        const { shared_reminders: rows, next } = await call("GET /api/shared-reminders", {
          query: page,
        });
        return { rows, next };
      }),
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
        await call("POST /api/shared-reminders/availability", {
          body: {
            friend_account_ids: friends,
            local_start: `${first}T00:00:00`,
            local_end: `${addDays(last, 1)}T00:00:00`,
            requester_timezone: zone,
          },
        })
      ).friends,
    refetchInterval: often,
  });

export const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [root] });

export const readSentence = (said: TypedSentence, signal?: AbortSignal): Promise<Reading> =>
  call("POST /api/reminders/read", { body: said, signal });
export const explainSentence = async (said: TypedSentence): Promise<readonly ReadingStep[]> =>
  (await call("POST /api/reminders/explain", { body: said })).steps;
export const writeSentence = (
  said: TypedSentence,
): Promise<{
  readonly reading: Reading;
  readonly results: readonly WriteResult[];
  readonly spoken: Spoken | null;
}> => call("POST /api/reminders/say", { body: said });
export const createEntry = async (item: BatchItem): Promise<WriteResult | undefined> =>
  (await changeAll([item]))[0];
export type BatchItem = BodyOf<"POST /api/reminders/batch">["items"][number];
/** Several at once, each with its own result. */
export const changeAll = async (items: readonly BatchItem[]): Promise<readonly WriteResult[]> =>
  (await call("POST /api/reminders/batch", { body: { items } })).items;
export const writeToDo = (content: string): Promise<WriteResult | undefined> =>
  createEntry({ operation: "create", content, kind: "no_trigger_time" });
/** Takes back what a sentence changed last. */
export const undoSentence = (): Promise<unknown> => call("POST /api/reminders/undo", { body: {} });
export const searchReminders = async (
  keyword: string,
  lifecycle: "active" | "completed",
): Promise<readonly Reminder[]> =>
  (await call("GET /api/reminders", { query: { keyword, lifecycle, limit: 50 } })).reminders;

export const readReminder = (id: string): Promise<Reminder> =>
  call("GET /api/reminders/{id}", { params: { id } });
export const listReminders = async (): Promise<readonly Reminder[]> =>
  (await call("GET /api/reminders", { query: { limit: 500 } })).reminders;
export type ReminderChange = BodyOf<"PATCH /api/reminders/{id}">;
export const changeReminder = (id: string, change: ReminderChange): Promise<Reminder> =>
  call("PATCH /api/reminders/{id}", { params: { id }, body: change });
type ReminderAct =
  | "complete"
  | "delete"
  | "restore"
  | "snooze"
  | "skip"
  | "unskip"
  | "clear-trigger-time"
  | "schedule-unscheduled";
export const actOnReminder = (
  id: string,
  act: ReminderAct,
  body: BodyOf<`POST /api/reminders/{id}/${ReminderAct}`> = {},
): Promise<Reminder> => call(`POST /api/reminders/{id}/${act}`, { params: { id }, body });

export const share = (wish: BodyOf<"POST /api/shared-reminders">): Promise<ShareResult> =>
  call("POST /api/shared-reminders", { body: wish });
export type SharedChange = BodyOf<"POST /api/shared-reminders/{id}/reschedule">;
type SharedAct = "cancel" | "complete-own-projection" | "decline" | "accept" | "reschedule";
export const actOnShared = (
  id: string,
  act: SharedAct,
  body: BodyOf<`POST /api/shared-reminders/{id}/${SharedAct}`> = {},
): Promise<ShareResult> => call(`POST /api/shared-reminders/{id}/${act}`, { params: { id }, body });

type FriendAct = "remove" | "block" | "nickname" | "setting" | "busy";
export const actOnFriend = (
  id: string,
  act: FriendAct,
  body: BodyOf<`POST /api/friends/{friend}/${FriendAct}`> = {},
): Promise<unknown> => call(`POST /api/friends/{friend}/${act}`, { params: { friend: id }, body });
export const friendLink = (ask: "show" | "reset" | "disable"): Promise<FriendLink> =>
  ask === "show"
    ? call("GET /api/friends/link")
    : call(`POST /api/friends/link/${ask}`, { body: {} });
export const joinFriend = (code: string): Promise<FriendJoin> =>
  call("POST /api/friends/join", { body: { link_code: code } });

export const calendarLink = (ask: "make" | "reset" | "revoke"): Promise<CalendarLink> =>
  call(ask === "make" ? "POST /api/calendar/link" : `POST /api/calendar/link/${ask}`, { body: {} });
export const importCalendar = (ics: string): Promise<ImportReport> =>
  call("POST /api/calendar/import", { body: { ics } });
