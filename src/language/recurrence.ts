import type { ClockTime, RuleSpec } from "./atoms.ts";
import { nthWeekday, resolveDay } from "./dates.ts";
import { readingAfter, readingOnDay, readings } from "./hours.ts";
import { lunarMonthAt } from "./lunar.ts";
import { lengthOf } from "./moments.ts";
import type { Phrase } from "./phrases.ts";
import { isRefused, type Reason, refuse, type Refused } from "./reasons.ts";
import { civil, type Day, dayMs, dayOf, minuteMs, monthLength, timeOf, type Wall, wallAt, wallText } from "./wall.ts";
import { isWorkday, workdaysKnown } from "./workdays.ts";
import { weekdayCode } from "./zh-rules.ts";

export interface Series {
  readonly start: Wall;
  readonly rrule: string;
  readonly durationMinutes: number | null;
  readonly workdays?: "CN";
  readonly notes: readonly Reason[];
}

interface Frame {
  readonly now: Wall;
  readonly wake: boolean;
}

/** From "每周三下午4点" to its first time and its rule. Refused when something is left to guess. */
export function seriesOf(given: Phrase, frame: Frame): Series | Refused {
  const phrase = completed(given);
  const rule = ruleWithCount(phrase);
  if (rule === undefined) return refuse("no_time");
  if (rule.ambiguous === true) return refuse("ambiguous_interval");
  if (rule.freq === "HOURLY" || rule.freq === "MINUTELY") return intraday(phrase, rule, frame);
  if (phrase.clock === undefined) return refuse(phrase.period === undefined ? "date_without_clock" : "period_without_clock");
  if (!complete(rule)) return refuse("incomplete_rule");
  const reading = recurringReading(phrase.clock, rule, frame.wake);
  if (typeof reading === "object") return reading;
  return placed(phrase, shifted(rule, reading), { ...frame, reading });
}

/** "每两周一次，周五下午四点": the day that stands beside an unfinished rule finishes it. */
function completed(phrase: Phrase): Phrase {
  const { rule, day, ...rest } = phrase;
  if (rule === undefined || day === undefined || complete(rule) || rule.opens !== undefined) return phrase;
  if (rule.freq === "WEEKLY" && day.is === "weekday" && day.weeks === null)
    return { ...rest, rule: { ...rule, byday: [weekdayCode(day.weekday)] } };
  if (day.is !== "date" || day.year !== undefined || day.months !== undefined) return phrase;
  if (rule.freq === "MONTHLY" && day.month === undefined) return { ...rest, rule: { ...rule, bymonthday: [day.day] } };
  return rule.freq === "YEARLY" && day.month !== undefined
    ? { ...rest, rule: { ...rule, bymonth: day.month, bymonthday: [day.day] } }
    : phrase;
}

function ruleWithCount({ rule, count }: Phrase): RuleSpec | undefined {
  if (rule !== undefined) return rule;
  return count?.unit === "DAILY" ? { freq: "DAILY" } : undefined;
}

/** "每周" alone does not say on which day. Every n days, weeks on a day, months on a day do. */
const complete = ({ freq, byday, bymonthday, lunar }: RuleSpec): boolean =>
  freq === "DAILY" || byday !== undefined || bymonthday !== undefined || lunar !== undefined;

/** Every day at eight: of the morning or of the evening? A named weekday follows the table of a named day. */
function recurringReading(clock: ClockTime, rule: RuleSpec, wake: boolean): number | Refused {
  const [first = 0, second] = readings(clock);
  if (second === undefined) return first;
  return rule.freq === "DAILY" && !wake ? refuse("ambiguous_hour") : readingOnDay(clock, wake);
}

/** The night of a Friday at twelve is Saturday's beginning. */
function shifted(rule: RuleSpec, reading: number): RuleSpec | Refused {
  if (reading < dayMs || rule.freq === "DAILY") return rule;
  if (rule.freq !== "WEEKLY" || rule.byday === undefined) return refuse("ambiguous_day");
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => rule.byday?.includes(weekdayCode(day === 1 ? 7 : day - 1)));
  return { ...rule, byday: days.map(weekdayCode) };
}

function placed(phrase: Phrase, rule: RuleSpec | Refused, frame: Frame & { reading: number }): Series | Refused {
  if (isRefused(rule)) return rule;
  const opening = firstDay(phrase, frame.now);
  if (isRefused(opening)) return opening;
  const start = firstStart(rule, { ...frame, reading: frame.reading % dayMs, from: opening.day });
  if (start === undefined) return refuse("no_such_time");
  const length = lengthOf(phrase, start);
  if (typeof length === "object" && length !== null) return length;
  const ending = endOf(phrase, start, frame.now);
  if (isRefused(ending)) return ending;
  const workdays = rule.workdays === undefined ? {} : { workdays: rule.workdays };
  return { start, rrule: text(rule) + ending.text, durationMinutes: length, ...workdays, notes: notesOf(rule, start) };
}

