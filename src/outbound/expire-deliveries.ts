import { iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import { record } from "../store/log/record.ts";
import { type DeliveryRow, createExpiry } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

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
        await record(
          sql,
          deps.projector,
          found.flatMap((row) => createExpiry(now, row, deps.words)),
        );
      return found;
    });
    for (const row of rows) deps.db.notify(`log:${row.conversation_id}`);
    ended += rows.length;
    if (rows.length < atOnce) return ended;
  }
}
