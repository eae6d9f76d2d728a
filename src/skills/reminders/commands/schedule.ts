import type { Payload } from "../../../domain/events.ts";
import {
  nextOccurrence,
  type Occurrence,
  occurrencesAfter,
  type Schedule,
} from "../../../language/calendar/occurrences.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";
import type { ReminderRow } from "../rows.ts";

/** What of a row says when it is. */
export type Timing = Pick<
  ReminderRow,
  "local_start" | "captured_timezone" | "instant" | "rrule" | "workdays" | "exdates"
>;

/** Undefined for a to-do that has no time. */
export function scheduleOf(row: Timing): Schedule | undefined {
  if (row.local_start === null) return undefined;
  return {
    start: row.local_start,
    zone: row.captured_timezone,
    rrule: row.rrule,
    exdates: row.exdates,
    workdays: row.workdays,
    instant: row.instant === null ? undefined : Date.parse(row.instant),
  };
}

/** The first occurrence strictly after that moment. */
export function occurrenceAfter(row: Timing, after: number): Occurrence | undefined {
  const schedule = scheduleOf(row);
  return schedule === undefined ? undefined : nextOccurrence(schedule, after);
}

/** The one way to `next_fire_at`. */
export function nextFireAt(row: Timing, after: number): string | null {
  const next = occurrenceAfter(row, after);
  return next === undefined ? null : new Date(next.instant).toISOString();
}

/** All occurrences from one moment (inclusive) to another (exclusive), up to a limit. */
export function occurrencesBetween(
  row: Timing,
  { from, to, most = 50, steps }: { from: number; to: number; most?: number; steps?: Steps },
): Occurrence[] {
  const schedule = scheduleOf(row);
  const found: Occurrence[] = [];
  if (schedule === undefined || most < 1) return found;
  for (const each of occurrencesAfter(schedule, from - 1, steps)) {
    if (each.instant >= to) break;
    found.push(each);
    if (found.length >= most) break;
  }
  return found;
}

/** The rule in parts, as the table shows it: `{}` when there is none. */
export function ruleParts(rrule: string | null): Payload {
  if (rrule === null) return {};
  const parts = Object.fromEntries(
    rrule.split(";").map((part) => part.split("=") as [string, string]),
  );
  const { FREQ: frequency = "", INTERVAL: interval = "1", ...rest } = parts;
  return {
    frequency: frequency.toLowerCase(),
    interval: Number(interval),
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name.toLowerCase(), value])),
  };
}