function firstDay(phrase: Phrase, now: Wall): { readonly day: Day } | Refused {
  const opening = phrase.fromDay ?? phrase.day;
  return opening === undefined ? { day: dayOf(now) } : resolveDay(opening, now);
}

function firstStart(rule: RuleSpec, at: { now: Wall; reading: number; from: Day }): Wall | undefined {
  for (let day = at.from; day < at.from + 366 * 9; day += 1) {
    const start = wallAt(day, at.reading);
    if (start > at.now && fallsOn(rule, day)) return start;
  }
  return undefined;
}

/** Whether a series may begin on that day; the interval counts from there. */
function fallsOn(rule: RuleSpec, day: Day): boolean {
  const { year, month, day: date, weekday } = civil(day);
  if (rule.workdays !== undefined) return isWorkday(day);
  if (rule.lunar !== undefined) {
    const { month: lunarMonth, days } = rule.lunar;
    const at = lunarMonthAt(day);
    if (at === undefined || (lunarMonth !== undefined && (at.month !== lunarMonth || at.leap))) return false;
    return days.includes(day - at.first + 1) || days.includes(day - at.first - at.length);
  }
  if (rule.bymonth !== undefined && rule.bymonth !== month) return false;
  if (rule.opens !== undefined && !rule.opens.includes(month)) return false;
  if (rule.bymonthday !== undefined) return rule.bymonthday.includes(date) || rule.bymonthday.includes(date - monthLength(year, month) - 1);
  if (rule.byday === undefined) return true;
  if (rule.bysetpos !== undefined) return isNthOf(rule.byday, rule.bysetpos, day);
  return rule.byday.some((code) => {
    const nth = Number.parseInt(code, 10);
    if (Number.isNaN(nth)) return code === weekdayCode(weekday);
    return code.endsWith(weekdayCode(weekday)) && nthWeekday(year, month, { nth, weekday }) === day;
  });
}

/** Whether it is the nth, or the last, day of its month that falls on one of these weekdays. */
function isNthOf(byday: readonly string[], position: number, day: Day): boolean {
  const { year, month, day: date } = civil(day);
  const fitting = Array.from({ length: monthLength(year, month) }, (_, index) => index + 1).filter((each) =>
    byday.includes(weekdayCode(civil(day - date + each).weekday)),
  );
  return fitting.at(position > 0 ? position - 1 : position) === date;
}

function text(rule: RuleSpec): string {
  const parts = [`FREQ=${rule.freq}`];
  if (rule.interval !== undefined && rule.interval > 1) parts.push(`INTERVAL=${rule.interval}`);
  if (rule.lunar !== undefined) {
    const { month, days } = rule.lunar;
    return ["RSCALE=CHINESE", ...parts, ...(month === undefined ? [] : [`BYMONTH=${month}`]), `BYMONTHDAY=${days.join(",")}`].join(";");
  }
  if (rule.bymonth !== undefined) parts.push(`BYMONTH=${rule.bymonth}`);
  if (rule.byday !== undefined) parts.push(`BYDAY=${rule.byday.join(",")}`);
  if (rule.bymonthday !== undefined) parts.push(`BYMONTHDAY=${rule.bymonthday.join(",")}`);
  if (rule.bysetpos !== undefined) parts.push(`BYSETPOS=${rule.bysetpos}`);
  return parts.join(";");
}

/** UNTIL is local and means the whole of the named day. */
function endOf(phrase: Phrase, start: Wall, now: Wall): { readonly text: string } | Refused {
  const { untilDay, count } = phrase;
  if (untilDay !== undefined) {
    const last = resolveDay(untilDay, now);
    if (isRefused(last)) return last;
    if (wallAt(last.day, dayMs - 1000) < start) return refuse("past_time");
    return { text: `;UNTIL=${compact(wallAt(last.day, dayMs - 1000))}` };
  }
  if (count === undefined) return { text: "" };
  return counted(phrase.rule ?? { freq: "DAILY" }, count, start);
}

/** "For six weeks": as a number of times where each of them is the same, else as the day on which that time is over. */
function counted(rule: RuleSpec, { count, unit }: NonNullable<Phrase["count"]>, start: Wall): { readonly text: string } | Refused {
  const simple = rule.interval === undefined && (rule.byday?.length ?? 1) === 1 && (rule.bymonthday?.length ?? 1) === 1;
  if (unit === undefined || (simple && rule.freq === unit)) return { text: `;COUNT=${count}` };
  if (simple && rule.freq === "DAILY" && unit === "WEEKLY") return { text: `;COUNT=${count * 7}` };
  if (unit === "MONTHLY") {
    const last = resolveDay({ is: "offset", days: 0, months: count }, start);
    return isRefused(last) ? last : { text: `;UNTIL=${compact(wallAt(last.day - 1, dayMs - 1000))}` };
  }
  const days = unit === "DAILY" ? count : count * 7;
  return { text: `;UNTIL=${compact(wallAt(dayOf(start) + days - 1, dayMs - 1000))}` };
}

