import type { Blob } from "../blob.ts";
import type { EventDraft } from "../events.ts";
import type { Reads } from "./reads.ts";

/** What a skill does outside of a turn, for a route or an import: what it read and what it decided are one transaction. */
export interface Desk {
  work<T>(accountId: string, job: DeskJob<T>): Promise<T>;
}

export interface DeskAt {
  /** Reads as that account. */
  readonly read: Reads;
  readonly now: number;
  newId(): string;
}

export interface DeskPlace extends DeskAt {
  /** Records events before the job is over, in its transaction, instead of keeping them in memory. */
  write(events: readonly EventDraft[], expects?: DeskWork<unknown>["expects"]): Promise<void>;
}

export type DeskJob<T> = (at: DeskPlace) => Promise<DeskWork<T>>;

export interface DeskWork<T> {
  readonly events: readonly EventDraft[];
  readonly expects?: Readonly<Record<string, number>> | undefined;
  /** Other accounts whose rows it writes. */
  readonly reaches?: readonly string[] | undefined;
  /** Bytes that the events name. */
  readonly blobs?: readonly Blob[] | undefined;
  readonly result: T;
}
