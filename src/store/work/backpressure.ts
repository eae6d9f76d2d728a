import type { Clock } from "../../domain/ports/clock.ts";

/**
 * Incoming callbacks take priority: vendors retry or give up when an answer is slow, while a turn
 * may begin a moment later. When accepting messages becomes slow, turns begin one at a time with a
 * pause between them; the pause grows while accepting stays slow and ends once it is quick or no
 * messages come. Running turns are not affected: most of the time they wait for a model.
 */
export interface Backpressure {
  /** Accepts something, and measures how long it took. */
  measure<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds to pause before the next turn begins. */
  pauseMs(): number;
}

export const noBackpressure: Backpressure = { measure: (work) => work(), pauseMs: () => 0 };

const slowMs = 40;
const quickMs = 20;
const longestRestMs = 100;
/** At most one step in this time, so that one slow batch counts once for all of its messages. */
const stepMs = 25;
/** After this long without a message, an earlier slow one says nothing about now. */
const forgottenMs = 500;

export function createBackpressure(clock: Clock): Backpressure {
  let rest = 0;
  let steppedAt = -Infinity;
  let seenAt = -Infinity;
  const note = (tookMs: number): void => {
    seenAt = clock.now();
    if (seenAt - steppedAt < stepMs && seenAt >= steppedAt) return;
    steppedAt = seenAt;
    if (tookMs > slowMs) rest = Math.min(longestRestMs, Math.max(10, rest * 2));
    else if (tookMs < quickMs) rest = rest < 2 ? 0 : rest * 0.85;
  };
  return {
    async measure(work) {
      const began = clock.now();
      try {
        return await work();
      } finally {
        note(clock.now() - began);
      }
    },
    pauseMs() {
      if (clock.now() - seenAt > forgottenMs) rest = 0;
      return rest;
    },
  };
}
