import type { Clock } from "../../domain/ports/clock.ts";

/**
 * Vendors count the calls of an account, not those of one answer. The more answers are written at
 * once, the more seldom each of them changes, and a vendor that asks one of them to wait asks all.
 */
export interface LivePace {
  /** Counts an answer while it is written. */
  during(account: string, write: () => Promise<void>): Promise<void>;
  /** Whether this account may be called at all now. */
  isOpen(account: string): boolean;
  /** Whether an answer that changed at this time may change again; then it counts. */
  take(account: string, changedAt: number): boolean;
  rest(account: string, ms: number): void;
}

export interface PaceLimits {
  /** Between two changes of one answer. */
  readonly changeEveryMs: number;
  /** Changes of all answers of an account, with room left for what is sent beside them. */
  readonly perSecond: number;
}

interface Standing {
  answers: number;
  openAt: number;
  /** Changes that may go at once. */
  room: number;
  countedAt: number;
}

export function createLivePace(
  clock: Pick<Clock, "now">,
  { changeEveryMs, perSecond }: PaceLimits,
): LivePace {
  const standings = new Map<string, Standing>();
  const most = Math.max(1, perSecond);
  function standingOf(account: string): Standing {
    const now = clock.now();
    const known = standings.get(account);
    const standing = known ?? { answers: 0, openAt: -Infinity, room: most, countedAt: now };
    if (known === undefined) standings.set(account, standing);
    const passed = Math.max(0, now - standing.countedAt);
    standing.room = Math.min(most, standing.room + (passed * perSecond) / 1_000);
    standing.countedAt = now;
    return standing;
  }
  return {
    async during(account, write) {
      const standing = standingOf(account);
      standing.answers += 1;
      try {
        await write();
      } finally {
        standing.answers -= 1;
      }
    },
    isOpen: (account) => clock.now() >= standingOf(account).openAt,
    take(account, changedAt) {
      const standing = standingOf(account);
      const shareMs = Math.max(changeEveryMs, (standing.answers * 1_000) / perSecond);
      if (clock.now() - changedAt < shareMs || standing.room < 1) return false;
      standing.room -= 1;
      return true;
    },
    rest(account, ms) {
      const standing = standingOf(account);
      standing.openAt = Math.max(standing.openAt, clock.now() + ms);
    },
  };
}
