import type { ChannelAccount } from "./channel-ports.ts";

/**
 * Answers that a vendor shows while they are written: it polls for them, or they are pushed whole each time. They are stored
 * where every process finds them, since the vendor's next request may reach any of them.
 */
export interface AnswerStreams {
  /** Opens the answer to one message of a vendor. The second time it is known, and only `replyTo` is taken. */
  open(stream: NewStream): Promise<"opened" | "known">;
  /** The current answer, with the text that the running turn has shown. */
  look(id: string): Promise<AnswerView | undefined>;
  /**
   * Unfinished answers with a `replyTo`, of messages since then: a process that can push continues
   * them.
   */
  unfinished(
    of: ChannelAccount,
    since: number,
  ): Promise<readonly { readonly id: string; readonly replyTo: string }[]>;
  /** Where a turn's reply belongs: the answer to the newest message of its window. */
  ofTurn(turnId: string): Promise<string | undefined>;
  /** Puts a part of the reply in, once. False when the answer has ended. `last`: no other part is waiting to be put in. */
  place(id: string, part: PlacedPart & { readonly last: boolean }): Promise<boolean>;
  /** No further part will be put in. */
  complete(id: string): Promise<void>;
  /** Are there parts of the same turn that wait behind this one? */
  hasMore(of: { readonly turnId: string; readonly deliveryId: string }): Promise<boolean>;
  /** The vendor has been given so many of the parts. */
  handedOut(id: string, parts: number): Promise<void>;
  /** Ends it for good, if it still has that many parts and has not ended yet. */
  end(id: string, how: StreamEnd & { readonly ifParts: number }): Promise<boolean>;
  /** Withdraws what has not been fetched yet and ends it. False when it was fetched meanwhile. */
  withdraw(id: string, how: StreamEnd & { readonly ifFetched: number }): Promise<boolean>;
}

export interface NewStream {
  readonly id: string;
  readonly channel: string;
  readonly channelAccount: string;
  /** The vendor's id of the message that it answers. */
  readonly vendorId: string;
  readonly scope: string;
  /**
   * The vendor's id of the message that a pushed answer belongs to. Absent where the vendor
   * fetches.
   */
  readonly replyTo?: string | undefined;
}

export interface PlacedPart {
  readonly deliveryId: string;
  readonly text: string;
  /** A kept picture that is shown with it, at the end. */
  readonly picture?: string | undefined;
}

export interface StreamEnd {
  /** The whole text that stays. */
  readonly text: string;
  readonly as: "answered" | "told" | "stopped" | "deadline" | "merged" | "silent" | "withdrawn";
  /** How much of the turn's own text it contains. */
  readonly shown?: string | undefined;
}

export interface AnswerView extends Omit<NewStream, "channel"> {
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  readonly parts: readonly PlacedPart[];
  readonly isComplete: boolean;
  readonly fetched: number;
  readonly ended: StreamEnd | undefined;
  /**
   * waiting    no turn has taken the message yet
   * running    a turn works on it
   * answered   its turn has ended and says something
   * silent     its turn has ended and says nothing, or it never was a turn's
   * stopped    the person stopped it
   * merged     a newer message of the same window gets the answer
   */
  readonly state: "waiting" | "running" | "answered" | "silent" | "stopped" | "merged";
  /** The text that its turn has shown so far, or had shown when it was stopped. */
  readonly shown: string;
  /** Another attempt of its turn has less to show so far than people have read already. */
  readonly isRepeated: boolean;
  /** The message it answers. */
  readonly question: string;
  /** Deliveries of its turn whose verdict is `unknown`. */
  readonly lost: readonly string[];
}
