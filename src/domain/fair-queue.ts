import { Refusal } from "./errors.ts";

export interface FairQueue {
  run<T>(accountId: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface QueuedJob {
  start(): void;
}

/**
 * Runs a few jobs at a time, at most one per account: an account with many jobs waits for its own,
 * and the other accounts have their turn between any two of them.
 */
export function createFairQueue({
  together,
  mostWaiting,
  refusal,
}: {
  readonly together: number;
  /** Of one account. */
  readonly mostWaiting: number;
  /** The sentence for an account that has more than these. */
  readonly refusal: string;
}): FairQueue {
  /** By account, in the order in which they have their turns. */
  const waiting = new Map<string, QueuedJob[]>();
  const running = new Set<string>();

  const startNext = (): void => {
    for (const [accountId, jobs] of waiting) {
      if (running.size >= together) return;
      const next = running.has(accountId) ? undefined : jobs.shift();
      if (next === undefined) continue;
      // To the back of the line, or out of it.
      waiting.delete(accountId);
      if (jobs.length > 0) waiting.set(accountId, jobs);
      running.add(accountId);
      next.start();
    }
  };

  const turn = (accountId: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(accountId) ?? [];
      if (jobs.length >= mostWaiting) {
        reject(new Refusal("rate_limited", { limit: mostWaiting }, refusal));
        return;
      }
      const leave = (): void => {
        const at = jobs.indexOf(own);
        if (at < 0) return;
        jobs.splice(at, 1);
        if (jobs.length === 0) waiting.delete(accountId);
        reject(signal?.reason instanceof Error ? signal.reason : new Error("no longer wanted"));
      };
      const own: QueuedJob = {
        start: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      jobs.push(own);
      waiting.set(accountId, jobs);
      signal?.addEventListener("abort", leave, { once: true });
      startNext();
    });

  return {
    async run(accountId, job, signal) {
      signal?.throwIfAborted();
      await turn(accountId, signal);
      try {
        return await job();
      } finally {
        running.delete(accountId);
        startNext();
      }
    },
  };
}
