import { dateMarks } from "../text/calendar-formats.ts";

/**
 * Wall time as a number: the milliseconds that UTC would show for the same digits. Arithmetic on it
 * is calendar arithmetic and knows no zone; `instants.ts` is the only place that turns it into a
 * moment.
 */
export type Wall = number;

/** A date as a number of days. */
export type Day = number;

/** As rules name them; the first is Monday. */
export const weekdayCodes: readonly string[] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
export const weekdayCode = (weekday: number): string => weekdayCodes[weekday - 1] ?? "MO";
export const workweek: readonly string[] = weekdayCodes.slice(0, 5);

export const dayMs = 86_400_000;
export const minuteMs = 60_000;

export const wallOf = (text: string): Wall =>
  Date.parse(`${text.slice(0, 19)}${text.length < 17 ? ":00" : ""}Z`);

export const wallText = (wall: Wall): string => new Date(wall).toISOString().slice(0, 19);

/** As a rule writes it. */
export const compact = (wall: Wall): string => wallText(wall).replaceAll(dateMarks, "");

export const dayOf = (wall: Wall): Day => Math.floor(wall / dayMs);

export const timeOf = (wall: Wall): number => wall - dayOf(wall) * dayMs;

export const wallAt = (day: Day, ms: number): Wall => day * dayMs + ms;

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const monthLength = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? NaN);

/**
 * `undefined` for a date that no calendar has, such as 31 June. Years are counted from March, so
 * that the odd day is the last one.
 */
export function dayFrom(year: number, month: number, day: number): Day | undefined {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month))) return undefined;
  const years = month <= 2 ? year - 1 : year;
  const months = (month + 9) % 12;
  const before =
    365 * years + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return before + Math.floor((153 * months + 2) / 5) + day - 1 - marchOfYear0;
}

/** Days from the first of March of the year 0 to the first of January 1970. */
const marchOfYear0 = 719_468;

export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
}

/** The Gregorian calendar by arithmetic: it repeats after 400 years, which are 146,097 days. */
export function civil(day: Day): Civil {
  const since = day + marchOfYear0;
  const cycle = Math.floor(since / 146_097);
  const of = since - cycle * 146_097;
  const years = Math.floor(
    (of - Math.floor(of / 1_460) + Math.floor(of / 36_524) - Math.floor(of / 146_096)) / 365,
  );
  const within = of - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const months = Math.floor((5 * within + 2) / 153);
  const month = months < 10 ? months + 3 : months - 9;
  const date = within - Math.floor((153 * months + 2) / 5) + 1;
  return {
    year: years + cycle * 400 + (month <= 2 ? 1 : 0),
    month,
    day: date,
    weekday: weekdayOf(day),
  };
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;
