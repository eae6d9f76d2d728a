import type { EventDraft } from "./events.ts";
import type { Provenance } from "./provenance.ts";
import type { Reads } from "./ports/reads.ts";
import type { Piece } from "./timed-words.ts";

/** One moment of one person, at which something of this kind is due. */
export interface DueTimer {
  readonly id: string;
  readonly kind: string;
  readonly accountId: string;
  readonly conversationId: string | null;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/**
 * What becomes of due moments, for one person and place. All of it is one transaction together with the end of the timers.
 * When there is nowhere to say the words, nothing of it happens, and the timer waits.
 */
export interface Fired {
  readonly accountId: string;
  readonly events: readonly EventDraft[];
  /** One message, handed to the outbox in the same transaction. Undefined when there is nothing to say. */
  readonly words: FireWords | undefined;
  /** Streams whose version this was decided on. When one has moved meanwhile, it is decided again. */
  readonly expects?: Readonly<Record<string, number>> | undefined;
}

export interface FireWords {
  readonly messageId: string;
  /** Where it was made; null lets the person's order of channels decide. */
  readonly conversationId: string | null;
  readonly text: string;
  /** What the text is made of, where it is made again when it is sent. */
  readonly pieces?: readonly Piece[] | undefined;
  /** When nobody wants to hear it any more. Null: it is kept until it has arrived. Not set: after the time of the settings. */
  readonly expiresAt?: number | null | undefined;
  /** Foreign words in it, such as a friend's title. */
  readonly carries?: readonly Provenance[] | undefined;
}

/** A skill's part in the timers: it says what a due moment means. It is asked with many at once. */
export interface TimerKind {
  readonly kind: string;
  fire(due: readonly DueTimer[], on: Firing): Promise<readonly Fired[]>;
  /**
   * Asked at the start, page by page: what of its future has to be set anew. `zonesChanged` says that the rules of time
   * zones are not those that its moments were derived with.
   */
  review?(page: ReviewPage, on: Firing): Promise<Reviewed>;
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
  /** Where the page before ended; empty for the first. */
  readonly after: string;
  readonly size: number;
}

export interface Reviewed extends Pick<Fired, "events" | "expects"> {
  /** Where this page ended, or undefined when it was the last. */
  readonly next: string | undefined;
}
