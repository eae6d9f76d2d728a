import { instantOf, wallTimeAt } from "./instants.ts";
import { lunarMonthsOf } from "./lunar.ts";
import { rulePartsOf } from "./rule-parts.ts";
import { countOf, rulePart, untilDate } from "../text/calendar-formats.ts";
import type { Steps } from "./rule-periods.ts";
import { walkRule } from "./rule-walk.ts";
import { civil, dayOf, timeOf, type Wall, wallAt, wallOf, wallText } from "./wall.ts";
import { isWorkday } from "./workdays.ts";
import { zoneClock } from "./zone-clock.ts";

/** A reminder as far as its times go. */
export interface Schedule {
  /** Wall time of the first occurrence. */
  readonly start: string;
  readonly zone: string;
  readonly rrule: string | null;
  /** Wall times that are left out. */
  readonly exdates?: readonly string[] | undefined;
  readonly workdays?: "CN" | null | undefined;
  /**
   * The moment itself, when it was said as elapsed time. Wins over `start` when there is no rule.
   */
  readonly instant?: number | undefined;
}

export interface Occurrence {
  readonly wall: string;
  readonly instant: number;
}

/** Clocks have moved by at most three hours at once. */
const widestJump = 3 * 3_600_000;

/**
 * Enough for a day that comes once in forty years; what needs more never comes, as far as anyone
 * can wait.
 */
const stepsOfOne = 20_000;
/** A number of times is counted from the first, so such a rule may need more. */
const stepsOfCounted = 250_000;

const stepsFor = (rrule: string | null): Steps => ({
  left: rrule?.includes("COUNT=") === true ? stepsOfCounted : stepsOfOne,
});

/** The first occurrence strictly after that moment. */
export const nextOccurrence = (
  row: Schedule,
  after: number,
  steps?: Steps,
): Occurrence | undefined => occurrencesAfter(row, after, steps).next().value;

/**
 * The occurrences strictly after that moment, one by one and in order. They end where the steps
 * end: who hands in a budget for several series sees by it that there was more to look at.
 *
 * The rule runs on wall time, where no hour is missing or repeated, and each result becomes a
 * moment afterwards. So a day whose hour the clocks jump over still has its occurrence, a little
 * later, and a doubled hour has one.
 */
export function* occurrencesAfter(
  row: Schedule,
  after: number,
  given?: Steps,
): Generator<Occurrence, undefined> {
  if (row.rrule === null) {
    const instant = row.instant ?? instantOf(row.start, row.zone);
    if (instant > after)
      yield {
        wall: row.instant === undefined ? row.start : wallTimeAt(instant, row.zone),
        instant,
      };
    return undefined;
  }
  const left = new Set(row.exdates);
  let last = after;
  let from = Math.max(wallOf(wallTimeAt(after, row.zone)) - widestJump, wallOf(row.start)) - 1;
  const steps = given ?? stepsFor(row.rrule);
  const next = walker(row, row.rrule, steps);
  const clock = zoneClock(row.zone);
  for (let nth = 0; ; nth += 1) {
    // Each occurrence has a budget of its own, unless all of them share one.
    if (given === undefined) steps.left = stepsFor(row.rrule).left;
    steps.left -= 1;
    const wall = next(from);
    if (wall === undefined) return undefined;
    from = wall;
    const text = wallText(wall);
    // A caller that wants only the next one needs no more of the zone.
    const instant = nth < 2 ? instantOf(text, row.zone) : clock.instantOf(wall);
    if (instant <= last || left.has(text)) continue;
    yield { wall: text, instant };
    last = instant;
  }
}

/** The last one at or before that moment, if it is at most `within` milliseconds. */
export function latestOccurrence(
  row: Schedule,
  until: number,
  within: number,
): Occurrence | undefined {
  let found: Occurrence | undefined;
  for (const each of occurrencesAfter(row, until - within)) {
    if (each.instant > until) break;
    found = each;
  }
  return found;
}

type Step = (after: Wall) => Wall | undefined;

function walker(row: Schedule, rrule: string, steps: Steps): Step {
  if (row.workdays === "CN") return workdayStep(wallOf(row.start), rrule, steps);
  if (rrule.includes("RSCALE=CHINESE")) return lunarStep(wallOf(row.start), rrule, steps);
  return walkRule(rulePartsOf(rrule), wallOf(row.start), steps);
}

/**
 * By the Chinese calendar: on these days of each month, or of one month of the year, where it has
 * them.
 */
function lunarStep(start: Wall, rrule: string, steps: Steps): Step {
  const part = (name: string): string | undefined => rulePart(name).exec(rrule)?.[1];
  const dates = [...new Set((part("BYMONTHDAY") ?? "").split(",").map(Number))];
  const [month, every, limit] = [
    part("BYMONTH"),
    Number(part("INTERVAL") ?? 1),
    Number(part("COUNT") ?? Infinity),
  ];
  const end = endOf(rrule);
  const opening = civil(dayOf(start)).year;
  const months = Array.from({ length: 60 }, (_, ahead) =>
    lunarMonthsOf(opening - 1 + ahead),
  ).flat();
  steps.left -= months.length;
  const own = months.findIndex(({ first, length }) => first + length > dayOf(start));
  const chosen = months.filter((each, index) =>
    month === undefined
      ? index >= own && (index - own) % every === 0
      : each.month === Number(month) &&
        !each.leap &&
        (each.year - (months[own]?.year ?? 0)) % every === 0,
  );
  const walls = chosen
    .flatMap(({ first, length }) =>
      dates
        .filter((date) => date <= length)
        .map((date) => first + (date < 0 ? length + date : date - 1)),
    )
    .toSorted((a, b) => a - b)
    .map((day) => wallAt(day, timeOf(start)))
    .filter((wall) => wall >= start && wall <= end)
    .slice(0, limit);
  return (after) => walls.find((wall) => wall > after);
}

function endOf(rrule: string): Wall {
  const until = untilDate.exec(rrule);
  return until === null ? Infinity : wallOf(`${until[1]}-${until[2]}-${until[3]}T23:59:59`);
}

/**
 * A year holds more than three hundred days that could be it; nothing else is looked at. A count
 * goes on from where it stood.
 */
function workdayStep(start: Wall, rrule: string, steps: Steps): Step {
  const end = endOf(rrule);
  const limit = Number(countOf.exec(rrule)?.[1] ?? Infinity);
  let seen = { day: dayOf(start), count: 0 };
  return (after) => {
    if (!Number.isFinite(limit)) seen = { day: Math.max(dayOf(start), dayOf(after)), count: 0 };
    else if (seen.day > dayOf(after)) seen = { day: dayOf(start), count: 0 };
    for (let { day, count } = seen; steps.left > 0; day += 1) {
      steps.left -= 1;
      const wall = wallAt(day, timeOf(start));
      if (wall > end || count >= limit) return undefined;
      if (!isWorkday(day)) continue;
      // Up to here every day was before.
      seen = { day, count };
      if (wall > after) return wall;
      count += 1;
    }
    return undefined;
  };
}
