/** Wall time and waiting, handed in by `main.ts` so that tests own both. */
export interface Clock {
  /** Milliseconds since the epoch. For schedules and display; leases use the database's clock. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects: a wake-up is a hint, not a fact. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Ids and chance, for the same reason. */
export interface Chance {
  /** A UUIDv7: sorts by time, safe to make anywhere. */
  id(): string;
  /** A number in [0, 1). */
  random(): number;
  /** Unpredictable bytes, for secrets. */
  bytes(count: number): Uint8Array;
}

/**
 * The reason by which a wait ends that is no longer needed. Without one an error with its stack is made,
 * which costs more than the wait.
 */
export const noLongerNeeded = "no longer needed";

export const iso = (ms: number): string => new Date(ms).toISOString();
