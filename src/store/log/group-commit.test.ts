import { expect, it, vi } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

const away = new Error("away");
const bad = new Error("bad");

function grouped(commit: (items: readonly string[]) => string[]) {
  const batches: string[][] = [];
  const take = createGroupCommit<string, string>({
    maxBatch: 3,
    commit: async (items) => {
      batches.push([...items]);
      return commit(items);
    },
    retryAlone: () => false,
    hopeless: (error) => error === away,
  });
  return { take, batches };
}

it("takes what arrives together in one commit, up to its limit, in order", async () => {
  const { take, batches } = grouped((items) => items.map((item) => item.toUpperCase()));
  expect(await Promise.all(["a", "b", "c", "d"].map(take))).toEqual(["A", "B", "C", "D"]);
  expect(batches).toEqual([["a", "b", "c"], ["d"]]);
});

it("takes a batch apart when one of its members spoils it, so that only that one fails", async () => {
  const { take, batches } = grouped((items) => {
    if (items.includes("b")) throw bad;
    return [...items];
  });
  const ends = await Promise.allSettled(["a", "b", "c"].map(take));
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"]]);
});

it("tells everybody at once when the database is away, instead of trying one after the other", async () => {
  const { take, batches } = grouped(() => {
    throw away;
  });
  const ends = await Promise.allSettled(["a", "b", "c"].map(take));
  expect(ends).toEqual(Array.from({ length: 3 }, () => ({ status: "rejected", reason: away })));
  expect(batches).toEqual([["a", "b", "c"]]);
});

it("keeps the order in which items came while a slow commit is under way", async () => {
  const slow = Promise.withResolvers<void>();
  const committed: string[] = [];
  const take = createGroupCommit<string, string>({
    maxBatch: 10,
    commit: async (items) => {
      if (items.includes("first")) await slow.promise;
      committed.push(...items);
      return items;
    },
    retryAlone: () => false,
    hopeless: () => false,
  });
  const first = take("first");
  // Another turn of the event loop: the first commit is under way by now.
  await new Promise((resolve) => setImmediate(resolve));
  const second = take("second");
  slow.resolve();
  await Promise.all([first, second]);
  expect(committed).toEqual(["first", "second"]);
});

it("waits a moment for those who were just answered when they are many, and for nobody when they are few", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    for (const many of [10, 3]) {
      const sizes: number[] = [];
      const together = createGroupCommit<number, number>({
        maxBatch: 100,
        commit: async (items) => {
          sizes.push(items.length);
          return items;
        },
        retryAlone: () => false,
        hopeless: () => false,
      });
      const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
      const speaker = async (nth: number): Promise<void> => {
        await together(nth);
        for (let turns = 0; turns < nth; turns += 1) await turn();
        await together(nth);
      };
      await Promise.all(Array.from({ length: many }, (_, nth) => speaker(nth)));
      expect(sizes.length === 2).toBe(many === 10);
    }
  } finally {
    vi.useRealTimers();
  }
});
