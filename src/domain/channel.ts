import type { Delivery, Verdict } from "./delivery.ts";
import type { Outlook, Prospect } from "./delivery-outlook.ts";

/** What the spine needs to know of a vendor. A channel never reads the store; what it needs arrives with the delivery. */
export interface Channel {
  readonly name: string;
  /** False while a connection or a login is missing. Its deliveries stay pending meanwhile and lose no attempt. */
  ready(channelAccount: string): boolean;
  /** One part, one call. It resolves with a verdict for everything the network can do and throws only for a bug. */
  send(delivery: Delivery, signal: AbortSignal): Promise<Verdict>;
  readonly limits: ChannelLimits;
  /** What to do with a send whose outcome nobody knows: resend where the vendor or the client dedupes, else keep and show. */
  readonly unknownSends: "resend" | "keep";
  /** Whether a part could be handed over at a later time, if the person does not write until then. Absent: at any time. */
  outlook?(prospect: Prospect): Outlook;
}

export interface ChannelLimits {
  /** Longest part, in the unit the vendor counts. */
  readonly partLength: number;
  readonly partUnit: "characters" | "bytes";
  /** Least time between two parts to one peer. */
  readonly paceMs: number;
  readonly sendTimeoutMs: number;
}
