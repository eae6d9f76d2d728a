import type { Clock } from "../../domain/ports/clock.ts";
import type { MetricHistory } from "../../domain/views/insight.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { MetricSample, MetricSamples } from "../../store/metric-samples.ts";
import { plots, timings } from "./metric-plots.ts";
import { addUp, drawWindow, planWindow, steps } from "./metric-window.ts";
import type { MetricPoints, PrometheusMetrics } from "./metrics.ts";

export interface MetricHistoryDeps {
  readonly metrics: Pick<PrometheusMetrics, "points">;
  readonly samples: MetricSamples;
  readonly clock: Clock;
  readonly log: Log;
  /** The zone whose days the longer charts follow. */
  readonly zone: string;
  /** How long samples by the hour are kept. */
  readonly keepDays: number;
}

const lookMs = 60_000;
/** A page that asks gets what was counted since the last look, but not more often than this. */
const freshMs = 5_000;
const dayMs = 86_400_000;

type Step = (typeof steps)[number];

/** What a step is charted for, and a little more. */
const keepMs = (step: Step, keepDays: number): number =>
  ({ 60: 2 * 3_600_000, 600: 2 * dayMs, 3_600: keepDays * dayMs })[step];

/**
 * Looks at the counters of this process once a minute and keeps the differences as rows, so that
 * charts go on after a restart and show all processes.
 */
export function startMetricHistory(
  on: MetricHistoryDeps,
): MetricHistory & { close(): Promise<void> } {
  const closing = new AbortController();
  const stretches = new Map<Step, { at: number; sample: MetricSample }>();
  let before: Totals | undefined;
  let lookedAt = 0;
  let cleanedAt = -Infinity;

  const look = async (): Promise<void> => {
    lookedAt = on.clock.now();
    const totals = readTotals(await on.metrics.points());
    const news = compare(before, totals);
    before = totals;
    for (const step of steps) {
      const at = Math.floor(lookedAt / (step * 1_000)) * step * 1_000;
      const known = stretches.get(step);
      stretches.set(step, {
        at,
        sample: known?.at === at ? mergeSamples(known.sample, news) : news,
      });
    }
    await on.samples.write(
      Array.from(stretches, ([stepSeconds, each]) => ({ stepSeconds, ...each })),
    );
    if (lookedAt - cleanedAt < 3_600_000) return;
    cleanedAt = lookedAt;
    for (const stepSeconds of steps)
      await on.samples.drop({
        stepSeconds,
        before: lookedAt - keepMs(stepSeconds, on.keepDays),
      });
  };
  let looking: Promise<void> = Promise.resolve();
  const lookOnce = (): Promise<void> =>
    (looking = looking.then(look).catch((error: unknown) => {
      on.log.debug({ error }, "metrics could not be kept for the charts");
    }));
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await lookOnce();
      await on.clock.wait(lookMs, closing.signal);
    }
  };
  const running = run();
  return {
    async read(range) {
      if (on.clock.now() - lookedAt >= freshMs) await lookOnce();
      const now = on.clock.now();
      const plan = planWindow(range, { now, zone: on.zone });
      const rows = await on.samples.read({
        stepSeconds: plan.stepSeconds,
        since: plan.starts[0] ?? now,
      });
      return drawWindow(plan, rows, now);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Since the start of the process. */
type Totals = MetricSample;

function readTotals(points: readonly MetricPoints[]): Totals {
  const byName = new Map(points.map((point) => [point.name, point]));
  const counts: Record<string, number> = {};
  const peaks: Record<string, number> = {};
  for (const { name, from, unit, fits = () => true } of plots) {
    const samples = byName.get(from)?.samples.filter(({ labels }) => fits(labels)) ?? [];
    (unit === "per_minute" ? counts : peaks)[name] = samples.reduce(
      (sum, { value }) => sum + value,
      0,
    );
  }
  const times = timings.map(({ name, from, fits = () => true }) => {
    const fitting = byName.get(from)?.distributions.filter(({ labels }) => fits(labels)) ?? [];
    return [name, addUp(fitting.map(splitBuckets))] as const;
  });
  return { counts, peaks, times: Object.fromEntries(times) };
}

/** Each bucket of Prometheus counts the smaller ones, too. */
function splitBuckets({
  bounds,
  counts,
  count,
}: MetricPoints["distributions"][number]): Record<string, number> {
  const own = bounds.map(
    (bound, at) => [bound, (counts[at] ?? 0) - (counts[at - 1] ?? 0)] as const,
  );
  return Object.fromEntries([...own, ["more", count - (counts.at(-1) ?? 0)]]);
}

/** What was counted since the last look; the first one of a process counts from its start. */
function compare(before: Totals | undefined, now: Totals): MetricSample {
  return {
    counts: differences(before?.counts, now.counts),
    peaks: differences(undefined, now.peaks),
    times: Object.fromEntries(
      Object.entries(now.times)
        .map(([name, times]) => [name, differences(before?.times[name], times)] as const)
        .filter(([, times]) => Object.keys(times).length > 0),
    ),
  };
}

const differences = (
  before: Readonly<Record<string, number>> | undefined,
  now: Readonly<Record<string, number>>,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(now)
      .map(([name, value]) => [name, value - (before?.[name] ?? 0)] as const)
      .filter(([, value]) => value > 0),
  );

function mergeSamples(known: MetricSample, news: MetricSample): MetricSample {
  const names = (of: "peaks" | "times"): string[] => [
    ...new Set([...Object.keys(known[of]), ...Object.keys(news[of])]),
  ];
  return {
    counts: addUp([known.counts, news.counts]),
    peaks: Object.fromEntries(
      names("peaks").map((name) => [name, Math.max(known.peaks[name] ?? 0, news.peaks[name] ?? 0)]),
    ),
    times: Object.fromEntries(
      names("times").map((name) => [name, addUp([known.times[name], news.times[name]])]),
    ),
  };
}
