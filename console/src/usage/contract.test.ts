import { describe, expect, it } from "vitest";
import { amount, shareOf, type UsageFigure } from "./contract.ts";

const figure = (used: number, most: number): UsageFigure => ({
  what: "media",
  used,
  most,
  unit: "bytes",
  per: "total",
});

describe("a figure of usage", () => {
  it.each([
    [0, "bytes", "0 B"],
    [1_023, "bytes", "1,023 B"],
    [1_536, "bytes", "1.5 kB"],
    [536_870_912, "bytes", "512 MB"],
    [53_687_091_200, "bytes", "50 GB"],
    [5_000_000, "count", "5,000,000"],
  ] as const)("a usage of %d in %s reads %s", (value, unit, text) => {
    expect(amount(value, unit)).toBe(text);
  });

  it("a usage is never more than all of its limit", () => {
    expect([figure(0, 10), figure(5, 10), figure(20, 10), figure(0, 0)].map(shareOf)).toEqual([
      0, 0.5, 1, 1,
    ]);
  });
});
