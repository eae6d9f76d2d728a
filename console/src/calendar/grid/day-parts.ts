import { type TimedEntry } from "../contract.ts";
import { endMinutes } from "../date-words.ts";
import { type Day, dayOf, daysBetween, minutesOf } from "../days.ts";
import { type Block } from "./entry-block.tsx";

interface DayParts {
  /** Whole days are shown above the hours. */
  readonly whole: readonly TimedEntry[];
  readonly blocks: readonly Block[];
}

const dayMinutes = 1_440;
/** The smallest height that is visible and clickable. */
const leastMinutes = 30;

/** Whether an entry is on that day: whole days on each of theirs, others where they begin. */
export const isOnDay = (entry: TimedEntry, day: Day): boolean =>
  entry.all_day && entry.display_end !== null
    ? dayOf(entry.display_start) <= day && day < dayOf(entry.display_end)
    : dayOf(entry.display_start) === day;

/**
 * The part of each entry within a day: an entry that runs past midnight continues in the next one.
 */
export function partsOf(day: Day, entries: readonly TimedEntry[]): DayParts {
  const whole: TimedEntry[] = [];
  const blocks: Block[] = [];
  for (const entry of entries) {
    const start =
      minutesOf(entry.display_start) - daysBetween(dayOf(entry.display_start), day) * dayMinutes;
    const end = start + (entry.duration_minutes ?? (entry.all_day ? dayMinutes : 0));
    const isRest = start < 0;
    if (start >= dayMinutes || (isRest && end <= 0)) continue;
    if (start <= 0 && end >= dayMinutes) whole.push(entry);
    else if (isRest) blocks.push({ entry, from: 0, to: Math.max(end, leastMinutes), isRest });
    else
      blocks.push({
        entry,
        from: Math.min(start, dayMinutes - leastMinutes),
        to: endMinutes(entry.display_start, entry.duration_minutes),
        isRest,
      });
  }
  return { whole, blocks };
}

/** Pixels of a day of the month: above its entries with its edges, and for each of them. */
const monthHead = 34;
const monthLine = 26;
const weekdayHead = 28;

/** As many lines as fit into each day of a month with so many weeks; before it is measured, three. */
export const linesInDay = (height: number, weeks: number): number =>
  height === 0
    ? 3
    : Math.max(2, Math.floor(((height - weekdayHead) / weeks - monthHead) / monthLine));
