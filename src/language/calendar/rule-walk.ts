import { clockOf, type Frequency, type RuleParts, withDefaults } from "./rule-parts.ts";
import { daysOfMonth, daysOfWeek, daysOfYear, isDayOf, type Steps } from "./rule-periods.ts";
import { countBefore, type Period, sizeOf, type Times, wallOfNth } from "./rule-times.ts";
import { civil, type Day, dayFrom, dayMs, dayOf, timeOf, type Wall, weekdayOf } from "./wall.ts";

/** No calendar of ours goes further. */
const lastWall = Date.UTC(9999, 11, 31, 23, 59, 59);
/** A gap between occurrences longer than this ends the search. */
const longestWait = 100 * 366 * dayMs;

/**
 * The first wall time of a rule strictly after another one. Periods are found by arithmetic, so a
 * series that began long ago costs no more than one that begins today; a rule that names days which
 * never come ends with its steps, or after a hundred years.
 */
export function walkRule(
  given: RuleParts,
  start: Wall,
  steps: Steps,
): (after: Wall) => Wall | undefined {
  const rule = withDefaults(given, start);
  const walk: Walk = { rule, origin: originOf(rule, start), steps };
  const last = Math.min(lastWall, rule.until, lastCounted(rule, start));
  // The last of a plain rule is known, so nothing is left to count.
  const isCounted = rule.count !== undefined && !(rule.plain && unitMs[rule.freq] !== undefined);
  const counted = isCounted ? countingWalk(walk, start, rule.count ?? 0) : undefined;
  return (after) => {
    const bound = Math.max(after + 1, start);
    if (bound > last) return undefined;
    const span = {
      bound,
      end: Math.min(last, bound + longestWait),
      from: periodAt(rule, walk.origin, bound),
    };
    return counted === undefined ? search(walk, span) : counted(span);
  };
}

interface Walk {
  readonly rule: RuleParts;
  /** Where the first period begins. */
  readonly origin: Wall;
  readonly steps: Steps;
}

interface Span {
  readonly bound: Wall;
  readonly end: Wall;
  /** The number of the period that the search begins with. */
  readonly from: number;
}

function search(walk: Walk, { bound, end, from }: Span): Wall | undefined {
  for (let index = from; walk.steps.left > 0;) {
    const found = periodOf(walk, index);
    if (found.from > end) return undefined;
    const own = pickPositions(walk.rule, found);
    const nth = own.before(bound);
    if (nth < own.size) return own.at(nth) <= end ? own.at(nth) : undefined;
    index = found.next;
  }
  return undefined;
}

/**
 * A rule that ends after so many times is counted from its start; the count goes on from where it
 * stood.
 */
function countingWalk(walk: Walk, start: Wall, limit: number): (span: Span) => Wall | undefined {
  let seen = { index: 0, count: 0 };
  return ({ bound, end, from }) => {
    if (from < seen.index) seen = { index: 0, count: 0 };
    while (walk.steps.left > 0) {
      const { index, count } = seen;
      const found = periodOf(walk, index);
      if (found.from > end || count >= limit) return undefined;
      const own = pickPositions(walk.rule, found);
      const early = index === 0 ? own.before(start) : 0;
      const nth = index >= from ? own.before(bound) : own.size;
      if (nth < own.size)
        return own.at(nth) <= end && count + nth - early < limit ? own.at(nth) : undefined;
      seen = { index: found.next, count: count + own.size - early };
    }
    return undefined;
  };
}

const unitMs: Readonly<Partial<Record<Frequency, number>>> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
};

/**
 * Every day, hour or week without any further wish: the last of so many is found without counting.
 */
function lastCounted(rule: RuleParts & { readonly plain: boolean }, start: Wall): Wall {
  const unit = unitMs[rule.freq];
  return rule.plain && unit !== undefined && rule.count !== undefined
    ? start + (rule.count - 1) * rule.interval * unit
    : Infinity;
}

/**
 * The number of the period that holds a wall time, as one that the interval meets: not later than
 * it.
 */
function periodAt(rule: RuleParts, first: Wall, wall: Wall): number {
  const unit = unitMs[rule.freq];
  if (unit !== undefined) return Math.max(0, Math.floor((wall - first) / (unit * rule.interval)));
  const [from, to] = [civil(dayOf(first)), civil(dayOf(wall))];
  // A week of a year may lie in the year before.
  if (rule.freq === "YEARLY")
    return Math.max(
      0,
      Math.floor((to.year - from.year - (rule.weeks === undefined ? 0 : 1)) / rule.interval),
    );
  return Math.max(
    0,
    Math.floor(((to.year - from.year) * 12 + to.month - from.month) / rule.interval),
  );
}

