import { setImmediate as nextRound } from "node:timers/promises";
import { expect } from "vitest";
import type { ApiLab } from "./api.ts";

/** Of all rounds of the event loop while something is done, the one that had the most work in it, in milliseconds of this thread. */
export async function longestRound(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const over = new AbortController();
  const watching = (async () => {
    for (
      let before = process.threadCpuUsage();
      !over.signal.aborted;
      before = process.threadCpuUsage()
    ) {
      await nextRound();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  await work();
  over.abort();
  await watching;
  return longest;
}

const mostMeasurements = 8;

/**
 * The least of several measurements: the first one compiles, a collection of garbage may fall into
 * any, and on a busy machine a core that is shared does less in the same processor time. Work in one
 * piece is in all of them.
 */
export async function leastOf(measure: () => Promise<number>, limit: number): Promise<number> {
  let least = await measure();
  for (let nth = 1; nth < mostMeasurements && least >= limit; nth += 1)
    least = Math.min(least, await measure());
  return least;
}

/** While something is asked for, other requests have the event loop again within 100 ms. */
export async function expectNobodyWaits<T>(
  lab: ApiLab,
  name: string,
  send: () => Promise<T>,
): Promise<T> {
  const { answer, longest } = await measureWait(lab, send);
  expect(longest, name).toBeLessThan(100);
  return answer;
}

/** The same for what can be asked several times. */
export async function expectNobodyWaitsAgain(
  lab: ApiLab,
  name: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const measure = async (): Promise<number> => (await measureWait(lab, send)).longest;
  expect(await leastOf(measure, 100), name).toBeLessThan(100);
}

async function measureWait<T>(
  lab: ApiLab,
  send: () => Promise<T>,
): Promise<{ readonly answer: T; readonly longest: number }> {
  const health: number[] = [];
  let answer: T | undefined;
  const longest = await longestRound(async () => {
    const sent = send();
    health.push((await lab.call("/healthz")).status);
    answer = await sent;
  });
  expect(health).toEqual([200]);
  return { answer: answer as T, longest };
}
