import type { Json, JsonObject } from "../json.ts";
import type { Provenance } from "../provenance.ts";
import type { DroppedRows } from "./account.ts";
import type { Event } from "./event.ts";

/** A file of a message, as its channel noted it: at the vendor still, kept here, or missing. */
export type Media = JsonObject & {
  readonly kind?: string;
  /** Where its bytes are kept. */
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly bytes?: number;
  readonly transcript?: string;
  readonly error?: string;
  readonly limit_mb?: number;
  readonly caption?: string;
  readonly vendor_id?: string;
  /** It is sent by itself: the text of its part only names it. */
  readonly alone?: boolean;
  /** The fields needed to fetch it. Removed once it was fetched. */
  readonly source?: JsonObject;
};

/**
 * Fields of a message in addition to its text. Channels add fields of their vendors; those of
 * `quote` and `surroundings` are read by `quoteOf` and `surroundingsOf`, which accept any shape.
 */
export type MessagePayload = {
  readonly media?: readonly Media[];
  readonly quote?: Json;
  readonly surroundings?: Json;
  readonly forwarded?: boolean;
  readonly context_token?: string;
  /** Who wrote it: a name where several people share the conversation, else as the vendor has it. */
  readonly sender?: Json;
  /** A request to a story: see `skills/scenes`. */
  readonly scene?: JsonObject;
  /** The provenance of an answer of ours. Absent in older messages. */
  readonly carries?: readonly Provenance[];
  /** The character that speaks an answer of ours, or `plain`. Absent in fixed texts. */
  readonly spoken_as?: string;
  readonly [vendorField: string]: Json | undefined;
};

type Inbound = {
  id: string;
  conversation_id: string;
  account_id: string;
  identity_id?: string | null;
  provider_type: string;
  channel_account: string;
  /** Absent before answers could go to another id than the conversation's. */
  peer?: string;
  vendor_id: string;
  text: string;
  sender_name?: string | null;
  payload?: MessagePayload;
};

export type ConversationEvent =
  | Event<
      "conversation_opened",
      {
        id: string;
        account_id: string;
        provider_type: string;
        channel_account: string;
        scope: string;
        peer: string;
        title?: string;
      }
    >
  | Event<"conversation_cleared", { conversation_id: string }>
  | Event<"conversation_retired", { conversation_id: string; scope: string }>
  /** What the person did with it in their list. A title of null is the automatic one. */
  | Event<
      "conversation_changed",
      { conversation_id: string; title?: string | null; pinned?: boolean; archived?: boolean }
    >
  /** Its messages so far are hidden, and can be brought back for some days. */
  | Event<"conversation_deleted", { conversation_id: string }>
  | Event<
      "conversation_restored",
      { conversation_id: string; hidden_through: number; cleared_through: number }
    >
  /** Its messages up to that position are gone for good. */
  | Event<
      "conversation_erased",
      { conversation_id: string; through: number; drops: readonly DroppedRows[] }
    >
  /** It waits for a turn, so it has a place in its conversation's order. */
  | Event<"message_received", Inbound & { seq: number }>
  | Event<
      "message_rejected",
      Inbound & {
        seq?: null;
        reason?: "busy" | "daily_limit";
        /** The turn that kept the conversation busy. */
        during_turn?: string | null;
      }
    >
  | Event<
      "control_word_received",
      Inbound & { seq?: null; reason?: "stop" | "clear" | "new" | "paired" }
    >
  | Event<
      "message_sent",
      {
        id: string;
        conversation_id: string;
        account_id: string;
        turn_id?: string | null;
        segment_index?: number | null;
        provider_type: string;
        channel_account: string;
        sender_name?: string | null;
        text: string;
        payload?: MessagePayload;
      }
    >
  /** Files of a message were fetched, or can't be fetched. */
  | Event<
      "media_settled",
      {
        message_id: string;
        media: readonly Media[];
        files: readonly { readonly id: string; readonly bytes: number }[];
      }
    >
  | Event<"media_dropped", { id: string; text?: string | undefined }>;
