import type { AskedDetails, EntryDetails } from "./entry-details.ts";
import type { Insistence } from "../events/reminder.ts";
import type { BothLanguages, CalendarPage, CalendarQuery } from "./calendar.ts";
import type { Json } from "../json.ts";
import type { ClosedReason } from "../ports/delivery-outlook.ts";
import type { MissedReminder } from "./missed-reminders.ts";
import type { ZoneChangePreview } from "./zone-change.ts";

/** A person's reminders as programs see them. */
export interface ReminderView extends EntryDetails {
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
  /** Whole days: `local_start` is midnight, and the length 1440 for each day of several. */
  readonly all_day: boolean;
  readonly next_fire_at: string | null;
  readonly last_fired_at: string | null;
  readonly late_policy: "fire" | "skip";
  /** How it repeats until it is done; null: it doesn't. */
  readonly insist: Insistence | null;
  /** Its next repeat, and how many there were since its own time. */
  readonly nag_at: string | null;
  readonly nags: number;
  readonly series_id: string | null;
  readonly occurrence: string | null;
  readonly shared_reminder_id: string | null;
  readonly conversation_id: string | null;
  readonly source: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** After a change of its time: another one of the person's that it falls on. */
  readonly overlaps?:
    | {
        readonly reminder_id: string;
        readonly content: string;
        readonly next_fire_at: string | null;
      }
    | undefined;
  /** Of one that was read or changed alone, while there is a time to come. */
  readonly delivery?: DeliveryForecast | undefined;
}

/** Whether a reminder can be handed over at its time, by what is known when it is asked. */
export interface DeliveryForecast {
  /** False: it may have to wait. It is kept and sent as soon as possible. */
  readonly on_time: boolean;
  /** Why it may have to wait. */
  readonly reason: ClosedReason | null;
  /** Where it goes; null where there is no chat that it could go to. */
  readonly channel: string | null;
  /** Until when the vendor accepts messages to the person, unless they write again. */
  readonly window_ends_at: string | null;
}

/** One thing of a batch. Which fields count depends on the operation. */
export interface BatchItem extends AskedDetails {
  readonly operation: "create" | "update" | "delete" | "complete";
  readonly reminder_id?: string | undefined;
  readonly content?: string | undefined;
  /** The person's words. Read by the rules when no time is given. */
  readonly raw_text?: string | undefined;
  /** A moment with its offset, or wall time in `captured_timezone`. */
  readonly trigger_time?: string | null | undefined;
  readonly captured_timezone?: string | undefined;
  /** RFC 5545's rule as text, or its parts: `{frequency, interval, byday…}`. */
  readonly recurrence_rule?: string | Readonly<Record<string, unknown>> | null | undefined;
  readonly duration_minutes?: number | null | undefined;
  /** Whole days: `trigger_time` names the first one, and the length is a number of days. */
  readonly all_day?: boolean | undefined;
  readonly kind?: string | undefined;
  /** The rule counts China's statutory workdays instead of Monday to Friday. */
  readonly workdays?: "CN" | undefined;
  /** When it is late by more than a quarter of an hour: delivered anyway, or skipped. */
  readonly late_policy?: "fire" | "skip" | undefined;
  readonly insist?: AskedInsistence | null | undefined;
}

/** How it shall repeat until it is done. What is left out is as usual: every 10 minutes, 24 times. */
export interface AskedInsistence {
  readonly every_minutes?: number | undefined;
  readonly times?: number | undefined;
  readonly until?: string | null | undefined;
  readonly important?: boolean | undefined;
}

export interface BatchResult {
  readonly state: "succeeded" | "failed" | "needs_follow_up";
  readonly reminder_id: string | null;
  /** Why not, or what the person should know: a stable code. */
  readonly reason: string | null;
  /** Where it stands in time: `future`, `past`, `none` for a to-do without a time. */
  readonly time_state: "future" | "past" | "none" | null;
  readonly fact: BatchFact;
  /** Null if nothing is upcoming: it ended, has no time, or was not written. */
  readonly delivery: DeliveryForecast | null;
}

