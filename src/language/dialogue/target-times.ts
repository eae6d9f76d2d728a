import { resolveDay } from "../calendar/dates.ts";
import { dayMs, dayOf, timeOf, wallOf } from "../calendar/wall.ts";
import type { Reading } from "../reading.ts";
import type { Period } from "../times/atoms.ts";
import { readings } from "../times/hours.ts";
import type { Phrase } from "../times/phrase.ts";
import type { KnownReminder } from "../request.ts";
import { isRefused } from "./refused.ts";

/** Which of the reminders have the times that were named. */
export function byTime<Each extends { readonly reminder: KnownReminder }>(
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
