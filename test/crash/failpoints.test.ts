import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FailpointName, failpointNames } from "../../src/domain/failpoints.ts";
import { violations } from "./checker.ts";
import { type DatabaseShelf, databaseShelf } from "./crash-database.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { openWorld } from "./world.ts";

const long = process.env["MEANWHILE_LONG"] === "1";
const atOnce = 3;

interface Cell {
  readonly point: FailpointName;
  readonly hit: number;
  readonly scenario: Scenario;
}

/** Normally every point dies the first time in two scenarios and a later time in one; the long run takes them all. */
function cells(): Cell[] {
  const all = failpointNames.flatMap((point) =>
    scenarios.flatMap((scenario) =>
      Array.from({ length: scenario.passes(point) }, (_, index): Cell => ({ point, hit: index + 1, scenario })),
    ),
  );
  if (long) return all;
  return failpointNames.flatMap((point, index) => {
    const own = all.filter((cell) => cell.point === point);
    const first = own.filter((cell) => cell.hit === 1);
    const later = own.filter((cell) => cell.hit > 1);
    return [first[index % first.length], first[(index + 2) % first.length], later[index % Math.max(1, later.length)]].filter(
      (cell) => cell !== undefined,
    );
  });
}

describe("a process that dies between two steps", { concurrent: true, timeout: 120_000 }, () => {
  let databases: DatabaseShelf;
  const fired = new Set<string>();
  const hands = createHands(atOnce);

  beforeAll(async () => {
    databases = await databaseShelf();
    return () => databases.drop();
  });

  it.each(cells())("loses nothing and doubles nothing: $point, time $hit, during $scenario.name", async ({ point, hit, scenario }) => {
    await hands.take(async () => {
      const world = await openWorld(await databases.take());
      try {
        await world.start({ failpoint: `${point}:${hit}` });
        await scenario.run(world);
        await world.calm();
        const history = await world.finish();
        expect(history.processes[0]?.ended.failpoint).toBe(point);
        fired.add(point);
        expect(violations(history)).toEqual([]);
      } finally {
        await world.close();
      }
    });
  });

  afterAll(() => {
    expect([...fired].toSorted()).toEqual([...failpointNames].toSorted());
  });
});

/** Two cores run so many products at a time and no more. */
function createHands(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async take(work: () => Promise<void>): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      try {
        await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
