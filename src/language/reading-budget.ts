import { Refusal } from "../domain/errors.ts";

/**
 * How many steps one request may take, each a reading of a part or a look for one intent in it: ten
 * times what the longest labelled sentence needs.
 */
const mostSteps = 1_000;
/** Of this thread's own processor time, so that a busy machine refuses no request. */
const mostMs = 750;
/**
 * The first sentence in each language compiles its expressions, on a slow machine for longer than
 * that: so much a process may spend beyond it in all.
 */
let spareMs = 10_000;

/**
 * To be called before each step. Throws when the request has had its share: nothing of it was
 * written by then.
 */
export function readingBudget(): () => void {
  const began = process.threadCpuUsage();
  let steps = 0;
  let allowedMs = mostMs;
  return () => {
    steps += 1;
    const { user, system } = process.threadCpuUsage(began);
    const overMs = Math.max(0, (user + system) / 1000 - allowedMs);
    spareMs -= overMs;
    allowedMs += overMs;
    if (steps <= mostSteps && spareMs >= 0) return;
    throw new Refusal(
      "invalid_request",
      { reason: "too_costly" },
      "This sentence takes too long to read. Please say it in fewer words.",
    );
  };
}
