import type { Json } from "../json.ts";
import type { Media } from "./conversation.ts";
import type { Event } from "./event.ts";
import type { NoticeFacts } from "./friend.ts";

export type DeliverySource = "reply" | "notice" | "reminder";

/** Fixed text. A mark before it is shown once for several pieces in a row. */
export type TextPiece = {
  readonly kind?: undefined;
  readonly text: string;
  readonly mark?: string;
};

/** A reminder that has gone off, as its delivery keeps it until it is said. */
export type DueItem = {
  readonly id: string;
  readonly account: string;
  readonly due: string;
  readonly content: string;
  readonly zone: string;
  readonly missed_more: boolean;
  readonly companions?: readonly string[];
  /** Whole days: how long in minutes, null for one day. */
  readonly all_day?: { readonly duration_minutes: number | null };
  /** An alert before its time: the time itself. It is dropped when that has come. */
  readonly ahead_of?: string;
  /** It is dropped when it is late. */
  readonly skip_late?: boolean;
  /** It repeats until it is done: since when, which repeat this is (0: its own time), and how. */
  readonly nag?: {
    readonly since: string;
    readonly nth: number;
    readonly every_minutes: number;
    readonly is_last: boolean;
  };
};

export type DuePiece = {
  readonly kind: "reminders";
  readonly language: string | null;
  readonly zone: string;
  readonly items: readonly DueItem[];
};

/** Notices of what friends did. */
export type NewsPiece = {
  readonly kind: "notices";
  readonly account: string;
  readonly ids: readonly string[];
  /** Hosts whose links stay links for everyone. */
  readonly hosts?: readonly string[];
  /** It could not be delivered once, and its planners know that. */
  readonly held?: boolean;
  /** Notices whose sender wants to know that they were seen. */
  readonly answered?: readonly {
    readonly id: string;
    readonly actor: string;
    readonly object: string;
    readonly made: string;
    readonly facts: NoticeFacts;
  }[];
  /** As it read when it was last sent. */
  readonly text?: string;
};

/** Requests of visitors for a time, which the person is asked about. */
export type BookingPiece = {
  readonly kind: "bookings";
  readonly account: string;
  readonly ids: readonly string[];
  /** Hosts whose links stay links for everyone. */
  readonly hosts?: readonly string[];
  readonly text: string;
};

/** A piece of a delivery's text: fixed words, or what is put into words when it is sent. */
export type Piece = TextPiece | DuePiece | NewsPiece | BookingPiece;

/** A part that is sent inside another one's text and shares its outcome. */
export type MergedPart = {
  readonly id: string;
  readonly message_id: string | null;
  readonly turn_id: string | null;
};

/** The ways that a reminder has taken so far, each once. */
export type TriedWays = {
  /** The part with which it began. */
  readonly first: string;
  readonly tried: readonly string[];
  /** No other is left: it waits where it began. */
  readonly over?: boolean;
};

/** Fields of a part in addition to its text. */
export type DeliveryPayload = {
  /** The pieces of a text that is worded again when it is sent. */
  readonly pieces?: readonly Piece[];
  /** The pieces that a text of several parts ends with. */
  readonly ending?: readonly Piece[];
  readonly media?: Media;
  /** The message of theirs that it answers, by the vendor's id. */
  readonly quote?: { readonly vendor_id?: string };
  readonly merged?: readonly MergedPart[];
  /** How often it was sent on after it had failed. */
  readonly releases?: number;
  /** It may have arrived before, and says so. */
  readonly repeated?: boolean;
  /** It may have arrived at a vendor that recognises a copy: by another way it is a repeat. */
  readonly doubtful?: boolean;
  /** Of a reminder that another way could not carry: the first part, and the ways that were tried. */
  readonly ways?: TriedWays;
  /** It confirms a change that "undo" reverses. */
  readonly undoable?: boolean;
  /** It may expire without being sent. */
  readonly fleeting?: boolean;
  readonly [field: string]: Json | undefined;
};

type OfDelivery = {
  delivery_id: string;
  message_id?: string | null;
  /** It was sent inside this part and shared its outcome. */
  merged_into?: string;
};
type Code = { code?: string };

export type DeliveryEvent =
  | Event<
      "delivery_queued",
      OfDelivery & {
        turn_id?: string | null;
        account_id: string;
        conversation_id: string;
        provider_type: string;
        channel_account: string;
        scope: string;
        peer: string;
        source: DeliverySource;
        /** Absent in the log where it is the message's. */
        text?: string;
        payload?: DeliveryPayload;
        key: string;
        expires_at?: string | null;
      }
    >
  | Event<
      "delivery_started",
      OfDelivery & {
        attempt: number;
        /** A later part of its conversation went before it. */
        late?: boolean;
        /** Its words, where they were made when it was sent. */
        text?: string;
      }
    >
  | Event<
      "delivery_sent",
      OfDelivery & {
        provider_message_id?: string | null;
        /** Sends of earlier versions do not say to whom they went. */
        provider_type?: string;
        channel_account?: string;
        peer?: string;
      }
    >
  /** Events of earlier versions lack the fields of holding and waking. */
  | Event<
      "delivery_retry",
      OfDelivery & {
        code: string;
        next_attempt_at: string;
        attempt?: number;
        holds_until?: string | null;
        may_wake?: boolean | null;
        interruptions?: number;
        /** Where the try has changed what is known of it. */
        payload?: DeliveryPayload;
      }
    >
  | Event<
      "delivery_woken",
      OfDelivery & {
        next_attempt_at: string;
        holds_until: string | null;
        attempt: number;
        may_wake: boolean | null;
      }
    >
  | Event<
      "delivery_requeued",
      OfDelivery & {
        next_attempt_at: string;
        expires_at?: string | null;
        holds_until?: string | null;
        may_wake?: boolean | null;
      }
    >
  | Event<
      "delivery_released",
      OfDelivery & { next_attempt_at: string; text: string; payload: DeliveryPayload }
    >
  | Event<"delivery_merged", OfDelivery & { merged_into: string }>
  | Event<
      "delivery_repeat",
      OfDelivery & {
        code: string;
        next_attempt_at: string;
        text: string;
        payload: DeliveryPayload;
      }
    >
  | Event<"delivery_unknown" | "delivery_failed", OfDelivery & Code & { attempts?: number }>
  | Event<"delivery_waiting" | "delivery_expired", OfDelivery & Code>
  | Event<
      | "delivery_last_try"
      | "delivery_delivered"
      | "delivery_read"
      | "delivery_discarded"
      | "delivery_withdrawn",
      OfDelivery & Code
    >;
