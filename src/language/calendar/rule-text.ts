import type { DaySpec } from "../times/atoms.ts";
import { weekdayCode } from "../lexicon/zh/recurrence.ts";

/** The rule with another day, where it has one. */
export function ruleOn(rrule: string, day: DaySpec): string | undefined {
  if (day.is === "weekday" && /BYDAY=[A-Z]{2}(?:;|$)/.test(rrule))
    return rrule.replace(/BYDAY=[A-Z]{2}/, `BYDAY=${weekdayCode(day.weekday)}`);
  if (day.is !== "date") return undefined;
  if (/^FREQ=MONTHLY.*BYMONTHDAY=\d+(?:;|$)/.test(rrule) && day.month === undefined)
    return rrule.replace(/BYMONTHDAY=\d+/, `BYMONTHDAY=${day.day}`);
  return rrule === "FREQ=YEARLY" ? rrule : undefined;
}

/** The rule without its end. */
export const withoutEnd = (rrule: string): string => rrule.replace(/;(?:UNTIL|COUNT)=[^;]*/g, "");
