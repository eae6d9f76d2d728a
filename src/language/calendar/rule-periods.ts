import type { RuleParts } from "./rule-parts.ts";
import { civil, type Day, dayFrom, monthLength, weekdayOf } from "./wall.ts";

/** How much a walk may still look at. One step is one day, hour or minute that is examined. */
export interface Steps {
  left: number;
}

const firstOf = (year: number, month: number): Day => dayFrom(year, month, 1) ?? NaN;
const yearLength = (year: number): number => firstOf(year + 1, 1) - firstOf(year, 1);

/** The week that holds the fourth of January is the first of its year. */
const firstWeekOf = (year: number, weekStart: number): Day => {
  const fourth = firstOf(year, 1) + 3;
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7);
};

/** The days of a year that the rule names. Only months and dates that it can mean are looked at. */
export function daysOfYear(rule: RuleParts, year: number, steps: Steps): Day[] {
  if (rule.weeks !== undefined) return daysOfWeeks(rule, year, steps);
  const first = firstOf(year, 1);
  if (rule.yearDays !== undefined) {
    const length = yearLength(year);
    steps.left -= rule.yearDays.length;
    const days = rule.yearDays
      .map((nth) => (nth > 0 ? nth - 1 : length + nth))
      .filter((at) => at >= 0 && at < length);
    return inOrder(days.map((at) => first + at).filter((day) => isDayOf(rule, day)));
  }
  if (rule.months === undefined && rule.monthDays === undefined && rule.weekdays !== undefined) {
    steps.left -= rule.weekdays.length * 53;
    return weekdaysWithin(rule, first, yearLength(year));
  }
  const months = rule.months ?? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  return months.flatMap((month) => daysOfMonth(rule, { year, month }, steps));
}

function daysOfWeeks(rule: RuleParts, year: number, steps: Steps): Day[] {
  const first = firstWeekOf(year, rule.weekStart);
  const count = (firstWeekOf(year + 1, rule.weekStart) - first) / 7;
  steps.left -= (rule.weeks ?? []).length * 7;
  const weeks = (rule.weeks ?? [])
    .map((nth) => (nth > 0 ? nth - 1 : count + nth))
    .filter((at) => at >= 0 && at < count);
  const days = weeks.flatMap((at) => [0, 1, 2, 3, 4, 5, 6].map((ahead) => first + at * 7 + ahead));
  return inOrder(days.filter((day) => isDayOf(rule, day)));
}

export function daysOfMonth(
  rule: RuleParts,
  { year, month }: { year: number; month: number },
  steps: Steps,
): Day[] {
  steps.left -= 1;
  if (rule.months?.includes(month) === false) return [];
  const [first, length] = [firstOf(year, month), monthLength(year, month)];
  if (rule.monthDays === undefined) {
    steps.left -= (rule.weekdays?.length ?? 0) * 5;
    return weekdaysWithin(rule, first, length);
  }
  steps.left -= rule.monthDays.length;
  const dates = rule.monthDays
    .map((date) => (date > 0 ? date : length + date + 1))
    .filter((date) => date >= 1 && date <= length);
  const days = inOrder(dates.map((date) => first + date - 1));
  if (rule.weekdays === undefined) return days;
  steps.left -= rule.weekdays.length * 5;
  const named = weekdaysWithin(rule, first, length);
  return days.filter((day) => named.includes(day));
}

/** The named weekdays of a month or a year: each, or the nth from its beginning or its end. */
function weekdaysWithin({ weekdays = [] }: RuleParts, first: Day, length: number): Day[] {
  const days = weekdays.flatMap(({ weekday, nth }) => {
    const opening = (weekday - weekdayOf(first) + 7) % 7;
    const count = Math.ceil((length - opening) / 7);
    const chosen =
      nth === 0 ? Array.from({ length: count }, (_, at) => at) : [nth > 0 ? nth - 1 : count + nth];
    return chosen.filter((at) => at >= 0 && at < count).map((at) => first + opening + at * 7);
  });
  return inOrder(days);
}

/** The days of a week, from the day on which weeks begin. */
export function daysOfWeek(rule: RuleParts, monday: Day, steps: Steps): Day[] {
  steps.left -= 7;
  const days: Day[] = [];
  for (let day = monday; day < monday + 7; day += 1) if (isDayOf(rule, day)) days.push(day);
  return days;
}

/**
 * Whether a day passes all that a rule says about days. Which of its kind a weekday is counts in
 * months and years only.
 */
export function isDayOf(
  { months, monthDays: dates, weekdays, yearDays, freq }: RuleParts,
  day: Day,
): boolean {
  const monthDays = freq === "WEEKLY" ? undefined : dates;
  const own = weekdayOf(day);
  if (weekdays?.some(({ weekday }) => weekday === own) === false) return false;
  if (months === undefined && monthDays === undefined && yearDays === undefined) return true;
  const { year, month, day: date } = civil(day);
  if (months?.includes(month) === false) return false;
  if (!isNth(monthDays, date, monthLength(year, month))) return false;
  return freq === "DAILY" || isNth(yearDays, day - firstOf(year, 1) + 1, yearLength(year));
}

/** Counted from the beginning or, below zero, from the end. */
const isNth = (wanted: readonly number[] | undefined, nth: number, length: number): boolean =>
  wanted === undefined || wanted.includes(nth) || wanted.includes(nth - length - 1);

const inOrder = (days: readonly Day[]): Day[] => [...new Set(days)].toSorted((a, b) => a - b);
