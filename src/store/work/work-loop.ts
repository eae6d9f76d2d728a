import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";

/**
 * The one loop of lanes, outbox and timers. It claims as much as it has hands for, runs each piece, and sleeps until
 * a wake-up, the nearest due instant, or the sweep, whichever is first.
 *
 *   idle     sleeping; `wake` ends the sleep
 *   claiming one claim at a time; a wake-up that comes meanwhile makes it claim again
 *   full     all hands busy; the next free hand claims
 *   stopped  takes nothing new; `stop` resolves when every hand is free
 */
export interface WorkLoop<T = never> {
  wake(): void;
  /** A hand for work that is not claimed here, if one is free and nobody has to rest. */
  reserve(): Reserved<T> | undefined;
  stop(): Promise<void>;
}

/** Either `run` or `drop` is called, once. */
export interface Reserved<T> {
  run(work: T): void;
  drop(): void;
}

export interface WorkSource<T> {
  readonly name: string;
  readonly hands: number;
  readonly sweepMs: number;
  /** Takes up to `limit` pieces of work. There is `news` when something else than the end of a piece or the sweep is the reason to look. */
  claim(limit: number, news: boolean): Promise<T[]>;
  run(work: T): Promise<void>;
  /** Milliseconds to leave to others before the next piece begins. While there are any, pieces begin one at a time. */
  restMs?(): number;
  /** Milliseconds until something becomes due, or undefined. Never trusted beyond the sweep. */
  nextDueMs?(): Promise<number | undefined>;
}

export function startWorkLoop<T>(
  on: { clock: Clock; log: Log },
  source: WorkSource<T>,
): WorkLoop<T> {
  const stopping = new AbortController();
  const busy = new Set<Promise<void>>();
  let bell = new AbortController();
  let rung = true;
  let news = true;

  const ring = (): void => {
    rung = true;
    bell.abort();
  };
  const hold = (work: Promise<void>): void => {
    const piece = work
      .catch((error: unknown) =>
        on.log.error(
          { loop: source.name, error },
          "a piece of work failed outside of its own handling",
        ),
      )
      .finally(() => {
        busy.delete(piece);
        ring();
      });
    busy.add(piece);
  };
  const claimAll = async (): Promise<void> => {
    while (!stopping.signal.aborted && busy.size < source.hands) {
      const rest = source.restMs?.() ?? 0;
      if (rest > 0) await on.clock.wait(rest, stopping.signal);
      const free = rest > 0 ? 1 : source.hands - busy.size;
      const isNews = news;
      news = false;
      const works = await source.claim(free, isNews);
      for (const work of works) hold(source.run(work));
      // Fewer than asked for: there is no more. What comes now rings the bell.
      if (works.length < free) return;
      news = true;
    }
  };
  const sleepMs = async (): Promise<number> => {
    const due = busy.size < source.hands ? await source.nextDueMs?.() : undefined;
    return Math.max(1, Math.min(due ?? source.sweepMs, source.sweepMs));
  };
  const loop = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      rung = false;
      bell = new AbortController();
      try {
        await claimAll();
        failures = 0;
        if (rung) continue;
        const ms = await sleepMs();
        if (!rung && !stopping.signal.aborted) await on.clock.wait(ms, bell.signal);
      } catch (error) {
        failures += 1;
        news = true;
        on.log.warn({ loop: source.name, error }, "could not look for work; trying again");
        if (!stopping.signal.aborted)
          await on.clock.wait(Math.min(5_000, 100 * 2 ** failures), stopping.signal);
      }
    }
  };
  const running = loop();

  return {
    wake() {
      news = true;
      ring();
    },
    reserve() {
      if (stopping.signal.aborted || busy.size >= source.hands || (source.restMs?.() ?? 0) > 0)
        return undefined;
      const hand = Promise.withResolvers<T | undefined>();
      hold(hand.promise.then((work) => (work === undefined ? undefined : source.run(work))));
      return { run: (work) => hand.resolve(work), drop: () => hand.resolve(undefined) };
    },
    async stop() {
      stopping.abort();
      bell.abort();
      await running;
      await Promise.all(busy);
    },
  };
}
