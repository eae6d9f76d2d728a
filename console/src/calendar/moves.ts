import { type Reminder } from "./contract.ts";
import {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  minutesOf,
  type Wall,
  wallAt,
  weekdayOf,
} from "./days.ts";

/** Things snap to this many minutes when they are dragged. */
export const step = 15;

const snap = (minutes: number): number => Math.round(minutes / step) * step;

/** Within the day it is dropped on: nothing begins at 24:00. */
export const toDropWall = (day: Day, minutes: number): Wall =>
  wallAt(day, Math.min(Math.max(snap(minutes), 0), 1440 - step));

/**
 * Adds days and minutes of wall time. Clock changes in between do not matter: the wall time counts.
 */
export const shiftWall = (
  wall: Wall,
  by: { readonly days: number; readonly minutes: number },
): Wall =>
  `${wallAt(addDays(dayOf(wall), by.days), minutesOf(wall) + by.minutes).slice(0, 17)}${wall.slice(17, 19)}`;

/** How far one wall time is from another, on the clock. */
export const distance = (
  from: Wall,
  to: Wall,
): { readonly days: number; readonly minutes: number } => ({
  days: daysBetween(dayOf(from), dayOf(to)),
  minutes: minutesOf(to) - minutesOf(from),
});

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const codeOf = (day: Day): string => codes[weekdayOf(day)] ?? "MO";

export interface Series extends Pick<Reminder, "workdays"> {
  readonly start: Wall;
  readonly rrule: string;
}

export interface SeriesMove {
  readonly start: Wall;
  readonly rrule: string;
  /** The rule names its days in a way that one day cannot change: only the hour moves. */
  readonly daysStay: boolean;
}

/**
 * The new rule of a series when one of its occurrences is dragged elsewhere and all the others
 * follow.
 */
export function toMovedSeries(series: Series, from: Wall, to: Wall): SeriesMove {
  const by = distance(from, to);
  const rule = by.days === 0 ? series.rrule : otherDays(series, dayOf(from), dayOf(to));
  const days = rule === undefined ? 0 : by.days;
  return {
    start: shiftWall(series.start, { days, minutes: by.minutes }),
    rrule: rule ?? series.rrule,
    daysStay: rule === undefined,
  };
}

/**
 * The rule with the one day exchanged for the other. Undefined where it has no such day: every day,
 * the last Friday, workdays, lunar ones.
 */
function otherDays({ rrule, workdays }: Series, from: Day, to: Day): string | undefined {
  const parts = new Map(rrule.split(";").map((part) => part.split("=") as [string, string]));
  const freq = parts.get("FREQ");
  if (workdays !== null || parts.has("RSCALE") || parts.has("BYSETPOS") || parts.has("BYMONTH"))
    return undefined;
  const [name, old, next] =
    freq === "WEEKLY"
      ? ["BYDAY", codeOf(from), codeOf(to)]
      : ["BYMONTHDAY", dayOfMonth(from), dayOfMonth(to)];
  if (freq !== "WEEKLY" && freq !== "MONTHLY") return undefined;
  if (freq === "MONTHLY" && parts.has("BYDAY")) return undefined;
  // Without named days they are those of the start, which moves along.
  const days = parts.get(name)?.split(",");
  if (days === undefined) return rrule;
  if (!days.includes(old)) return undefined;
  const changed = new Set(days.map((day) => (day === old ? next : day)));
  parts.set(name, [...changed].sort((a, b) => rank(a) - rank(b)).join(","));
  return Array.from(parts, ([key, value]) => `${key}=${value}`).join(";");
}

const dayOfMonth = (day: Day): string => String(Number(day.slice(8)));
const rank = (day: string): number =>
  (codes as readonly string[]).indexOf(day) + (Number.parseInt(day, 10) || 0);
