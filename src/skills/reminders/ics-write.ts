import { instantOf } from "../../language/instants.ts";
import { icsFile, icsText } from "./ics-lines.ts";
import { icsInstant, icsWall, isoWall, zoneLines } from "./ics-zone.ts";
import type { ReminderRow } from "./rows.ts";
import { occurrencesBetween } from "./schedule.ts";

export interface Feed {
  readonly name: string;
  readonly now: number;
  readonly reminders: readonly ReminderRow[];
}

const dayMs = 86_400_000;
/** How far ahead days that no rule can say are written out, and changes of the clocks. */
const aheadMs = 2 * 366 * dayMs;
const zoneAheadMs = 20 * 366 * dayMs;
const mostDays = 400;

/** All reminders of a person as one iCalendar file (RFC 5545). */
export function writeCalendar(feed: Feed): string {
  const timed = feed.reminders.filter((row) => row.local_start !== null);
  const starts = timed.map((row) => instantOf(row.local_start ?? "", row.captured_timezone));
  const from = Math.min(feed.now, ...starts) - 366 * dayMs;
  const until = Math.max(feed.now, ...starts) + zoneAheadMs;
  const zones = new Set(timed.filter((row) => row.instant === null).map((row) => row.captured_timezone));
  return icsFile([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Meanwhile//Reminders//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${icsText(feed.name)}`,
    `X-WR-CALNAME:${icsText(feed.name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...[...zones].toSorted().flatMap((zone) => zoneLines(zone, from, until)),
    ...feed.reminders.flatMap((row) => (row.local_start === null ? todo(row) : event(row, feed))),
    "END:VCALENDAR",
  ]);
}

const uidOf = (row: ReminderRow): string => row.uid ?? `${row.series_id ?? row.id}@meanwhile`;

const common = (row: ReminderRow): string[] => [
  `UID:${icsText(uidOf(row))}`,
  `DTSTAMP:${icsInstant(Date.parse(row.updated_at))}`,
  `CREATED:${icsInstant(Date.parse(row.created_at))}`,
  `LAST-MODIFIED:${icsInstant(Date.parse(row.updated_at))}`,
  `SEQUENCE:${row.version}`,
  `SUMMARY:${icsText(row.content)}`,
];

const todo = (row: ReminderRow): string[] => ["BEGIN:VTODO", ...common(row), "STATUS:NEEDS-ACTION", "END:VTODO"];

function event(row: ReminderRow, feed: Feed): string[] {
  const start = row.local_start ?? "";
  return [
    "BEGIN:VEVENT",
    ...common(row),
    ...(row.occurrence === null ? [] : [`RECURRENCE-ID;TZID=${row.captured_timezone}:${icsWall(row.occurrence)}`]),
    // "In 25 minutes" is a moment, not a figure on the wall.
    row.instant === null || row.rrule !== null ? `DTSTART;${atWall(row, start)}` : `DTSTART:${icsInstant(Date.parse(row.instant))}`,
    // A moment without length: no end, no duration, and it blocks no time.
    ...(row.duration_minutes === null ? ["TRANSP:TRANSPARENT"] : [`DURATION:PT${row.duration_minutes}M`]),
    ...ruleLines(row, feed),
    ...alarm(row),
    "END:VEVENT",
  ];
}

const atWall = (row: ReminderRow, wall: string): string => `TZID=${row.captured_timezone}:${icsWall(wall)}`;

function ruleLines(row: ReminderRow, feed: Feed): string[] {
  if (row.rrule === null) return [];
  const days = wordless(row) ? writtenOut(row, feed) : undefined;
  return [
    ...(days === undefined ? [`RRULE:${withMomentAsEnd(row.rrule, row.captured_timezone)}`] : days),
    ...(days === undefined ? row.exdates.map((wall) => `EXDATE;${atWall(row, wall)}`) : []),
  ];
}

/** Statutory workdays and the Chinese calendar are in no rule that other calendars read. */
const wordless = (row: ReminderRow): boolean => row.workdays !== null || (row.rrule ?? "").includes("RSCALE=");

function writtenOut(row: ReminderRow, feed: Feed): string[] {
  const first = instantOf(row.local_start ?? "", row.captured_timezone);
  // The first one too: a reader that takes days from a list need not count the start among them.
  const days = occurrencesBetween(row, { from: Math.max(first, feed.now - 31 * dayMs), to: feed.now + aheadMs, most: mostDays });
  return days.map(({ wall }) => `RDATE;${atWall(row, wall)}`);
}

/** Where the start names a zone, the end of the rule must be a moment in UTC. Ours is a wall time, or the end of a local day. */
const withMomentAsEnd = (rrule: string, zone: string): string =>
  rrule.replace(
    /UNTIL=(\d{8})(?:T(\d{6}))?Z?/,
    (_, day: string, time = "235959") => `UNTIL=${icsInstant(instantOf(isoWall(day, time), zone))}`,
  );

const alarm = (row: ReminderRow): string[] => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `DESCRIPTION:${icsText(row.content)}`,
  "TRIGGER:PT0S",
  "END:VALARM",
];
