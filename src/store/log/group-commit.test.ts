import { expect, it, vi } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

const away = new Error("away");
const bad = new Error("bad");

function createGrouped(commit: (items: readonly string[]) => string[]) {
  const batches: string[][] = [];
  const take = createGroupCommit<string, string>({
    maxBatch: 3,
    commit: async (items) => {
      batches.push([...items]);
      return commit(items);
    },
    retryAlone: () => false,
    isSharedFailure: (error) => error === away,
  });
  return { take, batches };
}

it("group commit takes requests that arrive together in one commit, in order and up to its limit", async () => {
  const { take, batches } = createGrouped((items) => items.map((item) => item.toUpperCase()));
  expect(await Promise.all(["a", "b", "c", "d"].map(take))).toEqual(["A", "B", "C", "D"]);
  expect(batches).toEqual([["a", "b", "c"], ["d"]]);
});

it("group commit retries a failed batch one by one, so that only the offending member fails", async () => {
  const { take, batches } = createGrouped((items) => {
    if (items.includes("b")) throw bad;
    return [...items];
  });
  const ends = await Promise.allSettled(["a", "b", "c"].map(take));
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"]]);
});

it("group commit fails all members at once when the database is unavailable, instead of retrying each", async () => {
  const { take, batches } = createGrouped(() => {
    throw away;
  });
  const ends = await Promise.allSettled(["a", "b", "c"].map(take));
  expect(ends).toEqual(Array.from({ length: 3 }, () => ({ status: "rejected", reason: away })));
  expect(batches).toEqual([["a", "b", "c"]]);
});

it("group commit keeps the order of arrival while a slow commit is in progress", async () => {
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
    isSharedFailure: () => false,
  });
  const first = take("first");
  // One more turn of the event loop: the first commit is now in progress.
  await new Promise((resolve) => setImmediate(resolve));
  const second = take("second");
  slow.resolve();
  await Promise.all([first, second]);
  expect(committed).toEqual(["first", "second"]);
});

it("group commit waits briefly for recent callers when they are many, and for none when they are few", async () => {
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
        isSharedFailure: () => false,
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
