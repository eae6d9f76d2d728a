import { engine } from "../domain/principal.ts";
import { type Sql, write } from "../store/database/database.ts";
import { record, type Recording } from "../store/log/record.ts";
import { type ClosedTurn, type TurnEngine, TurnEnded } from "./engine.ts";
import type { StartedTurn } from "./start.ts";

/** Everything that ends a turn. */
interface Closing extends Recording {
  /** Its events also belong to other accounts. */
  readonly reachesOthers?: boolean;
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
 * The events are pipelined after the query whether the lane is still ours. If it is not, none of
 * them is kept.
 */
async function close(
  { on, sql, turn }: { on: TurnEngine; sql: Sql; turn: StartedTurn },
  closing: Closing,
): Promise<ClosedTurn> {
  const held = holdLane(sql, turn);
  const work = [{ table: "conversation", key: { id: turn.lane.id }, set: freeLane }];
  await record(sql, on.projector, { ...closing, work, behind: held });
  // After the turn's own row, in the order in which a frame takes them: none comes later.
  await write(sql, "delete from turn_stream where turn_id = $1", [turn.id]);
  on.failpoints.hit("turn.committing");
  return held;
}

/**
 * The row stays locked until the commit: messages are either counted here, or accepted after it.
 */
async function holdLane(sql: Sql, turn: StartedTurn): Promise<ClosedTurn> {
  const [lane] = await sql.rows<{ latestSeq: number }>(
    `select latest_inbound_seq as "latestSeq" from conversation where id = $1 and fence = $2 for update`,
    [turn.held.id, turn.held.fence],
  );
  if (lane === undefined) throw new TurnEnded("lost");
  return { isMoreOpen: lane.latestSeq > (turn.window.at(-1)?.seq ?? 0) };
}
