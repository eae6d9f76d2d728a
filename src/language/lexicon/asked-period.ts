import type { CalendarUnit } from "../calendar/units.ts";
import type { Span } from "../text/titles.ts";

/** Words for days or hours that are asked about, beyond those that a single time is made of. */
export type PeriodPiece =
  /** "this week", 下下个月, "last weekend". */
  | { readonly is: "unit"; readonly unit: CalendarUnit; readonly ahead: number }
  /** "last friday", 上周三: of the days behind. */
  | { readonly is: "weekday"; readonly weekday: number; readonly weeks?: number }
  | MonthPiece
  /** "the next three days", 最近两周: from now, or up to now; it may depend on what is asked. */
  | {
      readonly is: "span";
      readonly count: number;
      readonly unit: "hours" | "days";
      readonly back?: boolean;
    }
  /** "after lunch", 下班后: minutes of the day. */
  | { readonly is: "hours"; readonly from: number; readonly to: number }
  /** "later today": the rest of it. */
  | { readonly is: "later" }
  /** Which side is meant of the time that it stands beside. */
  | { readonly is: "side"; readonly side: Side };

export type Side = "after" | "before" | "until" | "between" | "during";

/** "in December", 明年三月, 下半年, 月底. */
export interface MonthPiece {
  readonly is: "month";
  /** Without one it is the month that it is, or so many ahead of it. */
  readonly month?: number;
  readonly months?: number;
  readonly year?: number;
  readonly years?: number;
  /** Of several months. */
  readonly count?: number;
  /** Only these days of it, counted from its end where they are negative. */
  readonly days?: readonly [first: number, last: number];
}

export type PlacedPiece = PeriodPiece & Span;

export type Groups = Readonly<Record<string, string | undefined>>;

/** One way to say such a piece, and what its named groups mean. */
export interface PeriodPattern {
  readonly regex: RegExp;
  readonly read: (groups: Groups) => PeriodPiece;
}

/** Of a length: in hours, or in days. */
const lengths: Readonly<Record<string, readonly [count: number, unit: "hours" | "days"]>> = {
  minute: [1 / 60, "hours"],
  hour: [1, "hours"],
  day: [1, "days"],
  week: [7, "days"],
  month: [31, "days"],
};

export function span(count: number, unit: string, back?: boolean): PeriodPiece {
  const [size, of] = lengths[unit] ?? [1, "days"];
  return { is: "span", count: count * size, unit: of, ...(back === undefined ? {} : { back }) };
}

/** The days of a part of a month. */
export const partsOfMonth = {
  early: [1, 10],
  middle: [11, 20],
  late: [-9, -1],
} as const;

/** "the next few days", 这几天. */
export const few = 4;

export const hours =
  (from: number, to: number): PeriodPattern["read"] =>
  () => ({ is: "hours", from: from * 60, to: to * 60 });

export const side =
  (which: Side): PeriodPattern["read"] =>
  () => ({ is: "side", side: which });
