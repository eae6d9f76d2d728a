import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type {
  SmokeCaseReport,
  SmokeReport,
  SmokeReports,
  SmokeRun,
} from "../domain/views/insight.ts";

export const evidenceFile = "evidence.jsonl";
const runName = /^[a-z0-9-]{1,40}$/;
const largest = 20_000_000;
const mostRuns = 100;

/**
 * Runs whose evidence is stored below a directory, each in a folder of its own. Other files are
 * ignored.
 */
export function openSmokeReports(directory: string): SmokeReports {
  const read = async (run: string): Promise<SmokeReport | undefined> => {
    if (!runName.test(run)) return undefined;
    const path = join(directory, run, evidenceFile);
    try {
      const info = await stat(path);
      return info.isFile() && info.size <= largest
        ? reportOf(run, await readFile(path, "utf8"))
        : undefined;
    } catch (error) {
      if (error instanceof SyntaxError || gone.has((error as NodeJS.ErrnoException).code ?? ""))
        return undefined;
      throw error;
    }
  };
  return {
    read,
    async list() {
      const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
        if (gone.has(error.code ?? "")) return [];
        throw error;
      });
      const runs: SmokeRun[] = [];
      for (const name of names) {
        const report = await read(name);
        if (report === undefined) continue;
        const { cases: _, ...run } = report;
        runs.push(run);
      }
      return runs.toSorted((a, b) => b.started_at.localeCompare(a.started_at)).slice(0, mostRuns);
    },
  };
}

const gone = new Set(["ENOENT", "ENOTDIR", "EACCES"]);

interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

function reportOf(run: string, text: string): SmokeReport | undefined {
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
  const facts = lines.find(({ type }) => type === "run");
  if (facts === undefined) return undefined;
  const sum = lines.find(({ type }) => type === "sum");
  const count = (name: string): number => (typeof sum?.[name] === "number" ? sum[name] : 0);
  return {
    run,
    stack: words(facts["stack"]),
    started_at: words(facts["startedAt"]),
    ended_at: words(facts["endedAt"]),
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    cases: lines.filter(({ type }) => type === "case").map(caseOf),
  };
}

const words = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): readonly Line[] =>
  Array.isArray(value) ? (value as readonly Line[]) : [];

function caseOf(line: Line): SmokeCaseReport {
  const status = words(line["status"]);
  return {
    case: words(line["case"]),
    group: words(line["group"]),
    gist: typeof line["gist"] === "string" ? line["gist"] : null,
    status: status === "passed" || status === "skipped" ? status : "failed",
    reason: typeof line["reason"] === "string" ? line["reason"] : null,
    took_ms: typeof line["took_ms"] === "number" ? line["took_ms"] : 0,
    steps: list(line["steps"]).map((step) => ({
      said: words(step["said"]),
      replies: list(step["replies"]).map((reply: unknown) => words(reply)),
      findings: list(step["findings"]).map(({ what, expected, found }) => ({
        what: words(what),
        expected: words(expected),
        found: words(found),
      })),
    })),
  };
}
