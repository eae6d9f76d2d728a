import { createHash } from "node:crypto";
import type { Span } from "../domain/ports/spans.ts";

/** OTLP as JSON (opentelemetry-proto 1): ids in hex, times in nanoseconds as text. */
export type Json = Readonly<Record<string, unknown>>;

type Attributes = Readonly<Record<string, string | number>>;

/** A metric as its room keeps it. */
export interface MetricPoints {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly { readonly labels: Attributes; readonly value: number }[];
  readonly distributions: readonly Distribution[];
}

export interface Distribution {
  readonly labels: Attributes;
  readonly bounds: readonly number[];
  /** How many were at most as large as each bound. */
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
}

const nanos = (ms: number): string => `${Math.round(ms * 1_000)}000`;

const attributesOf = (values: Attributes): readonly Json[] =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
  }));

const scope = { name: "meanwhile" };

/** Ours are UUIDs: 16 bytes, as a trace's id has. Any other id is hashed to that length. */
export function traceIdOf(id: string): string {
  const bare = id.replaceAll("-", "").toLowerCase();
  return /^(?!0{32})[0-9a-f]{32}$/.test(bare) ? bare : digest(id, 32);
}

const digest = (text: string, length: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);

/** The same in every process: a delivery names the turn as its parent wherever that ran. */
export const spanIdOf = (step: string, id: string): string => digest(`${step} ${id}`, 16);

/** A span whose trace and parent are known. */
export interface PlacedSpan extends Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
}

/** What OpenTelemetry calls the kinds: in the process, asked by others, asking others. */
const kinds = { turn: 1, accept: 2, model: 3, deliver: 3 } as const;

export const tracesBody = (resource: Attributes, spans: readonly PlacedSpan[]): Json => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope, spans: spans.map(toSpan) }],
    },
  ],
});

const toSpan = (span: PlacedSpan): Json => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
  name: span.step,
  kind: kinds[span.step],
  startTimeUnixNano: nanos(span.startMs),
  endTimeUnixNano: nanos(span.endMs),
  attributes: attributesOf(span.attributes),
  status: span.failure === undefined ? { code: 1 } : { code: 2, message: span.failure },
});

export const metricsBody = (
  resource: Attributes,
  metrics: readonly MetricPoints[],
  time: { readonly sinceMs: number; readonly nowMs: number },
): Json => ({
  resourceMetrics: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeMetrics: [
        {
          scope,
          metrics: metrics.flatMap((metric) => {
            const data = toMetric(metric, {
              startTimeUnixNano: nanos(time.sinceMs),
              timeUnixNano: nanos(time.nowMs),
            });
            return data === undefined
              ? []
              : [{ name: metric.name, description: metric.help, ...data }];
          }),
        },
      ],
    },
  ],
});

/** Counted since the start of the process. */
const cumulative = 2;

function toMetric(
  { type, samples, distributions }: MetricPoints,
  times: Json & { readonly timeUnixNano: string },
): Json | undefined {
  if (type === "histogram") {
    if (distributions.length === 0) return undefined;
    const dataPoints = distributions.map((each) => ({ ...times, ...toHistogramPoint(each) }));
    return { histogram: { aggregationTemporality: cumulative, dataPoints } };
  }
  const points = samples
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ attributes: attributesOf(labels), asDouble: value }));
  if (points.length === 0) return undefined;
  return type === "gauge"
    ? {
        gauge: {
          dataPoints: points.map((point) => ({ ...point, timeUnixNano: times.timeUnixNano })),
        },
      }
    : {
        sum: {
          aggregationTemporality: cumulative,
          isMonotonic: true,
          dataPoints: points.map((point) => ({ ...times, ...point })),
        },
      };
}

/** Prometheus counts what is at most a bound; OTLP what lies between two, with one more above all. */
const toHistogramPoint = ({ labels, bounds, counts, sum, count }: Distribution): Json => ({
  attributes: attributesOf(labels),
  count: String(count),
  sum,
  explicitBounds: bounds,
  bucketCounts: [...counts, count].map((upTo, nth) => String(upTo - (counts[nth - 1] ?? 0))),
});
