import type { IncomingMessage, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { type LoopbackServers, loopbackServers } from "../support/loopback-server.ts";

/** Text of digits: 64-bit numbers are too large for JSON's own. */
const digits = z.string().regex(/^\d+$/);
const attributes = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.union([
      z.strictObject({ stringValue: z.string() }),
      z.strictObject({ doubleValue: z.number() }),
    ]),
  }),
);
const resource = z.strictObject({ attributes });
const scope = z.strictObject({ name: z.string().min(1) });

const span = z.strictObject({
  traceId: z.string().regex(/^(?!0{32})[0-9a-f]{32}$/),
  spanId: z.string().regex(/^(?!0{16})[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^(?!0{16})[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: digits,
  endTimeUnixNano: digits,
  attributes,
  status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
});
const traces = z.strictObject({
  resourceSpans: z
    .array(
      z.strictObject({
        resource,
        scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span).min(1) })),
      }),
    )
    .min(1),
});

const times = { startTimeUnixNano: digits, timeUnixNano: digits };
const named = { name: z.string().min(1), description: z.string() };
const cumulative = z.literal(2);
const metric = z.union([
  z.strictObject({
    ...named,
    gauge: z.strictObject({
      dataPoints: z.array(
        z.strictObject({ attributes, asDouble: z.number(), timeUnixNano: digits }),
      ),
    }),
  }),
  z.strictObject({
    ...named,
    sum: z.strictObject({
      aggregationTemporality: cumulative,
      isMonotonic: z.boolean(),
      dataPoints: z.array(z.strictObject({ ...times, attributes, asDouble: z.number() })),
    }),
  }),
  z.strictObject({
    ...named,
    histogram: z.strictObject({
      aggregationTemporality: cumulative,
      dataPoints: z.array(
        z
          .strictObject({
            ...times,
            attributes,
            count: digits,
            sum: z.number(),
            explicitBounds: z.array(z.number()),
            bucketCounts: z.array(digits),
          })
          .refine(
            ({ count, explicitBounds, bucketCounts }) =>
              bucketCounts.length === explicitBounds.length + 1 &&
              bucketCounts.reduce((sum, each) => sum + Number(each), 0) === Number(count),
            "one bucket more than bounds, and all of them together are the count",
          ),
      ),
    }),
  }),
]);
const metrics = z.strictObject({
  resourceMetrics: z
    .array(
      z.strictObject({
        resource,
        scopeMetrics: z.array(z.strictObject({ scope, metrics: z.array(metric) })),
      }),
    )
    .min(1),
});

export type CollectedSpan = z.output<typeof span> & {
  readonly resource: Readonly<Record<string, string | number>>;
};

/** An OpenTelemetry collector's OTLP receiver over HTTP: strict about what the protocol says. */
export interface OtlpCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly metrics: ReadonlyMap<string, z.output<typeof metric>>;
  /** What it had to refuse. A good test ends with none. */
  readonly complaints: readonly string[];
  /** While it is away it answers with 503. */
  away(isAway: boolean): void;
  until(holds: () => boolean): Promise<void>;
  close(): Promise<void>;
}

const valuesOf = (list: z.output<typeof attributes>): Record<string, string | number> =>
  Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      "stringValue" in value ? value.stringValue : value.doubleValue,
    ]),
  );

export async function startOtlpCollector(token: string): Promise<OtlpCollector> {
  const servers: LoopbackServers = loopbackServers();
  const spans: CollectedSpan[] = [];
  const seen = new Map<string, z.output<typeof metric>>();
  const complaints: string[] = [];
  let isAway = false;
  let watchers: { readonly holds: () => boolean; readonly tell: () => void }[] = [];

  const take = (path: string, body: unknown): void => {
    if (path === "/v1/traces")
      for (const group of traces.parse(body).resourceSpans)
        for (const { spans: own } of group.scopeSpans)
          spans.push(
            ...own.map((each) => ({ ...each, resource: valuesOf(group.resource.attributes) })),
          );
    else if (path === "/v1/metrics")
      for (const group of metrics.parse(body).resourceMetrics)
        for (const { metrics: own } of group.scopeMetrics)
          for (const each of own) seen.set(each.name, each);
    else throw new Error(`nothing is at ${path}`);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isAway) {
      response.writeHead(503).end();
      return;
    }
    try {
      const { headers } = request;
      if (headers.authorization !== `Bearer ${token}`) throw new Error("the token is wrong");
      if (request.method !== "POST" || headers["content-type"] !== "application/json")
        throw new Error("not a POST of JSON");
      const bytes = Buffer.concat(chunks);
      take(
        request.url ?? "",
        JSON.parse(
          (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8"),
        ),
      );
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    } catch (error) {
      complaints.push(String(error));
      response.writeHead(400).end();
    }
    const told = watchers.filter(({ holds }) => holds());
    watchers = watchers.filter((watcher) => !told.includes(watcher));
    for (const { tell } of told) tell();
  };
  const url = await servers.serve((request, response) => void answer(request, response));
  return {
    url,
    spans,
    metrics: seen,
    complaints,
    away: (now) => void (isAway = now),
    until: (holds) =>
      holds() ? Promise.resolve() : new Promise((tell) => void watchers.push({ holds, tell })),
    close: () => servers.close(),
  };
}
