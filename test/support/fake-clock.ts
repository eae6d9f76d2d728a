import type { Clock } from "../../src/domain/ports/clock.ts";
import { createUnderWay, type UnderWay } from "./under-way.ts";

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** A clock that stands still until the test moves it. */
export interface FakeClock extends Clock {
  /**
   * Moves time forward and wakes every wait that falls due, in order of its due time. Between two wake-ups the woken code
   * gets to run, so a wait that it starts on the way is honoured within the same call.
   */
  advance(ms: number): Promise<void>;
  /**
   * The same, and between two wake-ups all that is under way ends: time never outruns the database, a vendor or a turn,
   * however busy the machine. Every sweep on the way does its work, so hours take long.
   */
  pass(ms: number): Promise<void>;
  /**
   * As on a machine that slept: the time is later at once, and every wait that fell due ends then, whatever would have
   * been done again and again on the way.
   */
  leap(ms: number): Promise<void>;
  /** What `pass` waits for: the fixtures register their database, channels and skills here. */
  readonly underWay: UnderWay;
  /** How many waits are pending. */
  readonly waiting: number;
  /** Resolves when at least `count` waits are pending: the code under test has got as far as its timer. */
  whenWaiting(count: number): Promise<void>;
}

/** Lets promises and already arrived I/O run. Not a sleep: it ends after one turn of the event loop. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const isFakeClock = (clock: Clock): clock is FakeClock => "underWay" in clock;

export function fakeClock(start: number = Date.UTC(2026, 0, 5, 9, 0, 0)): FakeClock {
  const underWay = createUnderWay();
  let now = start;
  let sleepers: Sleeper[] = [];
  let watchers: { readonly count: number; readonly tell: () => void }[] = [];

  const remove = (sleeper: Sleeper): void => {
    sleepers = sleepers.filter((other) => other !== sleeper);
  };

  function wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        remove(sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper: Sleeper = { due: now + ms, wake };
      signal?.addEventListener("abort", wake, { once: true });
      sleepers.push(sleeper);
      const told = watchers.filter((watcher) => sleepers.length >= watcher.count);
      watchers = watchers.filter((watcher) => !told.includes(watcher));
      for (const watcher of told) watcher.tell();
    });
  }

  async function move(ms: number, rest: () => Promise<void>): Promise<void> {
    const end = now + ms;
    await rest();
    for (;;) {
      const next = sleepers
        .filter((sleeper) => sleeper.due <= end)
        .toSorted((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      now = Math.max(now, next.due);
      next.wake();
      await rest();
    }
    now = end;
  }

  async function leap(ms: number): Promise<void> {
    await settle();
    now += ms;
    const due = sleepers.filter((sleeper) => sleeper.due <= now).toSorted((a, b) => a.due - b.due);
    for (const sleeper of due) sleeper.wake();
    await settle();
  }

  return {
    now: () => now,
    wait,
    underWay,
    advance: (ms) => move(ms, settle),
    pass: (ms) => move(ms, underWay.settled),
    leap,
    get waiting() {
      return sleepers.length;
    },
    whenWaiting: (count) =>
      sleepers.length >= count
        ? Promise.resolve()
        : new Promise((tell) => watchers.push({ count, tell })),
  };
}
