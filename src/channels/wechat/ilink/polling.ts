import type { SoleWorker } from "../../../domain/ports/channel-ports.ts";
import { channelName } from "./accounts.ts";
import { pollAccount, type PollDeps } from "./poll.ts";

export interface PollingDeps extends PollDeps {
  readonly sole: SoleWorker;
}

export interface Polling {
  /** Accounts have changed: look now and not at the next round. */
  wake(): void;
  close(): Promise<void>;
}

const stumbleMs = 2_000;

/** One reader per linked bot account, in whichever process holds the account's name. */
export function startPolling(on: PollingDeps): Polling {
  const ending = new AbortController();
  const held = new Map<string, { close(): Promise<void> }>();
  let woken = new AbortController();

  async function round(): Promise<void> {
    const accounts = await on.accounts.refresh();
    for (const { channelAccount } of accounts) {
      if (held.has(channelAccount) || ending.signal.aborted) continue;
      held.set(
        channelAccount,
        on.sole.hold(`ilink:${channelAccount}`, (signal) => whileHeld(channelAccount, signal)),
      );
    }
    for (const [channelAccount, holder] of held) {
      if (accounts.some((account) => account.channelAccount === channelAccount)) continue;
      held.delete(channelAccount);
      await holder.close();
    }
  }

  /** Waits here for a new login: releasing the name would only start the same poll again. */
  async function whileHeld(channelAccount: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const account = on.accounts.known(channelAccount);
      if (account === undefined) return;
      if (account.state === "needs_login") await pause(signal);
      else
        await pollAccount(on, account, AbortSignal.any([signal, account.replaced])).catch(
          (error: unknown) => handlePollError(error, signal),
        );
    }
  }

  async function handlePollError(error: unknown, signal: AbortSignal): Promise<void> {
    on.log.error(
      { channel: channelName, error },
      "polling a bot account stopped; starting it again",
    );
    await on.clock.wait(stumbleMs, signal);
  }

  const pause = (signal: AbortSignal): Promise<void> =>
    on.clock.wait(on.settings.refreshMs, AbortSignal.any([signal, woken.signal]));

  async function supervise(): Promise<void> {
    while (!ending.signal.aborted) {
      const { signal } = woken;
      await round().catch((error: unknown) =>
        on.log.error({ channel: channelName, error }, "linked accounts could not be read"),
      );
      await on.clock.wait(on.settings.refreshMs, AbortSignal.any([ending.signal, signal]));
    }
  }

  const supervising = supervise();
  return {
    wake: () => {
      woken.abort();
      woken = new AbortController();
    },
    close: async () => {
      ending.abort();
      await supervising;
      await Promise.all([...held.values()].map((holder) => holder.close()));
    },
  };
}
