/** What goes in and out, as the server tells it. */

interface Place {
  readonly conversation_id: string;
  readonly account_id: string;
  readonly channel: string;
}

export interface InboxRow extends Place {
  readonly id: string;
  readonly text: string | null;
  readonly created_at: string;
  readonly end: null | "answered" | "stopped" | "rejected" | "dead_lettered";
}

export interface LaneRow extends Place {
  readonly waiting: number;
  readonly waiting_since: string | null;
  readonly running_turn_id: string | null;
  readonly holder: string | null;
  readonly failures: number;
  readonly retry_at: string | null;
}

export interface TurnRow extends Place {
  readonly id: string;
  /** What it began with; not for others' eyes. */
  readonly text: string | null;
  readonly trigger: string;
  readonly skill: string | null;
  readonly status: "running" | "committed" | "stopped" | "superseded" | "failed";
  readonly disposition: string | null;
  readonly reason: string | null;
  readonly attempt: number;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly commands: number;
  readonly model_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export interface DeliveryRow extends Place {
  readonly id: string;
  readonly turn_id: string | null;
  readonly source: string;
  readonly status: string;
  readonly error_code: string | null;
  readonly text: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly next_attempt_at: string | null;
  /** Later parts of its conversation go on without it. */
  readonly parked: boolean;
}

export interface Activity {
  readonly waiting_messages: number;
  readonly running_turns: number;
  readonly outbox: Readonly<Record<string, number>>;
  readonly inbox: readonly InboxRow[];
  readonly lanes: readonly LaneRow[];
  readonly turns: readonly TurnRow[];
  readonly deliveries: readonly DeliveryRow[];
}

export interface TurnReport {
  readonly turn: TurnRow;
  readonly input_from_seq: number | null;
  readonly input_to_seq: number | null;
  readonly input: readonly { readonly id: string; readonly seq: number; readonly text: string | null; readonly created_at: string }[];
  readonly commands: readonly {
    readonly id: string;
    readonly domain: string;
    readonly operation: string;
    readonly status: string;
    readonly payload: Readonly<Record<string, unknown>> | null;
  }[];
  readonly model_calls: readonly {
    readonly id: string;
    readonly purpose: string;
    readonly model: string;
    readonly outcome: string | null;
    readonly error_code: string | null;
    readonly attempts: number | null;
    readonly input_tokens: number | null;
    readonly output_tokens: number | null;
    readonly first_token_ms: number | null;
    readonly total_ms: number | null;
    readonly sources: number;
    readonly started_at: string;
  }[];
  readonly events: readonly { readonly id: number; readonly kind: string; readonly at: string }[];
  readonly deliveries: readonly DeliveryRow[];
}
