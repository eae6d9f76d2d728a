import {
  actOnReminder,
  actOnShared,
  changeReminder,
  listReminders,
  readReminder,
} from "./calls.ts";
import { type Calendar, type Done } from "./calendar-context.tsx";
import { type Entry, type Reminder, type TimedEntry } from "./contract.ts";
import { dayWords, placeWords } from "./date-words.ts";
import { dayOf, type Wall } from "./days.ts";
import { withForecast } from "./forecast-words.ts";
import { toMovedSeries } from "./moves.ts";
import { instantOfWall, wallAtInstant } from "./zone-time.ts";

/** Actions on an entry, each with its undo. */

type Around = Pick<
  Calendar,
  "words" | "language" | "today" | "readClock" | "zone" | "channelNames"
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
  await actOnReminder(id, "skip", { occurrence });
  const when =
    occurrence === null ? "" : dayWords(dayOf(occurrence), around.language, around.today);
  return {
    text: around.words.did.skipped(content, when),
    undo: () => actOnReminder(id, "unskip", { occurrence }),
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
    undo: () => actOnReminder(id, "schedule-unscheduled", { trigger_time: occurrence }),
  };
}

export type Edited = Pick<Reminder, "content" | "duration_minutes" | "late_policy" | "insist">;

export async function edit(before: Reminder, next: Edited, { words }: Around): Promise<Done> {
  const { content, duration_minutes, late_policy, insist } = before;
  await changeReminder(before.id, next);
  const text = next.content === content ? words.did.saved : words.did.renamed(next.content);
  return {
    text,
    undo: () => changeReminder(before.id, { content, duration_minutes, late_policy, insist }),
  };
}

export async function editShared(id: string, change: object, { words }: Around): Promise<Done> {
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
    occurrence,
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
  await actOnReminder(id, "unskip", { occurrence });
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
