import type { EventDraft, RecordedEvent } from "../domain/events/catalogue.ts";
import { iso } from "../domain/ports/clock.ts";
import { type Sql, write } from "../store/database/database.ts";
import type { LockedLane } from "../store/work/lane-lock.ts";
import type { ReservedSlot, WorkLoop } from "../store/work/work-loop.ts";
import type { TurnEngine } from "./engine.ts";
import { begin, type ClaimedLane, type WindowRow } from "./start.ts";
import type { TakenLane } from "./take.ts";

/** A message that is being accepted, and its lane, which the same transaction has locked. */
export interface Arrival {
  readonly lane: LockedLane & { readonly idle: NonNullable<LockedLane["idle"]> };
  /** As it will be read from its row, except for its place in the log. */
  readonly message: Omit<WindowRow, "eventId" | "at">;
}

export type ImmediateStart = ReturnType<typeof createImmediateStart>;

/**
 * Starts a turn by the commit that accepts its message, if the lane is idle and a worker is free in
 * this process: there is no second commit and no wake-up to wait for. Any other message waits in its
 * lane and is claimed from there.
 *
 * It serves one transaction: `begin` and `claim` inside it, then `run` after the commit, or `drop`
 * if nothing was committed.
 */
export function createImmediateStart(on: TurnEngine, loop: WorkLoop<TakenLane> | undefined) {
  let slot: ReservedSlot<TakenLane> | undefined;
  let taken: Required<TakenLane> | undefined;
  return {
    /** Returns the event that starts the turn. */
    begin({ lane, message }: Arrival): EventDraft | undefined {
      slot = loop?.reserve();
      if (slot === undefined) return undefined;
      const claimed = toClaimedLane(lane);
      const window = [{ ...message, eventId: 0, at: iso(on.clock.now()) }];
      const { turn, draft } = begin(on, claimed, { window, left: new Map() });
      taken = { lane: claimed, turn };
      return draft;
    },

    /** Claims the lane. `events`: what the transaction has recorded, the message among it. */
    async claim(sql: Sql, events: readonly RecordedEvent[]): Promise<void> {
      const received = events.find(({ kind }) => kind === "message_received");
      if (taken?.turn === undefined || received === undefined) return;
      const { lane, turn } = taken;
      const { id: eventId, at } = received;
      const window = turn.window.map((message) => ({ ...message, eventId, at }));
      taken = { lane, turn: { ...turn, window } };
      await write(
        sql,
        "update conversation set lease_holder = $2, lease_until = now() + $3 * interval '1 millisecond', fence = $4 where id = $1",
        [lane.id, on.settings.holder, on.settings.leaseMs, lane.fence],
      );
    },

    /** Returns whether a turn was begun. */
    run(): boolean {
      if (slot === undefined || taken === undefined) return false;
      const [{ run }, work] = [slot, taken];
      slot = undefined;
      // The sender is answered first.
      setImmediate(() => {
        on.failpoints.hit("turn.claimed");
        run(work);
      });
      return true;
    },

    /** Returns whether a turn was begun. */
    drop(): boolean {
      const wasBegun = slot !== undefined;
      slot?.drop();
      slot = undefined;
      return wasBegun;
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
