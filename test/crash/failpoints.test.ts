import { afterAll, describe, expect, it } from "vitest";
import { type FailpointName, failpointNames } from "../../src/domain/ports/failpoints.ts";
import { everything, isOfTimers, type Scenario, scenarios } from "./scenarios.ts";
import { endsWell, long, useWorlds } from "./use-worlds.ts";
import type { World } from "./world.ts";

interface Deaths {
  /** The first process dies at the first of these, the one that replaces it at the next, and the last one lives. */
  readonly points: readonly FailpointName[];
  readonly hit: number;
  readonly scenario: Scenario;
}

/** One death in a world of its own: each point in each scenario, and in the midst of everything. */
const alone = failpointNames.flatMap((point, index) => [
  ...scenarios.flatMap((scenario) =>
    Array.from({ length: scenario.passes(point) }, (_, nth): Deaths => ({
      points: [point],
      hit: nth + 1,
      scenario,
    })),
  ),
  { points: [point], hit: isOfTimers(point) ? 1 : 2 + (index % 2), scenario: everything },
]);

/** Four deaths in one world, each in the midst of what the one before has left; together every point. */
const inARow = Array.from({ length: 4 }, (_, first): Deaths => ({
  points: failpointNames.filter((__, index) => index % 4 === first),
  hit: 1,
  scenario: everything,
}));

const listDeaths = ({ instances }: World): (string | undefined)[] =>
  instances.flatMap(({ failpoint }) => failpoint ?? []);

/** What was going on may have been over before the last points were reached: more of it gets there. */
async function goOn(world: World, deaths: number): Promise<void> {
  for (let more = 1; listDeaths(world).length < deaths && more <= 5; more += 1) {
    await world.say(`g${more} #stage`, { from: `gus${more}` });
    await world.say(`h${more} #remind`, { from: `hal${more}`, channel: "parcel" });
    await world.calm();
  }
}

describe("a process that dies between two steps", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();
  const cells = long ? [...alone, ...inARow] : inARow;
  const fired = new Set<string>();
  let ran = 0;

  it.each(cells.map((cell) => ({ ...cell, at: cell.points.join(", then ") })))(
    "a process that dies between two steps loses nothing and doubles nothing: $at, time $hit, during $scenario.name",
    ({ points, hit, scenario }) =>
      inWorld(async (world) => {
        ran += 1;
        const [failpoint, ...replacedBy] = points.map((point) => `${point}:${hit}`);
        await world.start({ failpoint, replacedBy });
        await scenario.run(world);
        await world.calm();
        await goOn(world, points.length);
        await endsWell(world);
        expect(listDeaths(world)).toEqual(points);
        for (const point of points) fired.add(point);
      }),
  );

  // A matrix that never gets to a point proves nothing about it.
  afterAll(() => {
    if (ran === cells.length)
      expect(failpointNames.filter((point) => !fired.has(point))).toEqual([]);
  });
});
