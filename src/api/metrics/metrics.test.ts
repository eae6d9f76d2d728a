import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MetricsOptions, createMetrics } from "./metrics.ts";

const own = (options: MetricsOptions = {}) =>
  createMetrics({ processMetrics: false, strict: true, ...options });

describe("metrics", () => {
  test("a counter is created at its first use and grows", async () => {
    const metrics = own();
    metrics.count("turns_total", { end: "replied" });
    metrics.count("turns_total", { end: "replied" }, 2);
    metrics.count("meanwhile_turns_total", { end: "failed" });
    const page = await metrics.render();
    expect(page).toContain('meanwhile_turns_total{end="replied"} 3\n');
    expect(page).toContain('meanwhile_turns_total{end="failed"} 1\n');
    expect(page).toContain("# TYPE meanwhile_turns_total counter\n");
  });

  test("a timing is counted in buckets of seconds", async () => {
    const metrics = own();
    metrics.observe("model.call_seconds", 0.3, { purpose: "chat" });
    const page = await metrics.render();
    expect(page).toContain('meanwhile_model_call_seconds_bucket{le="0.25",purpose="chat"} 0\n');
    expect(page).toContain('meanwhile_model_call_seconds_bucket{le="0.5",purpose="chat"} 1\n');
    expect(page).toContain('meanwhile_model_call_seconds_count{purpose="chat"} 1\n');
  });

  test("a gauge is read at each scrape and keeps no stale values", async () => {
    const metrics = own();
    let readings = [{ labels: { status: "pending" }, value: 4 }];
    metrics.gauge("deliveries", "Deliveries by status.", () => Promise.resolve(readings));
    expect(await metrics.render()).toContain('meanwhile_deliveries{status="pending"} 4\n');
    readings = [{ labels: { status: "sent" }, value: 1 }];
    const page = await metrics.render();
    expect(page).toContain('meanwhile_deliveries{status="sent"} 1\n');
    expect(page).not.toContain("pending");
  });

  test("a gauge may have no labels and no readings", async () => {
    const metrics = own();
    metrics.gauge("up", "Whether it runs.", () => Promise.resolve([{ value: 1 }]));
    metrics.gauge("idle", "Nothing.", () => Promise.resolve([]));
    expect(await metrics.render()).toContain("meanwhile_up 1\n");
  });

  test("process metrics are included by default", async () => {
    const metrics = createMetrics();
    metrics.count("turns_total");
    expect(await metrics.render()).toContain("process_cpu_seconds_total");
    expect(metrics.contentType).toMatch(/^text\/plain/);
  });

  test("the metrics page has Prometheus's text format: help, type, escaped labels, all buckets", async () => {
    const metrics = own();
    metrics.observe("wait_seconds", 500, { kind: 'a "b"\\\nc' });
    const page = await metrics.render();
    expect(page).toContain(
      "# HELP meanwhile_wait_seconds wait seconds.\n# TYPE meanwhile_wait_seconds histogram\n",
    );
    expect(page).toContain('_bucket{le="120",kind="a \\"b\\"\\\\\\nc"} 0\n');
    expect(page).toContain('_bucket{le="+Inf",kind="a \\"b\\"\\\\\\nc"} 1\n');
    expect(page).toContain('meanwhile_wait_seconds_sum{kind="a \\"b\\"\\\\\\nc"} 500\n');
    expect(page.endsWith("\n")).toBe(true);
  });

  test("two sets of metrics do not mix", async () => {
    const [one, other] = [own(), own()];
    one.count("turns_total");
    expect(await other.render()).not.toContain("turns_total");
  });
});

describe("misuse of metrics", () => {
  test.each([
    "0197a3c0-1111-7abc-8def-0123456789ab",
    "0197a3c011117abc8def0123456789ab",
    "ct_9f8e7d6c5b4a39281706",
    "/chats/0197a3c0-1111-7abc-8def-0123456789ab/turns",
    "4915112345678",
    "x".repeat(65),
  ])("the label value %s is refused in tests", (value) => {
    expect(() => own().count("turns_total", { kind: value })).toThrow("looks like an id");
    expect(() => own().observe("turn_seconds", 1, { kind: value })).toThrow("looks like an id");
  });

  test.each([
    "replied",
    "/api/v1/shared-reminders/:id",
    "POST",
    "200",
    "wechat_personal",
    "",
    "channel_identity_already_bound",
  ])("the label value %j is accepted", (value) => {
    expect(() => own().count("turns_total", { kind: value })).not.toThrow();
  });

  test("every UUID is refused as a label, with or without dashes, alone or inside a path", () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.constantFrom("", "/chats/", "user:"),
        fc.boolean(),
        (id, before, dashed) => {
          const value = before + (dashed ? id : id.replaceAll("-", ""));
          expect(() => own().count("turns_total", { kind: value })).toThrow("looks like an id");
        },
      ),
    );
  });

  test("a refused id becomes `other` in production and is counted, and the work continues", async () => {
    const metrics = own({ strict: false });
    metrics.count("turns_total", { kind: "0197a3c0-1111-7abc-8def-0123456789ab" });
    const page = await metrics.render();
    expect(page).toContain('meanwhile_turns_total{kind="other"} 1\n');
    expect(page).toContain("meanwhile_metrics_refused_total 1\n");
    expect(page).not.toContain("0197a3c0");
  });

  test("the labels of a metric's first use are final", () => {
    const metrics = own();
    metrics.count("turns_total", { b: "2", a: "1" });
    expect(() => metrics.count("turns_total", { a: "1", b: "2" })).not.toThrow();
    expect(() => metrics.count("turns_total", { a: "1" })).toThrow("has the labels [a,b], not [a]");
  });

  test("a metric name has one kind, and a value must be a valid number", () => {
    const metrics = own();
    metrics.count("turns_total");
    metrics.gauge("queue", "Queue.", () => Promise.resolve([]));
    expect(() => metrics.observe("turns_total", 1)).toThrow("another kind");
    expect(() => metrics.count("queue")).toThrow("another kind");
    expect(() => metrics.gauge("queue", "Again.", () => Promise.resolve([]))).toThrow(
      "another kind",
    );
    expect(() => metrics.count("turns_total", {}, -1)).toThrow("can't grow by -1");
    expect(() => metrics.observe("turn_seconds", Number.NaN)).toThrow("can't be NaN");
  });

  test("a misuse of metrics throws nothing in production, and the metrics page still renders", async () => {
    const metrics = own({ strict: false });
    metrics.count("a", { x: "1" });
    metrics.count("a");
    metrics.count("a", { x: "1" }, Number.NaN);
    metrics.observe("a", 1);
    metrics.gauge("broken", "Broken.", () => Promise.reject(new Error("no database")));
    metrics.gauge("sound", "Sound.", () => Promise.resolve([{ value: 2 }]));
    const page = await metrics.render();
    expect(page).toContain("meanwhile_sound 2\n");
    expect(page).toContain("meanwhile_metrics_refused_total 4\n");
  });
});
