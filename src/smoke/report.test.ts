import { expect, it } from "vitest";
import { smokeCase } from "./case.ts";
import { evidenceLines } from "./evidence.ts";
import { reportPage } from "./report.ts";
import type { CaseResult } from "./run-case.ts";
import { exitCodeOf, tallyOf } from "./run.ts";

const facts = { run: "s1", stack: "here", startedAt: "2026-06-10T00:00:00Z", endedAt: "2026-06-10T00:00:01Z" };
const of = smokeCase("F", { id: "f", about: "a <b> & c", steps: [{ say: "hi", expect: {} }], forbid: ["any_write"] });
const step = {
  said: "<script>alert(1)</script>",
  replies: [`"quoted" & 'single'`],
  turn: undefined,
  findings: [{ what: "disposition", expected: "replied", found: "<i>" }],
  changes: { reminders: [], shared: [] },
};
const failed: CaseResult = { case: of, status: "failed", steps: [step], tookMs: 1, cleared: { cancelled: 0, left: ["row-1"] } };
const passed: CaseResult = { case: of, status: "passed", steps: [], tookMs: 1 };
const skipped: CaseResult = { case: of, status: "skipped", reason: "no friends here", steps: [], tookMs: 0 };

it("the page shows one row per case, and whatever people wrote as text", () => {
  const page = reportPage(facts, [failed, skipped], tallyOf([failed, skipped]));
  expect(page.match(/<tr><td>/g)).toHaveLength(2);
  // What failed comes first.
  const last = reportPage(facts, [skipped, failed], tallyOf([failed, skipped]));
  expect(last.indexOf("left behind")).toBeLessThan(last.indexOf("no friends here"));
  expect(page).not.toContain("<script");
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).toContain("&quot;quoted&quot; &amp; &#39;single&#39;");
  expect(page).toContain("a &lt;b&gt; &amp; c");
  expect(page).toContain("expected “replied”, found “&lt;i&gt;”");
  expect(page).toContain("left behind: row-1");
  expect(page).toContain("no friends here");
});

it("the evidence has a line for the run, for each case and for the sum", () => {
  const lines = evidenceLines(facts, [failed, passed], tallyOf([failed, passed]))
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(["run", "case", "case", "sum"]);
});

it("only a run in which something passed and nothing failed ends well", () => {
  expect(exitCodeOf(tallyOf([passed, skipped]))).toBe(0);
  expect(exitCodeOf(tallyOf([passed, failed]))).toBe(1);
  expect(exitCodeOf(tallyOf([skipped]))).toBe(1);
});
