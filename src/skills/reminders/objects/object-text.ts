import { instantOf } from "../../../language/calendar/instants.ts";
import { isToDo } from "../commands/details.ts";
import { icsFile, icsText } from "../ics/lines.ts";
import {
  alarm,
  atWall,
  fileTimeOf,
  common,
  feedUid,
  firstOf,
  isMoment,
  lengthLines,
  listChangedDays,
  rowUid,
  ruleLines,
  type ShownEntries,
} from "../ics/write.ts";
import { icsInstant, zoneLines } from "../ics/zone.ts";
import type { ReminderRow } from "../rows.ts";

/** An entry with the occurrences that live on their own. */
export interface ObjectRows {
  readonly whole: ReminderRow;
  readonly occurrences: readonly ReminderRow[];
}

export interface TextOptions {
  /** False: the person is reminded in chat only. */
  readonly alarms: boolean;
  /** By shared reminder: the friend who planned it, and the person. */
  readonly people?: ReadonlyMap<string, SharedPeople> | undefined;
  /** Time zones that were written before, by name and years. */
  readonly zones: Map<string, readonly string[]>;
}

export interface SharedPeople {
  readonly organizerId: string;
  readonly organizer: string;
  readonly ownId: string;
}

/** Programs know most zones by name; the clocks of the years ahead are for those that don't. */
const seriesYears = 10;

/** The file of one entry. The same rows always give the same bytes. */
export function writeObject({ whole, occurrences }: ObjectRows, options: TextOptions): string {
  const rows = [whole, ...occurrences];
  // What depends on the time of day is written as of the last change.
  const now = Math.max(...rows.map(fileTimeOf));
  const on = { feed: { now }, changed: listChangedDays(rows) };
  return icsFile([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Meanwhile//Reminders//EN",
    "CALSCALE:GREGORIAN",
    ...clockLines(rows, options.zones),
    ...rows.flatMap((row) => (isToDo(row) ? todo(row, on, options) : event(row, on, options))),
    "END:VCALENDAR",
  ]);
}

/** One entry by itself, as if no other stood in its file. */
export function writeComponent(row: ReminderRow, options: TextOptions): string[] {
  const on = { feed: { now: fileTimeOf(row) }, changed: listChangedDays([]) };
  return isToDo(row) ? todo(row, on, options) : event(row, on, options);
}

/** What was made here and has no time is a to-do. */

function clockLines(
  rows: readonly ReminderRow[],
  written: Map<string, readonly string[]>,
): readonly string[] {
  const timed = rows.filter((row) => row.local_start !== null && !row.all_day && !isMoment(row));
  return [...Map.groupBy(timed, (row) => row.captured_timezone)].flatMap(([zone, own]) => {
    const years = own.map(({ local_start: start }) => Number(start?.slice(0, 4)));
    const isSeries = own.some(({ rrule }) => rrule !== null);
    const from = Math.min(...years) - 1;
    const until = Math.min(Math.max(...years) + (isSeries ? seriesYears : 1), from + 60);
    const key = `${zone} ${from} ${until}`;
    const known =
      written.get(key) ?? zoneLines(zone, Date.UTC(from, 0, 1), Date.UTC(until, 11, 31));
    written.set(key, known);
    return known;
  });
}

function event(row: ReminderRow, on: ShownEntries, options: TextOptions): string[] {
  const own = row.calendar?.lines ?? [];
  const length = lengthLines(row).filter(
    (line) => !line.startsWith("TRANSP") || !own.some((each) => /^TRANSP[;:]/i.test(each)),
  );
  return [
    "BEGIN:VEVENT",
    ...head(row, on),
    isMoment(row)
      ? `DTSTART:${icsInstant(momentOf(row) ?? 0)}`
      : `DTSTART;${atWall(row, firstOf(row))}`,
    ...length,
    ...ruleLines(row, on),
    ...peopleLines(row, options),
    ...own,
    ...alarmLines(row, options),
    "END:VEVENT",
  ];
}

function todo(row: ReminderRow, on: ShownEntries, options: TextOptions): string[] {
  const isDone = row.completion === "done";
  const own = (row.calendar?.lines ?? []).filter(
    (line) =>
      !(isDone && /^(?:STATUS|PERCENT-COMPLETE)[;:]/i.test(line)) &&
      // A start that the program set belongs to the time that the to-do had then.
      !(/^DTSTART[;:]/i.test(line) && (row.rrule !== null || hasMoved(row))),
  );
  const isSaid = own.some((line) => /^STATUS[;:]/i.test(line));
  return [
    "BEGIN:VTODO",
    ...head(row, on),
    ...dueLines(row, on),
    ...(isDone
      ? [
          "STATUS:COMPLETED",
          "PERCENT-COMPLETE:100",
          `COMPLETED:${icsInstant(Date.parse(row.completed_at ?? row.updated_at))}`,
        ]
      : isSaid
        ? []
        : ["STATUS:NEEDS-ACTION"]),
    ...own,
    ...(row.local_start === null ? partsOf(row, options) : alarmLines(row, options)),
    "END:VTODO",
  ];
}

