import type { ClockTime, DaySpec } from "../times/atoms.ts";
import { nightEnds, resolveDay } from "./dates.ts";
import { isBare, readingAfter, readingOnDay, readings } from "../times/hours.ts";
import { later } from "./instants.ts";
import type { Reason } from "../dialogue/reasons.ts";
import { type Day, dayMs, dayOf, timeOf, type Wall, wallAt } from "./wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import { goBack, leadOf } from "../times/lead.ts";
import type { Phrase } from "../times/phrase.ts";

/** What surrounds a phrase when its time is looked for. */
export interface Frame {
  readonly now: Wall;
  readonly zone: string;
  /** A wake-up word makes a bare hour one of the morning. */
  readonly wake: boolean;
  /** The time before it in a list: the next one comes after it. */
  readonly previous?: { readonly start: Wall; readonly period: boolean } | undefined;
  /** The event that a reminder leads up to: it comes before. */
  readonly event?: Wall | undefined;
  /** The time that is moved: a bare hour is the one closer to it. */
  readonly old?: Wall | undefined;
}

export interface Moment {
  readonly start: Wall;
  readonly durationMinutes: number | null;
  readonly instant?: number;
  readonly notes: readonly Reason[];
}

/** A nap is no longer than this: "叫我起床" at 13:30 means this afternoon, at 7:30 it does not. */
const longestNap = 4 * 3_600_000;

/** The one way from a phrase without recurrence to a time. */
export function momentOf(phrase: Phrase, frame: Frame): Moment | Refused {
  const found =
    phrase.after === undefined ? clockMoment(phrase, frame) : resolveElapsed(phrase.after, frame);
  if (isRefused(found)) return found;
  const lead = phrase.lead === undefined ? undefined : leadOf(phrase);
  if (lead === undefined) return found;
  const start = goBack(found.start, lead);
  return start <= frame.now ? refuse("past_time") : { ...found, start, durationMinutes: null };
}

function resolveElapsed(ms: number, { now, zone }: Frame): Moment | Refused {
  if (ms <= 0) return refuse("no_such_time");
  if (ms > 366 * dayMs) return refuse("far_future");
  const { wall, instant } = later(now, ms, zone);
  return { start: wall, durationMinutes: null, instant, notes: [] };
}

function clockMoment(phrase: Phrase, frame: Frame): Moment | Refused {
  const { clock } = phrase;
  if (clock === undefined) return refuse("no_time");
  const sided = takeHalfFromEnd(clock, phrase.endClock);
  const place = phrase.day === undefined ? withoutDay(sided, frame) : withDay(sided, phrase, frame);
  if (isRefused(place)) return place;
  const durationMinutes = lengthOf(phrase, place.start);
  return typeof durationMinutes === "object" && durationMinutes !== null
    ? durationMinutes
    : { ...place, durationMinutes };
}

/** "6-7pm", "2 until 4pm": the end says which half of the day it is. */
export function takeHalfFromEnd(clock: ClockTime, end: ClockTime | undefined): ClockTime {
  if (end === undefined || clock.exact || clock.period !== undefined || !end.exact || end.hour < 12)
    return clock;
  const [first = 0, second = 0] = readings(clock);
  const [last = 0] = readings(end);
  const chosen = second < last ? second : first;
  return { ...clock, hour: Math.floor(chosen / 3_600_000), exact: true };
}

export function lengthOf({ endClock, duration }: Phrase, start: Wall): number | null | Refused {
  if (endClock !== undefined) {
    const end = readingAfter(endClock, timeOf(start));
    const minutes = end === undefined ? 0 : (end - timeOf(start)) / 60_000;
    return minutes > 0 && minutes <= 16 * 60 ? minutes : refuse("ambiguous_hour");
  }
  return duration === undefined || duration < 60_000 ? null : Math.round(duration / 60_000);
}

type Placed = { readonly start: Wall; readonly notes: readonly Reason[] };

function withDay(clock: ClockTime, phrase: Phrase, frame: Frame): Placed | Refused {
  const spec = phrase.day;
  if (spec === undefined) return refuse("no_time");
  const resolved = dayBeside(spec, frame);
  if (isRefused(resolved)) return resolved;
  const today = dayOf(frame.now);
  const sameDate = spec.is === "offset" && spec.spoken === "tomorrow" && resolved.day === today;
  if (resolved.day === today) return onToday(clock, frame, sameDate ? ["after_midnight"] : []);
  const reading = bareOn(clock, resolved.day, frame);
  if (reading === undefined) return refuse("ambiguous_hour");
  const start = wallAt(resolved.day, reading);
  return start <= frame.now
    ? refuse("past_time")
    : { start, notes: isBare(clock) ? ["guessed_half_of_day"] : [] };
}

/**
 * "the day before" counts from the event of the request, where it has one; "the following Monday"
 * from the time before it or from where a thing was.
 */
function dayBeside(spec: DaySpec, frame: Frame): { readonly day: Day } | Refused {
  const { event, now, previous, old } = frame;
  if (spec.is === "event" && spec.base === undefined && event !== undefined)
    return { day: dayOf(event) + spec.days };
  const isCountedOn = spec.is === "weekday" && spec.follows === true;
  return resolveDay(spec, isCountedOn ? (old ?? previous?.start ?? now) : now);
}

