import { type Day, dayMs, dayOf, timeOf, type Wall, wallAt } from "./wall.ts";

/**
 * The times of a day that a rule names: every hour with every minute with every second. Each list
 * is in order.
 */
export interface Times {
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
}

/**
 * The occurrences of one period, as days by times. They are counted and found, never written out: a
 * year may hold millions.
 */
export interface Period {
  readonly days: readonly Day[];
  readonly times: Times;
}

export const sizeOf = ({ days, times }: Period): number => days.length * perDay(times);

const perDay = ({ hours, minutes, seconds }: Times): number =>
  hours.length * minutes.length * seconds.length;

/** The nth of a period, from 0. */
export function wallOfNth({ days, times }: Period, nth: number): Wall {
  const { hours, minutes, seconds } = times;
  const [day, within] = [Math.floor(nth / perDay(times)), nth % perDay(times)];
  const hour = Math.floor(within / (minutes.length * seconds.length));
  const minute = Math.floor(within / seconds.length) % minutes.length;
  const clock =
    (hours[hour] ?? 0) * 3600 +
    (minutes[minute] ?? 0) * 60 +
    (seconds[within % seconds.length] ?? 0);
  return wallAt(days[day] ?? 0, clock * 1000);
}

/** How many of a period lie before that wall time. */
export function countBefore({ days, times }: Period, wall: Wall): number {
  const day = dayOf(wall);
  const earlier = lowerBound(days, day);
  const whole = earlier * perDay(times);
  return days[earlier] === day ? whole + timesBefore(times, Math.ceil(timeOf(wall) / 1000)) : whole;
}

function timesBefore({ hours, minutes, seconds }: Times, clock: number): number {
  const [hour, minute, second] = [
    Math.floor(clock / 3600),
    Math.floor(clock / 60) % 60,
    clock % 60,
  ];
  const [atHour, atMinute] = [lowerBound(hours, hour), lowerBound(minutes, minute)];
  let count = atHour * minutes.length * seconds.length;
  if (hours[atHour] !== hour || clock * 1000 >= dayMs) return count;
  count += atMinute * seconds.length;
  return minutes[atMinute] === minute ? count + lowerBound(seconds, second) : count;
}

/** How many of a list in order are smaller. */
function lowerBound(list: readonly number[], than: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < than) low = middle + 1;
    else high = middle;
  }
  return low;
}
