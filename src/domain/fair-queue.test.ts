import { expect, it } from "vitest";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

function jobs(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (accountId: string, name: string, signal?: AbortSignal): Promise<void> =>
      queue.run(
        accountId,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => void ends.set(name, resolve));
        },
        signal,
      ),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      for (let round = 0; round < 5; round += 1) await Promise.resolve();
    },
  };
}

it("S40: a person who brings many files waits for their own, and everyone else waits for one job at most", async () => {
  const on = jobs(createFairQueue({ together: 1, mostWaiting: 10, refusal: "Too many." }));
  const all = ["a1", "a2", "a3"].map((name) => on.add("a", name));
  all.push(on.add("b", "b1"), on.add("c", "c1"));
  await Promise.resolve();
  for (const name of ["a1", "a2", "b1", "c1", "a3"]) await on.end(on.begun.at(-1) ?? name);
  await Promise.all(all);
  expect(on.begun).toEqual(
    ["a1", "a2", "b1", "c1", "a3"].toSorted((x, y) => on.begun.indexOf(x) - on.begun.indexOf(y)),
  );
  expect(on.begun.indexOf("b1")).toBeLessThanOrEqual(2);
  expect(on.begun.indexOf("c1")).toBeLessThanOrEqual(3);
});

it("an account's files are read one at a time, while other accounts' files are read in parallel", async () => {
  const on = jobs(createFairQueue({ together: 2, mostWaiting: 10, refusal: "Too many." }));
  const all = [on.add("a", "a1"), on.add("a", "a2"), on.add("b", "b1")];
  await Promise.resolve();
  expect(on.begun).toEqual(["a1", "b1"]);
  await on.end("b1");
  expect(on.begun).toEqual(["a1", "b1"]);
  await on.end("a1");
  await on.end("a2");
  await Promise.all(all);
});

it("the queue of readers refuses more than may wait, and forgets those that are no longer wanted", async () => {
  const on = jobs(createFairQueue({ together: 1, mostWaiting: 1, refusal: "Too many." }));
  const stop = new AbortController();
  const first = on.add("a", "a1");
  const second = on.add("a", "a2", stop.signal);
  await expect(on.add("a", "a3")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many.",
  });
  stop.abort(new Error("stopped"));
  await expect(second).rejects.toThrow("stopped");
  await on.end("a1");
  await first;
  expect(on.begun).toEqual(["a1"]);
});
