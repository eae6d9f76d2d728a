/**
 * Wall time as a number: the milliseconds that UTC would show for the same figures. Arithmetic on it is calendar
 * arithmetic and knows no zone; `instants.ts` is the only place that turns it into a moment.
 */
export type Wall = number;

/** A date as a number of days. */
export type Day = number;

export const dayMs = 86_400_000;
export const minuteMs = 60_000;

export const wallOf = (text: string): Wall => Date.parse(`${text.slice(0, 19)}${text.length < 17 ? ":00" : ""}Z`);

export const wallText = (wall: Wall): string => new Date(wall).toISOString().slice(0, 19);

/** As a rule writes it. */
export const compact = (wall: Wall): string => wallText(wall).replaceAll(/[-:]/g, "");

export const dayOf = (wall: Wall): Day => Math.floor(wall / dayMs);

export const timeOf = (wall: Wall): number => wall - dayOf(wall) * dayMs;

export const wallAt = (day: Day, ms: number): Wall => day * dayMs + ms;

/** `undefined` for a date that no calendar has, such as 31 June. */
export function dayFrom(year: number, month: number, day: number): Day | undefined {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms / dayMs : undefined;
}

export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
}

export function civil(day: Day): Civil {
  const date = new Date(day * dayMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() === 0 ? 7 : date.getUTCDay(),
  };
}

export const monthLength = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
