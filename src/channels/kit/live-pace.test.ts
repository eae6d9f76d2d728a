import { expect, it } from "vitest";
import { createLivePace } from "./live-pace.ts";

/** Answers that always have new words, looked at every 250 ms for a minute. */
function playMinute(answers: number) {
  let now = 0;
  const pace = createLivePace({ now: () => now }, { changeEveryMs: 500, perSecond: 10 });
  const changes = Array.from({ length: answers }, () => [0]);
  for (const _ of changes) void pace.during("app", () => new Promise(() => undefined));
  for (; now <= 60_000; now += 250)
    for (const moments of changes)
      if (pace.isOpen("app") && pace.take("app", moments.at(-1) ?? 0)) moments.push(now);
  return changes.map((moments) => moments.slice(1));
}

it("all answers of one account change no more often than its vendor allows, and each gets its share", () => {
  const changes = playMinute(200);
  const all = changes.flat().toSorted((a, b) => a - b);
  expect(all.length).toBeGreaterThan(390);
  for (const from of all)
    expect(all.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(20);
  expect(all.length).toBeLessThanOrEqual(610);
  expect(Math.min(...changes.map(({ length }) => length))).toBeGreaterThanOrEqual(2);
});

it("one answer alone changes as often as the vendor takes changes of one", () => {
  const [moments = []] = playMinute(1);
  expect(moments.slice(0, 3)).toEqual([500, 1_000, 1_500]);
});

it("a vendor that asks one answer to wait asks all of that account, and no other account", () => {
  let now = 0;
  const pace = createLivePace({ now: () => now }, { changeEveryMs: 500, perSecond: 10 });
  pace.rest("app", 3_000);
  pace.rest("app", 1_000);
  expect([pace.isOpen("app"), pace.isOpen("other")]).toEqual([false, true]);
  now = 3_000;
  expect(pace.isOpen("app")).toBe(true);
});
