import type { Clock } from "../domain/ports/clock.ts";

/** Token buckets by key. A full table forgets the bucket that was touched longest ago, so it cannot be grown from outside. */
export interface RateLimit {
  /** Takes one; returns 0, or how long to wait in milliseconds when there is none. */
  take(key: string): number;
  /** Gives one back: the attempt turned out to be honest. */
  giveBack(key: string): void;
}

export interface RateLimitOptions {
  readonly clock: Pick<Clock, "now">;
  /** How many at once. */
  readonly burst: number;
  /** How long it takes to fill up again from empty. */
  readonly refillMs: number;
  readonly capacity?: number;
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { clock, burst, refillMs, capacity = 20_000 } = options;
  const buckets = new Map<string, { left: number; at: number }>();
  const perMs = burst / refillMs;

  const bucketOf = (key: string): { left: number; at: number } => {
    const now = clock.now();
    const bucket = buckets.get(key) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + Math.max(0, now - bucket.at) * perMs);
    bucket.at = now;
    // Inserted again, so that the order of the map is the order of last use.
    buckets.delete(key);
    const oldest = buckets.keys().next();
    if (buckets.size >= capacity && oldest.done === false) buckets.delete(oldest.value);
    buckets.set(key, bucket);
    return bucket;
  };

  return {
    take(key) {
      const bucket = bucketOf(key);
      if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perMs);
      bucket.left -= 1;
      return 0;
    },
    giveBack(key) {
      const bucket = bucketOf(key);
      bucket.left = Math.min(burst, bucket.left + 1);
    },
  };
}
