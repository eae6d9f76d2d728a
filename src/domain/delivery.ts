import type { PeerWindow } from "./ports/channel-ports.ts";
import type { DeliveryPayload, DeliverySource } from "./events/delivery.ts";

/**
 * pending → sending → sent | unknown | failed | waiting_for_user | expired
 *
 * `sending` is committed directly before the network call, so after a crash it means "perhaps": it becomes `unknown`,
 * never `pending`. `sent` needs the vendor's verdict. `delivered` and `read` are later verdicts of the same kind.
 * `discarded` is a person's decision. `withdrawn` is a part that a stop took back before it was sent.
 */
export const deliveryStatuses = [
  "pending",
  "sending",
  "sent",
  "delivered",
  "read",
  "unknown",
  "failed",
  "waiting_for_user",
  "expired",
  "discarded",
  "withdrawn",
] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One outgoing part, as the outbox hands it to a channel. */
export interface Delivery {
  readonly id: string;
  readonly accountId: string;
  readonly conversationId: string;
  readonly turnId: string | null;
  readonly messageId: string | null;
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
  readonly peer: string;
  readonly source: DeliverySource;
  readonly text: string;
  readonly payload: DeliveryPayload;
  readonly attempt: number;
  /** Equal for every attempt of this part, for vendors that deduplicate. */
  readonly idempotencyKey: string;
  /** The person's side, for vendors that limit when and how often a person may be written to. */
  readonly window: PeerWindow;
}

/**
 * The vendor's answer, or why it is unknown. The kind decides the next state; it is never derived
 * from an error's text.
 */
export type Verdict =
  | { readonly kind: "sent"; readonly providerMessageId?: string | undefined }
  /**
   * Proven unsent: the request never left, or the vendor said "not now". `isFree`: the part is not
   * at fault, so the attempt does not count.
   */
  | {
      readonly kind: "not_sent";
      readonly code: string;
      readonly retryAfterMs?: number | undefined;
      readonly isFree?: true | undefined;
    }
  /** The vendor refused this message for good. */
  | { readonly kind: "refused"; readonly code: string }
  /** Bytes were sent and no answer came. */
  | { readonly kind: "unknown"; readonly code: string }
  /** The vendor's window is closed until the person writes again. */
  | { readonly kind: "waiting_for_user"; readonly code: string };
