import type { Database } from "../store/database/database.ts";

interface Gauges {
  gauge(
    name: string,
    help: string,
    read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
  ): void;
}

/** The state of our accounts at vendors, as gauges: read when metrics are requested. */
export function watchChannels(db: Database, metrics: Gauges): void {
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
