import { expect, it } from "vitest";
import type { PoolClient } from "pg";
import { DatabaseUnavailable } from "./database.ts";
import { shareConnections } from "./share-connection.ts";

/** Connections that are handed out, and with what each was given back. */
function openPool() {
  const taken: PoolClient[] = [];
  const returned: (Error | boolean | undefined)[] = [];
  const connect = async (): Promise<PoolClient> => {
    const client = {
      release: (error?: Error | boolean) => void returned.push(error),
    } as PoolClient;
    taken.push(client);
    return client;
  };
  return { taken, returned, onShared: shareConnections(connect) };
}

it("statements of the same tick share a connection, which is given back once", async () => {
  const { taken, returned, onShared } = openPool();
  const used = await Promise.all([1, 2, 3].map(() => onShared(async (client) => client)));
  expect(new Set(used)).toEqual(new Set(taken));
  expect([taken.length, returned]).toEqual([1, [undefined]]);
});

it("a later statement does not wait behind an earlier one", async () => {
  const { taken, onShared } = openPool();
  const slow = Promise.withResolvers<string>();
  const first = onShared(() => slow.promise);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await onShared(async () => "quick")).toBe("quick");
  slow.resolve("slow");
  expect(await first).toBe("slow");
  expect(taken).toHaveLength(2);
});

it("no more than sixteen statements share a connection", async () => {
  const { taken, returned, onShared } = openPool();
  await Promise.all(Array.from({ length: 33 }, () => onShared(async () => undefined)));
  expect([taken.length, returned.length]).toEqual([3, 3]);
});

it("a statement that fails is its own failure, and the connection is kept", async () => {
  const { returned, onShared } = openPool();
  const ends = await Promise.allSettled([
    onShared(() => Promise.reject(new Error("division by zero"))),
    onShared(async () => "fine"),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(returned).toEqual([undefined]);
});

it("a connection that was lost is not used again", async () => {
  const { returned, onShared } = openPool();
  const lost = new DatabaseUnavailable("gone");
  await Promise.allSettled([
    onShared(() => Promise.reject(lost)),
    onShared(() => Promise.reject(lost)),
  ]);
  expect(returned).toEqual([lost]);
});

it("a connection that can't be had fails every statement that waits for it, and the next one tries again", async () => {
  let tries = 0;
  const onShared = shareConnections(() => {
    tries += 1;
    return Promise.reject(new DatabaseUnavailable("away"));
  });
  const ends = await Promise.allSettled([1, 2].map(() => onShared(async () => undefined)));
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(onShared(async () => undefined)).rejects.toThrow("away");
  expect(tries).toBe(2);
});

it("behind a pooler every transaction has a connection of its own", async () => {
  let taken = 0;
  const connect = async (): Promise<PoolClient> => {
    taken += 1;
    return { release: () => undefined } as PoolClient;
  };
  const onShared = shareConnections(connect, 1);
  await Promise.all([1, 2, 3].map(() => onShared(async () => undefined)));
  expect(taken).toBe(3);
});
