import type { DaySpec, Within } from "./atoms.ts";

/**
 * The day that lies in the week, month or year said along with it: "Friday next week", "明年中秋".
 * `undefined` where the two do not go together, since leaving one of them out would be a guess.
 */
export function narrowDay(day: DaySpec, within: Within): DaySpec | undefined {
  switch (day.is) {
    case "weekday":
      return weekdayWithin(day, within);
    case "date":
      return dateWithin(day, within);
    case "month-end":
      return monthEndWithin(day, within);
    case "lunar":
    case "solar":
    case "nth":
      return within.unit === "year" ? { ...day, ...inYear(within) } : undefined;
    case "offset":
    case "event":
    case "nth-in":
      return isCurrent(within) ? day : undefined;
    default:
      return day satisfies never;
  }
}

const isCurrent = ({ ahead, year }: Within): boolean => ahead === 0 && year === undefined;

type Spec<Kind extends DaySpec["is"]> = Extract<DaySpec, { is: Kind }>;

const inYear = ({ ahead, year }: Within): { year: number } | { years: number } =>
  year === undefined ? { years: ahead } : { year };

function weekdayWithin(day: Spec<"weekday">, { unit, ahead }: Within): DaySpec | undefined {
  const isThatWeek = unit === "week" && (day.weeks === null || day.weeks === ahead);
  return isThatWeek ? { ...day, weeks: ahead } : undefined;
}

function dateWithin(day: Spec<"date">, within: Within): DaySpec | undefined {
  const { unit, ahead } = within;
  if (day.year !== undefined || day.years !== undefined || unit === "week") return day;
  if (unit === "month") return day.month === undefined ? { ...day, months: ahead } : day;
  return day.month === undefined ? undefined : { ...day, ...inYear(within) };
}

function monthEndWithin(day: Spec<"month-end">, within: Within): DaySpec | undefined {
  const { unit, ahead } = within;
  if (unit === "year") return day.month === undefined ? undefined : { ...day, ...inYear(within) };
  return unit === "month" && day.month === undefined ? { ...day, months: ahead } : undefined;
}
