import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { runs } from "../support/runs.ts";
import { countPlaces } from "./planting.ts";
import { plantedBugs } from "./planted-bugs.ts";
import type { Summary } from "./play-seeds.ts";

/** Plays seeds in a process of its own: a bug is planted where nothing has been imported yet, and two cores play twice as many. */
async function play(...args: readonly string[]): Promise<{ summary: Summary; printed: string }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "run.ts"), ...args],
    { maxBuffer: 1 << 28 },
  );
  const at = stdout.trimEnd().lastIndexOf("\n") + 1;
  return { summary: JSON.parse(stdout.slice(at)) as Summary, printed: stdout.slice(0, at) };
}

const [minute, hour] = [60_000, 3_600_000];
/** Half a minute of two cores at most; the long run plays 10,000. */
const usual = 200;

// The first process makes the database that the others copy.
beforeAll(async () => {
  await play("--runs", "0");
}, 3 * minute);

describe("a simulation of several processes on one database", () => {
  it(
    "a simulation breaks no invariant, whatever is lost, late, doubled, paused or killed",
    { timeout: runs(15 * minute, 6 * hour) },
    async () => {
      const half = runs(usual, 10_000) / 2;
      const halves = await Promise.all(
        [1, 1 + half].map((from) =>
          play("--from", String(from), "--runs", String(half), "--shrink"),
        ),
      );
      for (const { summary, printed } of halves) expect(summary.failed, printed).toBeUndefined();
      expect(halves.map(({ summary }) => summary.runs)).toEqual([half, half]);
      // Seeds that meet no fault would prove little.
      for (const { summary } of halves) expect(summary.crashes).toBeGreaterThan(half / 2);
    },
  );

  it(
    "a simulation is the same for the same seed, step by step",
    { timeout: 5 * minute },
    async () => {
      const [first, second] = await Promise.all(
        [1, 2].map(() => play("--from", "10", "--runs", "2", "--trace")),
      );
      expect(first?.printed).toContain("p1");
      expect(second?.printed).toBe(first?.printed);
    },
  );

  it(
    "a simulation reduces a failing seed to the fewest faults and messages",
    { timeout: 5 * minute },
    async () => {
      const [whole, shrunk] = await Promise.all(
        [[], ["--shrink"]].map((more) => play("--bug", easy, "--runs", "20", ...more)),
      );
      expect(whole?.summary.failed).toEqual(shrunk?.summary.failed);
      expect(shrunk?.printed.length).toBeLessThan(whole?.printed.length ?? 0);
      expect(shrunk?.printed).toMatch(/^I\d+ /m);
    },
  );
});

/** Found by one of the first seeds, so that every run of the tests can look for them; the first one is reduced above. */
const easy = "parts go in no order";
const quick = new Set([
  "a fire has no key in the log",
  "a part whose sender died counts as never sent",
]);

/** What a simulated process runs. A bug elsewhere could not be found here. */
const engineRooms = /^src\/(?:inbound|turn|outbound|timers|store|skills\/reminders\/firing)\//;

describe("a bug that is planted in the engine", () => {
  it("every planted bug has exactly one place in the engine's code, and there are at least 25", () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(25);
    expect(plantedBugs.filter(({ file }) => !engineRooms.test(file))).toEqual([]);
    expect(plantedBugs.filter((bug) => countPlaces(bug) !== 1).map(({ name }) => name)).toEqual([]);
  });

  it.each(plantedBugs.filter(({ name }) => runs(0, 1) === 1 || quick.has(name)))(
    "a planted bug is found by the simulation: $name",
    { timeout: runs(5 * minute, hour) },
    async ({ name }) => {
      const { summary } = await play("--bug", name, "--runs", String(runs(20, 1_000)));
      expect(summary.failed?.violations[0]).toMatch(/^I\d+ /);
    },
  );
});
