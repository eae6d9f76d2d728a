import type { DaySpec, Within } from "./atoms.ts";

/**
 * The day that lies in the week, month or year said along with it: "Friday next week", "明年中秋". `undefined` where the two do
 * not go together, since leaving one of them out would be a guess.
 */
export function narrowed(day: DaySpec, { unit, ahead, year }: Within): DaySpec | undefined {
  const inYear = year === undefined ? { years: ahead } : { year };
  switch (day.is) {
    case "weekday":
      if (unit !== "week") return undefined;
      return day.weeks === null || day.weeks === ahead ? { ...day, weeks: ahead } : undefined;
    case "date":
      if (day.year !== undefined || day.years !== undefined || unit === "week") return day;
      if (unit === "month") return day.month === undefined ? { ...day, months: ahead } : day;
      return day.month === undefined ? undefined : { ...day, ...inYear };
    case "month-end":
      if (unit === "year") return day.month === undefined ? undefined : { ...day, ...inYear };
      return unit === "month" && day.month === undefined ? { ...day, months: ahead } : undefined;
    case "lunar":
    case "solar":
    case "nth":
      return unit === "year" ? { ...day, ...inYear } : undefined;
    case "offset":
    case "event":
      return ahead === 0 && year === undefined ? day : undefined;
    default:
      return day satisfies never;
  }
}
