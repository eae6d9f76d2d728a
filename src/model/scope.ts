import type { Clock } from "../domain/ports/clock.ts";
import { ModelFailure } from "../domain/ports/model.ts";

/** The time a whole call has: over when the caller aborts, when the total runs out, or when the call is done. */
export interface Scope {
  readonly signal: AbortSignal;
  /** Throws the reason, if the time is over. */
  check(): void;
  /** The call is done: timers and listeners are removed. */
  close(): void;
}

export function openScope(
  caller: AbortSignal,
  total: { readonly clock: Clock; readonly ms: number },
): Scope {
  const controller = new AbortController();
  const done = new AbortController();
  const onAbort = (): void =>
    controller.abort(new ModelFailure("aborted", "The call was stopped."));
  if (caller.aborted) onAbort();
  caller.addEventListener("abort", onAbort, { once: true });
  void total.clock.wait(total.ms, done.signal).then(() => {
    if (!done.signal.aborted)
      controller.abort(new ModelFailure("timeout", "The model took too long."));
  });
  return {
    signal: controller.signal,
    check: () => controller.signal.throwIfAborted(),
    close: () => {
      caller.removeEventListener("abort", onAbort);
      done.abort();
    },
  };
}

/**
 * Settles with the promise or the signal, whichever is first, so that work which ignores an abort
 * does not hold up the call.
 */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Watches one attempt: time to the first token, then the pauses between tokens. */
export interface Watch {
  /** A token came. */
  touch(): void;
  stop(): void;
}

export interface WatchLimits {
  readonly clock: Clock;
  readonly firstTokenMs: number;
  readonly idleMs: number;
}

export function startWatch(
  { clock, firstTokenMs, idleMs }: WatchLimits,
  expire: () => void,
): Watch {
  let deadline = clock.now() + firstTokenMs;
  let touched = false;
  let guarding = new AbortController();

  async function guard(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const left = deadline - clock.now();
      if (left <= 0) return expire();
      await clock.wait(left, signal);
    }
  }

  void guard(guarding.signal);
  return {
    touch: () => {
      deadline = clock.now() + idleMs;
      if (touched || guarding.signal.aborted) return;
      // Only the first token can bring the deadline nearer; later ones move it away, which the waiting guard finds out by itself.
      touched = true;
      guarding.abort();
      guarding = new AbortController();
      void guard(guarding.signal);
    },
    stop: () => guarding.abort(),
  };
}
