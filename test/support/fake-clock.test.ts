import { expect, it } from "vitest";
import { fakeClock } from "./fake-clock.ts";

it("the fake clock stands still until it is moved", () => {
  const clock = fakeClock(1_000);
  expect(clock.now()).toBe(1_000);
  expect(clock.now()).toBe(1_000);
});

it("the fake clock wakes due waits in order of their due time, each at its own moment", async () => {
  const clock = fakeClock(0);
  const seen: string[] = [];
  const sleep = async (name: string, ms: number) => {
    await clock.wait(ms);
    seen.push(`${name}@${clock.now()}`);
  };
  const all = [
    sleep("late", 30),
    sleep("early", 10),
    sleep("same-a", 20),
    sleep("same-b", 20),
    sleep("never", 99),
  ];
  await clock.advance(30);
  expect(seen).toEqual(["early@10", "same-a@20", "same-b@20", "late@30"]);
  expect(clock.waiting).toBe(1);
  await clock.advance(69);
  await Promise.all(all);
  expect(clock.now()).toBe(99);
});

it("the fake clock honours a wait that woken code starts on the way", async () => {
  const clock = fakeClock(0);
  const ticks: number[] = [];
  const ticking = (async () => {
    for (let i = 0; i < 3; i++) {
      await clock.wait(10);
      ticks.push(clock.now());
    }
  })();
  await clock.advance(35);
  await ticking;
  expect(ticks).toEqual([10, 20, 30]);
  expect(clock.now()).toBe(35);
});

it("the fake clock ends a wait at once when its signal aborts, and never rejects", async () => {
  const clock = fakeClock(0);
  const stop = new AbortController();
  const waiting = clock.wait(1_000, stop.signal);
  expect(clock.waiting).toBe(1);
  stop.abort();
  await waiting;
  await clock.wait(1_000, stop.signal);
  expect(clock.waiting).toBe(0);
  expect(clock.now()).toBe(0);
});

it("the fake clock says when the code under test has started waiting", async () => {
  const clock = fakeClock(0);
  const armed = clock.whenWaiting(2);
  const waits = [clock.wait(1), clock.wait(2)];
  await armed;
  await clock.whenWaiting(1);
  await clock.advance(2);
  await Promise.all(waits);
});

it("the fake clock leaps: every wait that fell due ends once, late, and a loop makes one round", async () => {
  const clock = fakeClock(0);
  const ticks: number[] = [];
  const stop = new AbortController();
  const looping = (async () => {
    for (;;) {
      await clock.wait(10, stop.signal);
      if (stop.signal.aborted) return;
      ticks.push(clock.now());
    }
  })();
  await clock.leap(1_000);
  expect(ticks).toEqual([1_000]);
  stop.abort();
  await looping;
});
