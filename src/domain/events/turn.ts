import type { Json, JsonObject } from "../json.ts";
import type { Event } from "./event.ts";

type OfTurn = { turn_id: string; conversation_id: string; account_id: string };

/** Messages that have their end: nothing ends silently. */
type ClosedWindow = { closed_through?: number; message_ids: readonly string[] };

type Input = {
  from_seq?: number | null;
  to_seq?: number | null;
  attempt?: number;
  fence?: number;
  trigger_id?: string;
  trigger_type?: string;
  mode?: string;
};

/** A staged command, as its table stores it. */
export type CommittedCommand = {
  readonly id: string;
  readonly domain: string;
  readonly operation: string;
  readonly key: string;
  readonly payload: JsonObject;
  readonly preview?: Json;
};

type TurnEnd = OfTurn & ClosedWindow & { reason: string; skill?: string };

export type TurnEvent =
  | Event<
      "turn_started",
      OfTurn & Input & { trigger_id: string; trigger_type: string; mode: string }
    >
  | Event<"turn_restarted", OfTurn & Input & { attempt: number }>
  | Event<
      "turn_committed",
      TurnEnd & {
        disposition: "replied" | "no_reply" | "failed";
        commands?: readonly CommittedCommand[];
      }
    >
  | Event<"turn_failed", TurnEnd>
  | Event<"turn_stopped", TurnEnd & { shown_text?: string }>
  | Event<"turn_superseded", OfTurn & { by_seq: number; reason: string }>
  /** Input that no turn has taken. */
  | Event<
      "input_stopped" | "input_abandoned",
      ClosedWindow & { conversation_id: string; account_id?: string }
    >;
