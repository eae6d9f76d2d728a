import { iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import { claim, type ClaimOptions, type ClaimSpec } from "../store/work/claim.ts";
import { DatabaseUnavailable, type Sql } from "../store/database/database.ts";
import { recordUnread } from "../store/log/record.ts";
import type { TurnEngine } from "./engine.ts";
import {
  begin,
  type ClaimedLane,
  findUnfinished,
  ownWindow,
  type StartedTurn,
  windowSql,
  type WindowRow,
} from "./start.ts";

/** A lane that this worker has claimed, and its turn if the same commit started it. */
export interface TakenLane {
  readonly lane: ClaimedLane;
  readonly turn?: StartedTurn | undefined;
}

/**
 * Claims waiting lanes and starts their turns in one transaction. If that fails, it is unknown
 * which start failed, so they are claimed without their turns, and each starts on its own and fails
 * alone.
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
  // A lease that ran out means that a process died at this work, which may be the cause.
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
  // Input that failed too often is abandoned, and a lane without work is released.
  const able = lanes.filter(
    ({ lane, window }) => lane.failures < on.settings.maxAttempts && window.length > 0,
  );
  const left = await findUnfinished(
    sql,
    able.flatMap(({ lane }) => lane.running_turn_id ?? []),
  );
  const begun = new Map(
    able.map(({ lane, window }) => [lane.id, begin(on, lane, { window, left })]),
  );
  await recordUnread(sql, on.projector, { drafts: [...begun.values()].map(({ draft }) => draft) });
  return lanes.map(({ lane }) => ({ lane, turn: begun.get(lane.id)?.turn }));
}
