import { instantOf } from "../language/calendar/instants.ts";
import type { SmokeCase } from "./case.ts";
import { type CaseResult, runCase, wasStopped } from "./run-case.ts";
import type { Run } from "./run-options.ts";

/**
 * All cases, one message at a time. The clock of a pinned stack never goes back, so they run in the order of their moments;
 * the results come in the order in which they were asked for.
 */
export async function runCases(
  run: Run,
  cases: readonly SmokeCase[],
  tell: (result: CaseResult) => void,
): Promise<readonly CaseResult[]> {
  const results = new Map<string, CaseResult>();
  const momentOf = (each: SmokeCase): number => instantOf(each.now, each.zone);
  for (const each of cases.toSorted((a, b) => momentOf(a) - momentOf(b))) {
    const result: CaseResult = run.signal.aborted
      ? { case: each, status: "skipped", reason: wasStopped, steps: [], tookMs: 0 }
      : await runCase(run, each);
    results.set(each.id, result);
    tell(result);
  }
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}

export interface RunTotals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const tallyOf = (results: readonly CaseResult[]): RunTotals => ({
  passed: results.filter(({ status }) => status === "passed").length,
  failed: results.filter(({ status }) => status === "failed").length,
  skipped: results.filter(({ status }) => status === "skipped").length,
});

/**
 * Zero only when something ran and all of it passed. Skipped cases are listed, but prove nothing.
 */
export const exitCodeOf = ({ passed, failed }: RunTotals): number =>
  failed === 0 && passed > 0 ? 0 : 1;
