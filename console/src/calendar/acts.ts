import {
  actOnReminder,
  actOnShared,
  changeReminder,
  createEntry,
  listReminders,
  readReminder,
  type ReminderChange,
  type SharedChange,
} from "./calls.ts";
import { type Calendar, type Done } from "./calendar-context.tsx";
import { type Entry, type Reminder, type TimedEntry } from "./contract.ts";
import { dayWords, placeWords } from "./date-words.ts";
import { dayOf, type Wall } from "./days.ts";
import { withForecast } from "./forecast-words.ts";
import { type EntryDraft, toNewItem, wallOf } from "./entry/entry-draft.ts";
import { toMovedSeries } from "./moves.ts";
import type { CalendarWords } from "./words-en.ts";
import { instantOfWall, wallAtInstant } from "./zone-time.ts";

/** Actions on an entry, each with its undo. */

type Around = Pick<
  Calendar,
  "words" | "language" | "today" | "readClock" | "zone" | "channelNames" | "hours"
>;

export async function complete(entry: Entry, { words }: Around): Promise<Done> {
  const { reminder_id: id, content, occurrence, is_recurring: isSeries } = entry;
  const after = await actOnReminder(id, "complete");
  const text = words.did.completed(content);
  if (!isSeries) return { text, undo: () => actOnReminder(id, "restore") };
  // An occurrence of a series that is completed early is skipped; one that has fired is only
  // marked.
  const wasAhead = occurrence !== null && after.exdates.includes(occurrence);
  return { text, undo: wasAhead ? () => actOnReminder(id, "unskip", { occurrence }) : undefined };
}

export async function cancel(
  { reminder_id: id, content }: Entry,
  { words }: Around,
): Promise<Done> {
  await actOnReminder(id, "delete");
  return { text: words.did.cancelled(content), undo: () => actOnReminder(id, "restore") };
}

export async function restore({ reminder_id: id, content }: Entry, around: Around): Promise<Done> {
  const after = await actOnReminder(id, "restore");
  const text = withNotes(around.words.did.restored(content), after, around);
  return { text, undo: () => actOnReminder(id, "delete") };
}

export async function skip(
  { reminder_id: id, content, occurrence }: Entry,
  around: Around,
): Promise<Done> {
  await actOnReminder(id, "skip", { occurrence: occurrence ?? "" });
  const when =
    occurrence === null ? "" : dayWords(dayOf(occurrence), around.language, around.today);
  return {
    text: around.words.did.skipped(content, when),
    undo: () => actOnReminder(id, "unskip", { occurrence: occurrence ?? "" }),
  };
}

export async function snooze(entry: Entry, minutes: number, around: Around): Promise<Done> {
  const { words, readClock } = around;
  const { reminder_id: id, occurrence, is_recurring: isSeries, entry_type: type } = entry;
  const after = await actOnReminder(id, "snooze", { minutes });
  const text = withNotes(words.did.snoozed(entry.content), after, around);
  // A series keeps its times: the repeat is a reminder of its own. A reminder that has fired has no
  // time to restore.
  if (isSeries || type === "fired") return { text, undo: () => actOnReminder(after.id, "delete") };
  const isPast = entry.display_start !== null && entry.display_start <= readClock();
  return {
    text,
    undo: isPast ? undefined : () => changeReminder(id, { trigger_time: occurrence }),
  };
}

export async function untime(
  { reminder_id: id, content, occurrence }: Entry,
  { words }: Around,
): Promise<Done> {
  await actOnReminder(id, "clear-trigger-time");
  return {
    text: words.did.untimed(content),
    undo: () => actOnReminder(id, "schedule-unscheduled", { trigger_time: occurrence ?? "" }),
  };
}

/** Fields that have nothing to do with its times. */
export async function change(
  before: Reminder,
  fields: ReminderChange,
  { words }: Around,
): Promise<Done> {
  await changeReminder(before.id, fields);
  const content = "content" in fields ? String(fields.content) : undefined;
  const back = Object.fromEntries(
    Object.keys(fields).map((name) => [name, before[name as keyof Reminder]]),
  );
  return {
    text: content === undefined ? words.did.saved : words.did.renamed(content),
    undo: () => changeReminder(before.id, back),
  };
}

/** Another rule, whole days instead of hours, or a first time: all of it in one change. */
export async function reshape(
  before: Reminder,
  fields: ReminderChange,
  around: Around,
): Promise<Done> {
  const after = await changeReminder(before.id, fields);
  const text = withNotes(around.words.did.saved, after, around);
  // What no rule can say again is not offered back.
  if (before.workdays !== null) return { text };
  return { text, undo: () => reshapeBack(before) };
}

async function reshapeBack(before: Reminder): Promise<void> {
  const { id, local_start: start, all_day, duration_minutes, content } = before;
  if (start === null) await actOnReminder(id, "clear-trigger-time");
  else {
    const { captured_timezone, late_policy, insist, notes, place, link, color, alerts } = before;
    const { is_to_do } = before;
    const details = { notes, place, link, color, alerts, is_to_do, late_policy, insist };
    await changeReminder(id, {
      content,
      ...details,
      captured_timezone,
      all_day,
      duration_minutes,
      trigger_time: start,
      recurrence_rule: before.rrule,
    });
  }
}

export async function create(draft: EntryDraft, around: Around): Promise<Done> {
  const { words } = around;
  const made = await createEntry(toNewItem(draft, around.zone));
  if (made?.state !== "succeeded")
    return { text: describeReason(made?.reason ?? "", words), isBad: true };
  const id = made.reminder_id ?? "";
  const at = wallOf(draft);
  const title = draft.content.trim();
  const text =
    at === undefined
      ? words.sentence.addedToDo(title)
      : words.sentence.added(
          words.sentence.at(title, placeWords({ wall: at, allDay: draft.allDay }, around)),
        );
  const { overlaps } = made.fact;
  const told =
    overlaps === undefined ? text : `${text} ${words.sentence.overlap(overlaps.content)}`;
  return {
    text: withForecast(told, made.delivery ?? undefined, around),
    undo: () => actOnReminder(id, "delete"),
    day: at === undefined ? undefined : dayOf(at),
  };
}

