import { iso } from "../../../domain/ports/clock.ts";
import type { CalendarPart } from "../../../domain/events/reminder.ts";
import {
  cancel,
  type Command,
  create,
  restore,
  type Revision,
  update,
} from "../commands/commands.ts";
import type { Maker, NewReminder } from "../commands/new-row.ts";
import { newRow } from "../commands/new-row.ts";
import { complete } from "../commands/occurrence-commands.ts";
import type { ImportedItem } from "../ics/split-series.ts";
import { firstOf, isInexpressible } from "../ics/write.ts";
import type { ReminderRow } from "../rows.ts";
import { momentOf, type ObjectRows, timingLines } from "./object-text.ts";
import { type ParsedEntry, type ParsedObject } from "./parse-object.ts";
import { refuseObject } from "./refuse-object.ts";

export interface WriteRequest {
  readonly by: Maker;
  readonly name: string;
  readonly parsed: ParsedObject;
  /** For an entry that has no title. */
  readonly untitled: string;
  /** False: alarms are not in the files, so a file without them says nothing about them. */
  readonly alarms: boolean;
}

/** A file as commands on the rows that it stands for: none if it says what they say. */
export function decideWrite(ask: WriteRequest, known: ObjectRows | undefined): Command[] {
  const { by, parsed } = ask;
  const whole = known?.whole;
  if (whole === undefined) return createAll(ask);
  const own = known?.occurrences ?? [];
  const named = new Map(
    parsed.occurrences.map((each) => [each.item.occurrence ?? "", each] as const),
  );
  const series = writeEntry(ask, whole, withDays(parsed));
  const after = series.at(-1)?.changes[0]?.after ?? whole;
  const gone = own.filter((row) => !named.has(row.occurrence ?? ""));
  const changed = own.flatMap((row) => {
    const entry = named.get(row.occurrence ?? "");
    return entry === undefined ? [] : writeEntry(ask, row, entry);
  });
  const added = parsed.occurrences.filter(
    ({ item }) => !own.some((row) => row.occurrence === item.occurrence),
  );
  return [
    ...series,
    ...gone.map((row) => cancel(by, row)),
    ...changed,
    ...added.flatMap((entry) => createOccurrence(ask, after, entry)),
  ];
}

/** A day that has its own entry, or is called off, is left out of its series. */
function withDays({ whole, occurrences }: ParsedObject): ParsedEntry {
  const days = occurrences.map(({ item }) => item.occurrence ?? "");
  const exdates = [...new Set([...whole.item.exdates, ...days])].toSorted();
  return { ...whole, item: { ...whole.item, exdates } };
}

function createAll(ask: WriteRequest): Command[] {
  const entry = withDays(ask.parsed);
  if (entry.extraDays.length > 0)
    throw refuseObject("valid-calendar-object-resource", "Days outside of the rule can't be kept.");
  const { by } = ask;
  const made = keepOver(by, create(by, wishOf(ask, entry)), entry);
  const row = made.changes[0]?.after as ReminderRow;
  return [
    made,
    ...(entry.isDone ? [complete(by, row)] : []),
    ...ask.parsed.occurrences.flatMap((each) => createOccurrence(ask, row, each)),
  ];
}

function createOccurrence(ask: WriteRequest, series: ReminderRow, entry: ParsedEntry): Command[] {
  if (series.rrule === null)
    throw refuseObject("valid-calendar-object-resource", "There is no series to change a day of.");
  // Called off: the series leaves the day out.
  if (entry.isCancelled) return [];
  const { occurrence } = entry.item;
  const wish = wishOf(ask, entry);
  const of = { seriesId: series.id, occurrence: occurrence ?? "" };
  const made = keepOver(ask.by, create(ask.by, { ...wish, uid: series.uid, of }), entry);
  const row = made.changes[0]?.after as ReminderRow;
  return [made, ...(entry.isDone ? [complete(ask.by, row)] : [])];
}

const wishOf = (ask: WriteRequest, { item, rest }: ParsedEntry): NewReminder => ({
  content: item.title || ask.untitled,
  zone: item.zone,
  start: item.start,
  rrule: item.rrule,
  durationMinutes: item.durationMinutes,
  allDay: item.isAllDay,
  exdates: item.exdates,
  uid: item.uid,
  calendar: partOf(ask, item, rest),
});

const partOf = (
  { name, parsed }: WriteRequest,
  item: ImportedItem,
  rest: ParsedEntry["rest"],
): CalendarPart => ({
  name,
  component: parsed.component,
  ...rest,
  start: toIso(momentOf({ instant: null, local_start: item.start, captured_timezone: item.zone })),
});

const toIso = (at: number | undefined): string | null => (at === undefined ? null : iso(at));

/** A new entry that was called off before it came here is kept, and nothing reminds of it. */
const keepOver = (by: Maker, command: Command, { isCancelled }: ParsedEntry): Command =>
  keepPast(by, {
    ...command,
    changes: isCancelled
      ? command.changes.map((change) => ({
          ...change,
          after: { ...change.after, next_fire_at: null },
        }))
      : command.changes,
  });

