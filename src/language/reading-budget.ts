import { Refusal } from "../domain/errors.ts";

/**
 * How many steps one request may take, each a reading of a part or a look for one intent in it: ten
 * times what the longest labelled sentence needs.
 */
const mostSteps = 1_000;
/**
 * Of this thread's own processor time, so that a busy machine refuses no request. Most of it is for
 * the first sentence of a process, which compiles the expressions.
 */
const mostMs = 5_000;

const stepsBetweenLooks = 16;

/**
 * To be called before each step. Throws when the request has had its share: nothing of it was
 * written by then.
 */
export function readingBudget(): () => void {
  const began = process.threadCpuUsage();
  let steps = 0;
  return () => {
    steps += 1;
    // Asking for the processor's time costs as much as a step does.
    if (steps <= mostSteps && steps % stepsBetweenLooks !== 0) return;
    const { user, system } = process.threadCpuUsage(began);
    if (steps <= mostSteps && (user + system) / 1000 <= mostMs) return;
    throw new Refusal(
      "invalid_request",
      { reason: "too_costly" },
      "This sentence takes too long to read. Please say it in fewer words.",
    );
  };
}
