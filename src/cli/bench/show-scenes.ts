import { onFreshStore } from "./fresh-store.ts";
import { measureSceneTurns } from "./scene-turns.ts";
import { measureRecall } from "./scenes.ts";
import { ms, n, row, spread } from "./table.ts";

/** What stories cost: recall among many memories, and turns of old stories against young ones. */
export async function showScenes(out: (line: string) => void, short: boolean): Promise<boolean> {
  for (const count of [1_000, 100_000])
    out(row(`recall among ${n(count)} memories, ms`, spread(measureRecall(count)), "aim p99 < 5"));
  const load = { few: 100, many: short ? 2_000 : 10_000, turns: short ? 60 : 200 };
  const { plain, few, many, fewShared, manyShared } = await onFreshStore((store) =>
    measureSceneTurns(store, load),
  );
  const against = (of: typeof few): string =>
    `${(many.p50 / of.p50).toFixed(2)}, of CPU ${(many.cpuMs / of.cpuMs).toFixed(2)}`;
  const describeLoad = (of: typeof few): string => `${spread(of)}, ${ms(of.cpuMs)} of CPU`;
  out(row("a plain turn in the same minutes, without a model, ms", describeLoad(plain), ""));
  out(row(`a turn of a story with ${n(load.few)} turns behind it, ms`, describeLoad(few), ""));
  const ratio = `ratio to the young one ${against(few)}, aim about 1; to a plain turn ${against(plain)}`;
  out(
    row(
      `the same with ${n(load.many)} turns behind it, ms`,
      describeLoad(many),
      `aim p50 < 20; ${ratio}`,
    ),
  );
  const name = (turns: number): string =>
    `a turn of a story of 8 people, ${n(turns)} behind it, ms`;
  out(row(name(load.few), describeLoad(fewShared), ""));
  const older = `${(manyShared.p50 / fewShared.p50).toFixed(2)}, of CPU ${(manyShared.cpuMs / fewShared.cpuMs).toFixed(2)}`;
  out(row(name(load.many), describeLoad(manyShared), `ratio ${older}, aim 1.2`));
  return manyShared.cpuMs <= 1.2 * fewShared.cpuMs;
}
