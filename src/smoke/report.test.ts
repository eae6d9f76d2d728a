import { expect, it } from "vitest";
import { smokeCase } from "./case.ts";
import { evidenceLines } from "./evidence.ts";
import { escapeHtml } from "./report-step.ts";
import { reportPage } from "./report.ts";
import type { CaseResult, StepResult } from "./run-case.ts";
import { exitCodeOf, tallyOf } from "./run.ts";

const when = { startedAt: "2026-06-10T00:00:00Z", endedAt: "2026-06-10T00:00:01Z" };
const facts = {
  run: "s1",
  stack: "here",
  version: "0.1.0, schema 74",
  seesConnector: true,
  ...when,
};
const of = smokeCase("F", {
  id: "f",
  about: "a <b> & c",
  steps: [{ say: "hi", expect: {} }],
  forbid: ["any_write"],
});
const zone = "Asia/Shanghai";
const people = [
  { who: "me", accountId: "1", wxid: "w1", name: "Ming", zone },
  { who: "friend", accountId: "2", wxid: "w2", name: "张三", zone },
] as const;
const delivery = {
  id: "d",
  account_id: "2",
  turn_id: null,
  message_id: "m",
  status: "sent",
  error_code: null,
  delivery_source: "notice",
  text: "told",
  ordinal: 1,
  merged_into: null,
};
const step: StepResult = {
  at: Date.parse("2026-06-10T06:30:00Z"),
  by: "me",
  said: "<script>alert(1)</script>",
  expected: { told: ["friend"] },
  replies: [`"quoted" & 'single'`],
  turn: undefined,
  findings: [{ what: "disposition", expected: "replied", found: "<i>" }],
  changes: { reminders: [], shared: [] },
  deliveries: [delivery],
  received: [],
};
const failed: CaseResult = {
  case: of,
  status: "failed",
  people,
  steps: [step],
  tookMs: 1,
  cleared: { cancelled: 0, left: ["row-1"] },
};
const passed: CaseResult = { case: of, status: "passed", steps: [], tookMs: 1 };
const skipped: CaseResult = {
  case: of,
  status: "skipped",
  reason: "no friends here",
  steps: [],
  tookMs: 0,
};
const page = (results: readonly CaseResult[]): string =>
  reportPage({
    facts,
    results,
    tally: tallyOf(results),
    fontCss: (text) => `/* ${text.length} */`,
  });

it("the page shows one line per case, and whatever people wrote as text", () => {
  const both = page([failed, skipped]);
  expect(both.match(/<details class="case"/g)).toHaveLength(2);
  // What failed comes first, and is open.
  const last = page([skipped, failed]);
  expect(last.indexOf("left behind")).toBeLessThan(last.indexOf("no friends here"));
  expect(last.match(/<details class="case" open>/g)).toHaveLength(1);
  expect(both).not.toContain("<script");
  expect(both).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(both).toContain("&quot;quoted&quot; &amp; &#39;single&#39;");
  expect(both).toContain("a &lt;b&gt; &amp; c");
  expect(both).toContain('<td>replied</td><td class="failed">&lt;i&gt;</td>');
  expect(both).toContain("left behind: row-1");
  expect(both).toContain("no friends here");
});

it("the page shows what was expected beside what was found, whose it is, what the connector got, the version and the clock", () => {
  const one = page([failed]);
  expect(one).toContain("version 0.1.0, schema 74");
  expect(one).toContain("<li>friend is told</li>");
  expect(one).toContain("notice to friend (张三): sent, connector got nothing · told");
  expect(one).toContain("2026-06-10 14:30");
  expect(page([{ ...failed, steps: [{ ...step, received: undefined }] }])).toContain(
    "connector not seen",
  );
});

it("each group has a table of its own, and a way there", () => {
  const other: CaseResult = { ...passed, case: { ...of, id: "a", group: "A" } };
  const two = page([failed, other]);
  expect(two.match(/<section id="[AF]">/g)).toEqual(['<section id="A">', '<section id="F">']);
  expect(two).toContain('href="#F"');
});

it("the evidence has a line for the run, for each case and for the sum", () => {
  const lines = evidenceLines(facts, [failed, passed], tallyOf([failed, passed]))
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    "run",
    "case",
    "case",
    "sum",
  ]);
});

it("only a run in which something passed and nothing failed ends well", () => {
  expect(exitCodeOf(tallyOf([passed, skipped]))).toBe(0);
  expect(exitCodeOf(tallyOf([passed, failed]))).toBe(1);
  expect(exitCodeOf(tallyOf([skipped]))).toBe(1);
});

it("the alarm clock of a reminder is drawn in the report, since a machine may have no emoji font", () => {
  expect(escapeHtml("⏰ <b>")).toMatch(/^<svg .*<\/svg> &lt;b&gt;$/);
});
