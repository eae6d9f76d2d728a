import { civil, type Day, dayFrom, weekdayOf } from "./wall.ts";

/** Days, the last one excluded. */
export interface Days {
  readonly first: Day;
  readonly end: Day;
}

export type CalendarUnit = "day" | "weekend" | "week" | "month" | "quarter" | "year";

/** `month` may be any number of months from the beginning of the year. */
export function monthDays(year: number, month: number, count = 1): Days {
  const start = (months: number): Day =>
    dayFrom(year + Math.floor((months - 1) / 12), ((((months - 1) % 12) + 12) % 12) + 1, 1) ?? NaN;
  return { first: start(month), end: start(month + count) };
}

/** The unit that a day lies in, or one so many ahead of it. */
export function unitAt(today: Day, unit: CalendarUnit, ahead: number): Days {
  const { year, month } = civil(today);
  const monday = today - weekdayOf(today) + 1 + 7 * ahead;
  switch (unit) {
    case "day":
      return { first: today + ahead, end: today + ahead + 1 };
    case "week":
      return { first: monday, end: monday + 7 };
    case "weekend":
      return { first: monday + 5, end: monday + 7 };
    case "month":
      return monthDays(year, month + ahead);
    case "quarter":
      return monthDays(year, Math.floor((month - 1) / 3) * 3 + 1 + 3 * ahead, 3);
    case "year":
      return monthDays(year + ahead, 1, 12);
    default:
      return unit satisfies never;
  }
}
