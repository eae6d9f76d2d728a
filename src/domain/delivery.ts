import type { PeerWindow } from "./ports/channel-ports.ts";
import type { Payload } from "./events.ts";

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

export type DeliverySource = "reply" | "notice" | "reminder";

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
  readonly payload: Payload;
  readonly attempt: number;
  /** The same for every attempt of this part, for vendors that can dedupe. */
  readonly idempotencyKey: string;
  /** What is known of the person's side, for vendors that limit when and how often they may be written to. */
  readonly window: PeerWindow;
}

/** What the vendor said, or why nobody can say. The kind decides the next state; it is never read out of an error's text. */
export type Verdict =
  | { readonly kind: "sent"; readonly providerMessageId?: string | undefined }
  /** Proven unsent: the request never left, or the vendor said "not now". `isFree`: the part is not to blame, and the attempt does not count. */
  | {
      readonly kind: "not_sent";
      readonly code: string;
      readonly retryAfterMs?: number | undefined;
      readonly isFree?: true | undefined;
    }
  /** The vendor refused this message for good. */
  | { readonly kind: "refused"; readonly code: string }
  /** Bytes left, no answer came. */
  | { readonly kind: "unknown"; readonly code: string }
  /** The vendor's window is closed until the person writes again. */
  | { readonly kind: "waiting_for_user"; readonly code: string };
