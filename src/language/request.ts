import type { Reason } from "./dialogue/reasons.ts";

/** What a sentence can ask for. */
export type Intent =
  | "create"
  | "create_shared"
  | "update"
  | "update_shared"
  | "cancel"
  | "cancel_shared"
  | "complete"
  | "snooze"
  | "list"
  | "availability"
  | "clarify"
  | "conflict"
  | "none";

/** A reminder as far as language is concerned. `start` is wall time in the request's zone. */
export interface Item {
  readonly title: string;
  readonly start: string;
  readonly rrule: string | null;
  readonly durationMinutes: number | null;
  /**
   * The moment itself, for "in 25 minutes": it wins over wall time. Milliseconds since the epoch.
   */
  readonly instant?: number;
  /**
   * A day without an hour: `start` is its midnight. `durationMinutes` is null for one day, and 1440
   * for each day of a span.
   */
  readonly allDay?: true;
  /** The rule counts China's statutory workdays instead of Monday to Friday. */
  readonly workdays?: "CN";
  /** The policy for a late one: it comes anyway, or not at all. */
  readonly late?: "fire" | "skip";
  /** It repeats until it is done. */
  readonly insist?: Insisting;
}

/** How a reminder repeats until it is done, as far as it was said. */
export interface Insisting {
  readonly everyMinutes?: number;
  /** How many repeats at most. */
  readonly times?: number;
  /** The clock time at which it ends anyway. */
  readonly until?: string;
  readonly important?: true;
}

export interface KnownReminder {
  /** Comes back as the target's: two reminders may have the same title. */
  readonly id?: string;
  readonly title: string;
  readonly start: string | null;
  readonly rrule?: string | null;
  readonly durationMinutes?: number | null;
  readonly allDay?: true;
  /** By whose clock a series goes on, where that is not the request's. */
  readonly zone?: string;
}

export interface KnownShared extends KnownReminder {
  readonly with: readonly string[];
}

/**
 * What was said just before: a short follow-up ("不对，是四点") speaks about it. Set by the asker,
 * from what the turn wrote.
 */
export interface PreviousTurn {
  readonly text?: string;
  /** Title of the reminder that the turn wrote or spoke of. */
  readonly target?: string;
  readonly targetId?: string;
  /** Nothing was said since: what names nothing is about it. */
  readonly isNext?: true;
  /** The person's only message of that turn, and when it was read: an instant. */
  readonly said?: { readonly text: string; readonly at: string };
}

/**
 * A request that lacks one thing. What comes out as `Interpretation.open` goes in again as
 * `RequestContext.open` beside the next message, for as long as the asker keeps it open:
 *
 *     interpret({ text: "周五下午提醒我去车管所", … })            → clarify, question, open
 *     interpret({ text: "3点", context: { open }, … })          → create on Friday at 15:00
 *
 * The answer may be a time, a part of one, a name, an ordinal, yes, or "never mind" (`none`). It
 * may lack something itself: then a new `open` comes out. A message that is not an answer is read
 * as if nothing had been open.
 */
export interface OpenRequest {
  readonly text: string;
  readonly now: string;
  readonly reason: Reason;
  /** What an ordinal or a "yes" chooses from. */
  readonly choices?: readonly Interpretation[];
  /** The words that an answer puts right, as places in the text. */
  readonly unclear?: { readonly at: number; readonly end: number };
}

export interface RequestContext {
  readonly reminders?: readonly KnownReminder[];
  readonly shared?: readonly KnownShared[];
  readonly friends?: readonly string[];
  /** Per friend: pairs of wall times in the request's zone. */
  readonly busy?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly lastFire?: { readonly id?: string; readonly title: string; readonly at: string };
  readonly previous?: PreviousTurn;
  /** What was written last, regardless of names: "also invite Bob" speaks of it. */
  readonly latest?: PreviousTurn;
  /** What was shown last, in that order: an ordinal counts from its head. */
  readonly listed?: readonly string[];
  readonly open?: OpenRequest;
  /** When the person's mornings begin, as "07:30"; nine o'clock otherwise. */
  readonly morning?: string;
}

export interface LanguageRequest {
  readonly text: string;
  /** Wall time in `tz`, or an instant when it carries `Z` or an offset. */
  readonly now: string;
  readonly tz: string;
  readonly context?: RequestContext | undefined;
}

export interface Interpretation {
  readonly intent: Intent;
  readonly items: readonly Item[];
  readonly target?: string;
  readonly targetId?: string;
  /** The one occurrence that is meant, when it is not the whole series. Wall time. */
  readonly occurrence?: string;
  readonly with?: readonly string[];
  /** People who are named and are not friends: the entry is the person's own, with them in its title. */
  readonly unknownPeople?: readonly string[];
  /** Those in `with` come along to what exists. It may have been the person's own until now. */
  readonly adds?: true;
  /** For list and availability: from (inclusive) and to (exclusive), wall time. */
  readonly range?: { readonly start: string; readonly end: string };
  /** For list: ids of the rows that are asked about, or their titles where they have none. */
  readonly named?: readonly string[];
  /** For list: a name that nothing has, where the person marked it as one. */
  readonly keyword?: string;
  /** For list: something is named, and nothing is kept that it could be. */
  readonly isUnknown?: true;
  /** For list: only what comes again. */
  readonly repeating?: true;
  /** For list: whether there is time is asked. */
  readonly asksIfFree?: true;
  readonly question?: string;
  /** Why it was refused, or what the person should know of it. */
  readonly reasons: readonly Reason[];
  readonly open?: OpenRequest;
}
