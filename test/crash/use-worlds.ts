import { beforeAll, expect } from "vitest";
import { violations } from "./checker.ts";
import { type DatabasePool, createDatabasePool } from "./crash-database.ts";
import type { History } from "./history.ts";
import { openWorld, type World } from "./world.ts";

/** Whether the long run was asked for: every point, every phase, hundreds of cycles. */
export const long = process.env["MEANWHILE_LONG"] === "1";

/** A world for each test, closed whatever happens in it. Two cores run so many at a time and no more. */
export function useWorlds(atOnce = 3): (story: (world: World) => Promise<void>) => Promise<void> {
  let databases: DatabasePool;
  const hands = createHands(atOnce);
  beforeAll(async () => {
    databases = createDatabasePool();
  });
  return (story) =>
    hands(async () => {
      const world = await openWorld(await databases.take());
      try {
        await story(world);
      } finally {
        await world.close();
      }
    });
}

/** Faults are over: everything comes to an end, and the whole history is right. */
export async function endsWell(world: World, how = ""): Promise<History> {
  await world.calm();
  const history = await world.finish();
  expect(violations(history), how).toEqual([]);
  return history;
}

/** What one person saw, in order. */
export const listSeen = (world: World, peer: string): string[] =>
  world.post.ledger.filter(({ letter }) => letter.peer === peer).map(({ letter }) => letter.text);

function createHands(count: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
