import { type Day, weekdayOf } from "../days.ts";

/** A repetition as the form shows it. */
export interface Repeat {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Of weeks: Monday is 0. Empty: the day on which it begins. */
  readonly weekdays: readonly number[];
  /** Of months: by the date, or by the weekday, such as the second Tuesday. */
  readonly monthly: "date" | "weekday" | "lastDay";
  readonly ends: Ends;
}

export type Frequency = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
export type Ends =
  | { readonly kind: "never" }
  | { readonly kind: "on"; readonly day: Day }
  | { readonly kind: "after"; readonly times: number };

export const frequencies: readonly Frequency[] = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** Reads a rule; undefined for one that the form can't show, which then stays as it is. */
export function parseRule(rrule: string, start: Day): Repeat | undefined {
  const parts = new Map(rrule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const named = take("FREQ");
  const frequency = frequencies.find((each) => each === named);
  const interval = Number(take("INTERVAL") ?? 1);
  const ends = readEnds(take("UNTIL"), take("COUNT"));
  take("WKST");
  if (frequency === undefined || ends === undefined) return undefined;
  const days = readDays(frequency, { byDay: take("BYDAY"), byDate: take("BYMONTHDAY"), start });
  return days === undefined || parts.size > 0 ? undefined : { frequency, interval, ends, ...days };
}

function readEnds(until: string | undefined, count: string | undefined): Ends | undefined {
  if (until !== undefined && count !== undefined) return undefined;
  if (count !== undefined) return { kind: "after", times: Number(count) };
  if (until === undefined) return { kind: "never" };
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(?:235959|000000))?$/.exec(until);
  return found === null
    ? undefined
    : { kind: "on", day: `${found[1] ?? ""}-${found[2] ?? ""}-${found[3] ?? ""}` };
}

function readDays(
  frequency: Frequency,
  on: {
    readonly byDay: string | undefined;
    readonly byDate: string | undefined;
    readonly start: Day;
  },
): Pick<Repeat, "weekdays" | "monthly"> | undefined {
  const { byDay, byDate, start } = on;
  const plain = { weekdays: [], monthly: "date" } as const;
  if (frequency === "WEEKLY" && byDate === undefined) {
    const weekdays = (byDay?.split(",") ?? []).map((code) => codes.indexOf(code as "MO"));
    return weekdays.includes(-1) ? undefined : { ...plain, weekdays };
  }
  if (byDay === undefined && byDate === undefined) return plain;
  if (frequency !== "MONTHLY") return undefined;
  if (byDay === undefined && byDate === String(Number(start.slice(8)))) return plain;
  if (byDay === undefined && byDate === "-1") return { ...plain, monthly: "lastDay" };
  return byDate === undefined && byDay === nthWeekday(start)
    ? { ...plain, monthly: "weekday" }
    : undefined;
}

/** "2TU" for a second Tuesday; the fifth of a month is its last. */
export function nthWeekday(day: Day): string {
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return `${nth === 5 ? -1 : nth}${codes[weekdayOf(day)] ?? "MO"}`;
}

/** The rule of a series that begins on that day. */
export function writeRule(repeat: Repeat, start: Day): string {
  const { frequency, interval, ends } = repeat;
  const days =
    frequency === "WEEKLY"
      ? repeat.weekdays.length === 0
        ? []
        : [
            `BYDAY=${[...repeat.weekdays]
              .sort((a, b) => a - b)
              .map((day) => codes[day] ?? "MO")
              .join(",")}`,
          ]
      : frequency === "MONTHLY"
        ? [monthlyPart(repeat.monthly, start)]
        : [];
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...days,
    ...(ends.kind === "after" ? [`COUNT=${ends.times}`] : []),
    ...(ends.kind === "on" ? [`UNTIL=${ends.day.replaceAll("-", "")}T235959`] : []),
  ].join(";");
}

function monthlyPart(monthly: Repeat["monthly"], start: Day): string {
  if (monthly === "weekday") return `BYDAY=${nthWeekday(start)}`;
  return `BYMONTHDAY=${monthly === "lastDay" ? -1 : Number(start.slice(8))}`;
}

export const newRepeat = (frequency: Frequency): Repeat => ({
  frequency,
  interval: 1,
  weekdays: [],
  monthly: "date",
  ends: { kind: "never" },
});
