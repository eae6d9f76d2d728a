import type { Event } from "./event.ts";

export type TimerEvent =
  | Event<
      "timer_set",
      {
        id: string;
        kind: string;
        account_id: string;
        conversation_id?: string | null;
        due_at: string;
      }
    >
  | Event<
      "timer_postponed",
      { id: string; due_at: string; failures: number; code: string; account_id?: string }
    >
  /** Many moments that fell due together. */
  | Event<"timers_fired", { ids: readonly string[] }>;
