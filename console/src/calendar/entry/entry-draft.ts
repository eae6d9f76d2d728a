import type { BatchItem } from "../calls.ts";
import type { Details, Entry, Reminder } from "../contract.ts";
import { type Day, dayOf, type Wall } from "../days.ts";

/** What the form of an entry holds. */
export interface EntryDraft extends Pick<Reminder, "late_policy" | "insist"> {
  readonly content: string;
  readonly allDay: boolean;
  /** Empty: a to-do without a time. */
  readonly day: Day;
  /** "15:00"; of whole days it is not used. */
  readonly clock: string;
  /** Null: none, or one whole day. */
  readonly minutes: number | null;
  readonly rrule: string | null;
  /** It stays on the list of to-dos until it is done. */
  readonly isToDo: boolean;
  readonly details: Details;
}

const noDetails: Details = { notes: null, place: null, link: null, color: null, alerts: [] };

/** The span that a new entry begins with. */
export interface Slot {
  readonly start: Wall;
  readonly minutes: number | null;
  readonly allDay: boolean;
}

export const newDraft = ({ start, minutes, allDay }: Slot): EntryDraft => ({
  content: "",
  allDay,
  day: dayOf(start),
  clock: allDay ? "09:00" : start.slice(11, 16),
  minutes,
  rrule: null,
  isToDo: false,
  late_policy: "fire",
  insist: null,
  details: noDetails,
});

export function draftOf(entry: Entry, reminder: Reminder): EntryDraft {
  const start = entry.display_start;
  const { notes, place, link, color, alerts, late_policy, insist } = reminder;
  return {
    content: reminder.content,
    allDay: entry.all_day,
    day: start === null ? "" : dayOf(start),
    clock: start === null || entry.all_day ? "09:00" : start.slice(11, 16),
    minutes: reminder.duration_minutes,
    rrule: reminder.rrule,
    isToDo: reminder.is_to_do,
    late_policy,
    insist,
    details: { notes, place, link, color, alerts },
  };
}

/** Where the draft puts it; undefined without a day. */
export const wallOf = ({ day, clock, allDay }: EntryDraft): Wall | undefined =>
  day === "" ? undefined : allDay || clock === "" ? `${day}T00:00:00` : `${day}T${clock}:00`;

/** Whole days and hours have lengths of their own kind. */
export const withAllDay = (draft: EntryDraft, allDay: boolean): EntryDraft => ({
  ...draft,
  allDay,
  minutes: null,
});

/** A to-do is due on a day; a clock is a choice. */
export const withDay = (draft: EntryDraft, day: Day): EntryDraft =>
  draft.isToDo && draft.day === "" ? { ...withAllDay(draft, true), day } : { ...draft, day };

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const emptyToNull = (text: string | null): string | null =>
  text === null || text.trim() === "" ? null : text.trim();

const clean = (details: Details): Details => ({
  ...details,
  notes: emptyToNull(details.notes),
  place: emptyToNull(details.place),
  link: emptyToNull(details.link),
});

/** The fields that differ and have nothing to do with its times. */
export function basicChange(before: EntryDraft, after: EntryDraft): Record<string, unknown> {
  const content = after.content.trim();
  const [was, is] = [clean(before.details), clean(after.details)];
  const details = Object.entries(is).filter(
    ([name, value]) => !isSame(value, was[name as keyof Details]),
  );
  return {
    ...(content === before.content || content === "" ? {} : { content }),
    ...(after.late_policy === before.late_policy ? {} : { late_policy: after.late_policy }),
    ...toDoChange(before, after),
    ...(isSame(after.insist, before.insist) ? {} : { insist: after.insist }),
    ...(after.minutes === before.minutes || after.allDay !== before.allDay
      ? {}
      : { duration_minutes: after.minutes }),
    ...Object.fromEntries(details),
  };
}

/** What gets its first date would be an entry like any other, unless it is said. */
const toDoChange = (before: EntryDraft, after: EntryDraft): Record<string, unknown> =>
  after.day === "" || (before.day !== "" && after.isToDo === before.isToDo)
    ? {}
    : { is_to_do: after.isToDo };

/** A new rule, or hours instead of whole days: that is about the whole series. */
export function isReshaped(before: EntryDraft, after: EntryDraft): boolean {
  return (
    after.rrule !== before.rrule ||
    after.allDay !== before.allDay ||
    (before.day === "" && after.day !== "")
  );
}

export const isMoved = (before: EntryDraft, after: EntryDraft): boolean =>
  wallOf(after) !== wallOf(before);

/** The change of a whole entry to other times. Where only the rule is new, its start stays. */
export function timeChange(before: EntryDraft, after: EntryDraft, zone: string) {
  const isElsewhere = isMoved(before, after) || after.allDay !== before.allDay;
  return {
    ...(after.rrule === before.rrule ? {} : { recurrence_rule: after.rrule }),
    ...(isElsewhere
      ? { trigger_time: wallOf(after), captured_timezone: zone, all_day: after.allDay }
      : {}),
    duration_minutes: after.minutes,
  };
}

/** The draft as a new entry for the server. */
export const toNewItem = (draft: EntryDraft, zone: string): BatchItem => ({
  operation: "create",
  content: draft.content.trim(),
  ...(wallOf(draft) === undefined
    ? { kind: "no_trigger_time" }
    : {
        trigger_time: wallOf(draft),
        captured_timezone: zone,
        all_day: draft.allDay,
        duration_minutes: draft.minutes,
        recurrence_rule: draft.rrule,
        insist: draft.insist,
        is_to_do: draft.isToDo && draft.rrule === null,
      }),
  late_policy: draft.late_policy,
  ...clean(draft.details),
});
