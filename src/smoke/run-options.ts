import type { Clock } from "../domain/ports/clock.ts";
import type { Stack } from "./stack.ts";

/** The context of a run. The clock is the real one, for time limits; the stack may have another. */
export interface Run {
  /** On everything that the run makes. */
  readonly id: string;
  readonly stack: Stack;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Behind the titles of fixtures: a person who finds one knows where it is from. */
export const markTitle = ({ id }: Pick<Run, "id">, title: string): string => `${title} ·${id}`;

/** The stack did not do what a case needs before it can begin. */
export class CaseFailure extends Error {
  override readonly name = "CaseFailure";
}

const firstLookMs = 10;

/** Looks until it holds. `undefined`: it never did. */
export async function eventually<T>(
  run: Run,
  look: () => Promise<T | undefined>,
  patienceMs = run.stack.patienceMs,
): Promise<T | undefined> {
  const until = run.clock.now() + patienceMs;
  // Soon at first: most things are there at once. Then seldom enough for an instance that others use.
  for (let waitMs = firstLookMs; ; waitMs = Math.min(waitMs * 1.5, run.stack.lookAgainMs)) {
    const found = await look();
    if (found !== undefined || run.clock.now() >= until || run.signal.aborted) return found;
    await run.clock.wait(Math.min(waitMs, run.stack.lookAgainMs), run.signal);
  }
}
