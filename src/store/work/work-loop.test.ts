import { afterEach, describe, expect, it } from "vitest";
import { type FakeClock, fakeClock } from "../../../test/support/fake-clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { createWorkLoop, type WorkLoop, type WorkSource } from "./work-loop.ts";

/** An in-memory queue, and a record of what the loop did with it. */
function bench({
  isStarted = true,
  clock = fakeClock(),
  ...options
}: Partial<WorkSource<string>> & { clock?: FakeClock; isStarted?: boolean } = {}) {
  const queue: string[] = [];
  const claims: number[] = [];
  const done: string[] = [];
  const heard: string[] = [];
  const listen = (_: unknown, sentence: string): void => void heard.push(sentence);
  const log: Log = { debug: listen, info: listen, warn: listen, error: listen };
  const source: WorkSource<string> = {
    name: "test",
    concurrency: 2,
    sweepMs: 5_000,
    async claim(limit) {
      claims.push(limit);
      return queue.splice(0, limit);
    },
    async run(work) {
      done.push(work);
    },
    ...options,
  };
  const loop = createWorkLoop({ clock, log }, source);
  if (isStarted) loop.start();
  loops.push(loop);
  return { clock, queue, claims, done, heard, loop };
}

const loops: WorkLoop[] = [];
afterEach(() => Promise.all(loops.splice(0).map((loop) => loop.stop())));

