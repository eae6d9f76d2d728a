import type { Event } from "./event.ts";

export type InitiativeSort = "brief" | "follow_up" | "silence";

/** What a message that the companion wrote first rests on. */
export type InitiativeReason = {
  /** When the person switched it on. */
  readonly since: string;
  /** Reminders that it names. */
  readonly reminders: readonly string[];
  /** When the person wrote last, for a message after a silence. */
  readonly silent_since?: string;
  readonly silence_days?: number;
};

export type InitiativeEvent =
  | Event<
      "initiative_set",
      {
        account_id: string;
        brief: boolean;
        follow_ups: boolean;
        most_per_day: number;
        silence_days?: number | null;
      }
    >
  | Event<
      "initiative_taken",
      {
        id: string;
        account_id: string;
        sort: InitiativeSort;
        message_id: string;
        said_on: string;
        reason: InitiativeReason;
      }
    >;
