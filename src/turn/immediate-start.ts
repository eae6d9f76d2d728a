import { type EventDraft, isEventOf, type RecordedEvent } from "../domain/events/catalogue.ts";
import { iso } from "../domain/ports/clock.ts";
import { leaseColumns } from "../store/work/claim.ts";
import type { WorkPatch } from "../store/log/projector.ts";
import type { LockedLane } from "../store/work/lane-lock.ts";
import type { ReservedSlot, WorkLoop } from "../store/work/work-loop.ts";
import type { TurnEngine } from "./engine.ts";
import { begin, type ClaimedLane, type StartedTurn, type WindowRow } from "./start.ts";
import type { TakenLane } from "./take.ts";

/** A message that is being accepted, and its lane, which the same transaction has locked. */
export interface Arrival {
  readonly lane: LockedLane & { readonly idle: NonNullable<LockedLane["idle"]> };
  /** As it will be read from its row, except for its place in the log. */
  readonly message: Omit<WindowRow, "eventId" | "at">;
}

interface Begun {
  readonly slot: ReservedSlot<TakenLane>;
  readonly lane: ClaimedLane;
  readonly turn: StartedTurn;
}

export type ImmediateStart = ReturnType<typeof createImmediateStart>;

/**
 * Starts turns by the commit that accepts their messages, where a lane is idle and a worker is free
 * in this process: there is no second commit and no wake-up to wait for. Any other message waits in
 * its lane and is claimed from there.
 *
 * It serves one transaction: `begin` and `recorded` inside it, then `run` after the commit, or `drop`
 * if nothing was committed.
 */
export function createImmediateStart(on: TurnEngine, loop: WorkLoop<TakenLane> | undefined) {
  let begun: Begun[] = [];
  return {
    /**
     * Returns the events that start turns, of as many arrivals as there are free workers, and the
     * claims of their lanes.
     */
    begin(arrivals: readonly Arrival[]): { drafts: EventDraft[]; work: WorkPatch[] } {
      const drafts: EventDraft[] = [];
      const work: WorkPatch[] = [];
      for (const { lane, message } of arrivals) {
        const slot = loop?.reserve();
        if (slot === undefined) break;
        const claimed = toClaimedLane(lane);
        const window = [{ ...message, eventId: 0, at: iso(on.clock.now()) }];
        const { turn, draft } = begin(on, claimed, { window, left: new Map() });
        begun.push({ slot, lane: claimed, turn });
        drafts.push(draft);
        const set = leaseColumns({ fence: lane.idle.fence, at: lane.idle.now }, on.settings);
        work.push({ table: "conversation", key: { id: lane.id }, set });
      }
      return { drafts, work };
    },

    /** `events`: what the transaction has recorded, the messages among it. */
    recorded(events: readonly RecordedEvent[]): void {
      if (begun.length === 0) return;
      const received = new Map(
        events
          .filter((event) => isEventOf(event, "message_received"))
          .map((event) => [event.payload.id, event]),
      );
      begun = begun.map(({ turn, ...rest }) => {
        const window = turn.window.map((message) => {
          const { id: eventId, at } = received.get(message.id) as RecordedEvent;
          return { ...message, eventId, at };
        });
        return { ...rest, turn: { ...turn, window } };
      });
    },

    /** Returns the conversations whose turns were begun. */
    run(): ReadonlySet<string> {
      const works = begun;
      begun = [];
      // The senders are answered first.
      if (works.length > 0)
        setImmediate(() => {
          for (const { slot, lane, turn } of works) {
            on.failpoints.hit("turn.claimed");
            slot.run({ lane, turn });
          }
        });
      return new Set(works.map(({ lane }) => lane.id));
    },

    /** Returns whether a turn was begun. */
    drop(): boolean {
      const dropped = begun;
      begun = [];
      for (const { slot } of dropped) slot.drop();
      // The commit may have happened without its answer.
      if (dropped.length > 0) on.ownLanes.doubt();
      return dropped.length > 0;
    },
  };
}

const toClaimedLane = (lane: Arrival["lane"]): ClaimedLane => ({
  id: lane.id,
  account_id: lane.accountId,
  provider_type: lane.channel,
  channel_account: lane.channelAccount,
  scope: lane.scope,
  peer: lane.peer,
  last_closed_inbound_seq: lane.closedSeq,
  running_turn_id: null,
  cleared_through_event: lane.idle.clearedThrough,
  fence: lane.idle.fence + 1,
  failures: 0,
});
