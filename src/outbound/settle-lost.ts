import { engine } from "../domain/principal.ts";
import { claim } from "../store/claim.ts";
import { record } from "../store/record.ts";
import type { DeliveryRow } from "./claim-deliveries.ts";
import type { OutboxDeps } from "./outbox.ts";
import { verdictEvents } from "./verdict.ts";

/** A `sending` row whose lease ran out belonged to a process that died in between: nobody knows whether the vendor took it. */
export async function settleLost(deps: OutboxDeps): Promise<void> {
  const settled = await deps.db.transaction(engine, async (sql) => {
    const rows = await claim<DeliveryRow>(
      sql,
      { table: "delivery_attempt", waiting: "t.status = 'sending'", order: "t.ordinal" },
      { holder: deps.settings.holder, leaseMs: deps.settings.leaseMs, limit: 100 },
    );
    if (rows.length === 0) return rows;
    const drafts = rows.flatMap((row) =>
      verdictEvents({ deps, row, channel: deps.channels.get(row.provider_type) }, { kind: "unknown", code: "interrupted" }),
    );
    await record(sql, deps.projector, drafts);
    await sql.rows("update delivery_attempt set lease_until = null, lease_holder = null where id = any($1)", [rows.map((row) => row.id)]);
    return rows;
  });
  for (const row of settled) deps.db.notify(`log:${row.conversation_id}`);
}
