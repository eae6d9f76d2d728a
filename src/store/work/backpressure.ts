import type { Clock } from "../../domain/ports/clock.ts";

/**
 * Who knocks goes first. A vendor counts the milliseconds until its callback is answered and comes again, or goes away,
 * when they are many; a turn may begin a moment later. So when taking messages in becomes slow, turns begin one at a time
 * with a rest between them, a longer one while it stays slow, and none once it is quick or nobody knocks. Turns that run
 * are left alone: most of their time they wait for a model and cost nothing.
 */
export interface RightOfWay {
  /** Takes something in, and notes how long it took. */
  first<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds to rest before the next turn begins. */
  restMs(): number;
}

export const nobodyRests: RightOfWay = { first: (work) => work(), restMs: () => 0 };

const slowMs = 40;
const quickMs = 20;
const longestRestMs = 100;
/** One step in this time, so that a single batch that was slow for all of its messages counts once. */
const stepMs = 25;
/** Nobody came for so long: what was slow then says nothing about now. */
const forgottenMs = 500;

export function createRightOfWay(clock: Clock): RightOfWay {
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
    async first(work) {
      const began = clock.now();
      try {
        return await work();
      } finally {
        note(clock.now() - began);
      }
    },
    restMs() {
      if (clock.now() - seenAt > forgottenMs) rest = 0;
      return rest;
    },
  };
}
