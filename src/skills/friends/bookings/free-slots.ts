import type { BookingHours } from "../../../domain/events/booking.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import {
  dayMs,
  dayOf,
  minuteMs,
  wallAt,
  wallOf,
  wallText,
  weekdayOf,
} from "../../../language/calendar/wall.ts";
import { type Interval, isFree, readBusy } from "../availability/free-time.ts";
import { readHeld } from "./request-rows.ts";

/** A visitor's time begins at least this much later: the person has to read the request first. */
const leastAheadMs = 2 * 60 * minuteMs;

const clockMs = (clock: string): number =>
  (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))) * minuteMs;

/** The times within the hours that nothing else fills, in order. */
export function listFreeSlots(
  hours: BookingHours,
  on: { readonly zone: string; readonly now: number; readonly busy: readonly Interval[] },
): number[] {
  const { zone, now, busy } = on;
  const length = hours.minutes * minuteMs;
  const today = dayOf(wallOf(wallTimeAt(now, zone)));
  const slots = new Set<number>();
  for (let day = today; day <= today + hours.days_ahead; day += 1) {
    if (!hours.weekdays.includes(weekdayOf(day))) continue;
    const last = clockMs(hours.ends) - length;
    for (let clock = clockMs(hours.starts); clock <= last; clock += length) {
      const from = instantOf(wallText(wallAt(day, clock)), zone);
      if (from >= now + leastAheadMs && isFree(busy, { from, to: from + length })) slots.add(from);
    }
  }
  // A clock that is set back or forward may show two of them at the same moment.
  return [...slots].toSorted((a, b) => a - b);
}

/** Free by the person's own calendar, by those that they follow, and by what others asked for before. */
export async function readFreeSlots(
  read: Reads,
  on: {
    readonly accountId: string;
    readonly hours: BookingHours;
    readonly zone: string;
    readonly now: number;
  },
): Promise<number[]> {
  const { accountId, hours, zone, now } = on;
  const span = { from: now, to: now + (hours.days_ahead + 2) * dayMs };
  const own = await readBusy(read, { who: accountId, span });
  const held = await readHeld(read, accountId);
  return listFreeSlots(hours, { zone, now, busy: [...own, ...held] });
}
