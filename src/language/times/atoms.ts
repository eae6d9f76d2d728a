/**
 * The smallest readable things about time, in both languages. Places are those of the prepared
 * text.
 */

export type Period = "dawn" | "morning" | "noon" | "afternoon" | "evening" | "night";

/** "明年中秋": of that year, not the coming one. */
interface InYear {
  readonly year?: number;
  /** From this year on: "明年". */
  readonly years?: number;
}

/** Which day is meant; `dates.ts` finds it. */
export type DaySpec =
  | {
      readonly is: "offset";
      readonly days: number;
      readonly months?: number;
      readonly spoken?: "tomorrow" | "after";
    }
  | {
      readonly is: "weekday";
      readonly weekday: number;
      readonly weeks: number | null;
      /** "the following Monday": behind the time that was spoken of before, else the coming one. */
      readonly follows?: true;
    }
  | ({
      readonly is: "date";
      readonly day: number;
      readonly month?: number;
      readonly months?: number;
      /** Said along with it: "Friday the 19th". Both have to be true. */
      readonly weekday?: number;
    } & InYear)
  /** "前一天", "the day before": counted from what it is said of. */
  | { readonly is: "event"; readonly days: number; readonly base?: DaySpec }
  | ({ readonly is: "month-end"; readonly months: number; readonly month?: number } & InYear)
  | ({
      readonly is: "lunar";
      readonly month: number;
      readonly day: number;
      readonly before?: number;
    } & InYear)
  /** "the first Saturday of next month". */
  | {
      readonly is: "nth-in";
      readonly months: number;
      readonly nth: number;
      readonly weekday: number;
    }
  /** A day of the sun's year, which moves by one: `century` is where it stood at its beginning. */
  | ({ readonly is: "solar"; readonly month: number; readonly century: number } & InYear)
  | ({
      readonly is: "nth";
      readonly month: number;
      readonly nth: number;
      readonly weekday: number;
    } & InYear);

/** The week, month or year that a day is said to lie in: "Friday next week". */
export interface Within {
  readonly unit: "week" | "month" | "year";
  readonly ahead: number;
  /** The year by its number. */
  readonly year?: number;
}

export interface RuleSpec {
  readonly freq: "MINUTELY" | "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  readonly interval?: number;
  readonly byday?: readonly string[];
  readonly bymonthday?: readonly number[];
  readonly bymonth?: number;
  /** Which of the days that fit, within the month: the first workday, the last one. */
  readonly bysetpos?: number;
  /** Without a month: in each of them. */
  readonly lunar?: { readonly month?: number; readonly days: readonly number[] };
  readonly workdays?: "CN";
  readonly period?: Period;
  readonly count?: number;
  /** Months in which it may begin: the first day of a quarter. */
  readonly opens?: readonly number[];
  /** "下周每天": a series that lies within named days. */
  readonly from?: DaySpec;
  readonly until?: DaySpec;
  /** "每隔两天": every second day or every third? */
  readonly ambiguous?: true;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly period?: Period | undefined;
  /** 14:05, 3pm, 08:30: no other reading. */
  readonly exact: boolean;
  /** "五十分的时候": the next hour in which it is so late. */
  readonly anyHour?: true;
  /** "明天这个时候": the hour it is. */
  readonly asNow?: true;
}

export type Meaning =
  | ({ readonly kind: "clock" } & ClockTime)
  | { readonly kind: "period"; readonly period: Period; readonly today?: true }
  | { readonly kind: "day"; readonly day: DaySpec; readonly past?: true }
  | { readonly kind: "rule"; readonly rule: RuleSpec }
  | { readonly kind: "after"; readonly ms: number }
  | { readonly kind: "duration"; readonly ms: number }
  | { readonly kind: "lead"; readonly ms: number | null; readonly months?: number }
  | { readonly kind: "shift"; readonly ms: number }
  | {
      readonly kind: "count";
      readonly count: number;
      readonly unit?: "DAILY" | "WEEKLY" | "MONTHLY";
    }
  /** Joins two times to a range, or opens the end of a series. */
  | { readonly kind: "to" }
  | { readonly kind: "until" }
  /** "和", "、", "and" between two times. */
  | { readonly kind: "and" }
  | { readonly kind: "from" }
  /** "明天起": where a series begins. */
  | { readonly kind: "opening" }
  | { readonly kind: "deadline" }
  | { readonly kind: "not" }
  | { readonly kind: "vague" }
  /**
   * Days that are not specific: "next week", "月初", "暑假". Inside what is to be said it means
   * nothing.
   */
  | { readonly kind: "stretch"; readonly within?: Within }
  | { readonly kind: "weekend" }
  /** "all day", "全天": the hours do not matter. */
  | { readonly kind: "whole" }
  /** A length or a number of times: it ends a series and means nothing to a single time. */
  | { readonly kind: "span" }
  /** All but these weekdays. */
  | { readonly kind: "except"; readonly byday: readonly string[] }
  /** "3pm Krakow time": whose clock it is. `null`: of a place that is not known. */
  | { readonly kind: "zone"; readonly zone: string | null }
  /** Smells of time, and the grammar does not know it. */
  | { readonly kind: "unread"; readonly why?: "date-order" };

export type Atom = Meaning & { readonly at: number; readonly end: number };
