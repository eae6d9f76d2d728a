import { iso } from "../../../domain/ports/clock.ts";
import type { CalendarPart, Insistence } from "../../../domain/events/reminder.ts";
import { cleanContent, contentHash } from "./content.ts";
import type { ReminderRow } from "../rows.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { defaultMorning, endOfDays, nextFireAt, ruleParts } from "./schedule.ts";

/** The account, conversation and time of a change. */
export interface Maker {
  readonly accountId: string;
  readonly conversationId: string | null;
  readonly turnId: string | null;
  readonly source: ReminderRow["source"];
  readonly latePolicy: ReminderRow["late_policy"];
  readonly now: number;
  /** When the person's mornings begin: whole days are reminded of then. */
  readonly morning?: string | undefined;
  newId(): string;
}

/** A reminder before it has a row. Without `start` it is a to-do that has no time. */
export interface NewReminder {
  readonly content: string;
  readonly zone: string;
  /** Wall time in the zone. */
  readonly start: string | null;
  readonly rrule?: string | null | undefined;
  readonly workdays?: "CN" | null | undefined;
  readonly durationMinutes?: number | null | undefined;
  /** Whole days: the first at midnight, and a length in days. */
  readonly allDay?: boolean | undefined;
  /** Milliseconds since the epoch, for elapsed time. */
  readonly instant?: number | undefined;
  /** The policy for a late one, if the person gave one. */
  readonly latePolicy?: ReminderRow["late_policy"] | undefined;
  /** How it repeats until it is done. */
  readonly insist?: Insistence | null | undefined;
  readonly uid?: string | null | undefined;
  readonly calendar?: CalendarPart | undefined;
  /** Wall times that a series leaves out. */
  readonly exdates?: readonly string[] | undefined;
  /** A changed occurrence of a series. The series itself may be unknown here. */
  readonly of?: { readonly seriesId: string | null; readonly occurrence: string } | undefined;
}

export function newRow(maker: Maker, wish: NewReminder): ReminderRow {
  const content = cleanContent(wish.content);
  const at = iso(maker.now);
  const rrule = wish.rrule ?? null;
  const row: ReminderRow = {
    id: maker.newId(),
    owner_account_id: maker.accountId,
    conversation_id: maker.conversationId,
    content,
    content_hash: contentHash(content),
    kind: wish.start === null ? "no_trigger_time" : rrule === null ? "timed" : "recurring",
    lifecycle: "active",
    completion: null,
    local_start: wish.start,
    captured_timezone: wish.zone,
    instant: wish.instant === undefined ? null : iso(wish.instant),
    rrule,
    workdays: wish.workdays ?? null,
    exdates: wish.exdates ?? [],
    recurrence_rule: ruleParts(rrule),
    duration_minutes: wish.durationMinutes ?? null,
    ...dayFields(maker, wish.allDay),
    late_policy: wish.latePolicy ?? maker.latePolicy,
    next_fire_at: null,
    last_fired_at: null,
    ...insistFields(wish),
    alert_at: null,
    series_id: wish.of?.seriesId ?? null,
    occurrence: wish.of?.occurrence ?? null,
    shared_reminder_id: null,
    hidden_from_calendar: false,
    source: maker.source,
    uid: wish.uid ?? null,
    calendar: wish.calendar ?? null,
    turn_id: maker.turnId,
    version: 1,
    created_at: at,
    updated_at: at,
    completed_at: null,
    deleted_at: null,
  };
  return keepDay({ ...row, next_fire_at: nextFireAt(row, maker.now) }, maker.now);
}

/** What has no time has nothing to repeat. */
const insistFields = ({
  start,
  insist = null,
}: NewReminder): Pick<ReminderRow, "insist" | "nag_at" | "nags"> => ({
  insist: start === null ? null : insist,
  nag_at: null,
  nags: 0,
});

/**
 * A day that has begun is kept even if its morning is over: there is nothing left to remind of, and
 * the calendar has it.
 */
export function keepDay(row: ReminderRow, now: number): ReminderRow {
  if (!row.all_day || row.rrule !== null || row.next_fire_at !== null) return row;
  const end = endOfDays(row.local_start ?? "", row.duration_minutes);
  if (instantOf(end, row.captured_timezone) <= now) return row;
  return { ...row, lifecycle: "completed", completion: "skipped", completed_at: iso(now) };
}

/** How a row says that it is one of whole days. */
export const dayFields = (
  { morning = defaultMorning }: Pick<Maker, "morning">,
  allDay = false,
): Pick<ReminderRow, "all_day" | "remind_at"> => ({
  all_day: allDay,
  remind_at: allDay ? morning : null,
});
