import { createHash } from "node:crypto";
import type { Migration } from "../../src/store/database/migrate.ts";
import { makePlan, type Plan } from "./plan.ts";
import { shrink } from "./shrink.ts";
import { type Run, simulate } from "./simulate.ts";
import { openStore, type Store } from "./store.ts";

export interface Playing {
  readonly from: number;
  readonly runs: number;
  readonly isTraced: boolean;
  /** Makes a plan that fails smaller before it is printed. */
  readonly isShrunk: boolean;
  readonly change: (migration: Migration) => Migration;
  print(line: string): void;
}

export interface Summary {
  readonly runs: number;
  readonly steps: number;
  readonly crashes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of all traces together: the same seeds give the same one. */
  readonly hash: string;
  /** The first seed that broke an invariant, and what it broke. */
  readonly failed?: { readonly seed: number; readonly violations: readonly string[] } | undefined;
}

/** Memory that the in-process database takes is given back only with the database. */
const runsPerStore = 400;
/** To build all tables again takes as long as a run. */
const runsPerRebuild = 8;

export async function playSeeds(playing: Playing): Promise<Summary> {
  const hash = createHash("sha256");
  const total = { runs: 0, steps: 0, crashes: 0 };
  let store = await openStore(playing.change);
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const play = (plan: Plan): Promise<Run> =>
    simulate(store, plan, { rebuilds: plan.seed % runsPerRebuild === 0 });
  const summarise = (failed?: Summary["failed"]): Summary => {
    const used = process.cpuUsage(cpu);
    return {
      ...total,
      seconds: (performance.now() - began) / 1_000,
      cpuSeconds: (used.user + used.system) / 1_000_000,
      hash: hash.digest("hex"),
      failed,
    };
  };
  for (let seed = playing.from; seed < playing.from + playing.runs; seed += 1) {
    if (total.runs % runsPerStore === runsPerStore - 1) store = await replace(store, playing);
    const run = await play(makePlan(seed));
    total.runs += 1;
    total.steps += run.steps;
    total.crashes += run.crashes;
    hash.update(run.trace.join("\n"));
    if (playing.isTraced) for (const line of run.trace) playing.print(line);
    if (run.violations.length === 0) continue;
    const shown = playing.isShrunk
      ? await play(await shrink(run.plan, async (plan) => (await play(plan)).violations.length > 0))
      : run;
    for (const line of describeFailure(shown)) playing.print(line);
    await store.close();
    return summarise({ seed, violations: run.violations });
  }
  await store.close();
  return summarise();
}

async function replace(store: Store, { change }: Playing): Promise<Store> {
  await store.close();
  return openStore(change);
}

const describeFailure = ({ plan, trace, violations }: Run): string[] => [
  `seed ${plan.seed}, ${plan.processes} processes`,
  ...plan.messages.map(
    ({ at, id, from, channel, text, policy }) =>
      `  ${at} ms: ${id} of ${from} by ${channel} (${policy}): ${text}`,
  ),
  ...plan.faults.map(({ at, nth, what, ms }) => `  ${what} at ${at} ${nth} (${ms} ms)`),
  ...trace,
  ...violations,
];
