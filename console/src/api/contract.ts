/** The server's answers, as the page reads them. */

export interface Account {
  readonly id: string;
  readonly display_name: string | null;
  readonly language: string | null;
  readonly default_timezone: string | null;
  /** Hosts that replies in chat apps may link to. */
  readonly link_hosts?: readonly string[];
}

export interface ModelInfo {
  readonly kind: "offline" | "provider" | "scripted";
  readonly name: string;
}

export interface Session {
  readonly account: Account;
  /** An auditor looks at the operator's page and changes nothing. */
  readonly role: "operator" | "auditor" | "account";
  readonly model: ModelInfo;
}

export interface Conversation {
  readonly id: string;
  readonly channel: string;
  readonly title: string | null;
  readonly last_text: string | null;
  readonly last_direction: "inbound" | "outbound" | null;
  readonly last_event_id: number | null;
  /** When something was said last, by whomever. */
  readonly updated_at: string;
  readonly running: boolean;
  /** The story that is played here, on the stage. */
  readonly story_id: string | null;
}

export interface Message {
  readonly id: string;
  readonly event_id: number;
  readonly direction: "inbound" | "outbound";
  readonly text: string;
  readonly turn_id: string | null;
  readonly created_at: string;
  /** How an inbound message ended; null while it waits for its answer. */
  readonly end: null | "answered" | "stopped" | "rejected" | "dead_lettered";
  /** Its parts on their way to a chat app. */
  readonly deliveries: readonly Delivery[];
  /** Files that came with it, in their order. */
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly kind: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly bytes: number | null;
  readonly state: string;
}

export interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly error_code: string | null;
}

export interface RunningTurn {
  readonly turn_id: string;
  readonly attempt: number;
  /** What the reply says so far. */
  readonly text: string;
}

/** A turn that was stopped, with what it had shown. */
export interface StoppedTurn {
  readonly turn_id: string;
  readonly event_id: number;
  readonly text: string;
  /** The messages that it had taken. */
  readonly message_ids: readonly string[];
}

/** One page of a conversation, oldest message first. */
export interface MessagePage {
  readonly messages: readonly Message[];
  readonly stopped: readonly StoppedTurn[];
  readonly running: RunningTurn | null;
  readonly last_event_id: number;
}

/** A code that takes an account into a chat app: one use within 15 minutes. */
export interface Pairing {
  readonly code: string;
  /** What a QR code of it says. */
  readonly qr_payload: string;
  readonly expires_at: string;
}

export interface WechatLogin {
  readonly session: string;
  readonly state: "waiting" | "scanned" | "need_verify_code" | "connected" | "failed";
  readonly reason: string | null;
  /** What to scan, as an address; the server's picture of it is not needed here. */
  readonly qr: { readonly url: string } | null;
  readonly poll_after_ms: number;
}

export interface Receipt {
  readonly accepted: true;
  readonly duplicate: boolean;
  readonly message_id: string;
  readonly outcome: "accepted" | "duplicate" | "busy" | "control";
  readonly control?: Control;
}

export type Control = "stopped" | "nothing_to_stop" | "already_finished" | "cleared" | "new";

export interface StopResult {
  readonly result: "stopped" | "nothing_to_stop" | "already_finished";
}

/** What the stream of a conversation tells. Only the first three are in the log and move its position. */
export type StreamEvent =
  | { readonly type: "message"; readonly data: Message }
  | { readonly type: "turn"; readonly data: TurnEvent }
  | { readonly type: "delivery"; readonly data: Delivery & { readonly message_id: string } }
  | { readonly type: "text"; readonly data: RunningTurn }
  | { readonly type: "delta"; readonly data: RunningTurn & { readonly at: number } };

export interface TurnEvent {
  /** Null for input that ended before any turn took it. */
  readonly turn_id: string | null;
  readonly state: "started" | "restarted" | "replied" | "stopped" | "superseded" | "failed";
  readonly message_ids?: readonly string[];
  /** For a stopped turn: what had been shown. */
  readonly text?: string;
}
