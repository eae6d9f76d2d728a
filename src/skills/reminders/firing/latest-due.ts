import { latestOccurrence, type Occurrence } from "../../../language/calendar/occurrences.ts";
import { scheduleOf, type Timing } from "../commands/schedule.ts";

const hour = 3_600_000;
const spans = [hour, 24 * hour, 31 * 24 * hour];

/**
 * The last occurrence of a series that is over by now and not older than `since`. A rule for every
 * minute is not walked through a lost month.
 */
export function latestDue(row: Timing, since: number, now: number): Occurrence | undefined {
  const schedule = scheduleOf(row);
  if (schedule === undefined || schedule.rrule === null) return undefined;
  const all = now - since + 1;
  for (const span of [...spans.filter((each) => each < all), all]) {
    const found = latestOccurrence(schedule, now, span);
    if (found !== undefined) return found;
  }
  return undefined;
}
