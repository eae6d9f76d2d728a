import type { Event } from "./event.ts";

type Pair = { account_id: string; friend_account_id: string };

/** A person's part of a shared reminder. */
export type SharedPart = {
  readonly account_id: string;
  readonly reminder_id: string;
  /** They are asked first. */
  readonly state?: "asked";
};

type SharedFields = {
  title: string;
  title_hash: string;
  local_trigger_at: string;
  captured_timezone: string;
  rrule: string | null;
  duration_minutes: number | null;
  /** Absent where it is not one of whole days, or stays as it is. */
  all_day?: boolean;
  /** Absent before a single time could be left out. */
  exdates?: readonly string[];
};

export type NoticeType =
  | "friendship_created"
  | "friendship_removed"
  | "shared_reminder_created"
  | "shared_reminder_asked"
  | "shared_reminder_accepted"
  | "shared_reminder_updated"
  | "shared_reminder_cancelled"
  | "shared_reminder_restored"
  | "shared_reminder_joined"
  | "shared_reminder_uninvited"
  | "shared_reminder_skipped"
  | "shared_reminder_unskipped"
  | "shared_reminder_declined"
  /** They have seen it after all. */
  | "shared_reminder_heard"
  /** The message about it could not be delivered yet. */
  | "shared_reminder_unheard";

/** The event as numbers and names: it is worded when it is shown. */
export type NoticeFacts = {
  readonly title?: string;
  readonly starts_at?: string | null;
  readonly duration_minutes?: number | null;
  /** Of whole days, the first: the same date for all. */
  readonly day?: string;
  readonly rrule?: string | null;
  readonly others?: readonly string[];
  readonly was_title?: string;
  readonly was_starts_at?: string;
  readonly joined?: readonly string[];
  readonly left?: readonly string[];
  readonly times?: readonly string[];
  readonly next_at?: string | null;
  /** How many shared reminders a friendship's end called off. */
  readonly cancelled?: number;
  readonly by_you?: boolean;
  /** The planner knows that it could not be delivered yet. */
  readonly away?: boolean;
};

type Friendship =
  | Event<
      "friend_link_made",
      {
        account_id: string;
        generation: number;
        key_id: string;
        token_hash: string;
        max_uses: number;
        expires_at: string;
      }
    >
  | Event<"friend_link_used", { account_id: string; uses: number }>
  | Event<"friend_link_disabled", { account_id: string }>
  | Event<"friend_code_missed", { account_id: string; hour: string; count: number }>
  | Event<"friendship_made", { id: string; account_low_id: string; account_high_id: string }>
  | Event<"friendship_removed", { id: string }>;

/** A person's decisions about another person, or for themselves. */
type Preference =
  | Event<"friend_blocked", { account_id: string; blocked_account_id: string; name?: string }>
  | Event<"friend_unblocked", { account_id: string; blocked_account_id: string }>
  | Event<"friend_named", Pair & { name: string; shown: boolean; replaces?: string }>
  | Event<"friend_time_asked", Pair & { day: string; count: number }>
  | Event<"friend_busy_hidden" | "friend_busy_shown", Pair>
  | Event<"friend_setting_changed", Pair & { shared: "take" | "mute" | "refuse" | "ask" }>
  | Event<"quiet_hours_set", { account_id: string; starts: string; ends: string }>
  | Event<
      "quiet_hours_ended" | "ask_first_set" | "ask_first_ended" | "own_time_taken",
      { account_id: string }
    >;

type SharedReminder =
  | Event<
      "shared_reminder_created",
      SharedFields & {
        id: string;
        creator_account_id: string;
        participant_set_hash: string;
        parts: readonly SharedPart[];
      }
    >
  | Event<
      "shared_reminder_joined",
      { id: string; participant_set_hash: string; parts: readonly SharedPart[] }
    >
  | Event<
      "shared_reminder_updated",
      Partial<SharedFields> & { id: string; participant_set_hash?: string }
    >
  | Event<
      "shared_reminder_unshared",
      { id: string; owner_account_id: string; accounts: readonly string[] }
    >
  | Event<"shared_reminder_restored", { id: string; accounts: readonly string[] }>
  | Event<
      "shared_reminder_cancelled",
      { id: string; cancelled_by?: string; accounts: readonly string[] }
    >
  | Event<"projection_completed" | "projection_declined", { id: string; account_id: string }>;

type Notification =
  | Event<
      "notification_made",
      {
        id: string;
        account_id: string;
        type: NoticeType;
        actor_account_id: string;
        object_type: "friendship" | "shared_reminder";
        object_id: string;
        facts: NoticeFacts;
        muted?: boolean;
      }
    >
  | Event<
      "notifications_told",
      { account_id: string; ids: readonly string[]; message_id?: string | null }
    >
  | Event<
      "notifications_reached",
      { account_id: string; ids: readonly string[]; reached: boolean }
    >;

export type FriendEvent = Friendship | Preference | SharedReminder | Notification;
