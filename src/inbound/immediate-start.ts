import type { EventDraft, RecordedEvent } from "../domain/events.ts";
import type { AcceptOutcome } from "../domain/message.ts";
import type { Beginning } from "../store/work/immediate-start.ts";
import type { Sql } from "../store/database/database.ts";
import type { LaneControl } from "./accept.ts";
import type { Flooded } from "./flood.ts";
import type { Batch } from "./place-message.ts";
import type { Found } from "./scope.ts";

interface TakenIn {
  readonly batch: Pick<Batch, "lanes" | "drafts">;
  readonly outcome: AcceptOutcome | Flooded | undefined;
  readonly found: Found | undefined;
}

export interface StartAtDoor {
  /** Where the lane is idle, its person known, and the message the only one. */
  begin(
    taken: TakenIn,
  ):
    | {
        readonly draft: EventDraft;
        hold(sql: Sql, events: readonly RecordedEvent[]): Promise<void>;
      }
    | undefined;
  /** After the commit. Says whether there was something to start. */
  run(): boolean;
  /** Nothing was committed. Says whether something was to start. */
  drop(): boolean;
}

/** Starts at most one turn with the message that it answers: no other commit, and nobody who has to be woken to find it. */
export function startAtDoor(lanes: Pick<LaneControl, "beginAtDoor">): StartAtDoor {
  let beginning: Beginning | undefined;
  let recorded: RecordedEvent | undefined;
  return {
    begin({ batch, outcome, found }) {
      const { timezone = null, display_name: displayName = null, language = null } = found ?? {};
      if (outcome?.kind !== "accepted" || timezone === null) return undefined;
      const lane = batch.lanes.get(outcome.conversationId);
      const received = batch.drafts.find(({ kind }) => kind === "message_received");
      if (lane?.idle === null || lane?.idle === undefined || received === undefined)
        return undefined;
      const begun = lanes.beginAtDoor({
        lane,
        received,
        account: { displayName, language, timezone },
      });
      beginning = begun;
      if (begun === undefined) return undefined;
      return {
        draft: begun.draft,
        hold(sql, events) {
          recorded = events.find(({ kind }) => kind === "message_received");
          return begun.hold(sql);
        },
      };
    },
    run() {
      if (beginning === undefined || recorded === undefined) return false;
      beginning.run(recorded);
      beginning = undefined;
      return true;
    },
    drop() {
      const was = beginning;
      beginning = undefined;
      was?.drop();
      return was !== undefined;
    },
  };
}
