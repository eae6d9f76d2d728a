import { type Clock, noLongerNeeded } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";

/**
 * The loop behind lanes, outbox and timers. It claims as many tasks as it has free slots, runs
 * each, and sleeps until a wake-up, the nearest due instant or the sweep, whichever comes first.
 *
 * - idle: sleeping; `wake` ends the sleep
 * - claiming: one claim at a time; a wake-up meanwhile makes it claim again
 * - full: all slots busy; the next free one claims
 * - stopped: claims nothing new; `stop` resolves when every slot is free
 */
export interface WorkLoop<T = never> {
  /** Begins to claim. Until then nothing is claimed and no slot is given away. */
  start(): void;
  /** `news`: there may be work that was not named. Default: true. */
  wake(how?: { readonly news: boolean }): void;
  /** Whether a task could begin now. */
  hasRoom(): boolean;
  /** A slot for work that is not claimed here, if one is free and no pause is requested. */
  reserve(): ReservedSlot<T> | undefined;
  stop(): Promise<void>;
}

/** Either `run` or `drop` is called, once. */
export interface ReservedSlot<T> {
  run(work: T): void;
  drop(): void;
}

export interface WorkSource<T> {
  readonly name: string;
  readonly concurrency: number;
  readonly sweepMs: number;
  /**
   * Claims up to `limit` tasks. `news` is true after a start, a wake-up that brings news, and where
   * slots were missing; false after the sweep or a due instant.
   */
  claim(limit: number, news: boolean): Promise<T[]>;
  /** A task whose end makes more work possible wakes the loop itself: its end alone does not. */
  run(work: T): Promise<void>;
  /**
   * Milliseconds to leave to others before the next task begins. While it is positive, tasks begin
   * one at a time.
   */
  pauseMs?(): number;
  /** Milliseconds until something becomes due, or undefined. Never trusted beyond the sweep. */
  nextDueMs?(): Promise<number | undefined>;
}

export function createWorkLoop<T>(
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
    bell.abort(noLongerNeeded);
  };
  const hold = (work: Promise<void>): void => {
    const piece = work
      .catch((error: unknown) =>
        on.log.error({ loop: source.name, error }, "a task failed outside its own error handling"),
      )
      .finally(() => {
        busy.delete(piece);
        // What a free slot could take, if the loop has not been able to look for it.
        if (news) ring();
      });
    busy.add(piece);
  };
  const claimAll = async (): Promise<void> => {
    news ||= busy.size >= source.concurrency;
    while (!stopping.signal.aborted && busy.size < source.concurrency) {
      const rest = source.pauseMs?.() ?? 0;
      if (rest > 0) await on.clock.wait(rest, stopping.signal);
      const free = rest > 0 ? 1 : source.concurrency - busy.size;
      const isNews = news;
      news = false;
      const works = await source.claim(free, isNews);
      for (const work of works) hold(source.run(work));
      // Fewer than asked for: there are no more. Later ones send a wake-up.
      if (works.length < free) return;
      news = true;
    }
  };
  const sleepMs = async (): Promise<number> => {
    const due = busy.size < source.concurrency ? await source.nextDueMs?.() : undefined;
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
        on.log.warn({ loop: source.name, error }, "could not claim work; trying again");
        if (!stopping.signal.aborted)
          await on.clock.wait(Math.min(1_000, 100 * 2 ** failures), stopping.signal);
      }
    }
  };
  let running: Promise<void> | undefined;
  const hasRoom = (): boolean =>
    running !== undefined && !stopping.signal.aborted && busy.size < source.concurrency;

  return {
    start() {
      running ??= loop();
    },
    wake(how) {
      news ||= how?.news !== false;
      ring();
    },
    hasRoom,
    reserve() {
      if (!hasRoom() || (source.pauseMs?.() ?? 0) > 0) return undefined;
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
