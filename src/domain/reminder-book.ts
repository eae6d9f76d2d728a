/** A person's reminders as programs see them. */
export interface ReminderView {
  readonly id: string;
  readonly content: string;
  readonly kind: string;
  readonly lifecycle: string;
  readonly completion: string | null;
  /** Wall time in `captured_timezone`. */
  readonly local_start: string | null;
  readonly captured_timezone: string;
  readonly rrule: string | null;
  readonly workdays: string | null;
  readonly exdates: readonly string[];
  readonly duration_minutes: number | null;
  readonly next_fire_at: string | null;
  readonly last_fired_at: string | null;
  readonly late_policy: string;
  readonly series_id: string | null;
  readonly occurrence: string | null;
  readonly shared_reminder_id: string | null;
  readonly conversation_id: string | null;
  readonly source: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** One thing of a batch. Which fields count depends on the operation. */
export interface BatchItem {
  readonly operation: "create" | "update" | "delete" | "complete";
  readonly reminder_id?: string | undefined;
  readonly content?: string | undefined;
  /** What the person said. Read by the rules when no time is given. */
  readonly raw_text?: string | undefined;
  /** A moment with its offset, or wall time in `captured_timezone`. */
  readonly trigger_time?: string | null | undefined;
  readonly captured_timezone?: string | undefined;
  /** RFC 5545's rule as text, or its parts: `{frequency, interval, byday…}`. */
  readonly recurrence_rule?: string | Readonly<Record<string, unknown>> | null | undefined;
  readonly duration_minutes?: number | null | undefined;
  readonly kind?: string | undefined;
}

export interface BatchResult {
  readonly state: "succeeded" | "failed" | "needs_follow_up";
  readonly reminder_id: string | null;
  /** Why not, or what the person should know: a stable code. */
  readonly reason: string | null;
  /** Where it stands in time: `future`, `past`, `none` for a to-do without a time. */
  readonly time_state: "future" | "past" | "none" | null;
  readonly fact: Readonly<Record<string, unknown>>;
}

export interface ListQuery {
  readonly lifecycle?: string | undefined;
  readonly kind?: string | undefined;
  readonly keyword?: string | undefined;
  readonly limit: number;
}

export interface CalendarQuery {
  /** Moments; the end is not part of it. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

export interface CalendarEntry {
  readonly entry_type: "occurrence" | "fired" | "unscheduled";
  readonly reminder_id: string;
  readonly content: string;
  readonly kind: string;
  /** Wall time in the zone that was asked for. */
  readonly display_start: string | null;
  readonly display_end: string | null;
  readonly starts_at: string | null;
  /** Wall time in the reminder's own zone: names the occurrence when it is changed. */
  readonly occurrence: string | null;
  readonly is_recurring: boolean;
  readonly fired_at: string | null;
  readonly shared_reminder_id: string | null;
}

/** What is to change. Of a series, `occurrence` names the one that is meant; without it the whole series is. */
export interface ReminderChange {
  readonly content?: string | undefined;
  readonly trigger_time?: string | null | undefined;
  readonly captured_timezone?: string | undefined;
  readonly recurrence_rule?: BatchItem["recurrence_rule"];
  readonly duration_minutes?: number | null | undefined;
  readonly occurrence?: string | undefined;
}

export type ReminderAct =
  | { readonly kind: "change"; readonly change: ReminderChange }
  | { readonly kind: "complete" }
  | { readonly kind: "delete" }
  | { readonly kind: "restore" }
  | { readonly kind: "clear_time" }
  | { readonly kind: "snooze"; readonly minutes: number }
  | { readonly kind: "skip"; readonly occurrence: string };

export interface ImportReport {
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: readonly { readonly uid: string; readonly title: string; readonly reason: string }[];
}

/** Reminders without a conversation: for the API and for imports. Every call acts as one account and sees its rows alone. */
export interface ReminderBook {
  batch(accountId: string, items: readonly BatchItem[]): Promise<readonly BatchResult[]>;
  list(accountId: string, query: ListQuery): Promise<readonly ReminderView[]>;
  read(accountId: string, id: string): Promise<ReminderView>;
  calendar(accountId: string, query: CalendarQuery): Promise<readonly CalendarEntry[]>;
  /** With the version that the caller has seen, or whatever it is now. */
  act(accountId: string, on: { readonly id: string; readonly version?: number | undefined }, act: ReminderAct): Promise<ReminderView>;
  /** What the rules make of a sentence, without doing it. */
  interpret(accountId: string, text: string): Promise<Readonly<Record<string, unknown>>>;
  importCalendar(accountId: string, text: string): Promise<ImportReport>;
  /** The secret part of the calendar's address. */
  calendarCode(accountId: string, ask: "show" | "reset" | "revoke"): Promise<string | undefined>;
  /** The calendar behind an address, or undefined when there is none. */
  feed(code: string): Promise<string | undefined>;
}
