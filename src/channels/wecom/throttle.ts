import type { Clock } from "../../domain/clock.ts";

const perMinute = 20;
const minuteMs = 60_000;

/** A robot takes twenty messages a minute. Who comes when it is full gets a place in the line, and keeps it. */
export interface Throttle {
  /** Milliseconds to wait; zero means now. `who` is the same when it comes back. */
  take(url: string, who: string): number;
}

export function createThrottle(clock: Clock): Throttle {
  const slots = new Map<string, number[]>();
  const places = new Map<string, number>();
  return {
    take(url, who) {
      const now = clock.now();
      const place = places.get(who);
      if (place !== undefined) {
        if (place > now) return place - now;
        places.delete(who);
        return 0;
      }
      const taken = (slots.get(url) ?? []).filter((at) => at > now - minuteMs);
      const before = taken.at(-perMinute);
      const at = before === undefined ? now : Math.max(now, before + minuteMs);
      slots.set(url, [...taken, at]);
      if (at > now) places.set(who, at);
      return at - now;
    },
  };
}