/** Where the first period begins. */
function originOf({ freq, weekStart }: RuleParts, start: Wall): Wall {
  const day = dayOf(start);
  if (freq === "WEEKLY") return (day - ((weekdayOf(day) - weekStart + 7) % 7)) * dayMs;
  const unit = unitMs[freq];
  return unit === undefined ? day * dayMs : Math.floor(start / unit) * unit;
}

interface Found extends Period {
  /** Where the period begins; what comes later than the end of a rule is not looked at. */
  readonly from: Wall;
  /** The number of the next period that may hold something. */
  readonly next: number;
}

const nothing: Times = { hours: [], minutes: [], seconds: [] };

function periodOf(walk: Walk, index: number): Found {
  const { rule, origin, steps } = walk;
  const { freq, interval, hours = [], minutes = [], seconds = [] } = rule;
  const times = { hours, minutes, seconds };
  const unit = unitMs[freq];
  if (unit === undefined) {
    const { year, month } = civil(dayOf(origin));
    const months = freq === "MONTHLY" ? month - 1 + index * interval : 0;
    const at = {
      year: freq === "MONTHLY" ? year + Math.floor(months / 12) : year + index * interval,
      month: (months % 12) + 1,
    };
    if (at.year > 9999) return { days: [], times, from: Infinity, next: index + 1 };
    const days =
      freq === "MONTHLY" ? daysOfMonth(rule, at, steps) : daysOfYear(rule, at.year, steps);
    steps.left -= 1;
    const opening =
      ((dayFrom(at.year, at.month, 1) ?? 0) - (rule.weeks === undefined ? 0 : 7)) * dayMs;
    return { days, times, from: opening, next: index + 1 };
  }
  const from = origin + index * interval * unit;
  if (freq === "WEEKLY")
    return { days: daysOfWeek(rule, dayOf(from), steps), times, from, next: index + 1 };
  return withinDay(walk, from, index);
}

/** The next period at or after a wall time. */
const indexFrom = (rule: RuleParts, origin: Wall, wall: Wall): number =>
  Math.ceil((wall - origin) / ((unitMs[rule.freq] ?? dayMs) * rule.interval));

/**
 * A day, an hour, a minute or a second. Where its day, hour or minute is not named, all of that is
 * passed over at once.
 */
function withinDay({ rule, origin, steps }: Walk, from: Wall, index: number): Found {
  steps.left -= 1;
  const day = dayOf(from);
  const toFound = (wall: Wall): Found => ({
    days: [],
    times: nothing,
    from,
    next: Math.max(index + 1, indexFrom(rule, origin, wall)),
  });
  if (from > lastWall) return { days: [], times: nothing, from, next: index + 1 };
  if (!isDayOf(rule, day))
    return toFound(
      rule.months === undefined ? (day + 1) * dayMs : nextMonthOf(rule.months, day) * dayMs,
    );
  const clock = timeOf(from) / 1000;
  const { hour, minute, second } = clockOf(from);
  const { freq, hours = [hour], minutes = [minute], seconds = [second] } = rule;
  if (freq === "DAILY")
    return { days: [day], times: { hours, minutes, seconds }, from, next: index + 1 };
  if (!hours.includes(hour)) return toFound(from - (clock % 3600) * 1000 + 3_600_000);
  if (freq === "HOURLY")
    return { days: [day], times: { hours: [hour], minutes, seconds }, from, next: index + 1 };
  if (!minutes.includes(minute)) return toFound(from - (clock % 60) * 1000 + 60_000);
  const own = freq === "MINUTELY" ? seconds : seconds.filter((each) => each === second);
  return {
    days: [day],
    times: { hours: [hour], minutes: [minute], seconds: own },
    from,
    next: index + 1,
  };
}

/** The next day, or the first of the next month that is named. */
function nextMonthOf(months: readonly number[], day: Day): Day {
  const { year, month } = civil(day);
  if (months.includes(month)) return day + 1;
  const ahead = months.find((each) => each > month);
  return dayFrom(ahead === undefined ? year + 1 : year, ahead ?? months[0] ?? 1, 1) ?? day + 1;
}

interface Chosen {
  readonly size: number;
  before(wall: Wall): number;
  at(nth: number): Wall;
}

/** All of a period, or those at the positions that the rule names. */
function pickPositions({ positions }: RuleParts, period: Period): Chosen {
  const size = sizeOf(period);
  if (positions === undefined)
    return {
      size,
      before: (wall) => countBefore(period, wall),
      at: (nth) => wallOfNth(period, nth),
    };
  const indexes = positions
    .map((nth) => (nth > 0 ? nth - 1 : size + nth))
    .filter((nth) => nth >= 0 && nth < size);
  const walls = [...new Set(indexes)]
    .map((nth) => wallOfNth(period, nth))
    .toSorted((a, b) => a - b);
  return {
    size: walls.length,
    before: (wall) => walls.filter((each) => each < wall).length,
    at: (nth) => walls[nth] ?? NaN,
  };
}
