import type { Database } from "../store/database/database.ts";

interface Gauges {
  gauge(
    name: string,
    help: string,
    read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
  ): void;
}

/** Waiting parts, as gauges: read when metrics are requested. */
export function watchOutbox(db: Database, metrics: Gauges): void {
  metrics.gauge(
    "meanwhile_outbox",
    "Deliveries by state and channel that are not finished",
    async () =>
      (
        await db.rows<{ channel: string; status: string; count: number }>(
          // Two queries, since each has an index of its own: the number of finished parts does not
          // matter.
          `select provider_type as channel, status, count(*) as count from delivery_attempt where status in ('pending', 'sending') group by 1, 2
         union all
         select provider_type, status, count(*) from delivery_attempt
         where status in ('unknown', 'failed', 'waiting_for_user', 'expired') group by 1, 2`,
        )
      ).map((row) => ({ labels: { channel: row.channel, status: row.status }, value: row.count })),
  );
  metrics.gauge(
    "meanwhile_inbox_lag_seconds",
    "Age of the oldest input that no turn has closed",
    async () => [
      {
        labels: {},
        value:
          (
            await db.rows<{ age: number }>(
              `select coalesce(extract(epoch from now() - min(m.created_at)), 0)::float8 as age from conversation c
             join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq = c.last_closed_inbound_seq + 1
             where c.has_open_input`,
            )
          )[0]?.age ?? 0,
      },
    ],
  );
}
