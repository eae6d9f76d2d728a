/**
 * A day as its ISO date, and wall times as `2026-11-16T15:00:00`: in this form they compare and
 * sort as text.
 */
export type Day = string;
export type Wall = string;

const dayMs = 86_400_000;
const noon = (day: Day): number => Date.parse(`${day}T12:00:00Z`);
const dayAt = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const isDay = (text: string | undefined): text is Day =>
  text !== undefined &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(noon(text)) &&
  dayAt(noon(text)) === text;

export const addDays = (day: Day, count: number): Day => dayAt(noon(day) + count * dayMs);

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((noon(to) - noon(from)) / dayMs);

/** The same day of another month, or its last one when it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 + count, Math.min(date, last), 12));
}

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (new Date(noon(day)).getUTCDay() + 6) % 7;

/** Weeks begin on Monday (0) unless the person wants another day. */
export const firstOfWeek = (day: Day, weekStart = 0): Day =>
  addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));

export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** Whole weeks that hold the month. */
export function monthWeeks(day: Day, weekStart = 0): Day[][] {
  const first = `${day.slice(0, 8)}01`;
  const from = firstOfWeek(first, weekStart);
  const last = addDays(addMonths(first, 1), -1);
  const weeks = Math.ceil((daysBetween(from, last) + 1) / 7);
  return Array.from({ length: weeks }, (_, week) => daysFrom(addDays(from, week * 7), 7));
}

export const dayOf = (wall: Wall): Day => wall.slice(0, 10);

export const minutesOf = (wall: Wall): number =>
  Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));

const two = (number: number): string => String(number).padStart(2, "0");

/** Minutes may lie outside of the day: then it is another one. */
export function wallAt(day: Day, minutes: number): Wall {
  const days = Math.floor(minutes / 1440);
  const within = minutes - days * 1440;
  return `${addDays(day, days)}T${two(Math.floor(within / 60))}:${two(within % 60)}:00`;
}
