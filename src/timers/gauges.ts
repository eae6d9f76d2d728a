import type { Database } from "../store/database/database.ts";

interface Gauges {
  gauge(
    name: string,
    help: string,
    read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
  ): void;
}

/** Timers that are due, and timers that wait after a failure: read when metrics are requested. */
export function watchTimers(db: Database, metrics: Gauges): void {
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
