/** The seed's groups: personal, recurring, availability, own schedule, with others, chat. */
export const groups = { A: "personal", B: "recurring", C: "availability", D: "own schedule", E: "with others", F: "chat" } as const;
export type Group = keyof typeof groups;

/** Who plays: the requester, and friends of theirs. */
export type Who = "me" | "friend" | "second";

export type Weekday = "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU";

/** A moment as seen from the one at which a message was said, on the requester's clock. */
export type Moment =
  | { readonly inMinutes: number }
  /** Days from today. */
  | { readonly days: number; readonly at: string }
  /** Of the week that begins this many Mondays from this week's. */
  | { readonly weekday: Weekday; readonly weeks: number; readonly at: string }
  /** The next such date, `MM-DD`. */
  | { readonly date: string; readonly at: string };

export interface ReminderFixture {
  readonly name: string;
  readonly of?: Who;
  readonly title: string;
  /** A to-do without a time has none. */
  readonly at?: Moment;
  readonly rrule?: string;
  readonly minutes?: number;
}

/** Made by the requester. */
export interface SharedFixture {
  readonly name: string;
  readonly title: string;
  readonly with: readonly Who[];
  readonly at: Moment;
  readonly minutes: number;
}

export interface Fixtures {
  /** Friends of the requester, with the names that they go by. */
  readonly friends?: readonly { readonly who: Who; readonly name: string }[];
  readonly reminders?: readonly ReminderFixture[];
  readonly shared?: readonly SharedFixture[];
}

/** A new active row. `as` names it for later steps. */
export interface ExpectedReminder {
  readonly title: string;
  readonly kind: "timed" | "recurring" | "no_trigger_time";
  /** When it fires next. */
  readonly at?: Moment;
  readonly rrule?: string;
  readonly minutes?: number;
  readonly as?: string;
}

/** What is new about a row that was there. What is not named here must be as it was. */
export interface ExpectedChange {
  readonly row: string;
  readonly at?: Moment;
  readonly title?: string;
  readonly rrule?: string;
  readonly minutes?: number;
  /** The day that was taken out of a series. */
  readonly skips?: Moment;
}

export interface ExpectedShared {
  readonly title: string;
  readonly with: readonly Who[];
  /** A moment, or any that is free for everybody within this many hours of one. */
  readonly at: Moment | { readonly freeNear: Moment; readonly hours: number };
  readonly minutes?: number;
  readonly as?: string;
}

/** What the rows must show after a step. Whatever is not named must not have happened. */
export interface Expected {
  readonly made?: readonly ExpectedReminder[];
  readonly changed?: readonly ExpectedChange[];
  readonly ended?: readonly { readonly row: string; readonly as: "deleted" | "completed" }[];
  readonly shared?: {
    readonly made?: readonly ExpectedShared[];
    /** Where it is now, and how long it takes where that is new. */
    readonly moved?: readonly { readonly row: string; readonly at: Moment; readonly minutes?: number }[];
    /** Another name for all, at the same moment. */
    readonly renamed?: readonly { readonly row: string; readonly title: string }[];
    /** Friends came along: all who take part now besides the requester, at the same moment as before. */
    readonly joined?: readonly { readonly row: string; readonly with: readonly Who[] }[];
    readonly cancelled?: readonly string[];
    /** Called off before, and on again for everybody. */
    readonly restored?: readonly string[];
    /** Somebody's own part is over; the others keep theirs. */
    readonly over?: readonly { readonly row: string; readonly who: Who; readonly as: "deleted" | "completed" }[];
  };
  /** Others who get a message of it, each exactly one. */
  readonly told?: readonly Who[];
  /** Reminders that go off, each once. */
  readonly fired?: readonly string[];
  /** A question is open afterwards. */
  readonly asks?: boolean;
  /** Rows whose (marked) titles the reply names. */
  readonly names?: readonly string[];
  /** Figures that the reply must have in it, whatever words are around them. */
  readonly figures?: readonly string[];
  /** It is talk: no skill but chat takes it. */
  readonly talk?: boolean;
}

/** One message and what must come of it; or time that passes, which only a pinned clock can do. */
export type Step =
  | { readonly say: string; readonly by?: Who; readonly expect: Expected }
  | { readonly wait: { readonly minutes: number }; readonly expect: Expected };

/** What may not happen in any step of a case, whatever else is expected of it. */
export const forbidTags = [
  "any_write",
  "reminder_create",
  "reminder_change",
  "reminder_end",
  "shared_create",
  "shared_change",
  "shared_cancel",
  "friend_change",
  "tell_others",
] as const;
export type Forbid = (typeof forbidTags)[number];

/** What a case needs of the stack that it runs on. */
export type Need = "friends" | "two_friends" | "pinned_clock" | "own_people";

export interface SmokeCase {
  readonly id: string;
  readonly group: Group;
  /** The gist that it covers, such as `A1`; none for what goes beyond them. */
  readonly gist?: string;
  readonly about: string;
  /** The requester's wall clock and zone. */
  readonly now: string;
  readonly zone: string;
  readonly needs: readonly Need[];
  readonly fixtures: Fixtures;
  readonly steps: readonly Step[];
  readonly forbid: readonly Forbid[];
}

/** A Wednesday afternoon on which nothing is special. */
const usualNow = "2026-06-10T14:30:00";
const usualZone = "Asia/Shanghai";

export type CaseDraft = Pick<SmokeCase, "id" | "about" | "forbid"> &
  Partial<Pick<SmokeCase, "gist" | "now" | "zone" | "fixtures">> & {
    readonly needs?: readonly Need[];
    readonly steps: readonly [Step, ...Step[]];
  };

/** A case with what most cases have in common. Its needs follow from what it does. */
export function smokeCase(group: Group, draft: CaseDraft): SmokeCase {
  const needs = new Set<Need>(draft.needs);
  if ((draft.fixtures?.friends ?? []).length > 0) needs.add("friends");
  if ((draft.fixtures?.friends ?? []).length > 1) needs.add("two_friends");
  if (draft.zone !== undefined) needs.add("own_people");
  if (draft.now !== undefined || draft.steps.some((step) => "wait" in step)) needs.add("pinned_clock");
  return { now: usualNow, zone: usualZone, fixtures: {}, ...draft, group, needs: [...needs] };
}
