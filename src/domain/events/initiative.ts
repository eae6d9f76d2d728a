import type { Event } from "./event.ts";

export type InitiativeSort = "brief" | "follow_up";

/** What a message that the companion wrote first rests on. */
export type InitiativeReason = {
  /** When the person switched it on. */
  readonly since: string;
  /** Reminders that it names. */
  readonly reminders: readonly string[];
};

export type InitiativeEvent =
  | Event<
      "initiative_set",
      { account_id: string; brief: boolean; follow_ups: boolean; most_per_day: number }
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
