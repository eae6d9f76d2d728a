import { expect, it } from "vitest";
import type { OutboundCall } from "../../src/domain/ports/http.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import type { Database } from "../../src/store/database/database.ts";
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

/** Takes so many turns of the event loop, as an answer does on its way. */
async function slowly<T>(value: T): Promise<T> {
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

it("the fake clock's time passes no faster than statements, turns and sends are done", async () => {
  const clock = fakeClock(0);
  const { rows } = clock.underWay.database({ rows: () => slowly([]) } as unknown as Database);
  const skill = clock.underWay.skill({ name: "slow", handle: () => slowly(undefined) });
  const http = clock.underWay.http({ request: () => slowly(answer) });
  const done: string[] = [];
  const work = async (name: string, at: number, begin: () => Promise<unknown>) => {
    await clock.wait(at);
    await begin();
    done.push(`${name}@${clock.now()}`);
  };
  const all = [
    work("statement", 10, () => rows("select")),
    work("turn", 20, () => skill.handle({} as TurnContext)),
    work("send", 30, () => http.request({} as OutboundCall)),
    work("last", 40, () => Promise.resolve()),
  ];
  await clock.pass(100);
  await Promise.all(all);
  expect(done).toEqual(["statement@10", "turn@20", "send@30", "last@40"]);
});

it("the fake clock's time passes while a send waits for time, or for ever", async () => {
  const clock = fakeClock(0);
  const http = clock.underWay.http({
    request: ({ url }) =>
      url === "never" ? new Promise(() => undefined) : clock.wait(1_000).then(() => answer),
  });
  void http.request({ url: "never" } as OutboundCall);
  const patient = http.request({ url: "later" } as OutboundCall).then(() => clock.now());
  await clock.pass(5_000);
  expect(await patient).toBe(1_000);
});

const answer = { status: 200, headers: {}, body: new Uint8Array() };
