import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allCases } from "./cases/all.ts";
import { evidenceLines } from "./evidence.ts";
import { openSmokeReports } from "./stored-reports.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meanwhile-smoke-"));
});
afterAll(() => rm(folder, { recursive: true }));

const keep = async (run: string, text: string): Promise<void> => {
  await mkdir(join(folder, run));
  await writeFile(join(folder, run, "evidence.jsonl"), text);
};

it("a run's report is read again, newest first, and a file that is not evidence is passed over", async () => {
  const [first] = allCases;
  if (first === undefined) throw new Error("there is no case");
  const finding = { what: "time", expected: "15:00", found: "16:00" };
  const none = {
    turn: undefined,
    changes: { reminders: [], shared: [] },
    deliveries: [],
    received: undefined,
  };
  const step = {
    at: 0,
    by: "me",
    said: "明天下午3点开会",
    expected: {},
    replies: ["好的"],
    findings: [finding],
    ...none,
  } as const;
  const result = { case: first, status: "failed", steps: [step], tookMs: 12 } as const;
  const tally = { passed: 0, failed: 1, skipped: 0 };
  const facts = (run: string, at: string) => ({
    run,
    stack: "local",
    version: "1",
    seesConnector: true,
    startedAt: at,
    endedAt: at,
  });
  await keep("s1", evidenceLines(facts("s1", "2026-01-05T09:00:00.000Z"), [result], tally));
  await keep("s2", evidenceLines(facts("s2", "2026-01-06T09:00:00.000Z"), [], tally));
  await keep("broken", '{"type":"run"');
  await writeFile(join(folder, "stray.txt"), "nothing");
  const reports = openSmokeReports(folder);
  expect((await reports.list()).map(({ run, failed }) => [run, failed])).toEqual([
    ["s2", 1],
    ["s1", 1],
  ]);
  expect((await reports.read("s1"))?.cases).toMatchObject([
    {
      case: first.id,
      status: "failed",
      took_ms: 12,
      steps: [{ said: step.said, replies: ["好的"], findings: [finding] }],
    },
  ]);
  for (const run of ["../s1", "none", "broken", ""])
    expect(await reports.read(run)).toBeUndefined();
  expect(await openSmokeReports(join(folder, "nowhere")).list()).toEqual([]);
});
