import type { Clock } from "../../domain/ports/clock.ts";

/** At most a number of messages within a period. */
export interface Lid {
  readonly most: number;
  readonly ms: number;
}

const mostKeys = 10_000;

/**
 * WeCom limits messages per place and time. A caller that comes when the limit is reached gets a
 * place in the queue, and keeps it.
 */
export interface Throttle {
  /** Milliseconds to wait; zero means now. `who` is the same when it comes back. */
  take(at: string, who: string): number;
  /** Whether something more could go now, without a place in the line. */
  hasRoom(at: string): boolean;
  /** Counts a message that was sent without asking first. */
  count(at: string): void;
}

export function createThrottle(clock: Clock, lids: readonly Lid[]): Throttle {
  const slots = new Map<string, number[]>();
  const places = new Map<string, number>();
  const longest = Math.max(...lids.map(({ ms }) => ms));
  const note = (at: string, taken: readonly number[], moment: number): void => {
    if (slots.size >= mostKeys)
      for (const [key, moments] of slots)
        if ((moments.at(-1) ?? 0) < clock.now() - longest) slots.delete(key);
    slots.set(at, [...taken, moment]);
  };
  const recent = (at: string): number[] =>
    (slots.get(at) ?? []).filter((moment) => moment > clock.now() - longest);
  const firstFree = (taken: readonly number[]): number =>
    Math.max(clock.now(), ...lids.map(({ most, ms }) => (taken.at(-most) ?? -Infinity) + ms));
  return {
    take(at, who) {
      const now = clock.now();
      const place = places.get(who);
      if (place !== undefined) {
        if (place > now) return place - now;
        places.delete(who);
        return 0;
      }
      const taken = recent(at);
      const moment = firstFree(taken);
      note(at, taken, moment);
      if (moment > now) places.set(who, moment);
      return moment - now;
    },
    hasRoom: (at) => firstFree(recent(at)) <= clock.now(),
    count: (at) => note(at, recent(at), clock.now()),
  };
}
