import { expect, it } from "vitest";
import { createSlices } from "./slices.ts";

it("long tasks yield after each slice and take turns, one slice per round of the event loop", async () => {
  let time = 0;
  const slices = createSlices(() => time);
  const done: string[] = [];
  const work = async (name: string): Promise<void> => {
    const slice = await slices.begin();
    for (let piece = 0; piece < 4; piece += 1) {
      done.push(name);
      time += 5;
      await slice.yieldIfDue();
    }
  };
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([work("a"), work("b"), work("c")]);
  isOver = true;
  expect(done.join("")).toBe("aabbccaabbcc");
  // The last pause of each task takes a turn as well: nine turns, each in a round of its own.
  expect(rounds).toBeGreaterThanOrEqual(8);
});

it("a short task is not delayed", async () => {
  const slice = await createSlices(() => 0).begin();
  expect(slice.yieldIfDue()).toBeUndefined();
});
