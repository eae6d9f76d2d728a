import type { ClockTime, DaySpec, RuleSpec } from "../times/atoms.ts";
import { resolveDay } from "./dates.ts";
import { readingOnDay, readings } from "../times/hours.ts";
import { intraday } from "./intraday.ts";
import { lengthOf, takeHalfFromEnd } from "./moments.ts";
import type { Reason } from "../dialogue/reasons.ts";
import { isComplete, firstStart, ruleText, type Series } from "./rule-days.ts";
import { civil, compact, type Day, dayMs, dayOf, type Wall, wallAt, weekdayCode } from "./wall.ts";
import { hasWorkdays } from "./workdays.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";

interface Frame {
  readonly now: Wall;
  readonly wake: boolean;
}

/** From "每周三下午4点" to its first time and its rule. Refused when something is left to guess. */
export function seriesOf(given: Phrase, frame: Frame): Series | Refused {
  const phrase = completeRule(given, frame.now);
  const rule = ruleWithCount(phrase);
  if (rule === undefined) return refuse("no_time");
  if (rule.ambiguous === true) return refuse("ambiguous_interval");
  if (rule.freq === "HOURLY" || rule.freq === "MINUTELY") return intraday(phrase, rule, frame.now);
  if (phrase.clock === undefined)
    return refuse(phrase.period === undefined ? "date_without_clock" : "period_without_clock");
  if (!isComplete(rule)) return refuse("incomplete_rule");
  // "每年1月1日和7月1日": a second day that the rule does not hold.
  if (phrase.day !== undefined && rule.freq !== "DAILY" && phrase.opening !== true)
    return refuse("ambiguous_day");
  const clock = takeHalfFromEnd(phrase.clock, phrase.endClock);
  const reading = recurringReading(clock, rule, frame.wake);
  if (typeof reading === "object") return reading;
  return placeSeries(phrase, shiftRule(rule, reading), { ...frame, reading });
}

/** "每两周一次，周五下午四点": the day that stands beside an unfinished rule finishes it. */
function completeRule(phrase: Phrase, now: Wall): Phrase {
  const { rule, day = openingDay(phrase), ...rest } = phrase;
  if (rule === undefined || isComplete(rule) || rule.opens !== undefined) return phrase;
  const days = day === undefined ? openingWeekday(phrase, now) : daysOfRule(rule, day);
  return days === undefined ? phrase : { ...rest, rule: { ...rule, ...days } };
}

/** "every six months starting September 5": the day of the month is that of its beginning. */
const openingDay = ({ rule, fromDay }: Phrase): DaySpec | undefined =>
  rule?.freq === "MONTHLY" && fromDay?.is === "date" && fromDay.months === undefined
    ? { is: "date", day: fromDay.day }
    : undefined;

/** "every two weeks starting Friday": on the weekday on which it begins. */
function openingWeekday({ rule, fromDay }: Phrase, now: Wall): Partial<RuleSpec> | undefined {
  if (rule?.freq !== "WEEKLY" || fromDay === undefined) return undefined;
  const first = resolveDay(fromDay, now);
  return isRefused(first) ? undefined : { byday: [weekdayCode(civil(first.day).weekday)] };
}

const dayOfWeek = (day: DaySpec): Partial<RuleSpec> | undefined =>
  day.is === "weekday" && day.weeks === null ? { byday: [weekdayCode(day.weekday)] } : undefined;

function daysOfRule({ freq }: RuleSpec, day: DaySpec): Partial<RuleSpec> | undefined {
  if (freq === "WEEKLY") return dayOfWeek(day);
  if (freq === "MONTHLY" && day.is === "month-end") return { bymonthday: [-1] };
  if (day.is !== "date" || day.year !== undefined || day.months !== undefined) return undefined;
  if (freq === "MONTHLY" && day.month === undefined) return { bymonthday: [day.day] };
  return freq === "YEARLY" && day.month !== undefined
    ? { bymonth: day.month, bymonthday: [day.day] }
    : undefined;
}

function ruleWithCount({ rule, count }: Phrase): RuleSpec | undefined {
  if (rule !== undefined) return rule;
  return count?.unit === "DAILY" ? { freq: "DAILY" } : undefined;
}

/**
 * Every day at eight: of the morning or of the evening? From one to four it is the afternoon, since
 * the night has names of its own. A named weekday follows the table of a named day.
 */
