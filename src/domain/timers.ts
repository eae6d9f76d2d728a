import type { EventDraft } from "./events/catalogue.ts";
import type { Provenance } from "./provenance.ts";
import type { Reads } from "./ports/reads.ts";
import type { Piece } from "./events/delivery.ts";

/** An instant at which something of this kind is due for one person. */
export interface DueTimer {
  readonly id: string;
  readonly kind: string;
  readonly accountId: string;
  readonly conversationId: string | null;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/**
 * The outcome of due timers for one person and conversation, written in one transaction with the
 * end of the timers. If the message cannot be addressed, none of it is written and the timer waits.
 */
export interface TimerOutcome {
  readonly accountId: string;
  readonly events: readonly EventDraft[];
  /**
   * One message, queued in the outbox in the same transaction. Undefined if there is nothing to
   * say.
   */
  readonly words: TimerMessage | undefined;
  /**
   * Stream versions that the outcome is based on. If one has moved, the outcome is decided again.
   */
  readonly expects?: Readonly<Record<string, number>> | undefined;
}

export interface TimerMessage {
  readonly messageId: string;
  /** The conversation it was created in; null lets the person's order of channels decide. */
  readonly conversationId: string | null;
  /**
   * Which of the person's ways it takes, counted from that conversation: unanswered, it goes where
   * they may look. 0 or unset: that conversation.
   */
  readonly way?: number | undefined;
  readonly text: string;
  /** The pieces of a text that is worded again when it is sent. */
  readonly pieces?: readonly Piece[] | undefined;
  /**
   * When it stops being useful. Null: it is kept until it has arrived. Unset: the setting's
   * lifetime.
   */
  readonly expiresAt?: number | null | undefined;
  /** Foreign text in it, such as a friend's title. */
  readonly carries?: readonly Provenance[] | undefined;
}

/** A skill's part in the timers: it decides what due timers mean, many at once. */
export interface TimerKind {
  readonly kind: string;
  fire(due: readonly DueTimer[], on: Firing): Promise<readonly TimerOutcome[]>;
  /**
   * Called at the start, page by page: which future timers have to be set again. `zonesChanged`
   * says that time zone rules differ from those that the timers were derived with.
   */
  review?(page: ReviewPage, on: Firing): Promise<ReviewOutcome>;
}

export interface Firing {
  /** Milliseconds since the epoch, by the clock that all processes share. */
  readonly now: number;
  /** Reads as the engine, in the transaction that fires. */
  readonly read: Reads;
  newId(): string;
}

export interface ReviewPage {
  readonly zonesChanged: boolean;
  /** Where the previous page ended; empty for the first. */
  readonly after: string;
  readonly size: number;
}

export interface ReviewOutcome extends Pick<TimerOutcome, "events" | "expects"> {
  /** Where this page ended; undefined after the last. */
  readonly next: string | undefined;
}
