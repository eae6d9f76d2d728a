import { expect, it } from "vitest";
import { axisEnd, bars, figure, outline } from "./figures.ts";

it("metrics are shown in units that people read", () => {
  expect([
    figure(157_286_400, "bytes"),
    figure(0.0123, "seconds"),
    figure(7.25, "seconds"),
    figure(600, "seconds"),
    figure(14_400, "seconds"),
  ]).toEqual(["150 MB", "12 ms", "7.3 s", "10 min", "4 h"]);
  expect([
    figure(3, "count"),
    figure(2.5, "per_minute"),
    figure(54_321, "per_minute"),
    figure(3_200_000, "count"),
  ]).toEqual(["3", "2.5", "54k", "3.2M"]);
});

it("an axis ends at a round number that holds the highest value", () => {
  expect([0, 1, 3, 11, 950, 2_001].map((highest) => axisEnd(highest, "count"))).toEqual([
    2, 2, 4, 20, 1_000, 4_000,
  ]);
  expect([axisEnd(0.0123, "seconds"), axisEnd(150, "seconds")]).toEqual([0.02, 240]);
  expect(axisEnd(300 * 1_048_576, "bytes")).toBe(400 * 1_048_576);
});

it("an outline is broken where nothing is known, and shows a point that is alone", () => {
  expect(outline([0, 5, 10], 10)).toBe("M0 100L50 50L100 0");
  expect(outline([4, null, 4], 4)).toBe("M0 0h0.5M100 0h0.5");
  expect(outline([null, null], 4)).toBe("");
});

it("bars stand side by side, and one of nothing has no height", () => {
  expect(bars([5, null], 10)).toEqual([
    { x: 6, width: 38, height: 50 },
    { x: 56, width: 38, height: 0 },
  ]);
});
