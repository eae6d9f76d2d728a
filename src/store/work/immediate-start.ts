import type { EventDraft, RecordedEvent } from "../../domain/events.ts";
import type { Sql } from "../database/database.ts";
import type { LockedLane } from "./lane-lock.ts";

/** A message that is just being taken in, and its lane, which the same transaction has locked. */
export interface Arrival {
  readonly lane: LockedLane;
  readonly received: EventDraft;
  readonly account: {
    readonly displayName: string | null;
    readonly language: string | null;
    readonly timezone: string;
  };
}

/** A turn that starts by the commit that takes its message in: after it, either `run` or `drop` is called. */
export interface Beginning {
  readonly draft: EventDraft;
  /** Takes the lane, in the same transaction. */
  hold(sql: Sql): Promise<void>;
  /** After the commit, with the message as it was recorded. */
  run(received: RecordedEvent): void;
  /** Nothing was committed. */
  drop(): void;
}
