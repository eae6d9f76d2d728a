import type { ReminderRow } from "./rows.ts";
import { occurrencesBetween } from "./schedule.ts";

const minute = 60_000;
/** What has no length takes this long when it is looked at beside others. */
const assumed = 30;
const looked = { occurrences: 5, days: 60 } as const;

const lengthOf = (row: ReminderRow): number => (row.duration_minutes ?? assumed) * minute;

/** Something that goes off many times a day falls on everything; that is its purpose. */
const isPing = ({ rrule }: ReminderRow): boolean => rrule !== null && /FREQ=(?:HOURLY|MINUTELY)|BYHOUR=/.test(rrule);

const counts = (row: ReminderRow): boolean => row.lifecycle === "active" && row.next_fire_at !== null && !isPing(row);

/** The first of the others whose time falls on this one's, looking at the next few times of a series. */
export function overlapping(row: ReminderRow, others: readonly ReminderRow[], now: number): ReminderRow | undefined {
  if (!counts(row)) return undefined;
  const until = now + looked.days * 24 * 60 * minute;
  const mine = occurrencesBetween(row, { from: now, to: row.rrule === null ? Infinity : until, most: looked.occurrences });
  return others.find((other) => other.id !== row.id && counts(other) && mine.some(({ instant }) => meets(row, instant, other)));
}

function meets(row: ReminderRow, instant: number, other: ReminderRow): boolean {
  const from = instant - lengthOf(other) + 1;
  const to = instant + lengthOf(row);
  return occurrencesBetween(other, { from, to, most: 1 }).length > 0;
}

/** The same words at the same moment, or by the same rule: it is there already. */
export function duplicateOf(row: ReminderRow, others: readonly ReminderRow[]): ReminderRow | undefined {
  return others.find(
    (other) =>
      other.id !== row.id &&
      other.lifecycle === "active" &&
      other.content_hash === row.content_hash &&
      other.rrule === row.rrule &&
      other.workdays === row.workdays &&
      other.next_fire_at === row.next_fire_at,
  );
}
