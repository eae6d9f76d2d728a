import { expect, it } from "vitest";
import { createSlices } from "./slices.ts";

it("long work gives way after each slice, and of several works one has a slice in each round of the loop", async () => {
  let time = 0;
  const slices = createSlices(() => time);
  const done: string[] = [];
  const work = async (name: string): Promise<void> => {
    const slice = await slices.begin();
    for (let piece = 0; piece < 4; piece += 1) {
      done.push(name);
      time += 5;
      await slice.rest();
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
  // The last rest of each is a turn, too: nine turns, each in a round of its own.
  expect(rounds).toBeGreaterThanOrEqual(8);
});

it("short work is not held up", async () => {
  const slice = await createSlices(() => 0).begin();
  expect(slice.rest()).toBeUndefined();
});
