import { ApiFailure, isPassing } from "./request.ts";

/** A longer wait is for the person to decide: it is a lock on wrong attempts, and not a busy moment. */
const longestWaitSeconds = 10;

/** The account has asked for more than it may in a minute, and may go on in a moment. */
const isHeldBack = (error: unknown): error is ApiFailure & { readonly retryAfterSeconds: number } =>
  error instanceof ApiFailure &&
  error.status === 429 &&
  error.retryAfterSeconds !== undefined &&
  error.retryAfterSeconds <= longestWaitSeconds;

/** Whether something that could not be read is asked for again. */
export const mayReadAgain = (failures: number, error: unknown): boolean =>
  isHeldBack(error) ? failures < 5 : isPassing(error) && failures < 2;

/** Longer each time: what was refused together comes back together, and only some of it is let through. */
export const readAgainAfterMs = (failures: number, error: unknown): number =>
  (isHeldBack(error) ? error.retryAfterSeconds : 1) * 1_000 * 2 ** failures;
