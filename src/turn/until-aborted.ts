import { TurnEnded } from "./engine.ts";

/**
 * Returns at once when the signal aborts: work that ignores it goes on, and its result is dropped.
 */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // The loser of the race may still fail later; no caller is left to handle it.
  work.catch(() => undefined);
  const aborted = new Promise<never>((_, reject) => {
    const leave = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new TurnEnded("lost"));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([work, aborted]);
}
