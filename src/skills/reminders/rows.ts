import type { CalendarPart, Insistence } from "../../domain/events/reminder.ts";
import type { JsonObject } from "../../domain/json.ts";

export type ReminderKind =
  | "timed"
  | "recurring"
  | "no_trigger_time"
  | "shared_projection"
  | "proactive";

/**
 * A reminder as its table has it. Times are ISO text; `local_start` and `exdates` are wall times in
 * the captured zone.
 */
export interface ReminderRow {
  readonly id: string;
  readonly owner_account_id: string;
  readonly conversation_id: string | null;
  readonly content: string;
  readonly content_hash: string;
  readonly kind: ReminderKind;
  readonly lifecycle: "active" | "completed" | "deleted";
  readonly completion: "done" | "fired" | "skipped" | null;
  readonly local_start: string | null;
  readonly captured_timezone: string;
  readonly instant: string | null;
  readonly rrule: string | null;
  readonly workdays: "CN" | null;
  readonly exdates: readonly string[];
  readonly recurrence_rule: JsonObject;
  readonly duration_minutes: number | null;
  /** Whole days: `local_start` is the first at midnight, and the length a number of days. */
  readonly all_day: boolean;
  /** Of whole days: the clock at which their owner is reminded. */
  readonly remind_at: string | null;
  readonly late_policy: "fire" | "skip";
  readonly next_fire_at: string | null;
  readonly last_fired_at: string | null;
  readonly insist: Insistence | null;
  /** The next repeat of an insisting one; null while it waits for its own time or is over. */
  readonly nag_at: string | null;
  readonly nags: number;
  /** The next alert ahead of its time. */
  readonly alert_at: string | null;
  readonly series_id: string | null;
  readonly occurrence: string | null;
  readonly shared_reminder_id: string | null;
  readonly hidden_from_calendar: boolean;
  readonly source: "chat" | "api" | "import";
  readonly uid: string | null;
  /** Notes, place and alarms, as calendar programs write them. */
  readonly calendar: CalendarPart | null;
  readonly turn_id: string | null;
  readonly version: number;
  /** The version and the moment at which its calendar file last changed; a row that was not stored yet has none. */
  readonly file_version?: number | null;
  readonly file_changed_at?: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
  readonly deleted_at: string | null;
}

/** The fields of a reminder, without the store's own columns. */
export const reminderFields = [
  "id",
  "owner_account_id",
  "conversation_id",
  "content",
  "content_hash",
  "kind",
  "lifecycle",
  "completion",
  "local_start",
  "captured_timezone",
  "instant",
  "rrule",
  "workdays",
  "exdates",
  "recurrence_rule",
  "duration_minutes",
  "all_day",
  "remind_at",
  "late_policy",
  "next_fire_at",
  "last_fired_at",
  "insist",
  "nag_at",
  "nags",
  "alert_at",
  "series_id",
  "occurrence",
  "shared_reminder_id",
  "hidden_from_calendar",
  "source",
  "uid",
  "calendar",
  "turn_id",
  "completed_at",
  "deleted_at",
] as const;

/** How ids of entries of calendars elsewhere begin. */
export const outsideMark = "outside:";

export const reminderStream = (id: string): string => `reminder:${id}`;

/** All reminders of one person and instant share a timer, so they fire together. */
export const timerId = (owner: string, fireAt: string): string =>
  `reminder:${owner}:${Date.parse(fireAt)}`;

/** Its last time has come; it stays active until its message has arrived. */
export const hasGoneOff = (
  row: Pick<ReminderRow, "kind" | "next_fire_at" | "last_fired_at">,
): boolean =>
  row.kind !== "no_trigger_time" && row.next_fire_at === null && row.last_fired_at !== null;
