import { monthsBefore } from "../calendar/dates.ts";
import { dayMs, dayOf, timeOf, type Wall, wallAt } from "../calendar/wall.ts";
import type { Phrase } from "./phrase.ts";

/** How long before something: a month is as long as the calendar says. */
export interface Lead {
  readonly ms: number;
  readonly months: number;
}

/** "10 minutes before", "two months ahead", and "the day before" where no hour of that day is said. */
export function leadOf(phrase: Phrase): Lead | undefined {
  const { lead, leadMonths = 0, day } = phrase;
  if (typeof lead === "number") return { ms: lead, months: leadMonths };
  return isDayBefore(phrase) && phrase.period === undefined && day?.is === "event"
    ? { ms: -day.days * dayMs, months: 0 }
    : undefined;
}

/** "the day before", "the evening before": counted from what is spoken of, without a clock. */
export const isDayBefore = ({ day, clock, rule }: Phrase): boolean =>
  day?.is === "event" &&
  day.base === undefined &&
  day.days < 0 &&
  clock === undefined &&
  rule === undefined;

export const goBack = (from: Wall, { ms, months }: Lead): Wall =>
  wallAt(months === 0 ? dayOf(from) : monthsBefore(dayOf(from), months), timeOf(from)) - ms;
