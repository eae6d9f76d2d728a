import type { Channel } from "../domain/channel.ts";
import type { Verdict } from "../domain/delivery.ts";
import { engine } from "../domain/principal.ts";
import { assertFence, claim } from "../store/work/claim.ts";
import type { Sql } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import { verdictEvents } from "./verdict.ts";
import type { DeliveryRow } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

/**
 * A `sending` row whose lease ran out belonged to a process that died in between: it is unknown
 * whether the vendor accepted it, unless its channel's own records show it. Returns how many there
 * were.
 */
export async function settleLost(deps: OutboxDeps): Promise<number> {
  const lost = await deps.db.transaction(engine, async (sql) => {
    const rows = await claim<DeliveryRow>(
      sql,
      { table: "delivery_attempt", waiting: "t.status = 'sending'", order: "t.ordinal" },
      { holder: deps.settings.holder, leaseMs: deps.settings.leaseMs, limit: 100 },
    );
    const doubtful = rows.filter((row) => channelOf(deps, row)?.recall === undefined);
    await settle(deps, sql, { rows: doubtful, verdict: nobodyKnows });
    return rows;
  });
  for (const row of lost) {
    if (channelOf(deps, row)?.recall !== undefined) await settleRecalled(deps, row);
    deps.db.notify(`log:${row.conversation_id}`);
  }
  return lost.length;
}

const nobodyKnows: Verdict = { kind: "unknown", code: "interrupted" };
const channelOf = ({ channels }: OutboxDeps, row: DeliveryRow): Channel | undefined =>
  channels.get(row.provider_type);

/** The channel's verdict about a part whose send was cut off. */
export async function recallVerdict(
  deps: OutboxDeps,
  row: DeliveryRow,
): Promise<Verdict | undefined> {
  try {
    return await channelOf(deps, row)?.recall?.({
      id: row.id,
      turnId: row.turn_id,
      source: row.delivery_source,
    });
  } catch (error) {
    deps.log.warn(
      { error, channel: row.provider_type },
      "a channel could not report the outcome of a part",
    );
    return undefined;
  }
}

async function settleRecalled(deps: OutboxDeps, row: DeliveryRow): Promise<void> {
  const known = await recallVerdict(deps, row);
  await deps.db.transaction(engine, async (sql) => {
    if (!(await assertFence(sql, { table: "delivery_attempt", id: row.id, fence: row.fence })))
      return;
    await settle(deps, sql, { rows: [row], verdict: known ?? nobodyKnows });
  });
  if (known?.kind === "not_sent") deps.db.notify("outbox");
}

async function settle(
  deps: OutboxDeps,
  sql: Sql,
  { rows, verdict }: { readonly rows: readonly DeliveryRow[]; readonly verdict: Verdict },
): Promise<void> {
  if (rows.length === 0) return;
  const drafts = rows.flatMap((row) =>
    verdictEvents({ deps, row, channel: channelOf(deps, row), cutShort: true }, verdict),
  );
  await record(sql, deps.projector, drafts);
}
