import { openLocalStack } from "../../src/cli/smoke/local-stack.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { instantOf, wallTimeAt } from "../../src/language/calendar/instants.ts";
import type { SmokeCase } from "../../src/smoke/case.ts";
import { allCases } from "../../src/smoke/cases/all.ts";
import type { CaseResult } from "../../src/smoke/run-case.ts";
import { runCases } from "../../src/smoke/run.ts";
import { playedBugs } from "./planted-bugs.ts";

/**
 * Runs in a copy of the code that has every bug in it, each behind a switch. One instance plays each bug's cases, first with all of
 * them off. A line of JSON for each run goes to standard output.
 */
const weekMs = 7 * 86_400_000;
/** How long a thing that never comes is waited for. */
const shortPatienceMs = 1_500;

const findCases = (ids: readonly string[]): SmokeCase[] =>
  allCases.filter(({ id }) => ids.includes(id));

/** The clock of an instance never goes back, so each run has a week of its own. */
const shiftWeeks = (of: SmokeCase, weeks: number): SmokeCase => ({
  ...of,
  now: wallTimeAt(instantOf(of.now, of.zone) + weeks * weekMs, of.zone),
});

const wrongIn = ({ reason, steps }: CaseResult): string[] => [
  ...(reason === undefined ? [] : [reason]),
  ...steps.flatMap(({ findings }) =>
    findings.map(
      ({ what, expected, found }) => `${what}: expected “${expected}”, found “${found}”`,
    ),
  ),
];

const chance = createSystemChance(() => systemClock.now());
const start = Math.min(...allCases.map(({ now, zone }) => instantOf(now, zone)));
const { stack, close } = await openLocalStack({ chance, model: undefined, start });
try {
  const play = async (bug: string | null, ids: readonly string[], weeks: number): Promise<void> => {
    (globalThis as { planted?: string | null }).planted = bug;
    const on = bug === null ? stack : { ...stack, patienceMs: shortPatienceMs };
    const run = {
      id: `b${weeks}`,
      stack: on,
      clock: systemClock,
      signal: new AbortController().signal,
    };
    const cases = findCases(ids).map((each) => shiftWeeks(each, weeks));
    const results = await runCases(run, cases, () => undefined);
    const cased = results.map((result) => ({
      case: result.case.id,
      status: result.status,
      wrong: wrongIn(result),
    }));
    process.stdout.write(`${JSON.stringify({ bug, cases: cased })}\n`);
  };
  await play(null, [...new Set(playedBugs.flatMap(({ cases }) => cases))], 0);
  for (const [index, { bug, cases }] of playedBugs.entries()) await play(bug, cases, index + 1);
} finally {
  await close();
}
