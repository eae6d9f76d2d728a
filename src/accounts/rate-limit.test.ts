import { describe, expect, it } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

function bucket(options: { burst: number; refillMs: number; capacity?: number }) {
  let now = 0;
  const limit = createRateLimit({ clock: { now: () => now }, ...options });
  return { limit, pass: (ms: number) => (now += ms) };
}

describe("a rate limit", () => {
  it("a rate limit lets a burst through, then says how long to wait", () => {
    const { limit } = bucket({ burst: 2, refillMs: 1_000 });
    expect([limit.take("a"), limit.take("a"), limit.take("a")]).toEqual([0, 0, 500]);
  });

  it("a rate limit fills up again with time, and never beyond its size", () => {
    const { limit, pass } = bucket({ burst: 2, refillMs: 1_000 });
    limit.take("a");
    pass(60_000);
    expect([limit.take("a"), limit.take("a"), limit.take("a")]).toEqual([0, 0, 500]);
  });

  it("a rate limit keeps keys apart", () => {
    const { limit } = bucket({ burst: 1, refillMs: 1_000 });
    limit.take("a");
    expect(limit.take("b")).toBe(0);
  });

  it("a rate limit gives back an attempt of a caller whose secret was right", () => {
    const { limit } = bucket({ burst: 1, refillMs: 1_000 });
    limit.take("a");
    limit.giveBack("a");
    limit.giveBack("a");
    expect([limit.take("a"), limit.take("a") > 0]).toEqual([0, true]);
  });

  it("a rate limit survives a clock that goes back", () => {
    const { limit, pass } = bucket({ burst: 1, refillMs: 1_000 });
    limit.take("a");
    pass(-5_000);
    expect(limit.take("a")).toBe(1_000);
  });

  it("a rate limit forgets the key that was used longest ago when it is full", () => {
    const { limit } = bucket({ burst: 1, refillMs: 1_000, capacity: 2 });
    for (const key of ["old", "kept", "new"]) limit.take(key);
    expect(limit.take("kept")).toBeGreaterThan(0);
    expect(limit.take("old")).toBe(0);
  });
});
