import { expect, it } from "vitest";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import { startMetricHistory } from "./metric-history.ts";
import { createMetrics } from "./metrics.ts";

it("metrics become points of the last hour: counters per minute, gauges as they are", async () => {
  const clock = fakeClock();
  const metrics = createMetrics({ strict: true, processMetrics: false });
  let waiting = 2;
  metrics.gauge("meanwhile_outbox", "test", () =>
    Promise.resolve([
      { labels: { status: "pending", channel: "web" }, value: waiting },
      { labels: { status: "failed", channel: "web" }, value: 5 },
    ]),
  );
  metrics.count("meanwhile_inbound_total", { channel: "web", outcome: "accepted" }, 40);
  const history = startMetricHistory({ metrics, clock, log: silentLog });
  const step = async (): Promise<void> => {
    await clock.whenWaiting(1);
    await clock.advance(15_000);
    await clock.whenWaiting(1);
  };
  await step();
  metrics.count("meanwhile_inbound_total", { channel: "web", outcome: "accepted" }, 3);
  metrics.count("meanwhile_inbound_total", { channel: "wecom", outcome: "accepted" }, 1);
  metrics.count("meanwhile_timers_fired_total", { kind: "reminder" }, 2);
  metrics.count("meanwhile_timers_fired_total", { kind: "scene_beat" }, 9);
  metrics.count(
    "meanwhile_model_calls_total",
    { purpose: "chat", outcome: "ok", source: "model" },
    1,
  );
  metrics.count(
    "meanwhile_model_calls_total",
    { purpose: "chat", outcome: "ok", source: "offline" },
    9,
  );
  waiting = 7;
  await step();
  const { at, series } = history.read();
  const valuesOf = (name: string) => series.find((each) => each.name === name)?.values;
  expect(at).toEqual(["2026-01-05T09:00:15.000Z", "2026-01-05T09:00:30.000Z"]);
  expect(valuesOf("messages")).toEqual([0, 16]);
  expect(valuesOf("outbox")).toEqual([2, 7]);
  expect(valuesOf("stuck")).toEqual([5, 5]);
  expect([valuesOf("reminders"), valuesOf("model_calls")]).toEqual([
    [0, 8],
    [0, 4],
  ]);
  for (let nth = 0; nth < 245; nth += 1) await step();
  expect(history.read().at).toHaveLength(240);
  await history.close();
});