/** Lets everything that can run now run. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("the work loop", () => {
  it("the work loop claims nothing and reserves no slot before it is started", async () => {
    const { claims, loop } = bench({ isStarted: false });
    loop.wake();
    await settle();
    expect([claims, loop.reserve()]).toEqual([[], undefined]);
  });

  it("the work loop checks once at the start and then sleeps while nothing is due", async () => {
    const { claims, clock } = bench();
    await clock.whenWaiting(1);
    await settle();
    expect(claims).toEqual([2]);
  });

  it("the work loop checks once per sweep when no work ever comes", async () => {
    const { claims, clock } = bench();
    await clock.whenWaiting(1);
    await clock.advance(60_000);
    expect(claims).toHaveLength(1 + 60_000 / 5_000);
  });

  it("the work loop finds work by the sweep alone when every wake-up was lost", async () => {
    const { clock, queue, done } = bench();
    await clock.whenWaiting(1);
    queue.push("unheard");
    await clock.advance(4_999);
    expect(done).toEqual([]);
    await clock.advance(1);
    expect(done).toEqual(["unheard"]);
  });

  it("the work loop reports news after a start, a wake-up or a full claim, but not after a sweep or a wake-up without news", async () => {
    const told: boolean[] = [];
    const waiting: string[] = [];
    const { clock, loop } = bench({
      claim: async (limit, news) => {
        told.push(news);
        return waiting.splice(0, limit);
      },
    });
    await clock.whenWaiting(1);
    await clock.advance(5_000);
    expect(told).toEqual([true, false]);
    waiting.push("one");
    loop.wake();
    await settle();
    expect(told.slice(2)).toEqual([true]);
    waiting.push("two", "three");
    loop.wake();
    await settle();
    expect(told.slice(3)).toEqual([true, true]);
    loop.wake({ news: false });
    await settle();
    expect(told.slice(5)).toEqual([false]);
  });

  it("the work loop looks after a finished task only for what it had no slot for", async () => {
    const ends: (() => void)[] = [];
    const { claims, queue, loop } = bench({
      run: () => new Promise<void>((resolve) => ends.push(resolve)),
    });
    await settle();
    queue.push("a");
    loop.wake();
    await settle();
    const asked = claims.length;
    ends.shift()?.();
    await settle();
    expect(claims).toHaveLength(asked);
    // Work that is not claimed here takes both slots: a wake-up meanwhile is kept for the first free one.
    const slots = [loop.reserve(), loop.reserve()];
    expect([loop.hasRoom(), loop.reserve()]).toEqual([false, undefined]);
    queue.push("b");
    loop.wake();
    await settle();
    expect(claims).toHaveLength(asked);
    slots[0]?.drop();
    await settle();
    expect([claims.slice(asked), queue]).toEqual([[1], []]);
    slots[1]?.drop();
    for (const end of ends) end();
  });

  it("the work loop wakes at once when woken, and otherwise sleeps until the nearest due instant", async () => {
    const due = { at: undefined as number | undefined };
    const clock = fakeClock();
    const { claims, loop } = bench({
      clock,
      nextDueMs: async () => (due.at === undefined ? undefined : due.at - clock.now()),
    });
    await clock.whenWaiting(1);
    due.at = clock.now() + 700;
    loop.wake();
    await settle();
    expect(claims).toHaveLength(2);
    await clock.advance(699);
    expect(claims).toHaveLength(2);
    due.at = undefined;
    await clock.advance(1);
    expect(claims).toHaveLength(3);
  });

  it("the work loop trusts no due instant beyond the sweep or in the past", async () => {
    const far = bench({ nextDueMs: async () => 86_400_000 });
    await far.clock.whenWaiting(1);
    await far.clock.advance(5_000);
    expect(far.claims).toHaveLength(2);
    const past = bench({ nextDueMs: async () => -5 });
    await past.clock.whenWaiting(1);
    await settle();
    expect(past.claims).toHaveLength(1);
  });

  it("the work loop keeps a wake-up that comes while it claims", async () => {
    const looking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string[]>();
    let calls = 0;
    const { done, loop, clock } = bench({
      claim: async () => {
        calls += 1;
        if (calls === 1) {
          looking.resolve();
          return answer.promise;
        }
        return calls === 2 ? ["came meanwhile"] : [];
      },
    });
    await looking.promise;
    loop.wake();
    answer.resolve([]);
    await clock.whenWaiting(1);
    await settle();
    expect(done).toEqual(["came meanwhile"]);
  });

  it("the work loop keeps a wake-up that comes while it reads the next due instant", async () => {
    const asking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<undefined>();
    const { claims, loop, clock } = bench({
      nextDueMs: async () => {
        asking.resolve();
        return answer.promise;
      },
    });
    await asking.promise;
    loop.wake();
    answer.resolve(undefined);
    await clock.whenWaiting(1);
    await settle();
    expect(claims).toHaveLength(2);
  });

  it("the work loop never exceeds its concurrency, and refills a slot as soon as it is free", async () => {
    const held = new Map<string, () => void>();
    let most = 0;
    const { queue, loop, claims } = bench({
      run: (work) =>
        new Promise<void>((resolve) => {
          held.set(work, () => {
            held.delete(work);
            resolve();
          });
          most = Math.max(most, held.size);
        }),
    });
    queue.push("a", "b", "c", "d");
    loop.wake();
    await settle();
    expect([...held.keys()]).toEqual(["a", "b"]);
    loop.wake();
    await settle();
    const asked = claims.length;
    held.get("a")?.();
    await settle();
    expect([...held.keys()]).toEqual(["b", "c"]);
    expect(claims[asked]).toBe(1);
    while (held.size > 0) {
      for (const release of held.values()) release();
      await settle();
    }
    expect(most).toBe(2);
    expect(queue).toEqual([]);
  });

  it("the work loop continues after a task throws, and logs it", async () => {
    const { queue, done, heard, loop } = bench({
      run: async (work) => {
        if (work === "bad") throw new Error("no");
        done.push(work);
      },
    });
    queue.push("bad", "good");
    loop.wake();
    await settle();
    expect(done).toEqual(["good"]);
    expect(heard).toEqual(["a task failed outside its own error handling"]);
  });

  it("the work loop backs off after failures up to a second, and resets after a success", async () => {
    const clock = fakeClock();
    const looked: number[] = [];
    let broken = true;
    const { loop } = bench({
      clock,
      claim: async () => {
        looked.push(clock.now());
        if (broken) throw new Error("the database is away");
        return [];
      },
    });
    for (let nth = 0; nth < 8; nth += 1) {
      await clock.whenWaiting(1);
      await clock.advance(5_000);
    }
    const waits = looked.slice(1).map((at, index) => at - (looked[index] ?? 0));
    expect(waits.slice(0, 7)).toEqual([200, 400, 800, 1_000, 1_000, 1_000, 1_000]);
    broken = false;
    await clock.advance(5_000);
    broken = true;
    const before = looked.length;
    loop.wake();
    await settle();
    await clock.advance(200);
    expect(looked.length - before).toBe(2);
  });

  it("the work loop stops by finishing its tasks and claims nothing new", async () => {
    const piece = Promise.withResolvers<void>();
    const { queue, loop, claims } = bench({ concurrency: 3, run: () => piece.promise });
    queue.push("a");
    loop.wake();
    await settle();
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    const asked = claims.length;
    queue.push("b");
    loop.wake();
    await settle();
    expect(stopped).toBe(false);
    piece.resolve();
    await stopping;
    expect(claims).toHaveLength(asked);
    expect(queue).toEqual(["b"]);
  });

  it("the work loop keeps what a claim returns while it is stopping", async () => {
    const looking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string[]>();
    const { done, loop } = bench({
      claim: () => {
        looking.resolve();
        return answer.promise;
      },
    });
    await looking.promise;
    const stopping = loop.stop();
    answer.resolve(["just claimed"]);
    await stopping;
    expect(done).toEqual(["just claimed"]);
  });

  it("the work loop stops at once while it backs off", async () => {
    const { loop, clock } = bench({ claim: () => Promise.reject(new Error("away")) });
    await clock.whenWaiting(1);
    await loop.stop();
    expect(clock.waiting).toBe(0);
  });

  it("the work loop starts one task at a time with the requested pause between them", async () => {
    const clock = fakeClock();
    const endless = (): Promise<void> => new Promise(() => undefined);
    const begun: string[] = [];
    const queue = ["a", "b", "c"];
    const stopper = createWorkLoop(
      {
        clock,
        log: {
          debug: () => undefined,
          info: () => undefined,
          warn: () => undefined,
          error: () => undefined,
        },
      },
      {
        name: "test",
        concurrency: 3,
        sweepMs: 5_000,
        pauseMs: () => 50,
        claim: async (limit) => queue.splice(0, limit),
        run: (work) => {
          begun.push(work);
          return work === "c" ? Promise.resolve() : endless();
        },
      },
    );
    stopper.start();
    await clock.whenWaiting(1);
    await clock.advance(49);
    expect(begun).toEqual([]);
    await clock.advance(1);
    expect(begun).toEqual(["a"]);
    await clock.advance(100);
    expect(begun).toEqual(["a", "b", "c"]);
    void stopper.stop();
  });
});
