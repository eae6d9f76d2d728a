import type { Channel } from "../domain/channel.ts";
import type { Verdict } from "../domain/delivery.ts";
import { engine } from "../domain/principal.ts";
import { assertFence, claim } from "../store/work/claim.ts";
import type { Sql } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import { sayLapsed } from "./lapsed.ts";
import { verdictEvents } from "./verdict.ts";
import { type ClaimedDelivery, type DeliveryRow, createExpiry } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";
import { iso } from "../domain/ports/clock.ts";

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
    await settle(deps, sql, { rows: doubtful, verdict: unknownOutcome });
    return rows;
  });
  for (const row of lost) {
    if (channelOf(deps, row)?.recall !== undefined) await settleRecalled(deps, row);
    deps.db.notify(`log:${row.conversation_id}`);
  }
  return lost.length;
}

const unknownOutcome: Verdict = { kind: "unknown", code: "interrupted" };
const channelOf = ({ channels }: OutboxDeps, row: DeliveryRow): Channel | undefined =>
  channels.get(row.provider_type);

/** The channel's verdict about a part whose send was cut off. */
export async function recallVerdict(
  deps: OutboxDeps,
  row: DeliveryRow & Partial<Pick<ClaimedDelivery, "claimedAt">>,
): Promise<Verdict | undefined> {
  try {
    return await channelOf(deps, row)?.recall?.({
      id: row.id,
      turnId: row.turn_id,
      source: row.delivery_source,
      attemptedAt: row.claimedAt ?? Date.parse(row.attempted_at ?? iso(0)),
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
    await settle(deps, sql, { rows: [row], verdict: known ?? unknownOutcome });
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

const atOnce = 100;

/**
 * A part whose time is over ends, whenever its next try would be, wherever it stands in line and
 * whether or not its channel is there. Returns how many.
 */
export async function expireOverdue(deps: OutboxDeps): Promise<number> {
  for (let ended = 0; ;) {
    const now = deps.clock.now();
    const rows = await deps.db.transaction(engine, async (sql) => {
      const found = await sql.rows<DeliveryRow>(
        `select * from delivery_attempt where status = 'pending' and merged_into is null and expires_at <= $1
           and (delivery_source <> 'reminder' or payload ?| array['fleeting', 'pieces'])
         order by expires_at limit ${atOnce} for update skip locked`,
        [iso(now)],
      );
      if (found.length > 0)
        await record(sql, deps.projector, [
          ...found.flatMap((row) => createExpiry(now, row, deps.words)),
          ...(await sayLapsed(deps, sql, { rows: found, now })),
        ]);
      return found;
    });
    for (const row of rows) deps.db.notify(`log:${row.conversation_id}`);
    ended += rows.length;
    if (rows.length < atOnce) return ended;
  }
}
