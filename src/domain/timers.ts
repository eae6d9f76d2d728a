import type { EventDraft } from "./events.ts";
import type { Reads } from "./reads.ts";

/** One moment of one person, at which something of this kind is due. */
export interface DueTimer {
  readonly id: string;
  readonly kind: string;
  readonly accountId: string;
  readonly conversationId: string | null;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/** What becomes of a due moment. All of it is one transaction together with the end of the timer. */
export interface Fired {
  readonly events: readonly EventDraft[];
  /** What is said, and where: one message each, handed to the outbox in the same transaction. */
  readonly words: readonly FireWords[];
}

export interface FireWords {
  readonly messageId: string;
  readonly accountId: string;
  /** Where it was made; null lets the person's order of channels decide. */
  readonly conversationId: string | null;
  readonly text: string;
}

/** A skill's part in the timers: it says what a due moment means. It is asked with many at once. */
export interface TimerKind {
  readonly kind: string;
  fire(due: readonly DueTimer[], on: Firing): Promise<Fired>;
}

export interface Firing {
  readonly now: number;
  /** Reads as the engine, in the transaction that fires: rows may be locked. */
  readonly read: Reads;
  newId(): string;
}
