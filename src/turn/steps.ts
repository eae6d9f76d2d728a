import type { Clock } from "../domain/ports/clock.ts";

export interface Steps<T> {
  /** New text is there: it is shown now after a pause, otherwise at the next step. */
  rouse(speaker: T): void;
  forget(speaker: T): void;
  stopped(): Promise<void>;
}

export interface StepsOptions<T> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Shows new text. False when there is none. */
  speak(speaker: T): boolean;
}

/**
 * Readers need no more than eight steps a second. They are spread over four ticks, so that not all
 * turns write at once.
 */
const tickMs = 30;
const ticksPerStep = 4;

/**
 * The first text after a pause is sent at once; further text at most once per step. One timer for
 * all.
 */
export function createSteps<T>(on: StepsOptions<T>): Steps<T> {
  const turns = Array.from({ length: ticksPerStep }, () => new Set<T>());
  const places = new Map<T, Set<T>>();
  let at = 0;
  let ticking: Promise<void> | undefined;

  const forget = (speaker: T): void => {
    places.get(speaker)?.delete(speaker);
    places.delete(speaker);
  };
  const run = async (): Promise<void> => {
    while (places.size > 0) {
      await on.clock.wait(tickMs, on.signal);
      if (on.signal.aborted) return;
      at = (at + 1) % ticksPerStep;
      for (const speaker of turns[at] ?? []) if (!on.speak(speaker)) forget(speaker);
    }
    ticking = undefined;
  };

  return {
    rouse(speaker) {
      const place = turns[at];
      if (place === undefined || places.has(speaker)) return;
      on.speak(speaker);
      place.add(speaker);
      places.set(speaker, place);
      ticking ??= run();
    },
    forget,
    async stopped() {
      await ticking;
    },
  };
}
