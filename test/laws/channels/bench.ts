import type { PeerWindow } from "../../../src/domain/ports/channel-ports.ts";
import type { Delivery, Verdict } from "../../../src/domain/delivery.ts";
import type { Process } from "./process.ts";
import type { World } from "./world.ts";

/** How a channel's own door ends one message: kept, to be given again, or turned away. */
export type Heard = "taken" | "later" | "refused";

export interface Said {
  readonly text: string;
  /** Digits; each channel makes its vendor's id of them. */
  readonly id: string;
  /** The process that hears it; the first one otherwise. */
  readonly by?: Process | undefined;
}

/** Somebody who writes to us through the vendor's own protocol. */
export interface Someone {
  readonly peer: string;
  readonly channelAccount: string;
  says(said: Said): Promise<Heard>;
  /** The vendor's next try of a message that was not taken. */
  comesAgain(said: Said): Promise<Heard>;
  /** What people saw in their app, in its order: the truth. */
  saw(): Promise<readonly string[]>;
  /** As it is while the person may be written to. */
  window(): PeerWindow;
}

/** What the vendor does with the next part. */
export type Fate =
  | "taken_then_500"
  | "taken_then_cut"
  | "not_now"
  | { readonly until: Promise<void> };

export interface VendorCase {
  readonly name: string;
  readonly arrange: () => void | Promise<void>;
  readonly kind: Verdict["kind"];
  readonly code?: string;
}

/** A channel beside the fake of its vendor. Another channel joins the laws with a bench in the table. */
export interface ChannelBench {
  readonly channel: string;
  person(): Promise<Someone>;
  /** The same person at another of our accounts; undefined where we have one only. */
  elsewhere(someone: Someone): Promise<Someone | undefined>;
  /** A message that nobody vouches for: a wrong secret, no signature, no token, or a stranger. */
  unproven(said: Said): Promise<readonly Heard[]>;
  /** Undefined where there is no vendor: the page reads rows. */
  readonly fate: ((next: Fate) => void) | undefined;
  /** Parts go to addresses that take one message each: what nobody knows the end of is tried again there, and is never there twice. */
  readonly triesAgain?: true;
  /** How the vendor can be made to answer, and the verdict that is true then. */
  readonly cases: readonly VendorCase[];
  /** How many parts were handed to the vendor, taken or not. */
  handed(): number;
  /** Where a part ends that the vendor takes nowhere, if that is not the end of it: the person's next message may open a way. */
  readonly nowhere?: "waiting_for_user";
  /** Where parts go over a line that stays open, and no call of ours could be caught on its way. */
  readonly line?: {
    away(): Promise<void>;
    back(): Promise<void>;
    /** The next part is refused as none that may be sent there. */
    closed(): void;
  };
  /** What a strict vendor would complain about. */
  complaints(): readonly string[];
}

export type OpenBench = (world: World) => ChannelBench;

let made = 0;
/** New for every message. Neighbours differ in digits that a rounded number would lose. */
export const freshId = (): string => String(18_000_000_000_000_000_000n + BigInt((made += 1)));

export const heardOf = (status: number): Heard =>
  status < 300 ? "taken" : status < 500 && status !== 429 ? "refused" : "later";

export function partFor(
  bench: Pick<ChannelBench, "channel">,
  to: Someone,
  more: Partial<Delivery> = {},
): Delivery {
  const id = freshId();
  return {
    id,
    accountId: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00",
    conversationId: "c",
    turnId: null,
    messageId: "m",
    channel: bench.channel,
    channelAccount: to.channelAccount,
    scope: `user:${to.peer}`,
    peer: to.peer,
    source: "reply",
    text: `text ${id}`,
    payload: {},
    attempt: 1,
    idempotencyKey: `key-${id}`,
    window: to.window(),
    ...more,
  };
}
