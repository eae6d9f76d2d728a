import { iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import { claim, type ClaimOptions, type ClaimSpec } from "../store/work/claim.ts";
import { DatabaseUnavailable, type Sql } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import type { TurnEngine } from "./engine.ts";
import {
  begin,
  type ClaimedLane,
  leftRunning,
  ownWindow,
  type StartedTurn,
  windowSql,
  type WindowRow,
} from "./start.ts";

/** A lane in this worker's hand, and its turn where that was started by the same commit. */
export interface TakenLane {
  readonly lane: ClaimedLane;
  readonly turn?: StartedTurn | undefined;
}

/**
 * Takes lanes that wait and starts their turns: one transaction and one commit for all of it. When
 * that fails, it is unknown whose start it was, so they are taken without their turns, and each
 * starts by itself and fails alone.
 */
export async function takeLanes(on: TurnEngine, limit: number): Promise<TakenLane[]> {
  const options: ClaimOptions = { holder: on.settings.holder, leaseMs: on.settings.leaseMs, limit };
  try {
    return await on.db.transaction(engine, (sql) => claimAndStart(on, sql, options));
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    on.log.warn({ error }, "turns could not be started together; starting each on its own");
    const lanes = await claim<ClaimedLane>(on.db, waitingLanes(on), options);
    return lanes.map((lane) => ({ lane }));
  }
}

const waitingLanes = (on: TurnEngine): ClaimSpec => ({
  table: "conversation",
  waiting: "t.has_open_input and (t.ready_at is null or t.ready_at <= $4)",
  order: "t.ready_at nulls first, t.waiting_since",
  indexed: true,
  // A lease that ran out is a process that died at this work, which may be what the work does to
  // processes.
  note: "failures = t.failures + (t.lease_until is not null)::int",
  params: [iso(on.clock.now())],
});

type LaneAndMessage = ClaimedLane & (WindowRow | { readonly messageId: null });

async function claimAndStart(
  on: TurnEngine,
  sql: Sql,
  options: ClaimOptions,
): Promise<TakenLane[]> {
  const spec = { ...waitingLanes(on), joined: windowSql("t.id", "t.last_closed_inbound_seq") };
  const rows = await claim<LaneAndMessage>(sql, spec, options);
  const lanes = [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => ({
    lane: own[0] as ClaimedLane,
    window: ownWindow(own.filter((row): row is ClaimedLane & WindowRow => row.messageId !== null)),
  }));
  for (let nth = 0; nth < lanes.length; nth += 1) on.failpoints.hit("turn.claimed");
  // What failed too often is given up, and what has nothing to do is handed back.
  const able = lanes.filter(
    ({ lane, window }) => lane.failures < on.settings.maxAttempts && window.length > 0,
  );
  const left = await leftRunning(
    sql,
    able.flatMap(({ lane }) => lane.running_turn_id ?? []),
  );
  const begun = new Map(
    able.map(({ lane, window }) => [lane.id, begin(on, lane, { window, left })]),
  );
  if (begun.size > 0)
    await record(
      sql,
      on.projector,
      [...begun.values()].map(({ draft }) => draft),
    );
  return lanes.map(({ lane }) => ({ lane, turn: begun.get(lane.id)?.turn }));
}