export type BatchFact = Readonly<Record<string, unknown>> & {
  /** Another reminder at the same time. */
  readonly overlaps?: {
    readonly reminder_id: string;
    readonly content: string;
    readonly next_fire_at: string | null;
  };
};

export interface ListQuery {
  readonly lifecycle?: string | undefined;
  readonly kind?: string | undefined;
  readonly keyword?: string | undefined;
  readonly limit: number;
  /** The reminder that the page before ended with. */
  readonly after?: string | undefined;
}

export interface ReminderPage {
  readonly reminders: readonly ReminderView[];
  /** The `after` of the next page; null where this is the last. */
  readonly next: string | null;
}

/**
 * The changes. Of a series, `occurrence` names the one that is meant; without it the whole series
 * is.
 */
export interface ReminderChange extends AskedDetails {
  readonly content?: string | undefined;
  readonly trigger_time?: string | null | undefined;
  readonly captured_timezone?: string | undefined;
  readonly recurrence_rule?: BatchItem["recurrence_rule"];
  readonly duration_minutes?: number | null | undefined;
  readonly all_day?: boolean | undefined;
  readonly occurrence?: string | undefined;
  /** How it behaves when it could not fire on time. */
  readonly late_policy?: "fire" | "skip" | undefined;
  /** Null ends its repeats. */
  readonly insist?: AskedInsistence | null | undefined;
}

export type ReminderAct =
  | { readonly kind: "change"; readonly change: ReminderChange }
  | { readonly kind: "complete" }
  | { readonly kind: "delete" }
  | { readonly kind: "restore" }
  | { readonly kind: "clear_time" }
  | { readonly kind: "snooze"; readonly minutes: number }
  | { readonly kind: "skip"; readonly occurrence: string }
  /** A skipped occurrence is part of the series again. */
  | { readonly kind: "unskip"; readonly occurrence: string };

/** A person's sentence and their answers to the questions, in order. */
export interface SentenceRequest {
  readonly text: string;
  readonly answers?: readonly string[] | undefined;
}

/** How the rules read a sentence, for a preview while it is typed. */
export interface SentenceReading {
  readonly intent: string;
  readonly items: readonly {
    readonly title: string;
    /** Wall time in the account's zone. */
    readonly start: string;
    readonly rrule: string | null;
    readonly rule_words: BothLanguages | null;
    readonly duration_minutes: number | null;
    readonly all_day: boolean;
  }[];
  /** Positions in the last text, as it was typed. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly kind: string }[];
  /** Friends whom it names. */
  readonly people: readonly { readonly account_id: string; readonly name: string }[];
  /** The title of the reminder that it changes or calls off. */
  readonly target: string | null;
  readonly question: string | null;
  readonly reasons: readonly string[];
  readonly timezone: string;
}

/** One step of the rules on their way through a sentence. */
export interface ReadingStep {
  readonly stage: string;
  readonly rule: string;
  /** The words in question, before and after. */
  readonly what: string;
}

/** A sentence about reminders, as a person would say it in a chat. */
export interface SpokenRequest {
  readonly text: string;
  /** The question that the sentence answers, as it was handed out with it. */
  readonly open?: Json | undefined;
}

export interface SpokenOutcome {
  /** The reply of the rules, in the person's language. Empty: they read no request in it. */
  readonly lines: readonly string[];
  /** What was written, as it is now. */
  readonly changed: readonly ReminderView[];
  /** Asked back: `open` belongs to the answer. */
  readonly question: { readonly text: string; readonly open: Json } | null;
  /** Why nothing was written: it reaches other people, or it is a setting of the person's. */
  readonly refused: "reaches_others" | "only_in_chat" | null;
}

