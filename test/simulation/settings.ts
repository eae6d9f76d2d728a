import type { SpineSettings } from "../../src/spine/parts.ts";

/** Short times, so that a run of two minutes sees the end of every lease, hold and wait. */
export const outboxSettings: SpineSettings["outbox"] = {
  leaseMs: 15_000,
  concurrency: 4,
  holdMs: 20_000,
  retryMs: [1_000, 4_000, 15_000, 300_000],
  replyExpiresMs: 150_000,
};

export const turnSettings: SpineSettings["turn"] = {
  leaseMs: 15_000,
  timeoutMs: 30_000,
  concurrency: 4,
  maxAttempts: 3,
};

export const sweepMs = 20_000;
export const sendTimeoutMs = 8_000;
