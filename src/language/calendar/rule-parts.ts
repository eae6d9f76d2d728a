import { compactDate } from "../text/calendar-formats.ts";
import { civil, dayOf, timeOf, type Wall, wallOf, weekdayCodes } from "./wall.ts";

export type Frequency =
  | "SECONDLY"
  | "MINUTELY"
  | "HOURLY"
  | "DAILY"
  | "WEEKLY"
  | "MONTHLY"
  | "YEARLY";

/** RFC 5545's recurrence rule, read. A part that the rule does not name is undefined. */
export interface RuleParts {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  /** The last wall time that counts. */
  readonly until: Wall;
  /** 1 is Monday. */
  readonly weekStart: number;
  readonly months?: readonly number[] | undefined;
  readonly weeks?: readonly number[] | undefined;
  readonly yearDays?: readonly number[] | undefined;
  readonly monthDays?: readonly number[] | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
  readonly hours?: readonly number[] | undefined;
  readonly minutes?: readonly number[] | undefined;
  readonly seconds?: readonly number[] | undefined;
  readonly positions?: readonly number[] | undefined;
}

interface Weekday {
  readonly weekday: number;
  /** The nth of its month or year, from behind when negative; 0 is each one. */
  readonly nth: number;
}

const weekdayOf = (code: string): number => weekdayCodes.indexOf(code.slice(-2)) + 1;

export function rulePartsOf(rrule: string): RuleParts {
  const given = new Map(
    rrule
      .split(";")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
  const figures = (name: string): number[] | undefined => {
    const listed = given.get(name);
    return listed === undefined
      ? undefined
      : [...new Set(listed.split(",").map(Number))].toSorted((a, b) => a - b);
  };
  return {
    freq: (given.get("FREQ") ?? "") as Frequency,
    interval: Number(given.get("INTERVAL") ?? 1),
    count: given.has("COUNT") ? Number(given.get("COUNT")) : undefined,
    until: untilOf(given.get("UNTIL")),
    weekStart: weekdayOf(given.get("WKST") ?? "MO"),
    months: figures("BYMONTH"),
    weeks: figures("BYWEEKNO"),
    yearDays: figures("BYYEARDAY"),
    monthDays: figures("BYMONTHDAY"),
    weekdays: given
      .get("BYDAY")
      ?.split(",")
      .map((code) => ({ weekday: weekdayOf(code), nth: Number.parseInt(code, 10) || 0 })),
    hours: figures("BYHOUR"),
    minutes: figures("BYMINUTE"),
    seconds: figures("BYSECOND"),
    positions: figures("BYSETPOS"),
  };
}

/** A day alone means the whole of it. */
function untilOf(text: string | undefined): Wall {
  const found = compactDate.exec(text ?? "");
  if (found === null) return text === undefined ? Infinity : -Infinity;
  const [, year, month, day, hour = "23", minute = "59", second = "59"] = found;
  return wallOf(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
}

const isPlain = (rule: RuleParts): boolean =>
  [
    rule.months,
    rule.weeks,
    rule.yearDays,
    rule.monthDays,
    rule.weekdays,
    rule.hours,
    rule.minutes,
    rule.seconds,
    rule.positions,
  ].every((part) => part === undefined);

/** What a rule leaves open is as it is at its start. */
export function withDefaults(
  given: RuleParts,
  start: Wall,
): RuleParts & { readonly plain: boolean } {
  return {
    ...given,
    ...daysWithDefaults(given, start),
    ...timesWithDefaults(given, start),
    plain: isPlain(given),
  };
}

function daysWithDefaults(
  given: RuleParts,
  start: Wall,
): Pick<RuleParts, "months" | "monthDays" | "weekdays"> {
  const { freq, months, weeks, yearDays, monthDays, weekdays } = given;
  const { month, day, weekday } = civil(dayOf(start));
  const isOpen = [weeks, yearDays, monthDays, weekdays].every((part) => part === undefined);
  if (freq === "YEARLY" && isOpen) return { months: months ?? [month], monthDays: [day] };
  if (freq === "MONTHLY" && isOpen) return { months, monthDays: [day] };
  const isWeekOnly = weeks !== undefined && monthDays === undefined && yearDays === undefined;
  const isOnWeekday = freq === "WEEKLY" || (freq === "YEARLY" && isWeekOnly);
  return {
    months,
    monthDays,
    weekdays: weekdays ?? (isOnWeekday ? [{ weekday, nth: 0 }] : undefined),
  };
}

/** From the longest to the shortest. */
const frequencies: readonly Frequency[] = [
  "YEARLY",
  "MONTHLY",
  "WEEKLY",
  "DAILY",
  "HOURLY",
  "MINUTELY",
  "SECONDLY",
];

function timesWithDefaults(
  given: RuleParts,
  start: Wall,
): Pick<RuleParts, "hours" | "minutes" | "seconds"> {
  const { hour, minute, second } = clockOf(start);
  // Each hour is an hour of every rule that runs by the hour, and so on.
  const unless = (unit: Frequency, value: number): number[] | undefined =>
    frequencies.indexOf(given.freq) < frequencies.indexOf(unit) ? [value] : undefined;
  return {
    hours: given.hours ?? unless("HOURLY", hour),
    minutes: given.minutes ?? unless("MINUTELY", minute),
    seconds: given.seconds ?? unless("SECONDLY", second),
  };
}

export function clockOf(wall: Wall): {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
} {
  const clock = Math.floor(timeOf(wall) / 1000);
  return {
    hour: Math.floor(clock / 3600),
    minute: Math.floor(clock / 60) % 60,
    second: clock % 60,
  };
}
