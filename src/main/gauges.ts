import { watchBackups } from "../store/backup/nightly.ts";
import type { Base } from "./base.ts";
import type { Database } from "../store/database/database.ts";

/** Metrics that are read from the tables on request. */
export function watchTables({ store: { db }, metrics, clock }: Base): void {
  watchBackups(db, metrics, clock);
  watchOutbox(db, metrics);
  watchTimers(db, metrics);
  watchChannels(db, metrics);
}

interface Gauges {
  gauge(
    name: string,
    help: string,
    read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
  ): void;
}

/** Waiting parts, as gauges: read when metrics are requested. */
function watchOutbox(db: Database, metrics: Gauges): void {
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

/** Timers that are due, and timers that wait after a failure: read when metrics are requested. */
function watchTimers(db: Database, metrics: Gauges): void {
  metrics.gauge(
    "meanwhile_timers_overdue_seconds",
    "How long the oldest timer has been due",
    async () => {
      const [row] = await db.rows<{ age: number }>(
        "select coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::float8 as age from timer",
      );
      return [{ labels: {}, value: row?.age ?? 0 }];
    },
  );
  metrics.gauge(
    "meanwhile_timers_waiting",
    "Timers that could not fire when they were due, by reason",
    async () =>
      (
        await db.rows<{ kind: string; code: string; count: number }>(
          "select kind, last_error as code, count(*) as count from timer where last_error is not null group by 1, 2",
        )
      ).map(({ kind, code, count }) => ({ labels: { kind, code }, value: count })),
  );
}

/** The state of our accounts at vendors, as gauges: read when metrics are requested. */
function watchChannels(db: Database, metrics: Gauges): void {
  metrics.gauge("meanwhile_channel_accounts", "Vendor accounts by channel and state", async () =>
    (
      await db.rows<{ channel: string; state: string; count: number }>(
        "select provider_type as channel, connection_state as state, count(*) as count from channel where lifecycle = 'active' group by 1, 2",
      )
    ).map((row) => ({ labels: { channel: row.channel, state: row.state }, value: row.count })),
  );
  metrics.gauge(
    "meanwhile_channel_login_age_seconds",
    "Age of the oldest login that is in use",
    async () =>
      (
        await db.rows<{ channel: string; age: number }>(
          `select provider_type as channel, extract(epoch from now() - min(connected_at))::float8 as age from channel
         where lifecycle = 'active' and connection_state = 'connected' and connected_at is not null group by 1`,
        )
      ).map((row) => ({ labels: { channel: row.channel }, value: row.age })),
  );
}
