import type { MessagePayload } from "./events/conversation.ts";
import type { QuotaFact } from "./quotas.ts";
import type { StopResult } from "./turn.ts";

/**
 * What happens to a message that arrives while a turn runs in its conversation. `refuse` writes
 * nothing and answers the sender at once.
 */
export type BusyPolicy = "busy" | "queue" | "supersede" | "refuse";

/**
 * Where a message came from and where its answer goes. Stored on the row when it is created; never
 * looked up again.
 */
export interface Route {
  /** The `provider` of a channel's descriptor. */
  readonly channel: string;
  /**
   * Which of the product's own accounts at that vendor (bot id, phone number id). Part of every
   * dedupe key.
   */
  readonly channelAccount: string;
  /** The conversation's key within the channel account. */
  readonly scope: string;
  /** The vendor's address of the person who gets the answer. */
  readonly peer: string;
}

/** One message as a channel parsed it, already verified. */
export interface InboundMessage {
  readonly route: Route;
  /**
   * The vendor's own id, as text. The same id on the same channel account is always the same
   * message.
   */
  readonly vendorId: string;
  /** The person's id at the vendor; together with the channel it names the identity. */
  readonly subject: string;
  /** The account, where the channel knows it from a credential. Otherwise the identity's binding decides. */
  readonly accountId?: string | undefined;
  /**
   * An account that the payload only mentions. It must be the one that the identity is bound to; it
   * never binds.
   */
  readonly claimedAccountId?: string | undefined;
  readonly text: string;
  readonly senderName?: string | undefined;
  /** The country of the person's phone number, as ISO 3166 alpha-2, if known. */
  readonly country?: string | undefined;
  /** Vendor fields that a later step needs (context token, quote, media). */
  readonly payload?: MessagePayload | undefined;
  readonly busyPolicy: BusyPolicy;
  /** Whether an unknown subject may become a new account. */
  readonly provision: boolean;
  /** The channel reports the outcome in its answer to this message, so no notice is queued. */
  readonly answeredAtOnce?: boolean | undefined;
  /** In a conversation of several people, whose turn this person may stop. Default: anyone's. */
  readonly mayStop?: "own" | undefined;
}

/** The effect of a control word. Each has its sentence in `notices.ts`. */
export type ControlResult = StopResult | "not_yours" | "cleared" | "new" | "paired";

/** How accept ended for one message. A duplicate is a success: the first copy is safe. */
export type AcceptOutcome =
  | {
      readonly kind: "accepted" | "duplicate" | "busy" | "control";
      readonly messageId: string;
      readonly conversationId: string;
      readonly accountId: string;
      /** The identity that the sender was recognised by; null for a sender with a credential. */
      readonly identityId: string | null;
      readonly seq: number | null;
      /** For `control`: the effect of the control word. */
      readonly control?: ControlResult;
    }
  | {
      readonly kind: "refused";
      readonly code:
        | "identity_pairing_required"
        | "channel_identity_already_bound"
        | "account_disabled"
        | "invalid_provider_payload"
        | "daily_limit"
        | "turn_in_flight";
      /** For `daily_limit`: the limit. */
      readonly fact?: QuotaFact | undefined;
    };

/** How an inbound message ends. Every message ends in one of these ways. */
export type InboundEnd = "answered" | "stopped" | "rejected" | "dead_lettered";
