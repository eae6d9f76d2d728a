import type { EventDraft } from "../events/catalogue.ts";
import type { Reads } from "./reads.ts";

/** Decisions of a skill outside a turn, for a route or an import. */
export interface Decisions {
  /** Reads and writes share one transaction. */
  run<T>(accountId: string, job: DecisionJob<T>): Promise<T>;
  /**
   * For a decision that takes long to make: no transaction is open meanwhile. It is recorded in one
   * afterwards, if it still holds by its expected versions and its `confirm`, and otherwise made
   * again.
   */
  prepare<T>(accountId: string, job: PreparedJob<T>): Promise<T>;
  /** Reads as that account. No transaction is open between two queries. */
  read<T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T>;
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
export type PreparedJob<T> = (at: DecisionContext) => Promise<PreparedDecision<T>>;

export interface Decision<T> {
  readonly events: readonly EventDraft[];
  readonly expects?: Readonly<Record<string, number>> | undefined;
  /** Other accounts whose rows it writes. */
  readonly reaches?: readonly string[] | undefined;
  /** Bytes that the events name. */
  readonly blobs?: readonly Blob[] | undefined;
  readonly result: T;
}

export interface PreparedDecision<T> extends Pick<
  Decision<T>,
  "events" | "expects" | "reaches" | "result"
> {
  /**
   * Runs in the transaction before anything is written. It locks what the decision was made on, and
   * throws `version_conflict` when that has changed since.
   */
  confirm?(read: Reads): Promise<void>;
}

/** Bytes that events refer to by hash: the log is kept for ever, the bytes need not be. */
export interface Blob {
  /** SHA-256, as hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}
