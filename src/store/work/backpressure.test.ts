import { describe, expect, it } from "vitest";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { createBackpressure } from "./backpressure.ts";

function setUp() {
  const clock = fakeClock();
  const backpressure = createBackpressure(clock);
  /** Accepts one message, which takes this long. */
  const accept = (tookMs: number): Promise<void> =>
    backpressure.measure(() => clock.advance(tookMs));
  return { clock, backpressure, accept };
}

describe("back-pressure", () => {
  it("back-pressure asks turns for no pause while messages are accepted quickly", async () => {
    const { backpressure, accept } = setUp();
    for (let times = 0; times < 20; times += 1) await accept(5);
    expect(backpressure.pauseMs()).toBe(0);
  });

  it("back-pressure asks for longer pauses the longer accepting takes, but never long enough to stop turns", async () => {
    const { backpressure, accept } = setUp();
    const pauses: number[] = [];
    for (let times = 0; times < 10; times += 1) {
      await accept(80);
      pauses.push(backpressure.pauseMs());
    }
    expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(pauses.at(-1)).toBe(100);
  });

  it("back-pressure eases step by step once accepting is quick again, and ends at once when no messages come", async () => {
    const { clock, backpressure, accept } = setUp();
    for (let times = 0; times < 4; times += 1) await accept(80);
    for (let times = 0; times < 30; times += 1) {
      await accept(10);
      await clock.advance(20);
    }
    expect(backpressure.pauseMs()).toBe(0);
    await accept(80);
    expect(backpressure.pauseMs()).toBe(10);
    await clock.advance(501);
    expect(backpressure.pauseMs()).toBe(0);
  });

  it("back-pressure also measures work that fails, and passes the failure on", async () => {
    const { clock, backpressure } = setUp();
    const failing = backpressure.measure(async () => {
      await clock.advance(100);
      throw new Error("the database is away");
    });
    await expect(failing).rejects.toThrow("the database is away");
    expect(backpressure.pauseMs()).toBe(10);
  });
});