function recurringReading(clock: ClockTime, rule: RuleSpec, wake: boolean): number | Refused {
  const [first = 0, second] = readings(clock);
  if (clock.anyHour === true) return refuse("ambiguous_hour");
  if (second === undefined) return first;
  const isOpen = clock.hour > 4 && clock.hour !== 12;
  return rule.freq === "DAILY" && !wake && isOpen
    ? refuse("ambiguous_hour")
    : readingOnDay(clock, wake);
}

/** The night of a Friday at twelve is Saturday's beginning. */
function shiftRule(rule: RuleSpec, reading: number): RuleSpec | Refused {
  if (reading < dayMs || rule.freq === "DAILY") return rule;
  if (rule.freq !== "WEEKLY" || rule.byday === undefined) return refuse("ambiguous_day");
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) =>
    rule.byday?.includes(weekdayCode(day === 1 ? 7 : day - 1)),
  );
  return { ...rule, byday: days.map(weekdayCode) };
}

function placeSeries(
  phrase: Phrase,
  rule: RuleSpec | Refused,
  frame: Frame & { reading: number },
): Series | Refused {
  if (isRefused(rule)) return rule;
  const opening = firstDay(phrase, frame.now);
  if (isRefused(opening)) return opening;
  const start = firstStart(rule, {
    ...frame,
    reading: frame.reading % dayMs,
    from: opening.day + lateBy(phrase, opening.day, frame),
  });
  if (start === undefined) return refuse("no_such_time");
  const length = lengthOf(phrase, start);
  if (typeof length === "object" && length !== null) return length;
  const ending = endOf(phrase, start, frame.now);
  if (isRefused(ending)) return ending;
  const workdays = rule.workdays === undefined ? {} : { workdays: rule.workdays };
  return {
    start,
    rrule: ruleText(rule) + ending.text,
    durationMinutes: length,
    ...workdays,
    notes: notesOf(rule, start),
  };
}

/** "From Monday on", said on a Monday after the hour: the next Monday. */
function lateBy(
  { fromDay, day }: Phrase,
  first: Day,
  { now, reading }: Frame & { reading: number },
): number {
  const opening = fromDay ?? day;
  const isComing = opening?.is === "weekday" && opening.weeks === null;
  return isComing && first === dayOf(now) && wallAt(first, reading % dayMs) <= now ? 7 : 0;
}

function firstDay(phrase: Phrase, now: Wall): { readonly day: Day } | Refused {
  const opening = phrase.fromDay ?? phrase.day;
  return opening === undefined ? { day: dayOf(now) } : resolveDay(opening, now);
}

/** UNTIL is local and means the whole of the named day. */
function endOf(phrase: Phrase, start: Wall, now: Wall): { readonly text: string } | Refused {
  const { untilDay, count } = phrase;
  if (untilDay !== undefined) {
    const last = resolveDay(untilDay, now);
    if (isRefused(last)) return last;
    if (wallAt(last.day, dayMs - 1000) < start) return refuse("past_time");
    return untilEndOf(last.day);
  }
  if (count === undefined) return { text: "" };
  return limitSeries(phrase.rule ?? { freq: "DAILY" }, count, start);
}

/**
 * "For six weeks": as a number of times where each of them is the same, else as the day on which
 * that time is over.
 */
function limitSeries(
  rule: RuleSpec,
  { count, unit }: NonNullable<Phrase["count"]>,
  start: Wall,
): { readonly text: string } | Refused {
  const isEven = isOncePerUnit(rule);
  if (unit === undefined || (isEven && rule.freq === unit)) return { text: `;COUNT=${count}` };
  if (isEven && rule.freq === "DAILY" && unit === "WEEKLY") return { text: `;COUNT=${count * 7}` };
  if (unit === "MONTHLY") {
    const last = resolveDay({ is: "offset", days: 0, months: count }, start);
    return isRefused(last) ? last : untilEndOf(last.day - 1);
  }
  const days = unit === "DAILY" ? count : count * 7;
  return untilEndOf(dayOf(start) + days - 1);
}

const isOncePerUnit = ({ interval, byday, bymonthday }: RuleSpec): boolean =>
  interval === undefined && (byday?.length ?? 1) === 1 && (bymonthday?.length ?? 1) === 1;

const untilEndOf = (day: Day): { readonly text: string } => ({
  text: `;UNTIL=${compact(wallAt(day, dayMs - 1000))}`,
});

function notesOf(rule: RuleSpec, start: Wall): Reason[] {
  const notes: Reason[] = [];
  if (rule.workdays !== undefined && !hasWorkdays(dayOf(start) + 365))
    notes.push("workdays_not_covered");
  if (rule.bymonthday?.some((day) => day > 28) === true) notes.push("months_without_day");
  return notes;
}
