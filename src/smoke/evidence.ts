import type { CaseResult } from "./run-case.ts";
import type { RunTotals } from "./run.ts";

/** A description of the run, for reading the evidence later. */
export interface RunFacts {
  readonly run: string;
  readonly stack: string;
  readonly version: string;
  /** The connector's calls were compared with the rows. */
  readonly seesConnector: boolean;
  readonly startedAt: string;
  readonly endedAt: string;
}

/** One line for the run, one for each case, one for the sum. */
export function evidenceLines(
  facts: RunFacts,
  results: readonly CaseResult[],
  tally: RunTotals,
): string {
  const lines = [
    { type: "run", ...facts },
    ...results.map((result) => ({
      type: "case",
      run: facts.run,
      case: result.case.id,
      group: result.case.group,
      gist: result.case.gist ?? null,
      status: result.status,
      reason: result.reason ?? null,
      took_ms: result.tookMs,
      about: result.case.about,
      people: result.people ?? [],
      forbid: result.case.forbid,
      steps: result.steps,
      cleared: result.cleared ?? null,
    })),
    { type: "sum", run: facts.run, ...tally },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
