import type { ChannelPeer } from "../../domain/channel.ts";
import type { Clock } from "../../domain/ports/clock.ts";

/**
 * A dead login is tried again after this, since it may have been renewed without a word to us; each
 * time after twice as long.
 */
export const pauseMs = { least: 60_000, most: 600_000 };
/** People who were reached or wrote within this time count as logged in. */
const aliveMs = 600_000;

/**
 * Behind one connector each person has a login of their own: which of them are dead, as far as this
 * process has seen.
 */
export interface Logins {
  worked(peer: string): void;
  died(person: ChannelPeer): void;
  /**
   * Not known to be dead, due to be tried again, or the person has written since: a login that
   * takes a message in is alive.
   */
  mayBeAlive(person: ChannelPeer): boolean;
  anyDead(): boolean;
  /** A person was reached recently. */
  anyAlive(): boolean;
}

interface DeadLogin {
  readonly until: number;
  readonly pause: number;
  readonly lastInboundAt: string | null;
}

export function createLogins(clock: Clock): Logins {
  const dead = new Map<string, DeadLogin>();
  let last: { readonly peer: string; readonly at: number } | undefined;
  return {
    worked(peer) {
      dead.delete(peer);
      last = { peer, at: clock.now() };
    },
    died({ peer, lastInboundAt }) {
      const before = dead.get(peer);
      const pause = Math.min(
        pauseMs.most,
        before?.lastInboundAt === lastInboundAt ? before.pause * 2 : pauseMs.least,
      );
      dead.set(peer, { until: clock.now() + pause, pause, lastInboundAt });
      if (last?.peer === peer) last = undefined;
    },
    mayBeAlive({ peer, lastInboundAt }) {
      const login = dead.get(peer);
      return (
        login === undefined || clock.now() >= login.until || login.lastInboundAt !== lastInboundAt
      );
    },
    anyDead: () => dead.size > 0,
    anyAlive: () => last !== undefined && clock.now() - last.at < aliveMs,
  };
}