/** On a day other than today, by the table; in a list, after the one before it. */
function bareOn(clock: ClockTime, day: Day, frame: Frame): number | undefined {
  if (clock.anyHour === true) return undefined;
  const byTable = readingOnDay(clock, frame.wake);
  const all = readings(clock);
  if (all.length === 1) return byTable;
  const { previous, old, event } = frame;
  if (event !== undefined && dayOf(event) === day)
    return all.filter((reading) => wallAt(day, reading) <= event).at(-1);
  if (old !== undefined) return bareBeside(all, { old, day, byTable });
  if (previous === undefined || dayOf(previous.start) !== day) return byTable;
  const next = all.find((reading) => wallAt(day, reading) > previous.start);
  return previous.period || next === byTable ? next : undefined;
}

/** Of a time that moves: near to where it was, unless another day and the table say otherwise. */
function bareBeside(
  all: readonly number[],
  { old, day, byTable }: { old: Wall; day: Day; byTable: number },
): number | undefined {
  const near = nearest(all, timeOf(old), byTable);
  return dayOf(old) === day || near === byTable || near === timeOf(old) ? near : undefined;
}

/**
 * Of both halves of the day the one closer to where it was; between two that are as close, the one
 * of a named day.
 */
function nearest(times: readonly number[], old: number, byTable: number): number | undefined {
  const sorted = times.toSorted((a, b) => Math.abs(a - old) - Math.abs(b - old));
  const [first, second] = sorted;
  if (first === undefined || second === undefined) return first;
  return Math.abs(first - old) === Math.abs(second - old) && times.includes(byTable)
    ? byTable
    : first;
}

/** An explicit today: the nearest reading that is still to come, or none. */
function onToday(clock: ClockTime, frame: Frame, notes: readonly Reason[]): Placed | Refused {
  const today = dayOf(frame.now);
  const coming = candidates(clock, today, frame).filter((wall) => wall > frame.now);
  const bare = isBare(clock);
  const [start] =
    frame.wake && bare && notes.length > 0
      ? coming.toSorted((a, b) => a - b)
      : preferNamedDay(coming, clock, frame);
  return start === undefined
    ? refuse("past_time")
    : { start, notes: bare ? [...notes, "guessed_half_of_day"] : notes };
}

/** "明天" after midnight with a bare hour follows the table of a named day where it still can. */
function preferNamedDay(coming: readonly Wall[], clock: ClockTime, frame: Frame): readonly Wall[] {
  const byTable = wallAt(dayOf(frame.now), readingOnDay(clock, frame.wake));
  return timeOf(frame.now) < nightEnds && coming.includes(byTable) && !frame.wake
    ? [byTable]
    : coming;
}

function candidates(clock: ClockTime, today: Day, frame: Frame): Wall[] {
  const { now, previous, event, old } = frame;
  const all = readings(clock).map((reading) => wallAt(today, reading));
  // "晚上1点" said at half past midnight is in half an hour.
  const tonight =
    timeOf(now) < nightEnds
      ? all.filter((wall) => dayOf(wall) > today).map((wall) => wall - dayMs)
      : [];
  const fitting = [...tonight, ...all];
  if (event !== undefined) return fitting.filter((wall) => wall <= event).toReversed();
  if (old !== undefined && all.length > 1) {
    const near = nearest(
      all.filter((wall) => wall > now).map(timeOf),
      timeOf(old),
      readingOnDay(clock, frame.wake),
    );
    return fitting.filter((wall) => timeOf(wall) === near);
  }
  return previous === undefined || all.length === 1
    ? fitting
    : fitting.filter((wall) => wall > previous.start);
}

function withoutDay(clock: ClockTime, frame: Frame): Placed | Refused {
  const { now, previous, old, event } = frame;
  const today = dayOf(now);
  const bare = isBare(clock);
  const place = (start: Wall): Placed => ({ start, notes: bare ? ["guessed_half_of_day"] : [] });
  const inherited = old ?? previous?.start ?? event;
  if (inherited !== undefined && dayOf(inherited) > today) {
    const start = onInherited(clock, dayOf(inherited), frame);
    return start === undefined ? refuse("ambiguous_hour") : place(start);
  }
  const isComing = (wall: Wall): boolean => wall > now;
  const coming = candidates(clock, today, frame).find(isComing);
  if (coming !== undefined) return place(orInTheMorning(clock, coming, frame));
  if (inherited !== undefined && bare) return refuse("ambiguous_hour");
  const next = candidates(clock, today + 1, { ...frame, previous: undefined }).find(isComing);
  return next === undefined ? refuse("past_time") : place(next);
}

const orInTheMorning = (clock: ClockTime, coming: Wall, frame: Frame): Wall =>
  isWokenInTheMorning(clock, coming, frame)
    ? wallAt(dayOf(frame.now) + 1, readings(clock)[0] ?? 0)
    : coming;

function onInherited(clock: ClockTime, day: Day, frame: Frame): Wall | undefined {
  const reading = bareOn(clock, day, frame);
  return reading === undefined ? undefined : wallAt(day, reading);
}

/** "wake me up at 6", said at half past seven: not this evening. */
const isWokenInTheMorning = (clock: ClockTime, coming: Wall, { wake, now, old }: Frame): boolean =>
  wake &&
  old === undefined &&
  isBare(clock) &&
  clock.hour >= 4 &&
  clock.hour < 12 &&
  timeOf(coming) >= 12 * 3_600_000 &&
  coming - now > longestNap;
