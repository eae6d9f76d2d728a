import { describe, expect, it } from "vitest";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { createRightOfWay } from "./backpressure.ts";

function street() {
  const clock = fakeClock();
  const way = createRightOfWay(clock);
  /** Somebody knocks and is let in after so long. */
  const knock = (tookMs: number): Promise<void> => way.first(() => clock.advance(tookMs));
  return { clock, way, knock };
}

describe("the right of way", () => {
  it("asks nothing of turns while people are let in quickly", async () => {
    const { way, knock } = street();
    for (let times = 0; times < 20; times += 1) await knock(5);
    expect(way.restMs()).toBe(0);
  });

  it("asks for longer rests the longer people wait, and never for so long that turns stand still", async () => {
    const { way, knock } = street();
    const rests: number[] = [];
    for (let times = 0; times < 10; times += 1) {
      await knock(80);
      rests.push(way.restMs());
    }
    expect(rests.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(rests.at(-1)).toBe(100);
  });

  it("gives the street back step by step when people are let in quickly again, and at once when nobody comes", async () => {
    const { clock, way, knock } = street();
    for (let times = 0; times < 4; times += 1) await knock(80);
    for (let times = 0; times < 30; times += 1) {
      await knock(10);
      await clock.advance(20);
    }
    expect(way.restMs()).toBe(0);
    await knock(80);
    expect(way.restMs()).toBe(10);
    await clock.advance(501);
    expect(way.restMs()).toBe(0);
  });

  it("notes also what failed, and hands the failure on", async () => {
    const { clock, way } = street();
    const failing = way.first(async () => {
      await clock.advance(100);
      throw new Error("the database is away");
    });
    await expect(failing).rejects.toThrow("the database is away");
    expect(way.restMs()).toBe(10);
  });
});
