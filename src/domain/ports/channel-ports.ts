import type { AcceptOutcome, InboundMessage } from "../message.ts";

/** The ports of a channel. It never sees the store: these are its only ways to store anything. */
export interface ChannelPorts {
  readonly inbox: ChannelInbox;
  readonly marks: ChannelMarks;
  readonly receipts: ChannelReceipts;
  readonly secrets: ChannelSecrets;
  readonly sole: SoleWorker;
  readonly directory: ChannelDirectory;
}

/** Accepts messages. A vendor's batch is accepted in one transaction with its marks. */
export interface ChannelInbox {
  take(batch: InboundBatch): Promise<readonly AcceptOutcome[]>;
}

export interface InboundBatch {
  readonly messages: readonly InboundMessage[];
  /** A poll's cursor and the like. Saved with the messages it covers, never before them. */
  readonly marks?: readonly ChannelMark[] | undefined;
}

/** One of our own accounts at a vendor. */
export interface ChannelAccount {
  readonly channel: string;
  readonly channelAccount: string;
}

/** A small fact that a channel keeps for one of its accounts. No secrets: those are sealed. */
export interface ChannelMark extends ChannelAccount {
  readonly key: string;
  readonly value: string;
}

export interface ChannelMarks {
  read(of: ChannelAccount & { readonly key: string }): Promise<string | undefined>;
}

/**
 * A vendor's later report about a part that it accepted. States only move up: sent, delivered,
 * read. Before `delivered` it may still turn out to have `failed`, or that its window was closed:
 * then the part waits for the person.
 */
export interface ChannelReceipts {
  report(receipt: Receipt): Promise<"recorded" | "known" | "unmatched">;
}

export interface Receipt extends ChannelAccount {
  readonly providerMessageId?: string | undefined;
  /** Our own delivery id, where the vendor echoes it: settles a send whose answer never came. */
  readonly deliveryId?: string | undefined;
  readonly status: "sent" | "delivered" | "read" | "failed" | "waiting_for_user";
  readonly code?: string | undefined;
}

/** Secrets at rest: sealed with a key that is not in the database. */
export interface ChannelSecrets {
  put(name: string, plain: string): Promise<void>;
  get(name: string): Promise<string | undefined>;
  drop(name: string): Promise<void>;
}

/** Work that exactly one process does at a time, such as polling one bot account. Lost and regained by lease. */
export interface SoleWorker {
  /** Runs `work` while this process holds the name, again and again until closed. The signal aborts when the name is lost. */
  hold(name: string, work: (signal: AbortSignal) => Promise<void>): { close(): Promise<void> };
}

/** The state of a vendor account, for people: the page, `doctor` and the metrics read it. */
export type ConnectionState =
  | "not_connected"
  | "connecting"
  | "connected"
  | "needs_login"
  | "failed";

export interface ChannelDirectory {
  /** Records a change of state; a repeated state is ignored. The reason is a stable code. */
  stateChanged(
    of: ChannelAccount,
    to: { readonly state: ConnectionState; readonly reason?: string | undefined },
  ): Promise<void>;
  /** Vendor accounts that were linked at run time, with whose they are. */
  list(channel: string): Promise<readonly LinkedAccount[]>;
  /** Vendor accounts that no person owns: those of the settings, now or earlier. */
  configured(channel: string): Promise<readonly ChannelAccount[]>;
  link(account: LinkedAccount): Promise<void>;
  /**
   * Links an account that only carries messages to its person: it has a conversation from the
   * start. False when there is no such person.
   */
  openWay(account: Pick<LinkedAccount, keyof ChannelAccount | "accountId">): Promise<boolean>;
  unlink(account: ChannelAccount): Promise<void>;
}

export interface LinkedAccount extends ChannelAccount {
  /** The person who linked it. */
  readonly accountId: string;
  readonly state: ConnectionState;
  readonly reason: string | null;
}

/** The person's state when a part is about to be sent. */
export interface PeerWindow {
  readonly lastInboundAt: string | null;
  /** Parts that the vendor took since the person last wrote. */
  readonly sendsSinceInbound: number;
  /** The vendor's token that came with their newest message. */
  readonly contextToken: string | null;
}
