import type { DeliveryForecast } from "./reminders.ts";

/** A person's friends and what they share, as programs see them. Every call acts as one account. */
export interface FriendsApi {
  link(accountId: string, ask: "show" | "reset" | "disable"): Promise<FriendLinkView>;
  /** `byOthers`: another program acts for the person, who is then notified. */
  join(accountId: string, code: string, byOthers?: boolean): Promise<FriendJoinView>;
  /** The inviting person, for anyone who has the code. Changes nothing. */
  invitation(
    code: string,
  ): Promise<{ readonly display_name: string | null; readonly expires_at: string }>;
  friends(accountId: string): Promise<readonly FriendView[]>;
  /** Blocked people, in the order in which they were blocked. */
  blocked(accountId: string): Promise<readonly BlockedView[]>;
  actOnFriend(
    accountId: string,
    friendId: string,
    act: FriendAct,
  ): Promise<{ readonly status: string; readonly cancelled: readonly string[] }>;
  share(accountId: string, wish: ShareWish): Promise<ShareResult>;
  /** Shares one of the account's own reminders with friends. */
  shareOwn(
    accountId: string,
    reminderId: string,
    receivers: readonly string[],
  ): Promise<ShareResult>;
  shared(accountId: string): Promise<readonly SharedView[]>;
  oneShared(accountId: string, id: string): Promise<SharedView>;
  actOnShared(accountId: string, id: string, act: SharedAct): Promise<ShareResult>;
  availability(accountId: string, query: AvailabilityQuery): Promise<readonly AvailabilityView[]>;
  /** When the person themselves is busy and free. */
  ownTimes(accountId: string, query: TimesQuery): Promise<AvailabilityView["windows"]>;
  quietHours(accountId: string): Promise<QuietHours | null>;
  setQuietHours(accountId: string, hours: QuietHours | null): Promise<QuietHours | null>;
  /** Whether what friends share waits for this person's yes. */
  askFirst(accountId: string): Promise<boolean>;
  setAskFirst(accountId: string, isOn: boolean): Promise<boolean>;
}

/** In the person's local time, "22:00" to "08:00". */
export interface QuietHours {
  readonly starts: string;
  readonly ends: string;
}

export interface FriendLinkView {
  readonly friend_link_id: string;
  readonly owner_account_id: string;
  readonly lifecycle: "active" | "disabled";
  /** None while the link is disabled. */
  readonly link_code: string | null;
  readonly expires_at: string | null;
}

export interface FriendJoinView {
  readonly status: "created" | "already_active";
  readonly friendship_id: string;
  readonly friend_account_id: string;
  readonly display_name: string | null;
}

export interface FriendView {
  readonly account_id: string;
  readonly friendship_id: string;
  readonly display_name: string | null;
  readonly nickname: string | null;
  readonly names: readonly string[];
  readonly timezone: string;
  readonly shared_reminders: "take" | "mute" | "refuse" | "ask";
  /** Whether the friend sees when this person is busy. */
  readonly shows_busy: boolean;
  readonly since: string;
}

export interface BlockedView {
  readonly account_id: string;
  /** The name this person used for them. */
  readonly name: string;
  readonly since: string;
}

export type FriendAct =
  | { readonly kind: "remove" | "block" | "unblock" }
  | { readonly kind: "nickname"; readonly name: string }
  | { readonly kind: "setting"; readonly shared: "take" | "mute" | "refuse" | "ask" }
  | { readonly kind: "busy"; readonly shown: boolean };

export interface ShareWish {
  readonly receiver_account_ids: readonly string[];
  readonly title: string;
  /** Wall time in `captured_timezone`. */
  readonly local_trigger_at: string;
  readonly captured_timezone?: string | undefined;
  readonly duration_minutes?: number | null | undefined;
  /** Whole days: `local_trigger_at` names the first one, and the length is a number of days. */
  readonly all_day?: boolean | undefined;
  /** As parts or as text of RFC 5545. Absent: it happens once. */
  readonly recurrence_rule?: RecurrenceRule | undefined;
}

export type RecurrenceRule = string | Readonly<Record<string, unknown>> | null;

export interface SharedView {
  readonly id: string;
  readonly creator_account_id: string;
  readonly title: string;
  readonly local_trigger_at: string;
  readonly captured_timezone: string;
  readonly rrule: string | null;
  /** Wall times that the series leaves out for all. */
  readonly exdates: readonly string[];
  readonly duration_minutes: number | null;
  readonly all_day: boolean;
  readonly status: string;
  readonly own_reminder_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly projections: readonly {
    readonly account_id: string;
    readonly lifecycle: string;
    readonly completion_status: string;
    /** The message about what the caller did last: whether it was written, when, and when it arrived. */
    readonly notice: "waiting" | "told" | "muted" | null;
    readonly told_at: string | null;
    readonly reached_at: string | null;
  }[];
}

/** The outcome. */
export interface ShareOutcome {
  /** `blocked` wrote nothing: the breakdown says who has no time, and when all would have. */
  readonly status:
    | "created"
    | "duplicate_active"
    | "blocked"
    | "rescheduled"
    | "unchanged"
    | "cancelled"
    | "already_cancelled"
    | "completed"
    | "declined"
    | "accepted"
    | "added"
    | "skipped"
    | "unskipped";
  readonly shared_reminder: SharedView | null;
  readonly breakdown: {
    readonly conflicting: readonly string[];
    readonly refusing: readonly string[];
    readonly available: readonly string[];
  };
  /** The nearest times at which everyone is free, in order. */
  readonly suggested_times: readonly string[];
}

export interface ShareResult extends ShareOutcome {
  /** Notified friends whom no message reaches yet. */
  readonly unreachable: readonly string[];
  /** Whether the person's own reminder can be delivered on time; null if nothing is upcoming. */
  readonly delivery: DeliveryForecast | null;
}

export type SharedAct =
  | { readonly kind: "cancel" | "complete" | "decline" | "accept" }
  /** More friends; only the organiser may add them. */
  | { readonly kind: "add"; readonly receiver_account_ids: readonly string[] }
  /** One time of a series, as wall time in its own zone. */
  | { readonly kind: "skip" | "unskip"; readonly occurrence: string }
  | {
      readonly kind: "reschedule";
      readonly local_trigger_at?: string | undefined;
      readonly captured_timezone?: string | undefined;
      readonly duration_minutes?: number | null | undefined;
      readonly all_day?: boolean | undefined;
      readonly recurrence_rule?: RecurrenceRule | undefined;
      readonly title?: string | undefined;
    };

export interface AvailabilityQuery extends TimesQuery {
  readonly friend_account_ids: readonly string[];
}

export interface TimesQuery {
  /** Wall times in the zone. */
  readonly local_start: string;
  readonly local_end: string;
  readonly requester_timezone?: string | undefined;
}

/** Busy and free in turns. Never what fills the busy times. */
export interface AvailabilityView {
  readonly account_id: string;
  /** False: the friend does not show this person when they are busy, and there are no windows. */
  readonly shown: boolean;
  readonly windows: readonly {
    readonly state: "busy" | "free";
    readonly start: string;
    readonly end: string;
  }[];
}
