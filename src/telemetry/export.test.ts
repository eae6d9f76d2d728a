import { expect, it } from "vitest";
import type { OutboundCall } from "../domain/ports/http.ts";
import type { Span } from "../domain/ports/spans.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { startTelemetry, type TelemetrySettings } from "./export.ts";
import { isSampled } from "./place-spans.ts";

const settings: TelemetrySettings = {
  tracesUrl: "http://127.0.0.1:4318/v1/traces",
  metricsUrl: undefined,
  headers: {},
  resource: {},
  timeoutMs: 1_000,
  metricsEveryMs: 60_000,
  ratio: 1,
};
const createSpan = (nth: number): Span => ({
  step: "accept",
  of: { messageId: `01a1ebe0-b192-7510-b8e1-${String(nth).padStart(12, "0")}` },
  startMs: 1,
  endMs: 2,
  attributes: {},
});

function startWith(status: () => number, more: Partial<TelemetrySettings> = {}) {
  const clock = fakeClock();
  const calls: OutboundCall[] = [];
  const warnings: string[] = [];
  const telemetry = startTelemetry({
    settings: { ...settings, ...more },
    clock,
    log: { ...silentLog, warn: (_, sentence) => void warnings.push(sentence) },
    http: {
      request: async (call) => {
        calls.push(call);
        return { status: status(), headers: {}, body: new Uint8Array() };
      },
    },
    readMetrics: async () => [],
    firstMessages: async () => new Map(),
  });
  const round = async (): Promise<void> => {
    await clock.whenWaiting(1);
    await clock.advance(5_000);
    await clock.whenWaiting(1);
  };
  return { telemetry, calls, warnings, round };
}

it("spans that a collector does not take are kept for the next round and reported once", async () => {
  let status = 503;
  const on = startWith(() => status);
  on.telemetry.add(createSpan(1));
  await on.round();
  await on.round();
  expect([on.calls.length, on.warnings.length]).toEqual([2, 1]);
  status = 200;
  await on.round();
  await on.round();
  expect(on.calls).toHaveLength(3);
  await on.telemetry.close();
});

it("spans beyond what may wait push out the oldest, and go in batches", async () => {
  const on = startWith(() => 200);
  for (let nth = 0; nth < 3_000; nth += 1) on.telemetry.add(createSpan(nth));
  await on.round();
  expect(on.calls).toHaveLength(4);
  await on.telemetry.close();
});

it("no span is sent where nothing is sampled", async () => {
  const on = startWith(() => 200, { ratio: 0 });
  on.telemetry.add(createSpan(1));
  await on.round();
  await on.telemetry.close();
  expect(on.calls).toEqual([]);
});

it("a ratio keeps that part of all traces, by their ids alone", () => {
  const ids = Array.from({ length: 1_000 }, (_, nth) =>
    ((nth * 2_654_435_761) % 2 ** 32).toString(16).padStart(32, "0"),
  );
  const kept = ids.filter((id) => isSampled(id, 0.25)).length;
  expect(kept).toBeGreaterThan(200);
  expect(kept).toBeLessThan(300);
});
