import type { Delivery, Verdict } from "./delivery.ts";
import type { Outlook, Prospect } from "./ports/delivery-outlook.ts";
import type { Payload } from "./events.ts";

/** What the spine needs to know of a vendor. A channel never reads the store; what it needs arrives with the delivery. */
export interface Channel {
  readonly name: string;
  /** False while a connection or a login is missing. Its deliveries stay pending meanwhile and lose no attempt. */
  ready(channelAccount: string): boolean;
  /** The same for one person, where each has a login of their own. Absent: whoever is reached by the account can be reached. */
  readyFor?(person: Recipient): boolean;
  /** One part, one call. It resolves with a verdict for everything the network can do and throws only for a bug. */
  send(delivery: Delivery, signal: AbortSignal): Promise<Verdict>;
  readonly limits: ChannelLimits;
  /** What to do with a send whose outcome nobody knows: resend where the vendor or the client dedupes, else keep and show. */
  readonly unknownSends: "resend" | "keep";
  /**
   * What became of a part whose process died over it, from what the channel keeps itself: `not_sent` where that is proven. Undefined,
   * or absent: nobody knows.
   */
  recall?(part: Pick<Delivery, "id" | "turnId" | "source">): Promise<Verdict | undefined>;
  /** Whether a part could be handed over at a later time, if the person does not write until then. Absent: at any time. */
  outlook?(prospect: Prospect): Outlook | Promise<Outlook>;
  /** A file that somebody sent, from what its message says of it. Absent: this vendor's files can't be had. It never rejects for what a network does. */
  fetchFile?(file: SentFile, signal: AbortSignal): Promise<FetchedFile>;
  /** Shows that an answer is being written, until it is ended. Neither waits for the vendor, and neither fails. */
  typing?(to: AwaitedAnswer): { end(): void };
}

export interface Recipient {
  readonly channelAccount: string;
  readonly peer: string;
  /** When they last wrote; null where that is not known. */
  readonly lastInboundAt: string | null;
}

export interface SentFile {
  readonly channelAccount: string;
  /** The vendor's id of the message that it came with. */
  readonly vendorId: string;
  /** Its entry in the message's `payload.media`. */
  readonly media: Payload;
}

export type FetchedFile =
  /** `name`: what the vendor calls it, where the message did not say. */
  | { readonly bytes: Uint8Array; readonly name?: string | undefined }
  /** `again`: another try may help. `limitBytes`: of what is too large, the most that is taken. */
  | { readonly failed: string; readonly again: boolean; readonly limitBytes?: number | undefined };

/** Somebody who waits for an answer. */
export interface AwaitedAnswer {
  readonly channelAccount: string;
  readonly peer: string;
  /** The vendor's id of their newest message, and the token that came with it. */
  readonly vendorId: string;
  readonly contextToken: string | undefined;
}

export interface ChannelLimits {
  /** Longest part, in the unit the vendor counts. */
  readonly partLength: number;
  readonly partUnit: "characters" | "bytes";
  /** Least time between two parts to one peer, on average where a burst is allowed. */
  readonly paceMs: number;
  /** So many parts may go at once; the time that they were ahead by is waited for afterwards. One when not set. */
  readonly burst?: number | undefined;
  readonly sendTimeoutMs: number;
  /** Longest time for one turn; the product's own when not set. */
  readonly turnTimeoutMs?: number | undefined;
  /** Whether a part may carry a file (`payload.media`). */
  readonly carriesFiles?: boolean | undefined;
  /** Whether what stands between `<think>` and `</think>` is shown apart from the answer, while it is written. */
  readonly showsThoughts?: boolean | undefined;
}