export const describeReason = (reason: string, words: CalendarWords): string =>
  words.sentence.reasons[reason] ?? words.sentence.refused(reason);

/** Another length: of one occurrence, or of everything. */
export async function resize(
  entry: TimedEntry,
  minutes: number,
  of: { readonly isOne: boolean; readonly around: Around },
): Promise<Done> {
  const { reminder_id: id, occurrence, content, duration_minutes: was } = entry;
  const { words } = of.around;
  const text = words.did.resized(content, words.sentence.minutes(minutes));
  if (of.isOne) {
    const to = {
      occurrence: occurrence ?? "",
      trigger_time: occurrence,
      duration_minutes: minutes,
    };
    const after = await changeReminder(id, to);
    return {
      text: withNotes(text, after, of.around),
      undo: () => backInto(id, occurrence, occurrence ?? ""),
    };
  }
  const after = await changeReminder(id, { duration_minutes: minutes });
  return {
    text: withNotes(text, after, of.around),
    undo: () => changeReminder(id, { duration_minutes: was }),
  };
}

export async function editShared(
  id: string,
  change: SharedChange,
  { words }: Around,
): Promise<Done> {
  await actOnShared(id, "reschedule", change);
  return { text: words.did.saved };
}

/** With overlaps, and whether it can be delivered on time. */
function withNotes(text: string, { overlaps, delivery }: Reminder, around: Around): string {
  const { overlap } = around.words.sentence;
  const told = overlaps === undefined ? text : `${text} ${overlap(overlaps.content)}`;
  return withForecast(told, delivery, around);
}

/**
 * On the clocks of the reminder's own zone; where they differ from those of the page, the moment is
 * the same.
 */
const inZone = (wall: Wall, from: string, to: string): Wall =>
  from === to ? wall : wallAtInstant(instantOfWall(wall, from), to);

/** Whole days are the same dates in every zone. */
const toMoveTarget = (entry: TimedEntry, to: Wall, zones: { from: string; to: string }): Wall =>
  entry.all_day ? `${dayOf(to)}T00:00:00` : inZone(to, zones.from, zones.to);

export async function moveSingle(entry: TimedEntry, to: Wall, around: Around): Promise<Done> {
  const before = await readReminder(entry.reminder_id);
  const after = await changeReminder(before.id, {
    trigger_time: toMoveTarget(entry, to, { from: around.zone, to: before.captured_timezone }),
  });
  const text = withNotes(
    around.words.did.moved(entry.content, placeWords({ wall: to, allDay: entry.all_day }, around)),
    after,
    around,
  );
  return { text, undo: () => changeReminder(before.id, { trigger_time: before.local_start }) };
}

/** The occurrence leaves its series and becomes a reminder of its own. */
export async function moveOne(entry: TimedEntry, to: Wall, around: Around): Promise<Done> {
  const { reminder_id: id, occurrence } = entry;
  const { captured_timezone: zone } = await readReminder(id);
  const after = await changeReminder(id, {
    occurrence: occurrence ?? "",
    trigger_time: toMoveTarget(entry, to, { from: around.zone, to: zone }),
  });
  const text = withNotes(
    around.words.did.moved(entry.content, placeWords({ wall: to, allDay: entry.all_day }, around)),
    after,
    around,
  );
  return {
    text,
    undo: () => backInto(id, occurrence, toMoveTarget(entry, to, { from: around.zone, to: zone })),
  };
}

/** The separate reminder is deleted, and the series has the occurrence again. */
async function backInto(id: string, occurrence: Wall | null, at: Wall): Promise<void> {
  const single = await singleOf(id, occurrence, at);
  if (single !== undefined) await actOnReminder(single, "delete");
  await actOnReminder(id, "unskip", { occurrence: occurrence ?? "" });
}

async function singleOf(
  id: string,
  occurrence: Wall | null,
  at: Wall,
): Promise<string | undefined> {
  const rows = await listReminders();
  return rows.find(
    (row) => row.series_id === id && row.occurrence === occurrence && row.local_start === at,
  )?.id;
}

export async function moveSeries(entry: TimedEntry, to: Wall, around: Around): Promise<Done> {
  const before = await readReminder(entry.reminder_id);
  const { id, rrule, local_start: start, captured_timezone: zone } = before;
  if (rrule === null || start === null || entry.occurrence === null)
    return { text: around.words.did.nothingMoved };
  const move = toMovedSeries(
    { start, rrule, workdays: before.workdays },
    entry.occurrence,
    inZone(to, around.zone, zone),
  );
  const after = await changeReminder(id, { trigger_time: move.start, recurrence_rule: move.rrule });
  const text = `${around.words.did.movedSeries(entry.content)}${move.daysStay ? ` ${around.words.did.daysStay}` : ""}`;
  return { text: withNotes(text, after, around), undo: () => seriesBack(before) };
}

/** A new rule has no skipped days, so they are skipped again. */
async function seriesBack({ id, local_start, rrule, exdates }: Reminder): Promise<void> {
  const back = await changeReminder(id, { trigger_time: local_start, recurrence_rule: rrule });
  for (const occurrence of exdates.filter((day) => !back.exdates.includes(day)).slice(-50))
    await actOnReminder(id, "skip", { occurrence });
}

export const isOpen = ({ entry_type: type }: Entry): boolean =>
  type === "occurrence" || type === "unscheduled";
