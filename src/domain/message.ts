import type { Payload } from "./events.ts";
import type { QuotaFact } from "./quotas.ts";
import type { StopResult } from "./turn.ts";

/**
 * What happens to a message that arrives while a turn runs in its conversation. `refuse` takes none while another is not
 * answered, and writes nothing: whoever sent it is told at once.
 */
export type BusyPolicy = "busy" | "queue" | "supersede" | "refuse";

/** Where a message came from and where its answer goes. Stored on the row when it is made; never looked up again. */
export interface Route {
  /** `web`, `wechat_personal`, `whatsapp`, `wecom`. */
  readonly channel: string;
  /** Which of our own accounts at that vendor (bot id, phone number id). Part of every dedupe key. */
  readonly channelAccount: string;
  /** The conversation's key within the channel account. */
  readonly scope: string;
  /** Whom the vendor shall hand the answer to. */
  readonly peer: string;
}

/** One message as a channel parsed it, already verified. */
export interface InboundMessage {
  readonly route: Route;
  /** The vendor's own id, as text. The same id on the same channel account is the same message, for ever. */
  readonly vendorId: string;
  /** The person at the vendor; with the channel it names the identity. */
  readonly subject: string;
  /** The account, where the channel knows it from a credential. Otherwise the identity's binding decides. */
  readonly accountId?: string | undefined;
  /** An account that the payload merely names. It must be the one the identity is bound to; it never binds. */
  readonly claimedAccountId?: string | undefined;
  readonly text: string;
  readonly senderName?: string | undefined;
  /** The country of their phone number, by its two letters, where the channel knows it. */
  readonly country?: string | undefined;
  /** Vendor fields that a later step needs (context token, quote, media). */
  readonly payload?: Payload | undefined;
  readonly busyPolicy: BusyPolicy;
  /** May an unknown subject become a new account? */
  readonly provision: boolean;
  /** The channel tells the person itself, in its answer to this very message, what became of it: no notice is queued. */
  readonly answeredAtOnce?: boolean | undefined;
  /** In a conversation of several people: whose work a stop of theirs may end. Anybody's when not set. */
  readonly mayStop?: "own" | undefined;
}

/** How accept ended for one message. A duplicate is a success: the first copy is safe. */
export type AcceptOutcome =
  | {
      readonly kind: "accepted" | "duplicate" | "busy" | "control";
      readonly messageId: string;
      readonly conversationId: string;
      readonly accountId: string;
      /** The binding by which the sender is known; none for who came with a credential. */
      readonly identityId: string | null;
      readonly seq: number | null;
      /** For `control`: what the word did. */
      readonly control?: StopResult | "not_yours" | "cleared" | "new" | "paired";
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
      /** For `daily_limit`: which one. */
      readonly fact?: QuotaFact | undefined;
    };

/** How each inbound message ends. Nothing ends silently. */
export type InboundEnd = "answered" | "stopped" | "rejected" | "dead_lettered";
