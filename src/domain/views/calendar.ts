import type { EntryDetails } from "./entry-details.ts";

export interface CalendarQuery {
  /** Moments; the end is not part of it. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  /** Also reminders that were done or cancelled before their time. */
  readonly ended?: boolean | undefined;
}

/** The same in both languages of the product. */
export interface BothLanguages {
  readonly en: string;
  readonly zh: string;
}

export interface CalendarEntry extends Pick<
  EntryDetails,
  "place" | "color" | "order" | "is_to_do"
> {
  /** `outside`: of a calendar elsewhere, which can only be looked at. */
  readonly entry_type: "occurrence" | "fired" | "unscheduled" | "done" | "cancelled" | "outside";
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
  /** How often, in words. */
  readonly rule_words: BothLanguages | null;
  readonly series_id: string | null;
  readonly duration_minutes: number | null;
  /** `display_start` is then a date at midnight, the same in every zone. */
  readonly all_day: boolean;
  readonly fired_at: string | null;
  /** Of what has gone off: `waiting` has not reached the person, `skipped` was left out as too late. */
  readonly fire_state: "waiting" | "completed" | "skipped" | "dismissed" | null;
  readonly shared_reminder_id: string | null;
}

export interface CalendarPage {
  readonly entries: readonly CalendarEntry[];
  /** Series that come more often than a page shows: only their first entries are there. */
  readonly cut: readonly string[];
  /** To-dos with a date, wherever it is, until they are done. */
  readonly to_dos: readonly CalendarEntry[];
}
