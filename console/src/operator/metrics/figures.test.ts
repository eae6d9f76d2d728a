import { expect, it } from "vitest";
import { figure, outline } from "./figures.ts";

it("metrics are shown in units that people read", () => {
  expect([
    figure(157_286_400, "bytes"),
    figure(0.0123, "seconds"),
    figure(7.25, "seconds"),
    figure(600, "seconds"),
  ]).toEqual(["150 MB", "12 ms", "7.3 s", "10 min"]);
  expect([figure(3, "count"), figure(2.5, "per_minute"), figure(54_321, "per_minute")]).toEqual([
    "3",
    "2.5",
    "54k",
  ]);
});

it("an outline goes from nothing to the highest value, flat where all is nothing, and passes over unknown values", () => {
  expect(outline([0, 5, 10]).line).toBe("M0 29L50 15.5L100 2");
  expect(outline([0, 0]).line).toBe("M0 29L100 29");
  expect(outline([4, null, 4]).line).toBe("M0 2L100 2");
  expect(outline([7]).line).toBe("M0 2L100 2");
  expect(outline([]).area).toBe("");
});
