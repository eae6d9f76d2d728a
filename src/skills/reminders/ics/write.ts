import { slices } from "../../../domain/slices.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { icsFile, icsText } from "./lines.ts";
import { icsInstant, icsWall, isoWall, zoneLines } from "./zone.ts";
import type { ReminderRow } from "../rows.ts";
import { endOfDays, occurrenceAfter, occurrencesBetween } from "../commands/schedule.ts";

export interface Feed {
  readonly name: string;
  readonly now: number;
  readonly reminders: readonly ReminderRow[];
}

const dayMs = 86_400_000;
/** How far ahead days that no rule can say are written out, and changes of the clocks. */
const aheadMs = 2 * 366 * dayMs;
const zoneAheadMs = 20 * 366 * dayMs;
/**
 * No clock changes are written further ahead than this: a reminder of the year 9999 must not cost
 * eight thousand years of them.
 */
const furthestMs = 40 * 366 * dayMs;
const mostDays = 400;

/** All reminders of a person as one iCalendar file (RFC 5545). */
export async function writeCalendar(feed: Feed): Promise<string> {
  const slice = await slices.begin();
  const timed = feed.reminders.filter((row) => row.local_start !== null);
  const starts = timed.map((row) => instantOf(row.local_start ?? "", row.captured_timezone));
  const from = Math.max(Math.min(feed.now, ...starts) - 366 * dayMs, feed.now - furthestMs);
  const until = Math.min(Math.max(feed.now, ...starts) + zoneAheadMs, feed.now + furthestMs);
  const zones = new Set(
    timed.filter((row) => !isMoment(row) && !row.all_day).map((row) => row.captured_timezone),
  );
  const changed = listChangedDays(timed);
  const clocks: string[] = [];
  for (const zone of [...zones].toSorted()) {
    clocks.push(...zoneLines(zone, from, until));
    await slice.yieldIfDue();
  }
  const entries: string[] = [];
  for (const row of feed.reminders) {
    entries.push(icsFile(row.local_start === null ? todo(row) : event(row, { feed, changed })));
    await slice.yieldIfDue();
  }
  const head = icsFile([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Meanwhile//Reminders//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${icsText(feed.name)}`,
    `X-WR-CALNAME:${icsText(feed.name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...clocks,
  ]);
  return [head, ...entries, icsFile(["END:VCALENDAR"])].join("");
}

const suffix = "@meanwhile";

/** Its id in a calendar: a changed occurrence has the id of its series. */
export const feedUid = (row: Pick<ReminderRow, "id" | "uid" | "series_id">): string =>
  row.uid ?? `${row.series_id ?? row.id}${suffix}`;

/** An entry that replaces no day of a series is listed by itself. */
export const rowUid = ({ id }: Pick<ReminderRow, "id">): string => `${id}${suffix}`;

/** Which row of ours an id of a calendar stands for. */
export const ownId = (uid: string): string | undefined =>
  uid.endsWith(suffix) ? uid.slice(0, -suffix.length) : undefined;

/** "In 25 minutes" is an instant, not a wall time. */
export const isMoment = (row: ReminderRow): boolean => row.instant !== null && row.rrule === null;

interface Changed {
  /** By its own row, the series that a changed occurrence is shown in. */
  readonly seriesOf: ReadonlyMap<string, ReminderRow>;
  /** By series, the days that are shown changed. */
  readonly days: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * A calendar shows one day of a series in the place of another only where the series still has that
 * day. So a series keeps the day in its rule while its changed occurrence is shown; and what stands
 * for no day of it is an event of its own.
 */
export function listChangedDays(rows: readonly ReminderRow[]): Changed {
  const series = new Map(
    rows.filter((row) => row.rrule !== null && !isInexpressible(row)).map((row) => [row.id, row]),
  );
  const seriesOf = new Map<string, ReminderRow>();
  const days = new Map<string, Set<string>>();
  for (const { id, series_id: of, occurrence } of rows) {
    const whole = series.get(of ?? "");
    if (whole === undefined || occurrence === null || !whole.exdates.includes(occurrence)) continue;
    const taken = days.get(whole.id) ?? new Set();
    if (taken.has(occurrence)) continue;
    days.set(whole.id, taken.add(occurrence));
    seriesOf.set(id, whole);
  }
  return { seriesOf, days };
}

export const common = (
  row: ReminderRow,
  uid = row.occurrence === null ? feedUid(row) : rowUid(row),
): string[] => [
  `UID:${icsText(uid)}`,
  `DTSTAMP:${icsInstant(fileTimeOf(row))}`,
  `CREATED:${icsInstant(Date.parse(row.created_at))}`,
  `LAST-MODIFIED:${icsInstant(fileTimeOf(row))}`,
  `SEQUENCE:${isInexpressible(row) ? row.version : (row.file_version ?? row.version)}`,
  `SUMMARY:${icsText(row.content)}`,
];

/** When what a file shows has last changed; days that are written out move on with every fire. */
export const fileTimeOf = (row: ReminderRow): number =>
  Date.parse(isInexpressible(row) ? row.updated_at : (row.file_changed_at ?? row.updated_at));

const todo = (row: ReminderRow): string[] => [
  "BEGIN:VTODO",
  ...common(row),
  "STATUS:NEEDS-ACTION",
  "END:VTODO",
];

export interface ShownEntries {
  readonly feed: Pick<Feed, "now">;
  readonly changed: Changed;
}

function event(row: ReminderRow, on: ShownEntries): string[] {
  const series = on.changed.seriesOf.get(row.id);
  return [
    "BEGIN:VEVENT",
    ...common(row, series === undefined ? undefined : feedUid(series)),
    ...(series === undefined ? [] : [`RECURRENCE-ID;${atWall(series, row.occurrence ?? "")}`]),
    isMoment(row)
      ? `DTSTART:${icsInstant(Date.parse(row.instant ?? ""))}`
      : `DTSTART;${atWall(row, firstOf(row))}`,
    ...lengthLines(row),
    ...ruleLines(row, on),
    ...alarm(row),
    "END:VEVENT",
  ];
}

/** A moment without length has no end and blocks no time. Whole days leave their hours free. */
export function lengthLines(row: ReminderRow): string[] {
  if (row.duration_minutes === null) return ["TRANSP:TRANSPARENT"];
  return row.all_day
    ? [`DTEND;${atWall(row, endOfDays(firstOf(row), row.duration_minutes))}`, "TRANSP:TRANSPARENT"]
    : [`DURATION:PT${row.duration_minutes}M`];
}

/**
 * To other calendars the start is the first occurrence, whatever the rule says; so it must be one.
 */
export function firstOf(row: ReminderRow): string {
  const start = row.local_start ?? "";
  if (row.rrule === null) return start;
  const first = occurrenceAfter(
    { ...row, exdates: [] },
    instantOf(start, row.captured_timezone) - 1,
  );
  return first?.wall ?? start;
}

export const atWall = (row: ReminderRow, wall: string): string =>
  row.all_day
    ? `VALUE=DATE:${icsWall(wall).slice(0, 8)}`
    : `TZID=${row.captured_timezone}:${icsWall(wall)}`;

export function ruleLines(row: ReminderRow, { feed, changed }: ShownEntries): string[] {
  if (row.rrule === null) return [];
  if (isInexpressible(row)) return writeOccurrences(row, feed);
  const shown = changed.days.get(row.id);
  return [
    `RRULE:${row.all_day ? withDateAsEnd(row.rrule) : withMomentAsEnd(row.rrule, row.captured_timezone)}`,
    ...row.exdates
      .filter((wall) => shown?.has(wall) !== true)
      .map((wall) => `EXDATE;${atWall(row, wall)}`),
  ];
}

/** Statutory workdays and the Chinese calendar are in no rule that other calendars read. */
export const isInexpressible = (row: ReminderRow): boolean =>
  row.workdays !== null || (row.rrule ?? "").includes("RSCALE=");

function writeOccurrences(row: ReminderRow, feed: Pick<Feed, "now">): string[] {
  const first = instantOf(row.local_start ?? "", row.captured_timezone);
  // The first one too: a reader that takes days from a list need not count the start among them.
  const days = occurrencesBetween(row, {
    from: Math.max(first, feed.now - 31 * dayMs),
    to: feed.now + aheadMs,
    most: mostDays,
  });
  return days.map(({ wall }) => `RDATE;${atWall(row, wall)}`);
}

/**
 * Where the start names a zone, the end of the rule must be a moment in UTC. Ours is a wall time,
 * or the end of a local day.
 */
const withMomentAsEnd = (rrule: string, zone: string): string =>
  rrule.replace(
    /UNTIL=(\d{8})(?:T(\d{6}))?Z?/,
    (_, day: string, time = "235959") => `UNTIL=${icsInstant(instantOf(isoWall(day, time), zone))}`,
  );

/** Where the start is a date, so is the end. */
const withDateAsEnd = (rrule: string): string => rrule.replace(/UNTIL=(\d{8})T?\d*Z?/, "UNTIL=$1");

/** Whole days begin at midnight; their alarm rings in the morning. */
const triggerOf = ({ all_day: isDay, remind_at: clock }: ReminderRow): string => {
  const [hours = 0, minutes = 0] = (clock ?? "").split(":").map(Number);
  if (!isDay || (hours === 0 && minutes === 0)) return "PT0S";
  return `PT${hours === 0 ? "" : `${hours}H`}${minutes === 0 ? "" : `${minutes}M`}`;
};

export const alarm = (row: ReminderRow): string[] => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `DESCRIPTION:${icsText(row.content)}`,
  `TRIGGER:${triggerOf(row)}`,
  "END:VALARM",
];
