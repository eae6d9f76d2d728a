import { gzipSync } from "node:zlib";
import type { Clock } from "../domain/ports/clock.ts";
import type { OutboundHttp } from "../domain/ports/http.ts";
import type { Log } from "../domain/ports/log.ts";
import type { Span } from "../domain/ports/spans.ts";
import { type Json, metricsBody, type MetricPoints, tracesBody } from "./otlp.ts";
import { type FirstMessages, isSampled, placeSpans } from "./place-spans.ts";

export interface TelemetrySettings {
  /** Where each goes; undefined sends none. */
  readonly tracesUrl: string | undefined;
  readonly metricsUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly metricsEveryMs: number;
  /** Part of all traces, from 0 to 1. */
  readonly ratio: number;
}

export interface TelemetryDeps {
  readonly settings: TelemetrySettings;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
  readonly readMetrics: () => Promise<readonly MetricPoints[]>;
  readonly firstMessages: FirstMessages;
}

export interface Telemetry {
  add(span: Span): void;
  close(): Promise<void>;
}

/** As OpenTelemetry's own batches: every five seconds, 512 at once, and at most 2,048 wait. */
const tracesEveryMs = 5_000;
const batch = 512;
const most = 2_048;

/**
 * Sends spans and metrics to a collector. It never holds work up: what can't be sent waits a while
 * and is then dropped, the oldest first.
 */
export function startTelemetry(on: TelemetryDeps): Telemetry {
  const { settings, clock } = on;
  const closing = new AbortController();
  const since = clock.now();
  let waiting: Span[] = [];
  const send = createSender(on);

  const sendTraces = async (url: string): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, batch);
      const placed = await placeSpans(spans, on.firstMessages);
      const kept = placed.filter(({ traceId }) => isSampled(traceId, settings.ratio));
      if (kept.length > 0) await send(url, tracesBody(settings.resource, kept));
      // Spans that were dropped while these were sent are among them.
      waiting = waiting.filter((span) => !spans.includes(span));
    }
  };
  const sendMetrics = async (url: string): Promise<void> =>
    send(
      url,
      metricsBody(settings.resource, await on.readMetrics(), {
        sinceMs: since,
        nowMs: clock.now(),
      }),
    );
  const rounds = [
    repeat(on, closing.signal, {
      url: settings.tracesUrl,
      everyMs: tracesEveryMs,
      run: sendTraces,
    }),
    repeat(on, closing.signal, {
      url: settings.metricsUrl,
      everyMs: settings.metricsEveryMs,
      run: sendMetrics,
    }),
  ];
  return {
    add(span) {
      if (settings.tracesUrl === undefined || settings.ratio <= 0) return;
      waiting.push(span);
      if (waiting.length > most) waiting.shift();
    },
    async close() {
      closing.abort();
      await Promise.all(rounds);
    },
  };
}

interface Round {
  readonly url: string | undefined;
  readonly everyMs: number;
  run(url: string): Promise<void>;
}

/** Until the end, and once more then. A collector that is away is reported once. */
async function repeat(
  { clock, log }: TelemetryDeps,
  closing: AbortSignal,
  { url, everyMs, run }: Round,
): Promise<void> {
  if (url === undefined) return;
  let isAway = false;
  for (let isLast = false; !isLast;) {
    await clock.wait(everyMs, closing);
    isLast = closing.aborted;
    try {
      await run(url);
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ error, url }, "the collector of traces and metrics can't be reached");
      isAway = true;
    }
  }
}

const answerBytes = 64 << 10;

function createSender({ http, settings }: TelemetryDeps) {
  return async (url: string, body: Json): Promise<void> => {
    const { status } = await http.request({
      method: "POST",
      url,
      headers: {
        ...settings.headers,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: new Uint8Array(gzipSync(JSON.stringify(body))),
      timeoutMs: settings.timeoutMs,
      maxBytes: answerBytes,
      // The operator's own collector, on this machine or beside it.
      allowedHosts: [new URL(url).host],
    });
    if (status >= 300) throw new Error(`the collector answered with ${status}`);
  };
}
