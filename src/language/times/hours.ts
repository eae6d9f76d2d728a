import type { ClockTime, Period } from "./atoms.ts";
import { dayMs, minuteMs } from "../calendar/wall.ts";

/**
 * The one hour table. What an hour from 1 to 12 is in each part of the day; from 24 on it belongs
 * to the next day, since the night of Friday ends on Saturday.
 */
const table: Readonly<Record<Period, readonly number[]>> = {
  //        1   2   3   4   5   6   7   8   9  10  11  12
  dawn: [1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 0],
  morning: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  noon: [13, 14, 15, 16, 17, 18, 19, 8, 9, 10, 11, 12],
  afternoon: [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 12],
  evening: [25, 26, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  night: [25, 26, 27, 28, 17, 18, 19, 20, 21, 22, 23, 24],
};

/** With a day and no part of it: 6 to 11 in the morning, 12 noon, 1 to 5 in the afternoon. */
const ofDay = [13, 14, 15, 16, 17, 6, 7, 8, 9, 10, 11, 12];

const within = ({ minute, second }: ClockTime): number => minute * minuteMs + second * 1000;
const hourMs = 60 * minuteMs;

/**
 * Milliseconds after midnight; a day or more for what falls past the next one. Two when both halves
 * of the day fit.
 */
export function readings(clock: ClockTime): readonly number[] {
  const { hour, period, exact } = clock;
  const rest = within(clock);
  if (clock.anyHour === true) return Array.from({ length: 24 }, (_, each) => each * hourMs + rest);
  if (hour === 0 && period !== undefined && period !== "dawn" && period !== "morning")
    return [24 * hourMs + rest];
  if (hour > 12 || hour === 0 || exact) return [hour * hourMs + rest];
  if (period !== undefined) return [(table[period][hour - 1] ?? hour) * hourMs + rest];
  return [(hour % 12) * hourMs + rest, ((hour % 12) + 12) * hourMs + rest];
}

/** Whether the half of the day was guessed. */
export const isBare = (clock: ClockTime): boolean =>
  clock.anyHour !== true && readings(clock).length > 1;

/** A bare hour on a named day. */
export function readingOnDay(clock: ClockTime, wake: boolean): number {
  const [first = 0, second] = readings(clock);
  if (second === undefined) return first;
  return wake
    ? clock.hour === 12
      ? second
      : first
    : (ofDay[clock.hour - 1] ?? clock.hour) * hourMs + within(clock);
}

/**
 * The end of a range: the first reading after its start, within the same half of the day if the
 * period says so.
 */
export function readingAfter(clock: ClockTime, start: number): number | undefined {
  const all = readings(clock).flatMap((reading) => [reading, reading + dayMs]);
  return all.filter((reading) => reading > start).toSorted((a, b) => a - b)[0];
}
