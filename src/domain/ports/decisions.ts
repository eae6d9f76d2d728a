import type { EventDraft } from "../events/catalogue.ts";
import type { Reads } from "./reads.ts";

/**
 * Decisions of a skill outside a turn, for a route or an import: reads and writes share one
 * transaction.
 */
export interface Decisions {
  run<T>(accountId: string, job: DecisionJob<T>): Promise<T>;
}

export interface DecisionContext {
  /** Reads as that account. */
  readonly read: Reads;
  readonly now: number;
  newId(): string;
}

export interface RecordingContext extends DecisionContext {
  /** Records events before the job is over, in its transaction, instead of keeping them in memory. */
  write(events: readonly EventDraft[], expects?: Decision<unknown>["expects"]): Promise<void>;
}

export type DecisionJob<T> = (at: RecordingContext) => Promise<Decision<T>>;

export interface Decision<T> {
  readonly events: readonly EventDraft[];
  readonly expects?: Readonly<Record<string, number>> | undefined;
  /** Other accounts whose rows it writes. */
  readonly reaches?: readonly string[] | undefined;
  /** Bytes that the events name. */
  readonly blobs?: readonly Blob[] | undefined;
  readonly result: T;
}

/** Bytes that events refer to by hash: the log is kept for ever, the bytes need not be. */
export interface Blob {
  /** SHA-256, as hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}
