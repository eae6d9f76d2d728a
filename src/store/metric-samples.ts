import { iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Database } from "./database/database.ts";

/** What happened in a stretch of time. Zeros are left out. */
export interface MetricSample {
  /** How often it happened. */
  readonly counts: Readonly<Record<string, number>>;
  /** The highest value that was seen. */
  readonly peaks: Readonly<Record<string, number>>;
  /** How many took at most so many seconds, and more than the bound before: by bound, `more` beyond the last. */
  readonly times: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface MetricSampleRow {
  readonly stepSeconds: number;
  /** When the stretch began. */
  readonly at: number;
  readonly sample: MetricSample;
}

export interface MetricSamples {
  /** Replaces what this process wrote about the same stretches. */
  write(rows: readonly MetricSampleRow[]): Promise<void>;
  /** Of all processes, the oldest first. */
  read(of: { readonly stepSeconds: number; readonly since: number }): Promise<MetricSampleRow[]>;
  /** Deletes rows of one step that began before. */
  drop(of: { readonly stepSeconds: number; readonly before: number }): Promise<void>;
}

/** Charts survive a power cut without their last seconds, so nothing waits for the disk. */
const writeSql = `insert into metric_sample (step_seconds, at, process, sample)
  select r.step_seconds, r.at, $1, r.sample
  from set_config('synchronous_commit', 'off', true), jsonb_to_recordset($2::jsonb) as r(step_seconds integer, at timestamptz, sample jsonb)
  on conflict (step_seconds, at, process) do update set sample = excluded.sample`;

export function openMetricSamples(db: Database, process: string): MetricSamples {
  return {
    async write(rows) {
      const given = rows.map(({ stepSeconds, at, sample }) => ({
        step_seconds: stepSeconds,
        at: iso(at),
        sample,
      }));
      await db.transaction(engine, (sql) => sql.rows(writeSql, [process, JSON.stringify(given)]));
    },
    async read({ stepSeconds, since }) {
      const rows = await db.rows<{ at: string; sample: MetricSample }>(
        "select at, sample from metric_sample where step_seconds = $1 and at >= $2 order by at",
        [stepSeconds, iso(since)],
      );
      return rows.map(({ at, sample }) => ({ stepSeconds, at: Date.parse(at), sample }));
    },
    async drop({ stepSeconds, before }) {
      await db.rows("delete from metric_sample where step_seconds = $1 and at < $2", [
        stepSeconds,
        iso(before),
      ]);
    },
  };
}
