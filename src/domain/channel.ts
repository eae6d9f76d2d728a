import type { Delivery, Verdict } from "./delivery.ts";
import type { Outlook, Prospect } from "./ports/delivery-outlook.ts";
import type { Media } from "./events/conversation.ts";

/**
 * The spine's view of a vendor. A channel never reads the store; everything it needs arrives with
 * the delivery.
 */
export interface Channel {
  readonly name: string;
  /**
   * False while a connection or a login is missing: deliveries then stay pending and lose no
   * attempt.
   */
  ready(channelAccount: string): boolean;
  /**
   * The same for one person, where each has a login of their own. Absent: the account's state
   * decides.
   */
  readyFor?(person: ChannelPeer): boolean;
  /**
   * True where only one process holds the connection: the others are not ready, although the
   * account works.
   */
  hasOneHolder?(channelAccount: string): boolean;
  /**
   * Sends one part in one call. Resolves with a verdict for every network outcome and throws only
   * for a bug.
   */
  send(delivery: Delivery, signal: AbortSignal): Promise<Verdict>;
  readonly limits: ChannelLimits;
  readonly capabilities: ChannelCapabilities;
  /** Where accounts of one channel differ in it. Absent: as its capabilities say. */
  carriesFilesFor?(channelAccount: string): boolean;
  /**
   * What to do with a send whose outcome is unknown: `resend` where the vendor or the client
   * deduplicates, otherwise `keep` and show it.
   */
  readonly unknownSends: "resend" | "keep";
  /**
   * The outcome of a part whose process died while sending it, from the channel's own records:
   * `not_sent` where that is proven, or where the vendor makes one message of both. Undefined or
   * absent: unknown.
   */
  recall?(part: LostPart): Promise<Verdict | undefined>;
  /**
   * Whether a part could be delivered at a later time if the person does not write before then.
   * Absent: at any time.
   */
  outlook?(prospect: Prospect): Outlook | Promise<Outlook>;
  /**
   * Fetches a file from what its message says about it. Absent: this vendor's files cannot be
   * fetched. Never rejects for a network error.
   */
  fetchFile?(file: SentFile, signal: AbortSignal): Promise<FetchedFile>;
  /**
   * Shows that an answer is being written, until ended. Neither call waits for the vendor or fails.
   */
  typing?(to: AwaitedAnswer): { end(): void };
}

/** A part whose outcome was not recorded. */
export interface LostPart extends Pick<Delivery, "id" | "turnId" | "source"> {
  /** When it was handed over last. */
  readonly attemptedAt: number;
}

export interface ChannelPeer {
  readonly channelAccount: string;
  readonly peer: string;
  /** When they last wrote; null if unknown. */
  readonly lastInboundAt: string | null;
}

export interface SentFile {
  readonly channelAccount: string;
  /** The vendor's id of the message that carried the file. */
  readonly vendorId: string;
  /** Its entry in the message's `payload.media`. */
  readonly media: Media;
}

export type FetchedFile =
  /** `name`: the vendor's file name, where the message had none. */
  | { readonly bytes: Uint8Array; readonly name?: string | undefined }
  /** `again`: a retry may help. `limitBytes`: the size limit, where the file exceeds it. */
  | { readonly failed: string; readonly again: boolean; readonly limitBytes?: number | undefined };

/** A person who waits for an answer. */
export interface AwaitedAnswer {
  readonly channelAccount: string;
  readonly peer: string;
  /** The conversation's key. */
  readonly scope: string;
  /** The vendor's id of their newest message, and the token that came with it. */
  readonly vendorId: string;
  readonly contextToken: string | undefined;
  readonly turnId: string;
  /** The answer so far, without the model's thoughts. Empty until there is some. */
  readonly shown: () => string;
}

export interface ChannelLimits {
  /** Longest part, in the vendor's unit. */
  readonly partLength: number;
  readonly partUnit: "characters" | "bytes" | "utf16";
  /** Longest words that can go with a file, in UTF-16 units. Absent: a file goes without words. */
  readonly captionLength?: number | undefined;
  /** Minimum interval between two parts to one peer; an average where a burst is allowed. */
  readonly paceMs: number;
  /** How many parts may go at once before the pace applies. Default: one. */
  readonly burst?: number | undefined;
  readonly sendTimeoutMs: number;
  /** Longest time for one turn. Default: the product's own limit. */
  readonly turnTimeoutMs?: number | undefined;
}

/**
 * Everything that makes the product act differently in one channel than in another. Code outside a
 * channel's folder asks for one of these and never for the channel's name.
 */
export interface ChannelCapabilities {
  /** A part may carry a file (`payload.media`). */
  readonly carriesFiles: boolean;
  /** Text between `<think>` and `</think>` is shown apart from the answer while it is written. */
  readonly showsThoughts: boolean;
  /** The app may open links of a message by itself, so an address can carry words away. */
  readonly opensLinks: boolean;
  /** The vendor reports later whether a part arrived. Without this, a part it took has arrived. */
  readonly reportsLater: boolean;
  /** It shows buttons under a message, such as one that undoes what the message confirms. */
  readonly showsButtons?: boolean | undefined;
  /** It shows speech as a voice message. */
  readonly hasVoice?: boolean | undefined;
  /** How many earlier messages a prompt includes; the product's own number when not set. */
  readonly historyMessages?: number | undefined;
}

/** A chat app without extras. Also assumed for a channel that is not configured at the moment. */
export const plainChatApp: ChannelCapabilities = {
  carriesFiles: false,
  showsThoughts: false,
  opensLinks: true,
  reportsLater: true,
};
