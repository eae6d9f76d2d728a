/** The seed's groups A to F, then what people do with a reminder later on; X is for cases that come from a file. */
export const groups = {
  A: "personal",
  B: "recurring",
  C: "availability",
  D: "own schedule",
  E: "with others",
  F: "chat",
  G: "snooze",
  H: "undo",
  I: "late and parked",
  J: "firing",
  X: "from a file",
} as const;
export type Group = keyof typeof groups;

/** The people of a case: the requester and friends of theirs. */
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
  | { readonly date: string; readonly at: string }
  /** When the clock shows this next; on one of these weekdays or this day of a month, where they are named. */
  | { readonly next: string; readonly on?: readonly Weekday[]; readonly monthday?: number }
  /** When a clock with twelve hours shows this next. */
  | { readonly nearest: string };

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

/** A friend of the requester, with the name that they go by and, where it is not the requester's, a zone of their own. */
export interface FriendFixture {
  readonly who: Who;
  readonly name: string;
  readonly zone?: string;
}

export interface Fixtures {
  readonly friends?: readonly FriendFixture[];
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

/** The changes of an existing row. Fields that are not named must be unchanged. */
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
  /** A moment, or any that is free for everyone within this many hours of one. */
  readonly at: Moment | { readonly freeNear: Moment; readonly hours: number };
  readonly minutes?: number;
  readonly as?: string;
}

/** The expected rows after a step. Nothing else may have happened. */
export interface Expected {
  readonly made?: readonly ExpectedReminder[];
  readonly changed?: readonly ExpectedChange[];
  readonly ended?: readonly { readonly row: string; readonly as: "deleted" | "completed" }[];
  readonly shared?: {
    readonly made?: readonly ExpectedShared[];
    /** Where it is now, and how long it takes where that is new. */
    readonly moved?: readonly {
      readonly row: string;
      readonly at: Moment;
      readonly minutes?: number;
    }[];
    /** Another name for all, at the same moment. */
    readonly renamed?: readonly { readonly row: string; readonly title: string }[];
    /**
     * Friends were added: everyone who takes part now except the requester, at the same moment as
     * before.
     */
    readonly joined?: readonly { readonly row: string; readonly with: readonly Who[] }[];
    readonly cancelled?: readonly string[];
    /** Cancelled before, and restored for everyone. */
    readonly restored?: readonly string[];
    /** One person's part is over; the others keep theirs. */
    readonly over?: readonly {
      readonly row: string;
      readonly who: Who;
      readonly as: "deleted" | "completed";
    }[];
  };
  /** Others who get a notice, exactly one each. */
  readonly told?: readonly Who[];
  /** Reminders that go off, each once. A shared reminder fires for everyone who takes part. */
  readonly fired?: readonly string[];
  /** Reminders that go off while the channel does not take them: they wait for the person. */
  readonly parked?: readonly string[];
  /** Reminders that waited and reach the person now, with words that are true by now. */
  readonly arrived?: readonly string[];
  /** A question is open afterwards. */
  readonly asks?: boolean;
  /** Rows whose (marked) titles the reply names. */
  readonly names?: readonly string[];
  /** Digits that the reply must contain, whatever the wording. */
  readonly figures?: readonly string[];
  /** It is talk: no skill but chat takes it. */
  readonly talk?: boolean;
}

/**
 * What the channel does with messages to a person: accepts them, waits for their next message, or
 * can't be reached.
 */
export const channelStates = ["takes", "window_closed", "down"] as const;
export type ChannelState = (typeof channelStates)[number];

/**
 * One message and its expected outcome; time that passes, counted from the case's beginning; or a
 * change of the channel.
 */
export type Step =
  | { readonly say: string; readonly by?: Who; readonly expect: Expected }
  | { readonly wait: { readonly minutes: number }; readonly expect: Expected }
  | { readonly channel: ChannelState; readonly of?: Who; readonly expect: Expected };

/** Outcomes that are forbidden in every step of a case. */
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

/** A case's requirements of its stack. */
export type Need = "friends" | "two_friends" | "own_channel";

/**
 * The wall times at which a case makes sense: at any, between two wall times of a day, or only at
 * its own, for the reason that is given.
 */
export type CaseClock =
  | "any"
  | { readonly from: string; readonly until: string }
  | { readonly only: string };

export interface SmokeCase {
  readonly id: string;
  readonly group: Group;
  /** The gist that it covers, such as `A1`; none for what goes beyond them. */
  readonly gist?: string;
  readonly about: string;
  /** The requester's wall clock and zone. */
  readonly now: string;
  readonly zone: string;
  readonly clock: CaseClock;
  readonly needs: readonly Need[];
  /** Why it can be played only by people who are made for it. */
  readonly ownPeople?: string;
  readonly fixtures: Fixtures;
  readonly steps: readonly Step[];
  readonly forbid: readonly Forbid[];
}

/** An ordinary Wednesday afternoon. */
const usualNow = "2026-06-10T14:30:00";
const usualZone = "Asia/Shanghai";

export type CaseDraft = Pick<SmokeCase, "id" | "about" | "forbid"> &
  Partial<Pick<SmokeCase, "gist" | "now" | "zone" | "clock" | "ownPeople" | "fixtures">> & {
    readonly needs?: readonly Need[];
    readonly steps: readonly [Step, ...Step[]];
  };

/** A case with what most cases have in common. Its needs follow from what it does. */
export function smokeCase(group: Group, draft: CaseDraft): SmokeCase {
  const needs = new Set<Need>(draft.needs);
  if ((draft.fixtures?.friends ?? []).length > 0) needs.add("friends");
  if ((draft.fixtures?.friends ?? []).length > 1) needs.add("two_friends");
  if (draft.steps.some((step) => "channel" in step)) needs.add("own_channel");
  const isElsewhere =
    draft.zone !== undefined ||
    (draft.fixtures?.friends ?? []).some(({ zone }) => zone !== undefined);
  const made: SmokeCase = {
    now: usualNow,
    zone: usualZone,
    clock: "any",
    fixtures: {},
    ...draft,
    group,
    needs: [...needs],
  };
  return isElsewhere ? { ownPeople: "it needs people in a zone of its own", ...made } : made;
}
