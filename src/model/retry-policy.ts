import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { AttemptFailure } from "./classify-failure.ts";

/** How often and how long one call is tried again. Lives as long as the call, over all its tool rounds. */
export interface Patience {
  /** The model to ask now. */
  readonly model: string;
  /** Decides about the next attempt: its delay in milliseconds, or `undefined` to give up. May change the model. */
  after(setback: AttemptFailure): number | undefined;
}

export interface PatienceOptions {
  readonly model: string;
  readonly fallback?: string | undefined;
  readonly retryBudgetMs: number;
  readonly clock: Clock;
  readonly chance: Chance;
}

const firstDelayMs = 1_000;
const longestDelayMs = 16_000;

export function startPatience({
  model,
  fallback,
  retryBudgetMs,
  clock,
  chance,
}: PatienceOptions): Patience {
  let current = model;
  let retried = false;
  let waits = 0;
  let busySince: number | undefined;

  /**
   * Grows with every refusal, half of it by chance so that many callers do not retry in step. A
   * wait that the provider asks for is a minimum.
   */
  function delay(wishMs: number | undefined): number {
    const grown = Math.min(longestDelayMs, firstDelayMs * 2 ** waits++);
    return Math.max(wishMs ?? 0, grown * (0.5 + chance.random() / 2));
  }

  function later(setback: AttemptFailure): number | undefined {
    if (current !== model) return undefined;
    busySince ??= clock.now();
    const ms = delay(setback.retryAfterMs);
    if (clock.now() + ms <= busySince + retryBudgetMs) return ms;
    if (fallback === undefined || fallback === model) return undefined;
    current = fallback;
    return 0;
  }

  function once(): number | undefined {
    if (retried) return undefined;
    retried = true;
    return 0;
  }

  return {
    get model() {
      return current;
    },
    after: (setback) => {
      if (setback.retry === "never") return undefined;
      return setback.retry === "later" ? later(setback) : once();
    },
  };
}
