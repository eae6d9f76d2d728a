import { afterAll, describe, expect, it } from "vitest";
import { type FailpointName, failpointNames } from "../../src/domain/ports/failpoints.ts";
import { everything, isOfTimers, type Scenario, scenarios } from "./scenarios.ts";
import { endsWell, long, useWorlds } from "./use-worlds.ts";

interface Cell {
  readonly point: FailpointName;
  readonly hit: number;
  readonly scenario: Scenario;
}

const all = failpointNames.flatMap((point) =>
  scenarios.flatMap((scenario) =>
    Array.from({ length: scenario.passes(point) }, (_, index): Cell => ({
      point,
      hit: index + 1,
      scenario,
    })),
  ),
);

/** Normally every point dies once, in a small scenario or in the midst of everything by turns; the long run takes each way. */
function chooseCells(): Cell[] {
  const midst = failpointNames.map((point, index): Cell => ({
    point,
    hit: isOfTimers(point) ? 1 : 2 + (index % 2),
    scenario: everything,
  }));
  if (long) return [...all, ...midst];
  return midst.map((cell, index) => {
    const own = all.filter(({ point, hit }) => point === cell.point && hit === 1);
    return index % 2 === 0 ? cell : (own[index % own.length] ?? cell);
  });
}

describe("a process that dies between two steps", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();
  const cells = chooseCells();
  const fired = new Set<string>();
  let ran = 0;

  it.each(cells)(
    "a process that dies between two steps loses nothing and doubles nothing: $point, time $hit, during $scenario.name",
    ({ point, hit, scenario }) =>
      inWorld(async (world) => {
        ran += 1;
        await world.start({ failpoint: `${point}:${hit}` });
        await scenario.run(world);
        const history = await endsWell(world);
        expect(history.processes[0]?.ended.failpoint).toBe(point);
        fired.add(point);
      }),
  );

  // A matrix that never gets to a point proves nothing about it.
  afterAll(() => {
    if (ran === cells.length)
      expect(failpointNames.filter((point) => !fired.has(point))).toEqual([]);
  });
});
