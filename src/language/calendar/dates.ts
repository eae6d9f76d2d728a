import type { DaySpec } from "../times/atoms.ts";
import { lunarDay } from "./lunar.ts";
import { civil, type Day, dayFrom, dayOf, monthLength, timeOf, type Wall } from "./wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";

/** Until five in the morning the day that one lives in is still the one before. */
export const nightEnds = 5 * 3_600_000;

/** A date further ahead is more likely a typing mistake. */
const mostDaysAhead = 366 * 20;

/** The one date function: which day a word means, said at `now`. */
export function resolveDay(spec: DaySpec, now: Wall): { readonly day: Day } | Refused {
  const found = find(spec, now);
  if (isRefused(found)) return found;
  if (spec.is === "date" && spec.weekday !== undefined && civil(found.day).weekday !== spec.weekday)
    return refuse("ambiguous_day");
  return found.day - dayOf(now) > mostDaysAhead ? refuse("far_future") : found;
}

function find(spec: DaySpec, now: Wall): { readonly day: Day } | Refused {
  const today = dayOf(now);
  switch (spec.is) {
    case "offset":
      return offset(spec, now);
    case "weekday":
      return { day: onWeekday(spec, today) };
    case "date":
      return resolveDate(spec, today);
    case "event": {
      const base = spec.base === undefined ? refuse("ambiguous_day") : resolveDay(spec.base, now);
      return isRefused(base) ? base : { day: base.day + spec.days };
    }
    case "month-end":
      return monthEnd(spec, today);
    case "lunar":
      return yearly(spec, today, (year) => {
        const day = lunarDay(year, spec.month, spec.day);
        return day === undefined ? undefined : day - (spec.before ?? 0);
      });
    case "solar":
      return yearly(spec, today, (year) => dayFrom(year, spec.month, solarDay(year, spec.century)));
    case "nth":
      return yearly(spec, today, (year) => nthWeekday(year, spec.month, spec));
    case "nth-in": {
      const { year, month } = shiftMonths(today, spec.months);
      return requireDay(nthWeekday(year, month, spec));
    }
    default:
      return spec satisfies never;
  }
}

function onWeekday(spec: Extract<DaySpec, { is: "weekday" }>, today: Day): Day {
  const { weekday } = civil(today);
  const monday = today - (weekday - 1);
  if (spec.follows === true) return today + 1 + ((spec.weekday - weekday + 6) % 7);
  return spec.weeks === null
    ? today + ((spec.weekday - weekday + 7) % 7)
    : monday + spec.weeks * 7 + spec.weekday - 1;
}

function monthEnd(
  spec: Extract<DaySpec, { is: "month-end" }>,
  today: Day,
): { readonly day: Day } | Refused {
  const { month: inMonth, months } = spec;
  if (inMonth !== undefined)
    return yearly(spec, today, (each) => dayFrom(each, inMonth, monthLength(each, inMonth)));
  const { year, month } = shiftMonths(today, months);
  return requireDay(dayFrom(year, month, monthLength(year, month)));
}

/** The usual formula for the years 2001 to 2099. */
const solarDay = (year: number, century: number): number =>
  Math.floor((year % 100) * 0.2422 + century) - Math.floor((year % 100) / 4);

const requireDay = (day: Day | undefined): { readonly day: Day } | Refused =>
  day === undefined ? refuse("no_such_time") : { day };

function offset(
  spec: Extract<DaySpec, { is: "offset" }>,
  now: Wall,
): { readonly day: Day } | Refused {
  const today = dayOf(now);
  const atNight = timeOf(now) < nightEnds;
  if (atNight && spec.spoken === "tomorrow") return { day: today };
  if (atNight && spec.spoken === "after") return refuse("ambiguous_day");
  if (spec.months === undefined || spec.months === 0) return { day: today + spec.days };
  const { year, month } = shiftMonths(today, spec.months);
  return requireDay(dayFrom(year, month, Math.min(civil(today).day, monthLength(year, month))));
}

function resolveDate(
  spec: Extract<DaySpec, { is: "date" }>,
  today: Day,
): { readonly day: Day } | Refused {
  const { month } = civil(today);
  if (spec.years !== undefined)
    return requireDay(dayFrom(civil(today).year + spec.years, spec.month ?? month, spec.day));
  if (spec.year !== undefined) return requireDay(dayFrom(spec.year, spec.month ?? month, spec.day));
  if (spec.months !== undefined) {
    const at = shiftMonths(today, spec.months);
    return requireDay(dayFrom(at.year, at.month, spec.day));
  }
  if (spec.month !== undefined) {
    const inMonth = spec.month;
    // 29 February may be years away.
    if (monthLength(2024, inMonth) < spec.day) return refuse("no_such_time");
    return comingIn(today, (each) => dayFrom(each, inMonth, spec.day));
  }
  for (let ahead = 0; ahead < 12; ahead += 1) {
    const at = shiftMonths(today, ahead);
    const day = dayFrom(at.year, at.month, spec.day);
    if (day !== undefined && day >= today) return { day };
  }
  return refuse("no_such_time");
}

/** Of the year that was named, else the coming one. */
function yearly(
  { year, years }: { readonly year?: number; readonly years?: number },
  today: Day,
  inYear: (year: number) => Day | undefined,
): { readonly day: Day } | Refused {
  if (year === undefined && years === undefined) return comingIn(today, inYear);
  return requireDay(inYear(year ?? civil(today).year + (years ?? 0)));
}

/** The first that is not over, this year or in the years after. */
function comingIn(
  today: Day,
  inYear: (year: number) => Day | undefined,
): { readonly day: Day } | Refused {
  const { year } = civil(today);
  for (let each = year - 1; each <= year + 8; each += 1) {
    const day = inYear(each);
    if (day !== undefined && day >= today) return { day };
  }
  return refuse("no_such_time");
}

export function nthWeekday(
  year: number,
  month: number,
  { nth, weekday }: { readonly nth: number; readonly weekday: number },
): Day | undefined {
  const first = dayFrom(year, month, 1) ?? 0;
  const toFirst = (weekday - civil(first).weekday + 7) % 7;
  if (nth > 0) {
    const date = 1 + toFirst + (nth - 1) * 7;
    return date <= monthLength(year, month) ? dayFrom(year, month, date) : undefined;
  }
  const last = dayFrom(year, month, monthLength(year, month)) ?? 0;
  return last - ((civil(last).weekday - weekday + 7) % 7) + (nth + 1) * 7;
}

function shiftMonths(
  today: Day,
  months: number,
): { readonly year: number; readonly month: number } {
  const { year, month } = civil(today);
  const index = year * 12 + month - 1 + months;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** The same date so many months before, or the last of a shorter month. */
export function monthsBefore(day: Day, months: number): Day {
  const { year, month } = shiftMonths(day, -months);
  return dayFrom(year, month, Math.min(civil(day).day, monthLength(year, month))) ?? day;
}

/** A day as it is spoken of: by its date. */
export const dateOf = (date: Day): DaySpec => {
  const { year, month, day } = civil(date);
  return { is: "date", year, month, day };
};
