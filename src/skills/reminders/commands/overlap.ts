import type { Steps } from "../../../language/calendar/rule-periods.ts";
import type { ReminderRow } from "../rows.ts";
import { occurrencesBetween } from "./schedule.ts";

const minute = 60_000;
const looked = { occurrences: 5, days: 60 } as const;

/** A point in time fills a moment: it may lie within something longer. */
const lengthOf = (row: ReminderRow): number => Math.max((row.duration_minutes ?? 0) * minute, 1);

/** Two points without length never fall on each other: a reminder takes no time. */
const arePoints = (one: ReminderRow, other: ReminderRow): boolean =>
  one.duration_minutes === null && other.duration_minutes === null;

/** A reminder that fires many times a day overlaps everything on purpose. */
export const isPing = ({ rrule }: Pick<ReminderRow, "rrule">): boolean =>
  rrule !== null && /FREQ=(?:HOURLY|MINUTELY)|BYHOUR=/.test(rrule);

/** A calendar program's "show as free". */
const isShownFree = ({ calendar }: ReminderRow): boolean =>
  calendar?.lines.some((line) => /^TRANSP(?:;[^:]*)?:\s*TRANSPARENT\s*$/i.test(line)) === true;

/** Whole days leave their hours free. */
const canOverlap = (row: ReminderRow): boolean =>
  row.lifecycle === "active" &&
  row.next_fire_at !== null &&
  !row.all_day &&
  !isPing(row) &&
  !isShownFree(row);

/** Checking another series costs this much before its first step. */
const stepsOfLook = 20;
const mostSteps = 20_000;

export interface OverlapSearch {
  readonly now: number;
  /**
   * The remaining budget. When it is used up, no more overlaps are found: they are hints, not
   * promises.
   */
  readonly steps?: Steps | undefined;
}

/** The first overlapping reminder, checking the next few occurrences of a series. */
export function overlapping(
  row: ReminderRow,
  others: readonly ReminderRow[],
  at: OverlapSearch,
): ReminderRow | undefined {
  if (!canOverlap(row)) return undefined;
  const { now, steps = { left: mostSteps } } = at;
  const until = now + looked.days * 24 * 60 * minute;
  const mine = occurrencesBetween(row, {
    from: now,
    to: row.rrule === null ? Infinity : until,
    most: looked.occurrences,
  });
  return others.find(
    (other) =>
      other.id !== row.id &&
      canOverlap(other) &&
      !arePoints(row, other) &&
      mine.some(({ instant }) => doesOverlap(row, instant, { other, steps })),
  );
}

function doesOverlap(
  row: ReminderRow,
  instant: number,
  { other, steps }: { other: ReminderRow; steps: Steps },
): boolean {
  const from = instant - lengthOf(other) + 1;
  const to = instant + lengthOf(row);
  if (other.rrule === null) {
    const due = Date.parse(other.next_fire_at ?? "");
    return due >= from && due < to;
  }
  if (steps.left <= 0 || !mayMeet(row, other)) return false;
  steps.left -= stepsOfLook;
  return occurrencesBetween(other, { from, to, most: 1, steps }).length > 0;
}

const day = 24 * 60 * minute;

/**
 * Two times of the day that are far apart are so on every day, wherever both are meant in one zone.
 * Spares most series the walk.
 */
function mayMeet(row: ReminderRow, other: ReminderRow): boolean {
  if (row.captured_timezone !== other.captured_timezone || row.instant !== null) return true;
  const [mine, theirs] = [row, other].map(({ local_start: start }) =>
    Date.parse(`1970-01-01T${start?.slice(11)}Z`),
  ) as [number, number];
  const ahead = (theirs - mine + day) % day;
  return ahead < lengthOf(row) || day - ahead < lengthOf(other);
}

/** An existing reminder with the same title and the same time or rule. */
export function duplicateOf(
  row: ReminderRow,
  others: readonly ReminderRow[],
): ReminderRow | undefined {
  return others.find(
    (other) =>
      other.id !== row.id &&
      other.lifecycle === "active" &&
      other.content_hash === row.content_hash &&
      other.rrule === row.rrule &&
      other.workdays === row.workdays &&
      other.all_day === row.all_day &&
      other.next_fire_at === row.next_fire_at,
  );
}

/**
 * The reminder that a change would duplicate. A change of neither title nor time duplicates
 * nothing.
 */
export function findDuplicate(
  changes: readonly { readonly before: ReminderRow | null; readonly after: ReminderRow }[],
  others: readonly ReminderRow[],
): ReminderRow | undefined {
  const isNew = ({ before, after }: (typeof changes)[number]): boolean =>
    before === null ||
    before.content_hash !== after.content_hash ||
    before.next_fire_at !== after.next_fire_at;
  return changes.filter(isNew).flatMap(({ after }) => duplicateOf(after, others) ?? [])[0];
}
