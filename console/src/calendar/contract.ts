import { type Wall } from "./days.ts";

/** The server's answers about reminders, friends and what they share, as the page reads them. */

export interface Both {
  readonly en: string;
  readonly zh: string;
}

export interface Entry {
  readonly entry_type: "occurrence" | "fired" | "unscheduled" | "done" | "cancelled";
  readonly reminder_id: string;
  readonly content: string;
  readonly kind: string;
  /** On the clocks of the zone that was asked for. */
  readonly display_start: Wall | null;
  readonly display_end: Wall | null;
  readonly starts_at: string | null;
  /** On the clocks of its own zone: the name of the occurrence. */
  readonly occurrence: Wall | null;
  readonly is_recurring: boolean;
  readonly rule_words: Both | null;
  readonly series_id: string | null;
  readonly duration_minutes: number | null;
  readonly fired_at: string | null;
  readonly shared_reminder_id: string | null;
}

/** An entry with a time. */
export type TimedEntry = Entry & { readonly display_start: Wall };

export interface Reminder {
  readonly id: string;
  readonly content: string;
  readonly kind: string;
  readonly lifecycle: string;
  readonly local_start: Wall | null;
  readonly captured_timezone: string;
  readonly rrule: string | null;
  readonly workdays: string | null;
  readonly exdates: readonly Wall[];
  readonly duration_minutes: number | null;
  readonly late_policy: "fire" | "skip";
  readonly series_id: string | null;
  readonly occurrence: Wall | null;
  /** After a change of its time: another one that it falls on. */
  readonly overlaps?: { readonly content: string };
}

export interface ReadItem {
  readonly title: string;
  readonly start: Wall;
  readonly rrule: string | null;
  readonly rule_words: Both | null;
  readonly duration_minutes: number | null;
}

export interface ReadSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

export interface Reading {
  readonly intent: string;
  readonly items: readonly ReadItem[];
  readonly spans: readonly ReadSpan[];
  readonly people: readonly { readonly account_id: string; readonly name: string }[];
  readonly question: string | null;
  readonly reasons: readonly string[];
}

export interface WriteResult {
  readonly state: "succeeded" | "failed" | "needs_follow_up";
  readonly reminder_id: string | null;
  readonly reason: string | null;
  readonly fact: { readonly overlaps?: { readonly content: string; readonly next_fire_at: string } };
}

export interface Friend {
  readonly account_id: string;
  readonly display_name: string | null;
  readonly nickname: string | null;
  readonly names: readonly string[];
  readonly timezone: string;
  readonly shared_reminders: "take" | "mute" | "refuse" | "ask";
  readonly shows_busy: boolean;
}

export interface FriendLink {
  readonly lifecycle: "active" | "disabled";
  readonly link_code: string | null;
  readonly qr_payload: string | null;
  readonly expires_at: string | null;
}

export interface Shared {
  readonly id: string;
  readonly creator_account_id: string;
  readonly title: string;
  readonly local_trigger_at: string;
  readonly status: string;
  readonly duration_minutes: number | null;
  readonly projections: readonly { readonly account_id: string; readonly lifecycle: string; readonly completion_status: string }[];
}

export interface ShareResult {
  readonly status: string;
  readonly shared_reminder: Shared | null;
  readonly breakdown: { readonly conflicting: readonly string[]; readonly refusing: readonly string[] };
  /** Moments. */
  readonly suggested_times: readonly string[];
}

export interface FreeTime {
  readonly account_id: string;
  /** False: the friend does not show it. */
  readonly shown: boolean;
  readonly windows: readonly { readonly state: "busy" | "free"; readonly start: string; readonly end: string }[];
}

export interface ImportReport {
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: readonly { readonly uid: string; readonly title: string; readonly reason: string }[];
}
