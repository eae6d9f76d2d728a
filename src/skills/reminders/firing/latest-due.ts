import type { Occurrence } from "../../../language/calendar/occurrences.ts";
import { type Timing, timesAfter } from "../commands/schedule.ts";

const hour = 3_600_000;
const spans = [hour, 24 * hour, 31 * 24 * hour];

/**
 * The last occurrence of a series that is over by now and not older than `since`. A rule for every
 * minute is not walked through a lost month.
 */
export function latestDue(row: Timing, since: number, now: number): Occurrence | undefined {
  if (row.local_start === null || row.rrule === null) return undefined;
  const all = now - since + 1;
  for (const span of [...spans.filter((each) => each < all), all]) {
    const found = latestBefore(row, now, span);
    if (found !== undefined) return found;
  }
  return undefined;
}

function latestBefore(row: Timing, until: number, within: number): Occurrence | undefined {
  let found: Occurrence | undefined;
  for (const each of timesAfter(row, until - within)) {
    if (each.instant > until) break;
    found = each;
  }
  return found;
}
