import { RRuleTemporal } from "rrule-temporal";
import { instantOf, wallTimeAt } from "./instants.ts";
import { lunarMonthsOf } from "./lunar.ts";
import { civil, dayOf, timeOf, type Wall, wallAt, wallOf, wallText } from "./wall.ts";
import { isWorkday } from "./workdays.ts";

/** A reminder as far as its times go. */
export interface Schedule {
  /** Wall time of the first occurrence. */
  readonly start: string;
  readonly zone: string;
  readonly rrule: string | null;
  /** Wall times that are left out. */
  readonly exdates?: readonly string[] | undefined;
  readonly workdays?: "CN" | null | undefined;
  /** The moment itself, when it was said as elapsed time. Wins over `start` when there is no rule. */
  readonly instant?: number | undefined;
}

export interface Occurrence {
  readonly wall: string;
  readonly instant: number;
}

/** Clocks have moved by at most three hours at once. */
const widestJump = 3 * 3_600_000;

/**
 * The first occurrence strictly after that moment.
 *
 * The rule runs on figures of the wall, where no hour is missing or double, and each result becomes a moment afterwards. So
 * a day whose hour the clocks jump over still has its occurrence, a little later, and a doubled hour has one.
 */
export function nextOccurrence(row: Schedule, after: number): Occurrence | undefined {
  if (row.rrule === null) {
    const instant = row.instant ?? instantOf(row.start, row.zone);
    return instant > after ? { wall: row.instant === undefined ? row.start : wallTimeAt(instant, row.zone), instant } : undefined;
  }
  const left = new Set(row.exdates);
  let from = Math.max(wallOf(wallTimeAt(after, row.zone)) - widestJump, wallOf(row.start)) - 1;
  const next = walker(row, row.rrule);
  for (;;) {
    const wall = next(from);
    if (wall === undefined) return undefined;
    const text = wallText(wall);
    const instant = instantOf(text, row.zone);
    if (instant > after && !left.has(text)) return { wall: text, instant };
    from = wall;
  }
}

/** The last one at or before that moment, if it is no older than `within` milliseconds. */
export function latestOccurrence(row: Schedule, until: number, within: number): Occurrence | undefined {
  let found: Occurrence | undefined;
  for (
    let each = nextOccurrence(row, until - within);
    each !== undefined && each.instant <= until;
    each = nextOccurrence(row, each.instant)
  )
    found = each;
  return found;
}

type Step = (after: Wall) => Wall | undefined;

function walker(row: Schedule, rrule: string): Step {
  if (row.workdays === "CN") return workdayStep(wallOf(row.start), rrule);
  if (rrule.includes("RSCALE=CHINESE")) return lunarStep(wallOf(row.start), rrule);
  const start = row.start.replaceAll(/[-:]/g, "");
  const rule = new RRuleTemporal({ rruleString: `DTSTART:${start}Z\nRRULE:${withUtcUntil(rrule)}` });
  return (after) => rule.next(new Date(after))?.epochMilliseconds;
}

/** The rule runs as if the wall were UTC, so its end has to say so too. */
const withUtcUntil = (rrule: string): string =>
  rrule.replace(/UNTIL=(\d{8})(?:T(\d{6}))?Z?/, (_, day: string, time: string | undefined) => `UNTIL=${day}T${time ?? "235959"}Z`);

/** By the Chinese calendar: on these days of each month, or of one month of the year, where it has them. */
function lunarStep(start: Wall, rrule: string): Step {
  const part = (name: string): string | undefined => new RegExp(String.raw`\b${name}=([\d,-]+)`).exec(rrule)?.[1];
  const dates = (part("BYMONTHDAY") ?? "").split(",").map(Number);
  const [month, every, limit] = [part("BYMONTH"), Number(part("INTERVAL") ?? 1), Number(part("COUNT") ?? Infinity)];
  const end = endOf(rrule);
  const opening = civil(dayOf(start)).year;
  const months = Array.from({ length: 60 }, (_, ahead) => lunarMonthsOf(opening - 1 + ahead)).flat();
  const own = months.findIndex(({ first, length }) => first + length > dayOf(start));
  const chosen = months.filter((each, index) =>
    month === undefined
      ? index >= own && (index - own) % every === 0
      : each.month === Number(month) && !each.leap && (each.year - (months[own]?.year ?? 0)) % every === 0,
  );
  const walls = chosen
    .flatMap(({ first, length }) => dates.filter((date) => date <= length).map((date) => first + (date < 0 ? length + date : date - 1)))
    .toSorted((a, b) => a - b)
    .map((day) => wallAt(day, timeOf(start)))
    .filter((wall) => wall >= start && wall <= end)
    .slice(0, limit);
  return (after) => walls.find((wall) => wall > after);
}

function endOf(rrule: string): Wall {
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rrule);
  return until === null ? Infinity : wallOf(`${until[1]}-${until[2]}-${until[3]}T23:59:59`);
}

/** A year holds more than three hundred days that could be it; nothing else is looked at. */
function workdayStep(start: Wall, rrule: string): Step {
  const end = endOf(rrule);
  const limit = Number(/COUNT=(\d+)/.exec(rrule)?.[1] ?? Infinity);
  return (after) => {
    let count = 0;
    for (let day = Number.isFinite(limit) ? dayOf(start) : Math.max(dayOf(start), dayOf(after)); ; day += 1) {
      const wall = wallAt(day, timeOf(start));
      if (wall > end || count >= limit) return undefined;
      if (!isWorkday(day)) continue;
      count += 1;
      if (wall > after) return wall;
    }
  };
}
