import { expect, it } from "vitest";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import type { MetricSampleRow, MetricSamples } from "../../store/metric-samples.ts";
import { type MetricHistoryDeps, startMetricHistory } from "./metric-history.ts";
import { percentile, planWindow } from "./metric-window.ts";
import { createMetrics } from "./metrics.ts";

/** As the table keeps them: one row for each step, moment and process. */
function openKeptSamples() {
  const rows = new Map<string, MetricSampleRow>();
  const of = (process: string): MetricSamples => ({
    write: async (given) => {
      for (const row of given) rows.set(`${process} ${row.stepSeconds} ${row.at}`, row);
    },
    read: async ({ stepSeconds, since }) =>
      [...rows.values()].filter((row) => row.stepSeconds === stepSeconds && row.at >= since),
    drop: async ({ stepSeconds, before }) => {
      for (const [key, row] of rows)
        if (row.stepSeconds === stepSeconds && row.at < before) rows.delete(key);
    },
  });
  return { rows, of };
}

const own = () => createMetrics({ strict: true, processMetrics: false });

function start(on: Pick<MetricHistoryDeps, "metrics" | "samples" | "clock">) {
  return startMetricHistory({ ...on, log: silentLog, zone: "UTC", keepDays: 90 });
}

it("metrics become points of an hour: counters per minute, gauges as they are, timings as percentiles", async () => {
  const clock = fakeClock();
  const metrics = own();
  let waiting = 2;
  metrics.gauge("meanwhile_outbox", "test", () =>
    Promise.resolve([
      { labels: { status: "pending", channel: "web" }, value: waiting },
      { labels: { status: "failed", channel: "web" }, value: 5 },
    ]),
  );
  const kept = openKeptSamples();
  const history = start({ metrics, samples: kept.of("one"), clock });
  const step = async (): Promise<void> => {
    await clock.whenWaiting(1);
    await clock.advance(60_000);
    await clock.whenWaiting(1);
  };
  await clock.whenWaiting(1);
  metrics.count("meanwhile_inbound_total", { channel: "web", outcome: "accepted" }, 3);
  metrics.count("meanwhile_inbound_total", { channel: "wecom", outcome: "accepted" }, 1);
  metrics.count("meanwhile_timers_fired_total", { kind: "reminder" }, 2);
  metrics.count("meanwhile_timers_fired_total", { kind: "scene_beat" }, 9);
  for (let nth = 0; nth < 98; nth += 1) metrics.observe("meanwhile_answer_seconds", 0.2);
  for (let nth = 0; nth < 2; nth += 1) metrics.observe("meanwhile_answer_seconds", 20);
  waiting = 7;
  await step();
  metrics.count("meanwhile_inbound_total", { channel: "web", outcome: "accepted" }, 6);
  await step();
  const { at, series, timings } = await history.read("hour");
  const latest = (name: string) => series.find((each) => each.name === name)?.values.slice(-4);
  expect(at.slice(-2)).toEqual(["2026-01-05T09:01:00.000Z", "2026-01-05T09:02:00.000Z"]);
  expect([at.length, latest("messages"), latest("reminders")]).toEqual([
    60,
    [null, 0, 4, 6],
    [null, 0, 2, 0],
  ]);
  expect([latest("outbox"), latest("stuck")]).toEqual([
    [null, 2, 7, 7],
    [null, 5, 5, 5],
  ]);
  const answer = timings.find(({ name }) => name === "answer");
  expect([answer?.p50.at(-2), answer?.p95.at(-2), answer?.p99.at(-2)]).toEqual([
    expect.closeTo(0.177, 2),
    expect.closeTo(0.245, 2),
    expect.closeTo(20, 1),
  ]);
  expect(answer?.p50.at(-1)).toBeNull();
  await history.close();
});

it("charts go on after a restart and show when no process ran", async () => {
  const clock = fakeClock();
  const kept = openKeptSamples();
  const run = async (process: string, messages: number): Promise<void> => {
    const metrics = own();
    const history = start({ metrics, samples: kept.of(process), clock });
    await clock.whenWaiting(1);
    metrics.count("meanwhile_inbound_total", { channel: "web", outcome: "accepted" }, messages);
    await clock.advance(60_000);
    await clock.whenWaiting(1);
    await history.close();
  };
  await run("one", 30);
  await clock.advance(30 * 60_000);
  const metrics = own();
  const history = start({ metrics, samples: kept.of("two"), clock });
  await clock.whenWaiting(1);
  metrics.count("meanwhile_inbound_total", { channel: "web", outcome: "accepted" }, 20);
  await clock.advance(5_000);
  const values = (await history.read("day")).series.find(({ name }) => name === "messages")?.values;
  expect(values?.slice(-4)).toEqual([3, null, null, expect.closeTo(20 / (65_000 / 60_000), 1)]);
  await history.close();
});

it("samples are kept as long as their charts, by the hour for as long as the setting says", async () => {
  const clock = fakeClock();
  const kept = openKeptSamples();
  const history = start({ metrics: own(), samples: kept.of("one"), clock });
  const count = (step: number): number =>
    [...kept.rows.values()].filter(({ stepSeconds }) => stepSeconds === step).length;
  for (let hours = 0; hours < 100 * 24; hours += 6) {
    await clock.whenWaiting(1);
    await clock.leap(6 * 3_600_000);
  }
  await clock.whenWaiting(1);
  expect([count(60) <= 2, count(600) <= 9, count(3_600)]).toEqual([true, true, 361]);
  await history.close();
});

it("points of a month and a quarter follow the days of the server's zone", () => {
  const now = Date.parse("2026-11-18T05:34:00Z");
  const month = planWindow("month", { now, zone: "Asia/Shanghai" }).starts;
  expect([month.length, new Date(month.at(-1) ?? 0).toISOString()]).toEqual([
    120,
    "2026-11-18T04:00:00.000Z",
  ]);
  const quarter = planWindow("quarter", { now, zone: "Asia/Shanghai" }).starts;
  expect(new Date(quarter.at(-1) ?? 0).toISOString()).toBe("2026-11-17T16:00:00.000Z");
});

it("a percentile beyond the last bound is that bound, and none of nothing", () => {
  expect([percentile({ more: 4 }, 0.5), percentile({}, 0.5), percentile({ "10": 0 }, 0.9)]).toEqual(
    [120, null, null],
  );
});
