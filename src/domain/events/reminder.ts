import type { JsonObject } from "../json.ts";
import type { Event } from "./event.ts";

/** How a reminder repeats until it is done. */
export type Insistence = {
  readonly every_minutes: number;
  /** How many repeats at most. */
  readonly times: number;
  /** The clock time in its zone at which it ends anyway, such as "18:00". */
  readonly until: string | null;
  /** Unanswered, it takes the person's other ways. */
  readonly important: boolean;
};

/** Notes, places, alarms and the like, in the form in which calendar programs write them. */
export type CalendarPart = {
  /** The name that a program gave the file; null as long as none has written it. */
  readonly name: string | null;
  /** Null: an event if it has a time, otherwise a to-do. */
  readonly component: "VEVENT" | "VTODO" | null;
  /** Notes, places, categories, priorities: whole lines of iCalendar, unfolded. */
  readonly lines: readonly string[];
  /** Alarms and other nested parts, each from its BEGIN to its END. */
  readonly parts: readonly (readonly string[])[];
  /** The moment that the entry had then, by which alarms at fixed moments move along. */
  readonly start: string | null;
};

/**
 * The fields of a reminder. Times are ISO text; `local_start` and `exdates` are wall times in its
 * zone.
 */
export type ReminderFields = {
  readonly id: string;
  readonly owner_account_id: string;
  readonly conversation_id: string | null;
  readonly content: string;
  readonly content_hash: string;
  readonly kind: "timed" | "recurring" | "no_trigger_time" | "shared_projection" | "proactive";
  readonly lifecycle: "active" | "completed" | "deleted";
  readonly completion: "done" | "fired" | "skipped" | null;
  readonly local_start: string | null;
  readonly captured_timezone: string;
  readonly instant: string | null;
  readonly rrule: string | null;
  readonly workdays: "CN" | null;
  readonly exdates: readonly string[];
  readonly recurrence_rule: JsonObject;
  readonly duration_minutes: number | null;
  /** Whole days, and the clock at which their owner is reminded of them. */
  readonly all_day: boolean;
  readonly remind_at: string | null;
  readonly late_policy: "fire" | "skip";
  readonly next_fire_at: string | null;
  readonly last_fired_at: string | null;
  readonly insist: Insistence | null;
  /** Its next repeat, and how many there were since its own time. */
  readonly nag_at: string | null;
  readonly nags: number;
  /** When it is announced ahead of its time, by the first of its alerts that is to come. */
  readonly alert_at: string | null;
  readonly series_id: string | null;
  readonly occurrence: string | null;
  readonly shared_reminder_id: string | null;
  readonly hidden_from_calendar: boolean;
  readonly source: "chat" | "api" | "import";
  readonly uid: string | null;
  readonly calendar: CalendarPart | null;
  readonly turn_id: string | null;
  readonly completed_at: string | null;
  readonly deleted_at: string | null;
};

type Named = Pick<ReminderFields, "id" | "owner_account_id" | "conversation_id">;
/** Every field that changes, with its new value; a field that is absent stays as it is. */
type Changed = Named & Partial<ReminderFields>;

export type ReminderFire = {
  readonly occurrence_key: string;
  readonly due_at: string;
  readonly content: string;
  readonly fire_state: "waiting" | "completed" | "skipped";
  readonly missed_catch_up: boolean;
  readonly missed_since?: string | null;
  readonly message_id?: string | null;
  readonly conversation_id?: string | null;
  /** Which repeat it is; absent at the reminder's own time. */
  readonly nag?: number;
};

/** One row as it was before a turn, and the version that the turn made of it. */
export type UndoableChange = {
  readonly id: string;
  readonly version: number;
  /** Null where it was not there. Read by the dialogue that wrote it. */
  readonly before: object | null;
};

type OfConversation = { conversation_id: string; account_id: string };

export type ReminderEvent =
  /** A new row names all of its fields; fields that came later are absent from older events. */
  | Event<
      "reminder_created",
      Changed &
        Pick<
          ReminderFields,
          | "content"
          | "content_hash"
          | "kind"
          | "local_start"
          | "captured_timezone"
          | "rrule"
          | "next_fire_at"
          | "source"
        >
    >
  | Event<
      "reminder_updated",
      Changed & {
        /** The times of a series that were left out. */
        skipped?: string;
        reason?: string;
      }
    >
  | Event<"reminder_completed", Changed & { completed_occurrence?: string }>
  | Event<"reminder_deleted" | "reminder_restored", Changed>
  | Event<"reminder_fired", Changed & { fire: ReminderFire }>
  | Event<
      "reminder_fire_settled",
      {
        id: string;
        owner_account_id: string;
        occurrences: readonly string[];
        state: "completed" | "waiting" | "skipped" | "dismissed";
      }
    >
  | Event<
      "clarification_asked",
      OfConversation & {
        id: string;
        unresolved_action_fingerprint: string;
        question: string;
        /** The state that an answer continues: read by the dialogue that wrote it. */
        request: object;
        candidates?: readonly string[];
        expires_at: string;
      }
    >
  | Event<
      "clarification_answered" | "clarification_superseded" | "clarification_expired",
      OfConversation & { id: string }
    >
  | Event<
      "undo_point_set",
      OfConversation & { turn_id?: string | null; changes: readonly UndoableChange[] }
    >
  | Event<"undo_point_used", OfConversation>
  | Event<
      "calendar_link_made",
      { account_id: string; generation: number; key_id: string; token_hash: string }
    >
  | Event<"calendar_link_revoked", { account_id: string }>
  /** Properties of a collection, as a calendar program set them: all of them. */
  | Event<
      "calendar_collection_changed",
      {
        account_id: string;
        component: "VEVENT" | "VTODO";
        properties: Readonly<Record<string, string>>;
      }
    >
  /** A program made or moved an entry; the person hears of it in chat. */
  | Event<
      "calendar_news_made",
      {
        account_id: string;
        reminder_id: string;
        overlaps_id: string | null;
        is_new: boolean;
        due_at: string;
      }
    >
  | Event<
      "calendar_news_told",
      {
        account_id: string;
        reminder_ids: readonly string[];
        /** The message that says so. Unset in earlier logs, and where nothing of it holds any more. */
        message_id?: string;
        /** Those of the message before. */
        earlier?: readonly string[];
      }
    >;
