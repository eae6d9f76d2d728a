import type { Atom, ClockTime, DaySpec, Period, RuleSpec } from "./atoms.ts";
import { narrowDay } from "./narrow.ts";
import type { Phrase } from "./phrase.ts";

/** A join that waits for what it joins to. */
export type Pending = "to" | "until" | "from" | "and" | "not" | "deadline" | undefined;

/** Gives an atom its role in a phrase. */
export function assign(phrase: Phrase, atom: Atom, pending: Pending): void {
  if (atom.kind === "clock") assignClock(phrase, atom, pending);
  else if (atom.kind === "day") assignDay(phrase, atom, pending);
  else if (atom.kind === "period") assignPeriod(phrase, atom, pending);
  else if (atom.kind === "rule") assignRule(phrase, atom.rule);
  else if (atom.kind === "lead") phrase.lead = atom.ms;
  else if (atom.kind === "count") phrase.count = atom;
  else if (atom.kind === "unread") phrase.unread = atom.why ?? "word";
  else if (atom.kind === "except") {
    phrase.unread ??= phrase.except === undefined ? "except" : "word";
    phrase.except = atom.byday;
  } else assignAmountOrMark(phrase, atom);
  if (atom.kind === "stretch" || atom.kind === "day") narrow(phrase);
}

function assignAmountOrMark(phrase: Phrase, atom: Atom): void {
  if (atom.kind === "after" || atom.kind === "duration" || atom.kind === "shift")
    phrase[atom.kind] = atom.ms;
  if (isMark(atom.kind)) phrase[atom.kind] = true;
  if (atom.kind === "stretch" && atom.within !== undefined) phrase.within = atom.within;
}

/** "Friday next week": the day of that week, or nothing that anybody could know. */
function narrow(phrase: Phrase): void {
  if (phrase.day === undefined || phrase.within === undefined) return;
  const day = narrowDay(phrase.day, phrase.within);
  if (day === undefined) phrase.unread ??= "word";
  else phrase.day = day;
}

const marks = ["deadline", "vague", "opening", "stretch", "weekend", "span", "whole"] as const;
const isMark = (kind: Atom["kind"]): kind is (typeof marks)[number] =>
  marks.some((mark) => mark === kind);

function assignDay(phrase: Phrase, atom: Extract<Atom, { kind: "day" }>, pending: Pending): void {
  if (atom.past === true) phrase.past = true;
  if (pending === "to" && phrase.day !== undefined && phrase.clock === undefined) {
    phrase.fromDay = phrase.day;
    phrase.untilDay = atom.day;
    delete phrase.day;
  } else if (pending === "until" || (pending === "to" && phrase.rule !== undefined))
    phrase.untilDay = atom.day;
  else if (pending === "from" && phrase.rule !== undefined) phrase.fromDay = atom.day;
  else if (pending === "from") {
    phrase.day = atom.day;
    phrase.opening = true;
  } else phrase.day = phrase.day === undefined ? atom.day : both(phrase.day, atom.day);
}

function assignPeriod(
  phrase: Phrase,
  atom: Extract<Atom, { kind: "period" }>,
  pending: Pending,
): void {
  // "明天早上下午三点".
  if (
    phrase.clock === undefined &&
    phrase.period !== undefined &&
    pending === undefined &&
    isExclusive(phrase.period, atom.period)
  )
    phrase.unread = "word";
  if (phrase.clock === undefined) phrase.period = atom.period;
  else if (pending === "to" || pending === "until") phrase.period = atom.period;
  else if (!phrase.clock.exact) phrase.clock = { ...phrase.clock, period: atom.period };
  if (atom.today === true) phrase.day ??= { is: "offset", days: 0 };
}

/** Parts of the day that cannot both be meant; "晚上凌晨两点" can. */
export const isExclusive = (one: Period, other: Period): boolean =>
  one !== other &&
  [one, other].some((period) => period === "morning") &&
  [one, other].some(
    (period) => period === "afternoon" || period === "evening" || period === "night",
  );

function assignRule(phrase: Phrase, rule: RuleSpec): void {
  phrase.rule = rule;
  if (rule.from !== undefined) phrase.fromDay = rule.from;
  if (rule.until !== undefined) phrase.untilDay = rule.until;
  if (rule.count !== undefined) phrase.count = { count: rule.count };
  if (rule.period !== undefined) phrase.period ??= rule.period;
  // "从明天开始每天": the day that stood there opens the series.
  if (phrase.day !== undefined && phrase.clock === undefined) {
    // "到12月20号为止，每天".
    if (phrase.aim === true) phrase.untilDay = phrase.day;
    else phrase.fromDay = phrase.day;
    delete phrase.day;
  }
  if (rule.period !== undefined && phrase.clock !== undefined && !phrase.clock.exact)
    phrase.clock = { ...phrase.clock, period: rule.period };
}

function assignClock(phrase: Phrase, clock: ClockTime, pending: Pending): void {
  const { period } = phrase;
  // "tomorrow morning at 3pm".
  if (
    period === "morning" &&
    clock.exact &&
    clock.hour > 12 &&
    clock.hour < 24 &&
    pending === undefined
  )
    phrase.unread = "word";
  const value: ClockTime = {
    hour: clock.hour,
    minute: clock.minute,
    second: clock.second,
    exact: clock.exact,
    period: clock.period ?? period,
    ...(clock.anyHour === undefined ? {} : { anyHour: clock.anyHour }),
    ...(clock.asNow === undefined ? {} : { asNow: clock.asNow }),
  };
  if ((pending === "to" || pending === "until") && phrase.clock !== undefined) {
    phrase.endClock = period === undefined ? { ...value, period: undefined } : value;
  } else if (pending === "until") phrase.untilClock = value;
  else phrase.clock = value;
  delete phrase.period;
}

/** "Friday the 19th", "6月19号周五": one day said twice. */
export const isBoth = (day: DaySpec, atom: Atom): boolean =>
  atom.kind === "day" &&
  [day.is, atom.day.is].toSorted().join() === "date,weekday" &&
  atom.past !== true;

function both(one: DaySpec, two: DaySpec): DaySpec {
  const [date, weekday] = one.is === "date" ? [one, two] : [two, one];
  return date.is === "date" && weekday.is === "weekday"
    ? { ...date, weekday: weekday.weekday }
    : two;
}
