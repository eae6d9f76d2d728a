import type { ChannelAccount } from "./channel-ports.ts";
import type { DeliveryPayload } from "../events/delivery.ts";
import type { Json } from "../json.ts";

/** Finds a quoted message by the vendor's id: vendors do not always send its text along. */
export interface QuotedMessages {
  find(of: QuoteReference): Promise<QuotedMessage | undefined>;
}

export interface QuoteReference extends ChannelAccount {
  /** Only what was said in this conversation can be quoted in it. */
  readonly scope: string;
  readonly vendorId: string;
}

export interface QuotedMessage {
  readonly text: string;
  readonly from: "person" | "us";
  /** Of a message of theirs a list of files, of a part of ours the one that it carried. */
  readonly payload: QuotedPayload;
}

export type QuotedPayload = { readonly media?: Json } & Pick<DeliveryPayload, "pieces" | "ending">;
