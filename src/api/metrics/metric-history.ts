import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { MetricHistory, MetricSeries } from "../../domain/views/insight.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { MetricReading, PrometheusMetrics } from "./metrics.ts";

interface Plot {
  readonly name: string;
  readonly unit: MetricSeries["unit"];
  /** The metric behind it; all matching series are added up. */
  readonly from: string;
  readonly fits?: (labels: MetricReading["labels"]) => boolean;
}

/** Metrics that get a small plot. For more, let Prometheus read `/metrics`. */
const plots: readonly Plot[] = [
  { name: "messages", unit: "per_minute", from: "meanwhile_inbound_total" },
  { name: "turns", unit: "per_minute", from: "meanwhile_turns_total" },
  { name: "failed_turns", unit: "per_minute", from: "meanwhile_turn_ends_total" },
  { name: "deliveries", unit: "per_minute", from: "meanwhile_deliveries_total" },
  {
    name: "outbox",
    unit: "count",
    from: "meanwhile_outbox",
    fits: ({ status }) => status === "pending" || status === "sending",
  },
  {
    name: "stuck",
    unit: "count",
    from: "meanwhile_outbox",
    fits: ({ status }) => status !== "pending" && status !== "sending",
  },
  { name: "inbox_lag", unit: "seconds", from: "meanwhile_inbox_lag_seconds" },
  {
    name: "reminders",
    unit: "per_minute",
    from: "meanwhile_timers_fired_total",
    fits: ({ kind }) => kind === "reminder",
  },
  { name: "timers_overdue", unit: "seconds", from: "meanwhile_timers_overdue_seconds" },
  {
    name: "model_calls",
    unit: "per_minute",
    from: "meanwhile_model_calls_total",
    fits: ({ source }) => source === "model",
  },
  { name: "model_tokens", unit: "per_minute", from: "meanwhile_model_tokens_total" },
  { name: "requests", unit: "per_minute", from: "meanwhile_http_requests_total" },
  {
    name: "failed_requests",
    unit: "per_minute",
    from: "meanwhile_http_requests_total",
    fits: ({ status }) => status?.startsWith("5") === true,
  },
  { name: "memory", unit: "bytes", from: "process_resident_memory_bytes" },
  { name: "event_loop", unit: "seconds", from: "nodejs_eventloop_lag_p99_seconds" },
];

const stepMs = 15_000;
/** One hour. */
const most = 240;

/**
 * Kept in this process's memory: an hour of plots needs no table and starts over with each start.
 */
export function startMetricHistory(on: {
  readonly metrics: Pick<PrometheusMetrics, "read">;
  readonly clock: Clock;
  readonly log: Log;
}): MetricHistory & { close(): Promise<void> } {
  const since = iso(on.clock.now());
  const moments: { readonly at: string; readonly values: readonly (number | null)[] }[] = [];
  const closing = new AbortController();
  let before: readonly (number | null)[] | undefined;

  const look = async (): Promise<void> => {
    const readings = Map.groupBy(await on.metrics.read(), ({ name }) => name);
    const now = plots.map(({ from, fits }) =>
      sum(readings.get(from)?.filter(({ labels }) => fits?.(labels) ?? true)),
    );
    const values = plots.map(({ unit }, nth) =>
      unit === "per_minute" ? perMinute(before?.[nth], now[nth]) : round(now[nth] ?? 0),
    );
    // The first reading only sets the base of the counters.
    if (before !== undefined) moments.push({ at: iso(on.clock.now()), values });
    if (moments.length > most) moments.shift();
    before = now;
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await look().catch((error: unknown) =>
        on.log.debug({ error }, "metrics could not be read for the charts"),
      );
      await on.clock.wait(stepMs, closing.signal);
    }
  };
  const running = run();
  return {
    read: () => ({
      step_seconds: stepMs / 1_000,
      since,
      at: moments.map(({ at }) => at),
      series: plots.map(({ name, unit }, nth) => ({
        name,
        unit,
        values: moments.map(({ values }) => values[nth] ?? null),
      })),
    }),
    async close() {
      closing.abort();
      await running;
    },
  };
}

const sum = (readings: readonly MetricReading[] | undefined): number | null =>
  readings === undefined ? null : readings.reduce((total, { value }) => total + value, 0);

/** A counter that does not exist yet has counted nothing. */
const perMinute = (before: number | null | undefined, now: number | null | undefined): number =>
  round((Math.max(0, (now ?? 0) - (before ?? 0)) * 60_000) / stepMs);

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
