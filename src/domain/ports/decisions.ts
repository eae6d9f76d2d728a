import type { Blob } from "../blob.ts";
import type { EventDraft } from "../events.ts";
import type { Reads } from "./reads.ts";

/** What a skill does outside of a turn, for a route or an import: what it read and what it decided are one transaction. */
export interface Desk {
  work<T>(accountId: string, job: DeskJob<T>): Promise<T>;
}

export type DeskJob<T> = (at: {
  /** Reads as that account. */
  readonly read: Reads;
  readonly now: number;
  newId(): string;
}) => Promise<DeskWork<T>>;

export interface DeskWork<T> {
  readonly events: readonly EventDraft[];
  readonly expects?: Readonly<Record<string, number>> | undefined;
  /** Other accounts whose rows it writes. */
  readonly reaches?: readonly string[] | undefined;
  /** Bytes that the events name. */
  readonly blobs?: readonly Blob[] | undefined;
  readonly result: T;
}
