import type { MessagePage } from "../views/conversation-view.ts";

type Message = MessagePage["messages"][number];
type RunningTurn = NonNullable<MessagePage["running"]>;

/** Events of a conversation's stream. Only the first three are in the log and move its position. */
export type StreamEvent =
  | { readonly type: "message"; readonly data: Message }
  | { readonly type: "turn"; readonly data: TurnEvent }
  | {
      readonly type: "delivery";
      readonly data: Message["deliveries"][number] & { readonly message_id: string };
    }
  | { readonly type: "text"; readonly data: RunningTurn }
  | { readonly type: "delta"; readonly data: RunningTurn & { readonly at: number } };

export interface TurnEvent {
  /** Null for input that ended before a turn took it. */
  readonly turn_id: string | null;
  readonly state: "started" | "restarted" | "replied" | "stopped" | "superseded" | "failed";
  readonly message_ids?: readonly string[];
  /** For a stopped turn: the text shown until then. */
  readonly text?: string;
}
