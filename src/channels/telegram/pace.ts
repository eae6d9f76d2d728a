import type { Clock } from "../../domain/ports/clock.ts";

/** Messages of this process to all chats together, at most so many in a second. */
export interface Pace {
  /** Resolves when one more may go. */
  take(signal: AbortSignal): Promise<void>;
}

export function createPace(clock: Clock, perSecond: number): Pace {
  /** When each of the last messages went, or will go. */
  let moments: number[] = [];
  return {
    async take(signal) {
      const now = clock.now();
      const before = moments.at(-perSecond) ?? -Infinity;
      const moment = Math.max(now, before + 1_000);
      moments = [...moments.slice(1 - perSecond), moment];
      if (moment > now) await clock.wait(moment - now, signal);
    },
  };
}