/** What was over before it came here is kept with nothing left to remind of. */
function keepPast(by: Maker, command: Command): Command {
  return {
    ...command,
    changes: command.changes.map((change) => {
      const { after } = change;
      const isOver =
        after.lifecycle === "active" &&
        after.kind !== "no_trigger_time" &&
        after.next_fire_at === null;
      if (!isOver) return change;
      const completion = after.last_fired_at === null ? "skipped" : "fired";
      const over = { lifecycle: "completed", completion, completed_at: iso(by.now) } as const;
      return { ...change, after: { ...after, ...over } };
    }),
  };
}

/** One row by its entry. */
function writeEntry(ask: WriteRequest, row: ReminderRow, entry: ParsedEntry): Command[] {
  const { by } = ask;
  if (entry.isCancelled) return [cancel(by, row)];
  const revision = revisionFor(ask, row, entry);
  const revised = revision === undefined ? [] : [keepPast(by, update(by, row, revision))];
  const after = revised[0]?.changes[0]?.after ?? row;
  const isDone = after.completion === "done";
  if (entry.isDone && !isDone) return [...revised, complete(by, after)];
  if (entry.isDone || !isDone || ask.parsed.component === "VEVENT") return revised;
  return [...revised, reopen(by, after)];
}

/** A to-do that is open again; one whose time is over has nothing left to remind of. */
function reopen(by: Maker, row: ReminderRow): Command {
  const back = restore(by, row);
  if (back !== undefined) return back;
  const over = { completion: row.last_fired_at === null ? "skipped" : "fired" } as const;
  const after = { ...row, ...over, updated_at: iso(by.now), version: row.version + 1 };
  return {
    operation: "restore_reminder",
    payload: { reminder_id: row.id, content: row.content },
    changes: [{ kind: "reminder_restored", before: row, after }],
  };
}

/** What the file says otherwise than the row. */
function revisionFor(
  ask: WriteRequest,
  row: ReminderRow,
  entry: ParsedEntry,
): Revision | undefined {
  const wish = wishOf(ask, entry);
  const timing = isSameTiming(ask, row, { entry, wish }) ? undefined : timingOf(row, wish);
  const content =
    entry.item.title === "" || entry.item.title === row.content ? undefined : entry.item.title;
  const calendar = nextPart(ask, row, wish.calendar);
  if (timing === undefined && content === undefined && calendar === undefined) return undefined;
  return {
    content,
    calendar,
    ...(timing === undefined ? {} : { timing, durationMinutes: wish.durationMinutes ?? null }),
  };
}

const timingOf = (row: ReminderRow, wish: NewReminder): NonNullable<Revision["timing"]> => ({
  start: wish.start,
  zone: wish.zone,
  rrule: wish.rrule,
  workdays: wish.rrule === row.rrule ? row.workdays : null,
  allDay: wish.allDay,
  exdates: wish.exdates ?? [],
});

/**
 * Compared as both would be written. What no rule of other calendars says stays as it is here, as
 * long as the program leaves its days alone.
 */
function isSameTiming(
  { by }: WriteRequest,
  row: ReminderRow,
  { entry, wish }: { entry: ParsedEntry; wish: NewReminder },
): boolean {
  if (row.rrule !== null && isInexpressible(row)) {
    const days = timingLines(row).filter((line) => line.startsWith("RDATE"));
    const isKept =
      entry.item.start === firstOf(row) &&
      entry.item.rrule === null &&
      days.length === entry.extraDays.length &&
      entry.extraDays.every((day) => days.includes(day));
    if (!isKept)
      throw refuseObject(
        "valid-calendar-object-resource",
        "This series follows a rule that calendars can't say. Change it in chat.",
      );
    return true;
  }
  if (entry.extraDays.length > 0)
    throw refuseObject("valid-calendar-object-resource", "Days outside of the rule can't be kept.");
  const asked = newRow(by, { ...wish, uid: null });
  if (row.instant !== null && row.rrule === null)
    return (
      asked.rrule === null &&
      momentOf(asked) === momentOf(row) &&
      asked.duration_minutes === row.duration_minutes &&
      asked.all_day === row.all_day
    );
  return timingLines(asked).join("\n") === timingLines(row).join("\n");
}

const isAlarm = (part: readonly string[]): boolean => /^BEGIN:\s*VALARM/i.test(part[0] ?? "");

/** The part as it is kept from now on; undefined where nothing of it is new. */
function nextPart(
  { alarms, name }: WriteRequest,
  row: ReminderRow,
  part: CalendarPart | undefined,
): CalendarPart | undefined {
  if (part === undefined) return undefined;
  const hidden =
    alarms || part.parts.some(isAlarm) ? [] : (row.calendar?.parts ?? []).filter(isAlarm);
  const next = { ...part, name: row.calendar?.name ?? name, parts: [...part.parts, ...hidden] };
  const was = row.calendar;
  const isSame =
    was !== null &&
    JSON.stringify([was.lines, was.parts]) === JSON.stringify([next.lines, next.parts]) &&
    was.component === next.component &&
    was.start === next.start;
  return isSame ? undefined : next;
}
