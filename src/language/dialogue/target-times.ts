import { resolveDay } from "../calendar/dates.ts";
import { timeAfter } from "../calendar/series-times.ts";
import { type Day, dayMs, dayOf, timeOf, wallAt, wallOf } from "../calendar/wall.ts";
import type { Reading } from "../reading.ts";
import type { Period } from "../times/atoms.ts";
import { readings } from "../times/hours.ts";
import type { Phrase } from "../times/phrase.ts";
import type { KnownReminder } from "../request.ts";
import { isRefused } from "./refused.ts";

/** Which of the reminders have the times that were named; of several, those that are due on that day. */
export function byTime<Each extends { readonly reminder: KnownReminder }>(
  reading: Reading,
  targets: readonly Each[],
  hints: readonly Phrase[],
): readonly Each[] {
  const fitting = fittingTime(reading, targets, hints);
  const days = hints.flatMap(({ day, past }) => (day === undefined || past === true ? [] : [day]));
  const [only, second] = days.map((day) => resolveDay(day, reading.now));
  if (fitting.length < 2 || only === undefined || second !== undefined || isRefused(only))
    return fitting;
  const due = fitting.filter(({ reminder }) => isDueOn(reading, reminder, only.day));
  return due.length > 0 ? due : fitting;
}

function isDueOn({ zone }: Reading, reminder: KnownReminder, day: Day): boolean {
  if (typeof reminder.rrule !== "string") return true;
  const next = timeAfter(reminder, zone, wallAt(day, 0) - 1000);
  return next !== undefined && dayOf(wallOf(next)) === day;
}

function fittingTime<Each extends { readonly reminder: KnownReminder }>(
  { now }: Reading,
  targets: readonly Each[],
  hints: readonly Phrase[],
): readonly Each[] {
  // "刚刚设的" is not a day.
  return hints
    .filter(({ past }) => past !== true)
    .reduce((left, { clock, day, period }) => {
      const wanted = day === undefined ? undefined : resolveDay(day, now);
      return left.filter(({ reminder }) => {
        if (reminder.start === null) return false;
        const start = wallOf(reminder.start);
        const atHour =
          clock === undefined ||
          readings(clock).some((reading) => reading % dayMs === timeOf(start));
        const onDay =
          wanted === undefined ||
          isRefused(wanted) ||
          typeof reminder.rrule === "string" ||
          dayOf(start) === wanted.day;
        return atHour && onDay && isInPart(timeOf(start), clock === undefined ? period : undefined);
      });
    }, targets);
}

/** Morning, or the second half of the day. */
const isInPart = (time: number, part: Period | undefined): boolean =>
  part === undefined ||
  part === "noon" ||
  time < dayMs / 2 === (part === "dawn" || part === "morning");
