import type { ChannelDirectory, ConnectionState } from "../../domain/ports/channel-ports.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";

export interface HealthDeps {
  readonly channel: string;
  readonly directory: ChannelDirectory;
  readonly clock: Clock;
  readonly log: Log;
  /** Asks the vendor without sending anything. True when the account works again. */
  readonly probe: (channelAccount: string, signal: AbortSignal) => Promise<boolean>;
}

export interface Condition {
  readonly state: ConnectionState;
  readonly reason?: string | undefined;
}

export interface AccountHealth {
  ready(channelAccount: string): boolean;
  became(channelAccount: string, to: Condition): Promise<void>;
  close(): Promise<void>;
}

const probeEveryMs = 60_000;

/**
 * Which accounts can send. Unknown at first, so they may try. One that is out of order gets no
 * parts, which therefore lose no attempt, and is asked every minute until it works again: a
 * vendor's "connected" may never arrive.
 */
export function createAccountHealth(deps: HealthDeps): AccountHealth {
  const conditions = new Map<string, Condition>();
  const told = new Map<string, Condition>();
  const watches = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const isReady = (account: string): boolean =>
    (conditions.get(account)?.state ?? "connected") === "connected";

  async function became(channelAccount: string, to: Condition): Promise<void> {
    const before = conditions.get(channelAccount);
    const isNews = before?.state !== to.state || before.reason !== to.reason;
    if (isNews) conditions.set(channelAccount, to);
    if (isNews && to.state !== "connected") {
      deps.log.error(
        { channel: deps.channel, state: to.state, reason: to.reason },
        "a channel account can't send",
      );
      if (!watches.has(channelAccount)) watches.set(channelAccount, watch(channelAccount));
    }
    await tell(channelAccount);
  }

  /**
   * The displayed state may lag behind and is then reported again; sending must not depend on it.
   */
  async function tell(channelAccount: string): Promise<void> {
    const now = conditions.get(channelAccount);
    if (now === undefined || told.get(channelAccount) === now) return;
    try {
      await deps.directory.stateChanged({ channel: deps.channel, channelAccount }, now);
      told.set(channelAccount, now);
    } catch (error) {
      deps.log.warn(
        { error, channel: deps.channel },
        "the state of a channel account could not be recorded",
      );
    }
  }

  async function watch(channelAccount: string): Promise<void> {
    while (!isReady(channelAccount)) {
      await deps.clock.wait(probeEveryMs, closing.signal);
      if (closing.signal.aborted) break;
      const works = await deps.probe(channelAccount, closing.signal).catch((error: unknown) => {
        deps.log.warn(
          { error, channel: deps.channel },
          "the health of a channel account could not be checked",
        );
        return false;
      });
      if (works) await became(channelAccount, { state: "connected" });
      else await tell(channelAccount);
    }
    watches.delete(channelAccount);
  }

  return {
    ready: isReady,
    became,
    async close() {
      closing.abort();
      await Promise.all(watches.values());
    },
  };
}
