import { iso } from "../../domain/ports/clock.ts";
import { dayEnd } from "../../domain/local-day.ts";
import type { MetricRange, MetricWindow } from "../../domain/views/insight.ts";
import type { MetricSample, MetricSampleRow } from "../../store/metric-samples.ts";
import { plots, timings } from "./metric-plots.ts";
import { secondsBuckets } from "./seconds-buckets.ts";

interface Range {
  /** Which rows are read. */
  readonly stepSeconds: number;
  /** How much of them is one point. */
  readonly pointSeconds: number;
  readonly points: number;
}

export const steps = [60, 600, 3_600] as const;

const ranges: Readonly<Record<MetricRange, Range>> = {
  hour: { stepSeconds: 60, pointSeconds: 60, points: 60 },
  day: { stepSeconds: 600, pointSeconds: 600, points: 144 },
  week: { stepSeconds: 3_600, pointSeconds: 3_600, points: 168 },
  month: { stepSeconds: 3_600, pointSeconds: 6 * 3_600, points: 120 },
  quarter: { stepSeconds: 3_600, pointSeconds: 24 * 3_600, points: 90 },
};

/** Where the points of a range begin. Points of several hours follow the days of a zone. */
export function planWindow(
  range: MetricRange,
  { now, zone }: { readonly now: number; readonly zone: string },
): { readonly stepSeconds: number; readonly pointMs: number; readonly starts: readonly number[] } {
  const { stepSeconds, pointSeconds, points } = ranges[range];
  const pointMs = pointSeconds * 1_000;
  const end = pointSeconds > 3_600 ? dayEnd(now, zone) : (Math.floor(now / pointMs) + 1) * pointMs;
  const last = end - (Math.floor((end - 1 - now) / pointMs) + 1) * pointMs;
  return {
    stepSeconds,
    pointMs,
    starts: Array.from({ length: points }, (_, nth) => last - (points - 1 - nth) * pointMs),
  };
}

/** Rows of all processes as series, with nulls for the time in which none ran. */
export function drawWindow(
  { pointMs, starts }: Omit<ReturnType<typeof planWindow>, "stepSeconds">,
  rows: readonly MetricSampleRow[],
  now: number,
): MetricWindow {
  const first = starts[0] ?? now;
  const points = Map.groupBy(rows, ({ at }) => Math.floor((at - first) / pointMs));
  const merged = starts.map((_, nth) => points.get(nth)?.map(({ sample }) => sample));
  const minutes = (nth: number): number =>
    Math.max(1, Math.min(pointMs, now - (starts[nth] ?? now)) / 60_000);
  return {
    step_seconds: pointMs / 1_000,
    at: starts.map((start) => iso(start)),
    series: plots.map(({ name, unit }) => ({
      name,
      unit,
      values: merged.map((samples, nth) =>
        samples === undefined
          ? null
          : unit === "per_minute"
            ? round(total(samples, name) / minutes(nth))
            : round(Math.max(...samples.map(({ peaks }) => peaks[name] ?? 0))),
      ),
    })),
    timings: timings.map(({ name }) => {
      const taken = merged.map((samples) => addUp((samples ?? []).map(({ times }) => times[name])));
      return {
        name,
        p50: taken.map((times) => percentile(times, 0.5)),
        p95: taken.map((times) => percentile(times, 0.95)),
        p99: taken.map((times) => percentile(times, 0.99)),
      };
    }),
  };
}

const total = (samples: readonly MetricSample[], name: string): number =>
  samples.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);

type Times = Readonly<Record<string, number>>;

export function addUp(all: readonly (Times | undefined)[]): Times {
  const sum: Record<string, number> = {};
  for (const times of all)
    for (const [bound, count] of Object.entries(times ?? {}))
      sum[bound] = (sum[bound] ?? 0) + count;
  return sum;
}

/** Within its bucket a value is taken as evenly spread, as Prometheus does; beyond the last bound it is that bound. */
export function percentile(times: Times, share: number): number | null {
  const buckets = Object.entries(times)
    .map(([bound, count]) => ({ bound: bound === "more" ? Infinity : Number(bound), count }))
    .toSorted((a, b) => a.bound - b.bound);
  const all = buckets.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  let before = 0;
  for (const { bound, count } of buckets) {
    if (before + count >= all * share) {
      const from = lowerBound(bound);
      return round(
        bound === Infinity ? from : from + ((bound - from) * (all * share - before)) / count,
      );
    }
    before += count;
  }
  return lowerBound(Infinity);
}

const lowerBound = (bound: number): number => secondsBuckets.findLast((each) => each < bound) ?? 0;

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
