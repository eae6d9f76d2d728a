import { civil, type Day, dayMs, weekdayOf } from "./wall.ts";

interface YearPlan {
  /** Days from Monday to Friday that are free. */
  readonly off: readonly string[];
  /** Saturdays and Sundays that are worked. */
  readonly work: readonly string[];
}

const plan = (off: string, work: string): YearPlan => ({
  off: off.split(" "),
  work: work.split(" "),
});

/** As announced by the State Council each November for the year that follows. */
const plans: Readonly<Record<number, YearPlan>> = {
  2024: plan(
    "01-01 02-12 02-13 02-14 02-15 02-16 04-04 04-05 05-01 05-02 05-03 06-10 09-16 09-17 10-01 10-02 10-03 10-04 10-07",
    "02-04 02-18 04-07 04-28 05-11 09-14 09-29 10-12",
  ),
  2025: plan(
    "01-01 01-28 01-29 01-30 01-31 02-03 02-04 04-04 05-01 05-02 05-05 06-02 10-01 10-02 10-03 10-06 10-07 10-08",
    "01-26 02-08 04-27 09-28 10-11",
  ),
  2026: plan(
    "01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07",
    "01-04 02-14 02-28 05-09 09-20 10-10",
  ),
};

/** Whether the calendar of that day's year is known. */
export const hasWorkdays = (day: Day): boolean => plans[civil(day).year] !== undefined;

/** The first and the last year that have a plan; around them no date needs to be named. */
const planned = Object.keys(plans).map(Number);
const [firstPlanned, lastPlanned] = [
  Date.UTC(Math.min(...planned), 0, 1) / dayMs,
  Date.UTC(Math.max(...planned) + 1, 0, 1) / dayMs,
];

/** By the announced calendar; where there is none, Monday to Friday. */
export function isWorkday(day: Day): boolean {
  if (day < firstPlanned || day >= lastPlanned) return weekdayOf(day) <= 5;
  const { year, month, day: date, weekday } = civil(day);
  const name = `${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  const year0 = plans[year];
  return weekday <= 5 ? year0?.off.includes(name) !== true : year0?.work.includes(name) === true;
}
