import type { Clock } from "../../domain/ports/clock.ts";

/** Shows one moment until it is set to another. Waits take their real time: work goes on while the day stands still. */
export interface PinnedClock extends Clock {
  set(at: number): void;
}

export function createPinnedClock(real: Clock, start: number): PinnedClock {
  let at = start;
  return {
    now: () => at,
    wait: (ms, signal) => real.wait(ms, signal),
    set(moment) {
      at = moment;
    },
  };
}