/** A rule counts from a start, which is the time at which it is due. */
function dueLines(row: ReminderRow, on: ShownEntries): string[] {
  if (row.local_start === null) return [];
  const at = isMoment(row) ? `:${icsInstant(momentOf(row) ?? 0)}` : `;${atWall(row, firstOf(row))}`;
  return row.rrule === null ? [`DUE${at}`] : [`DTSTART${at}`, `DUE${at}`, ...ruleLines(row, on)];
}

function head(row: ReminderRow, { changed }: ShownEntries): string[] {
  const series = changed.seriesOf.get(row.id);
  const uid = series === undefined ? ownUid(row) : feedUid(series);
  return [
    ...common(row, uid),
    ...(series === undefined ? [] : [`RECURRENCE-ID;${atWall(series, row.occurrence ?? "")}`]),
  ];
}

/** An occurrence that stands for no day of a series is an entry of its own. */
const ownUid = (row: ReminderRow): string => (row.occurrence === null ? feedUid(row) : rowUid(row));

function peopleLines(row: ReminderRow, { people }: TextOptions): string[] {
  const shared = people?.get(row.shared_reminder_id ?? "");
  if (shared === undefined) return [];
  const isOwn = shared.organizerId === shared.ownId;
  return [
    `ORGANIZER;CN=${quoteName(shared.organizer)}:urn:uuid:${shared.organizerId}`,
    ...(isOwn ? [] : [`ATTENDEE;PARTSTAT=ACCEPTED;RSVP=TRUE:urn:uuid:${shared.ownId}`]),
  ];
}

const quoteName = (name: string): string => `"${icsText(name).replaceAll('"', "'")}"`;

/** An entry that was made here rings at its time; one of a program rings as the program said. */
function alarmLines(row: ReminderRow, options: TextOptions): string[] {
  const isProgram = row.calendar !== null && row.calendar.name !== null;
  return [...(isProgram || !options.alarms ? [] : alarm(row)), ...partsOf(row, options)];
}

const isAlarm = (part: readonly string[]): boolean => /^BEGIN:\s*VALARM/i.test(part[0] ?? "");

function partsOf(row: ReminderRow, { alarms }: TextOptions): string[] {
  const by = shiftOf(row);
  return (row.calendar?.parts ?? [])
    .filter((part) => alarms || !isAlarm(part))
    .filter((part) => by !== undefined || !part.some(isFixed))
    .flatMap((part) => part.map((line) => (isFixed(line) ? moveTrigger(line, by ?? 0) : line)));
}

/** An alarm at a fixed moment, instead of some time before. */
const fixed = /^(TRIGGER;[^:]*VALUE=DATE-TIME[^:]*:)(\d{8}T\d{6})Z\s*$/i;
const isFixed = (line: string): boolean => fixed.test(line);

/** It moves with its entry. */
const moveTrigger = (line: string, by: number): string =>
  line.replace(fixed, (_, name: string, at: string) => {
    const [, year, month, day, hour, minute, second] =
      /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(at)?.map(Number) ?? [];
    const was = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
    return `${name}${icsInstant(was + by)}`;
  });

/** How far an entry has moved since the program wrote it. Undefined: it has no time any more. */
function shiftOf(row: ReminderRow): number | undefined {
  const was = row.calendar?.start;
  const is = momentOf(row);
  if (was === null || was === undefined) return 0;
  return is === undefined ? undefined : is - Date.parse(was);
}

const hasMoved = (row: ReminderRow): boolean => shiftOf(row) !== 0;

/** The moment of its start, as a program sees it. */
export const momentOf = (
  row: Pick<ReminderRow, "instant" | "local_start" | "captured_timezone">,
): number | undefined =>
  row.instant !== null
    ? Date.parse(row.instant)
    : row.local_start === null
      ? undefined
      : instantOf(row.local_start, row.captured_timezone);

/** The lines that say when it is, by which a program's file is compared with the rows. */
export function timingLines(row: ReminderRow): string[] {
  const on = { feed: { now: fileTimeOf(row) }, changed: listChangedDays([]) };
  const start =
    row.local_start === null
      ? []
      : isMoment(row)
        ? [icsInstant(momentOf(row) ?? 0)]
        : [atWall(row, firstOf(row))];
  return [...start, ...lengthLines(row), ...ruleLines(row, on).toSorted()];
}
