import type { ClockTime, DaySpec, Period, RuleSpec, Within } from "./atoms.ts";

/**
 * One time as it is spoken: the atoms that stand together, each in its role. A phrase never changes:
 * a rule that knows better makes a new one.
 */
export interface Phrase {
  readonly at: number;
  readonly end: number;
  readonly day?: DaySpec;
  readonly period?: Period;
  readonly clock?: ClockTime;
  /** A range: "3点到4点半". */
  readonly endClock?: ClockTime;
  readonly rule?: RuleSpec;
  /** The days on which an interval within a day runs: "每天9点到18点每小时". */
  readonly days?: RuleSpec;
  readonly after?: number;
  readonly duration?: number;
  /** `null`: in advance, by an unknown amount. */
  readonly lead?: number | null;
  /** Beside `lead`, whole months. */
  readonly leadMonths?: number;
  readonly shift?: number;
  readonly count?: { readonly count: number; readonly unit?: "DAILY" | "WEEKLY" | "MONTHLY" };
  readonly untilDay?: DaySpec;
  readonly untilClock?: ClockTime;
  readonly fromDay?: DaySpec;
  readonly deadline?: true;
  readonly negated?: true;
  readonly past?: true;
  readonly vague?: true;
  /** Days that are not specific. */
  readonly stretch?: true;
  /** The week, month or year that the day lies in, where it was named. */
  readonly within?: Within;
  readonly weekend?: true;
  /** "all day". */
  readonly whole?: true;
  /** "吃一周": a length in days, which ends a series. */
  readonly span?: true;
  /** Taken over by another phrase; only its place counts. */
  readonly spent?: true;
  /** Weekdays that a rule leaves out. */
  readonly except?: readonly string[];
  /** `except`: until a rule has taken it up, days that are left out count as unread. */
  readonly unread?: "word" | "date-order" | "except";
  /** "明天起": a series begins there. */
  readonly opening?: true;
  /** Stands beside the phrase before it: "8点和9点". */
  readonly joined?: true;
  /** "到…" or "to …" directly before it: the aim of a move. */
  readonly aim?: true;
  /** Whose clock it is, where a place was named; `null` where that place is not known. */
  readonly place?: string | null;
  /** "Friday's": it says which one, where something that exists is meant. */
  readonly whose?: true;
}

type Role = Exclude<keyof Phrase, "at" | "end">;

/** Whether the phrase has one of these roles. */
export const hasAny = (phrase: Phrase, roles: readonly Role[]): boolean =>
  roles.some((role) => phrase[role] !== undefined);

/** The list with new phrases in the place of old ones. */
export const replace = (
  phrases: readonly Phrase[],
  next: ReadonlyMap<Phrase, Phrase>,
): readonly Phrase[] => phrases.map((phrase) => next.get(phrase) ?? phrase);

/** Its rule has gone to another phrase. */
export const giveRuleAway = (phrase: Phrase): Phrase => {
  const { rule: _, ...rest } = phrase;
  return { ...rest, spent: true };
};

/** Says which half of the day a bare hour is in, unless that is known. */
export const withHalf = (phrase: Phrase, period: Period | undefined): Phrase => {
  const { clock } = phrase;
  return period === undefined || clock === undefined || clock.exact || clock.period !== undefined
    ? phrase
    : { ...phrase, clock: { ...clock, period } };
};