const compact = (wall: Wall): string => wallText(wall).replaceAll(/[-:]/g, "");

function notesOf(rule: RuleSpec, start: Wall): Reason[] {
  const notes: Reason[] = [];
  if (rule.workdays !== undefined && !workdaysKnown(dayOf(start) + 365)) notes.push("workdays_not_covered");
  if (rule.bymonthday?.some((day) => day > 28) === true) notes.push("months_without_day");
  return notes;
}

const shortest = 5;

/** Several times a day: only with an end, or within a window of the day. */
function intraday(phrase: Phrase, rule: RuleSpec, { now }: Frame): Series | Refused {
  const minutes = (rule.interval ?? 1) * (rule.freq === "HOURLY" ? 60 : 1);
  if (minutes < shortest || minutes % 1 !== 0) return refuse("interval_too_short");
  if (phrase.clock !== undefined && phrase.endClock !== undefined) return windowed(phrase, minutes, now);
  const last = phrase.untilClock ?? phrase.endClock;
  const start = now + minutes * minuteMs;
  const ruleText = text(rule);
  if (last !== undefined) {
    const end = readingAfter(last, timeOf(now));
    if (end === undefined || dayOf(now) * dayMs + end < start) return refuse("past_time");
    return { start, rrule: `${ruleText};UNTIL=${compact(wallAt(dayOf(now), end))}`, durationMinutes: null, notes: [] };
  }
  if (phrase.count !== undefined && phrase.count.unit === undefined)
    return { start, rrule: `${ruleText};COUNT=${phrase.count.count}`, durationMinutes: null, notes: [] };
  return refuse("unbounded_interval");
}

/** "每天9点到18点每小时": on those days at those hours and minutes. On one day: from the first to the last of them. */
function windowed(phrase: Phrase, step: number, now: Wall): Series | Refused {
  const { clock, endClock, day, days } = phrase;
  if (clock === undefined || endClock === undefined) return refuse("unbounded_interval");
  const from = readingOnDay(clock, false);
  const to = readingAfter(endClock, from);
  if (to === undefined || to >= dayMs) return refuse("ambiguous_hour");
  if (days !== undefined) return onDays(days, timesBetween(from, to, step), { now, step });
  if (day === undefined) return refuse("incomplete_rule");
  const resolved = resolveDay(day, now);
  if (isRefused(resolved)) return resolved;
  const start = timesBetween(from, to, step)
    .map((time) => wallAt(resolved.day, time * minuteMs))
    .find((wall) => wall > now);
  const every = step % 60 === 0 ? text({ freq: "HOURLY", interval: step / 60 }) : text({ freq: "MINUTELY", interval: step });
  return start === undefined
    ? refuse("past_time")
    : { start, rrule: `${every};UNTIL=${compact(wallAt(resolved.day, to))}`, durationMinutes: null, notes: [] };
}

/** In minutes after midnight. */
function timesBetween(from: number, to: number, step: number): number[] {
  const times: number[] = [];
  for (let each = from; each <= to; each += step * minuteMs) times.push(each / minuteMs);
  return times;
}

/** A rule says hours and minutes apart, so each hour needs all of the minutes: an end at 18:00 sharp may fall off. */
function onDays(days: RuleSpec, times: readonly number[], { now, step }: { now: Wall; step: number }): Series | Refused {
  if (!complete(days) || days.interval !== undefined || days.workdays !== undefined || (step < 60 ? 60 % step : step % 60) !== 0)
    return refuse("unbounded_interval");
  const minutes = [...new Set(times.map((time) => time % 60))].toSorted((a, b) => a - b);
  const hours = [...new Set(times.map((time) => Math.floor(time / 60)))].filter((hour) =>
    minutes.every((minute) => times.includes(hour * 60 + minute)),
  );
  const kept = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  const starts = kept.flatMap((time) => firstStart(days, { now, reading: time * minuteMs, from: dayOf(now) }) ?? []);
  if (starts.length === 0) return refuse("no_such_time");
  const notes: Reason[] = kept.length < times.length ? ["shortened_window"] : [];
  return {
    start: Math.min(...starts),
    rrule: `${text(days)};BYHOUR=${hours.join(",")};BYMINUTE=${minutes.join(",")}`,
    durationMinutes: null,
    notes,
  };
}
