import type { JsonObject } from "../../../domain/json.ts";
import {
  type Occurrence,
  occurrencesAfter,
  type Schedule,
} from "../../../language/calendar/occurrences.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import type { ReminderRow } from "../rows.ts";

/** The fields of a row that determine its times. */
export type Timing = Pick<
  ReminderRow,
  "local_start" | "captured_timezone" | "instant" | "rrule" | "workdays" | "exdates"
> &
  Partial<Pick<ReminderRow, "all_day" | "remind_at">>;

const dayMs = 86_400_000;

function scheduleOf(row: Timing): Schedule | undefined {
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

/**
 * The occurrences strictly after that moment; none of a to-do that has no time. A whole day is named
 * by its midnight and comes at the clock of its morning, in whatever zone that is.
 */
function* timesAfter(row: Timing, after: number, steps?: Steps): Generator<Occurrence, undefined> {
  const schedule = scheduleOf(row);
  if (schedule === undefined) return undefined;
  if (row.all_day !== true) return yield* occurrencesAfter(schedule, after, steps);
  // Dates have no clocks that change: they are counted where no hour is missing.
  const dates = occurrencesAfter({ ...schedule, zone: "UTC" }, after - 2 * dayMs, steps);
  for (const { wall } of dates) {
    const instant = morningOf(wall, row);
    if (instant > after) yield { wall, instant };
  }
  return undefined;
}

const morningOf = (wall: string, { remind_at, captured_timezone: zone }: Timing): number =>
  instantOf(`${wall.slice(0, 10)}T${remind_at ?? defaultMorning}:00`, zone);

/** How many days it fills. */
export const countDays = (minutes: number | null): number =>
  Math.max(1, Math.round((minutes ?? 0) / 1_440));

/** The midnight at which whole days that begin on that date are over. */
export const endOfDays = (wall: string, minutes: number | null): string =>
  `${new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + countDays(minutes) * dayMs).toISOString().slice(0, 10)}T00:00:00`;

/**
 * Whole days that have begun and are not over: their reminder has gone off or was never needed, and
 * they can still be called off, moved or brought back.
 */
export const isRunning = (row: ReminderRow, now: number): boolean =>
  row.all_day &&
  row.rrule === null &&
  row.next_fire_at === null &&
  row.local_start !== null &&
  row.lifecycle !== "deleted" &&
  row.completion !== "done" &&
  instantOf(endOfDays(row.local_start, row.duration_minutes), row.captured_timezone) > now;

/** When whole days are reminded of, unless the person says otherwise. */
export const defaultMorning = "09:00";

/** The first occurrence strictly after that moment. */
export const occurrenceAfter = (row: Timing, after: number): Occurrence | undefined =>
  timesAfter(row, after).next().value;

/** The only way to `next_fire_at`. */
export function nextFireAt(row: Timing, after: number): string | null {
  const next = occurrenceAfter(row, after);
  return next === undefined ? null : new Date(next.instant).toISOString();
}

/** All occurrences from one moment (inclusive) to another (exclusive), up to a limit. */
export function occurrencesBetween(
  row: Timing,
  { from, to, most = 50, steps }: { from: number; to: number; most?: number; steps?: Steps },
): Occurrence[] {
  const found: Occurrence[] = [];
  if (most < 1) return found;
  for (const each of timesAfter(row, from - 1, steps)) {
    if (each.instant >= to) break;
    found.push(each);
    if (found.length >= most) break;
  }
  return found;
}

/** The rule in parts, as the table shows it: `{}` when there is none. */
export function ruleParts(rrule: string | null): JsonObject {
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

const hour = 3_600_000;
const spans = [hour, 24 * hour, 31 * 24 * hour];

/**
 * The last occurrence of a series that is over by now and not older than `since`. A rule for every
 * minute is not walked through a lost month.
 */
export function latestDue(row: Timing, since: number, now: number): Occurrence | undefined {
  if (row.local_start === null || row.rrule === null) return undefined;
  const all = now - since + 1;
  for (const span of [...spans.filter((each) => each < all), all]) {
    const found = latestBefore(row, now, span);
    if (found !== undefined) return found;
  }
  return undefined;
}

function latestBefore(row: Timing, until: number, within: number): Occurrence | undefined {
  let found: Occurrence | undefined;
  for (const each of timesAfter(row, until - within)) {
    if (each.instant > until) break;
    found = each;
  }
  return found;
}
