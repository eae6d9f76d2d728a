import { type Wall, wallOf } from "./wall.ts";

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

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const weekdayOf = (code: string): number => codes.indexOf(code.slice(-2)) + 1;

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
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(text ?? "");
  if (found === null) return text === undefined ? Infinity : -Infinity;
  const [, year, month, day, hour = "23", minute = "59", second = "59"] = found;
  return wallOf(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
}
