import type { RuleSpec } from "../times/atoms.ts";
import { nthWeekday } from "./dates.ts";
import { lunarMonthAt } from "./lunar.ts";
import { civil, type Day, monthLength, type Wall, wallAt, weekdayCode } from "./wall.ts";
import { isWorkday } from "./workdays.ts";
import type { Reason } from "../dialogue/reasons.ts";

export interface Series {
  readonly start: Wall;
  readonly rrule: string;
  readonly durationMinutes: number | null;
  readonly workdays?: "CN";
  readonly notes: readonly Reason[];
}

/** "每周" alone does not say on which day. Every n days, weeks on a day, months on a day do. */
export const isComplete = ({ freq, byday, bymonthday, lunar }: RuleSpec): boolean =>
  freq === "DAILY" || byday !== undefined || bymonthday !== undefined || lunar !== undefined;

export function firstStart(
  rule: RuleSpec,
  at: { now: Wall; reading: number; from: Day },
): Wall | undefined {
  for (let day = at.from; day < at.from + 366 * 9; day += 1) {
    const start = wallAt(day, at.reading);
    if (start > at.now && isRuleDay(rule, day)) return start;
  }
  return undefined;
}

/** Whether a series may begin on that day; the interval counts from there. */
function isRuleDay(rule: RuleSpec, day: Day): boolean {
  if (rule.workdays !== undefined) return isWorkday(day);
  if (rule.lunar !== undefined) return isLunarRuleDay(rule.lunar, day);
  const { year, month, day: date } = civil(day);
  if (rule.bymonth !== undefined && rule.bymonth !== month) return false;
  if (rule.opens !== undefined && !rule.opens.includes(month)) return false;
  if (rule.bymonthday !== undefined)
    return (
      rule.bymonthday.includes(date) ||
      rule.bymonthday.includes(date - monthLength(year, month) - 1)
    );
  if (rule.byday === undefined) return true;
  return rule.bysetpos === undefined
    ? rule.byday.some((code) => isWeekdayOf(code, day))
    : isNthOf(rule.byday, rule.bysetpos, day);
}

function isLunarRuleDay({ month, days }: NonNullable<RuleSpec["lunar"]>, day: Day): boolean {
  const at = lunarMonthAt(day);
  if (at === undefined || (month !== undefined && (at.month !== month || at.leap))) return false;
  return days.includes(day - at.first + 1) || days.includes(day - at.first - at.length);
}

/** `FR` is each Friday, `2FR` the second of the month. */
function isWeekdayOf(code: string, day: Day): boolean {
  const { year, month, weekday } = civil(day);
  const nth = Number.parseInt(code, 10);
  if (Number.isNaN(nth)) return code === weekdayCode(weekday);
  return code.endsWith(weekdayCode(weekday)) && nthWeekday(year, month, { nth, weekday }) === day;
}

/** Whether it is the nth, or the last, day of its month that falls on one of these weekdays. */
function isNthOf(byday: readonly string[], position: number, day: Day): boolean {
  const { year, month, day: date } = civil(day);
  const fitting = Array.from({ length: monthLength(year, month) }, (_, index) => index + 1).filter(
    (each) => byday.includes(weekdayCode(civil(day - date + each).weekday)),
  );
  return fitting.at(position > 0 ? position - 1 : position) === date;
}

export function ruleText(rule: RuleSpec): string {
  const parts = [`FREQ=${rule.freq}`];
  if (rule.interval !== undefined && rule.interval > 1) parts.push(`INTERVAL=${rule.interval}`);
  if (rule.lunar !== undefined) {
    const { month, days } = rule.lunar;
    return [
      "RSCALE=CHINESE",
      ...parts,
      ...(month === undefined ? [] : [`BYMONTH=${month}`]),
      `BYMONTHDAY=${days.join(",")}`,
    ].join(";");
  }
  if (rule.bymonth !== undefined) parts.push(`BYMONTH=${rule.bymonth}`);
  if (rule.byday !== undefined) parts.push(`BYDAY=${rule.byday.join(",")}`);
  if (rule.bymonthday !== undefined) parts.push(`BYMONTHDAY=${rule.bymonthday.join(",")}`);
  if (rule.bysetpos !== undefined) parts.push(`BYSETPOS=${rule.bysetpos}`);
  return parts.join(";");
}
