import { engine } from "../domain/principal.ts";
import { type Sql, write } from "../store/database/database.ts";
import { NoLongerOwned } from "../store/log/event-log.ts";
import { recordOwned, type Recording } from "../store/log/record.ts";
import { type ClosedTurn, type TurnEngine, TurnEnded } from "./engine.ts";
import type { StartedTurn } from "./start.ts";

/** Everything that ends a turn. */
interface Closing extends Recording {
  /** Its events also belong to other accounts. */
  readonly reachesOthers?: boolean;
  /** Whether other processes may have text of this attempt. Default: true. */
  readonly isShown?: boolean;
}

/**
 * Ends a turn: its events are recorded and its lane is free, in one transaction that only happens
 * while the lane is held. Turns that end together share it.
 */
export async function closeTurn(
  on: TurnEngine,
  turn: StartedTurn,
  closing: Closing,
): Promise<void> {
  on.failpoints.hit("turn.before_commit");
  // A group's conversation row belongs to the member who opened it; a turn of another member can't
  // reach it as that member.
  const isShared = turn.lane.account_id !== turn.account.id || closing.reachesOthers === true;
  const run = (sql: Sql): Promise<ClosedTurn> => close({ on, sql, turn }, closing);
  const { isMoreOpen } = isShared
    ? await on.db.transaction(engine, run)
    : await on.closeTogether({ accountId: turn.account.id, conversationId: turn.lane.id, run });
  on.failpoints.hit("turn.committed");
  const first = closing.drafts.find((draft) => draft.kind === "delivery_queued");
  if (first === undefined || !on.queued(first.payload.delivery_id)) on.db.notify("outbox");
  on.db.notify(`log:${turn.lane.id}`);
  if (isMoreOpen) on.db.notify("lane");
}

const freeLane = { lease_until: null, lease_holder: null, failures: 0, ready_at: null };

/**
 * The lane's row stays locked until the commit: messages are either counted here, or accepted after
 * it.
 */
async function close(
  { on, sql, turn }: { on: TurnEngine; sql: Sql; turn: StartedTurn },
  closing: Closing,
): Promise<ClosedTurn> {
  const { read: latestSeq } = await recordOwned(sql, on.projector, {
    ...closing,
    own: { ...turn.held, read: "t.latest_inbound_seq" },
    work: [{ table: "conversation", key: { id: turn.lane.id }, set: freeLane }],
  }).catch((error: unknown) => {
    throw error instanceof NoLongerOwned ? new TurnEnded("lost") : error;
  });
  // After the turn's own row, in the order in which a frame takes them: none comes later.
  if (closing.isShown !== false || turn.attempt > 1)
    await write(sql, "delete from turn_stream where turn_id = $1", [turn.id]);
  on.failpoints.hit("turn.committing");
  return { isMoreOpen: (latestSeq ?? 0) > (turn.window.at(-1)?.seq ?? 0) };
}
