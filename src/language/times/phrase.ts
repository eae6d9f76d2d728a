import type { ClockTime, DaySpec, Period, RuleSpec, Within } from "./atoms.ts";

/** One time as it is spoken: the atoms that stand together, each in its role. */
export interface Phrase {
  at: number;
  end: number;
  day?: DaySpec;
  period?: Period;
  clock?: ClockTime;
  /** A range: "3点到4点半". */
  endClock?: ClockTime;
  rule?: RuleSpec;
  /** The days on which an interval within a day runs: "每天9点到18点每小时". */
  days?: RuleSpec;
  after?: number;
  duration?: number;
  /** `null`: in advance, by an unknown amount. */
  lead?: number | null;
  shift?: number;
  count?: { readonly count: number; readonly unit?: "DAILY" | "WEEKLY" | "MONTHLY" };
  untilDay?: DaySpec;
  untilClock?: ClockTime;
  fromDay?: DaySpec;
  deadline?: true;
  negated?: true;
  past?: true;
  vague?: true;
  /** Days that are not specific. */
  stretch?: true;
  /** The week, month or year that the day lies in, where it was named. */
  within?: Within;
  weekend?: true;
  /** "all day". */
  whole?: true;
  /** "吃一周": a length in days, which ends a series. */
  span?: true;
  /** Taken over by another phrase; only its place counts. */
  spent?: true;
  /** Weekdays that a rule leaves out. */
  except?: readonly string[];
  /** `except`: until a rule has taken it up, days that are left out count as unread. */
  unread?: "word" | "date-order" | "except";
  /** "明天起": a series begins there. */
  opening?: true;
  /** Stands beside the phrase before it: "8点和9点". */
  joined?: true;
  /** "到…" or "to …" directly before it: the aim of a move. */
  aim?: true;
}