/** One of several operations that are recorded together. */
export interface ReminderActOn {
  readonly id: string;
  readonly version?: number | undefined;
  readonly act: ReminderAct;
}

export interface ImportReport {
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: readonly {
    readonly uid: string;
    readonly title: string;
    readonly reason: string;
  }[];
  /** Whether everything imported can be delivered on time; null if nothing is upcoming. */
  readonly delivery: DeliveryForecast | null;
}

export type CalendarAsk = "show" | "make" | "reset" | "revoke";

/** Reminders without a conversation: for the API and for imports. Every call acts as one account and sees its rows alone. */
export interface RemindersApi {
  batch(accountId: string, items: readonly BatchItem[]): Promise<readonly BatchResult[]>;
  list(accountId: string, query: ListQuery): Promise<ReminderPage>;
  read(accountId: string, id: string): Promise<ReminderView>;
  /** Reminders that could not be delivered, or came late. */
  missed(accountId: string): Promise<readonly MissedReminder[]>;
  /**
   * Dismisses these reminders; without ids, all that were not seen. Returns how many there were.
   */
  dismissMissed(accountId: string, ids?: readonly string[]): Promise<number>;
  calendar(accountId: string, query: CalendarQuery): Promise<CalendarPage>;
  /** With the version that the caller has seen, or whatever it is now. */
  act(
    accountId: string,
    on: { readonly id: string; readonly version?: number | undefined },
    act: ReminderAct,
  ): Promise<ReminderView>;
  /** All of them or none: a refusal names the first that cannot be done by its `index`. */
  actAll(accountId: string, acts: readonly ReminderActOn[]): Promise<readonly ReminderView[]>;
  /** By the rules of the chat, whose questions it asks. What reaches other people is not done. */
  speak(accountId: string, said: SpokenRequest): Promise<SpokenOutcome>;
  /** Takes back the last change of this program, as far as nothing has changed since. */
  undo(accountId: string): Promise<Pick<SpokenOutcome, "lines" | "changed">>;
  /** The same for one program: its last change can be undone by it. */
  forProgram(program: string): RemindersApi;
  /** How the rules read a sentence, without doing anything. */
  interpret(accountId: string, text: string): Promise<Readonly<Record<string, unknown>>>;
  /** As `interpret`, and where in the sentence each part stands. In a calendar's own field every sentence asks for a reminder. */
  readSentence(accountId: string, said: SentenceRequest): Promise<SentenceReading>;
  /** How the rules came to that reading, stage by stage. */
  explainSentence(accountId: string, said: SentenceRequest): Promise<readonly ReadingStep[]>;
  /**
   * Makes or changes what the sentence asks for. Without results and without words about a change it
   * asked for nothing that can be done at once: the reading says why.
   */
  writeSentence(
    accountId: string,
    said: SentenceRequest,
  ): Promise<{
    readonly reading: SentenceReading;
    readonly results: readonly BatchResult[];
    /** Of a change: how the chat would confirm it, or ask back. */
    readonly spoken: Pick<SpokenOutcome, "lines" | "changed" | "refused"> | null;
  }>;
  /** When the person's mornings begin. Whole days that are still to come move along. */
  setMorning(accountId: string, clock: string): Promise<void>;
  previewZone(accountId: string, zone: string): Promise<ZoneChangePreview>;
  /** Another zone for the person, in which reminders keep their date and hour. */
  moveIntoZone(accountId: string, zone: string): Promise<void>;
  /** The zone of the person's device, where none is known and no reminder depends on it. */
  takeDeviceZone(accountId: string, zone: string): Promise<void>;
  importCalendar(accountId: string, text: string): Promise<ImportReport>;
  /** The secret part of the calendar's address. */
  calendarCode(accountId: string, ask: CalendarAsk): Promise<string | undefined>;
  /** The calendar behind an address, or undefined when there is none. */
  feed(code: string): Promise<string | undefined>;
}
