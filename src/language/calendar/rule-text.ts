import type { DaySpec } from "../times/atoms.ts";
import { everyMonth, oneMonthDay, oneWeekday, ruleEnds } from "../text/calendar-formats.ts";
import { weekdayCode } from "./wall.ts";

/** The rule with another day, where it has one. */
export function ruleOn(rrule: string, day: DaySpec): string | undefined {
  if (day.is === "weekday" && oneWeekday.test(rrule))
    return rrule.replace(oneWeekday, `BYDAY=${weekdayCode(day.weekday)}`);
  if (day.is !== "date") return undefined;
  if (everyMonth.test(rrule) && oneMonthDay.test(rrule) && day.month === undefined)
    return rrule.replace(oneMonthDay, `BYMONTHDAY=${day.day}`);
  return rrule === "FREQ=YEARLY" ? rrule : undefined;
}

/** The rule without its end. */
export const withoutEnd = (rrule: string): string => rrule.replace(ruleEnds, "");
