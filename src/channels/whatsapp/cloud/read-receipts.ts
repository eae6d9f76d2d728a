import type { AwaitedAnswer } from "../../../domain/channel.ts";
import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import type { CloudAccount, Graph } from "./call.ts";
import type { Taken } from "../../kit/strangers.ts";

export interface ReadMarks {
  /**
   * Shows the newest of each person's messages as read, and that an answer is being written.
   * Returns at once.
   */
  show(taken: readonly Taken[]): void;
  /**
   * Keeps showing that an answer is being written. What `show` has set lasts for a while, so this
   * begins after it.
   */
  typing(to: Pick<AwaitedAnswer, "channelAccount" | "vendorId">): { end(): void };
  close(): Promise<void>;
}

interface ReadMarkDeps {
  readonly graph: Graph;
  readonly accounts: ReadonlyMap<string, CloudAccount>;
  readonly clock: Clock;
  readonly log: Log;
}

const showAgainMs = 20_000;

/**
 * Shows "typing" until the answer comes, for at most 25 seconds. A courtesy: failures are ignored.
 */
export function createReadMarks({ graph, accounts, clock, log }: ReadMarkDeps): ReadMarks {
  const closing = new AbortController();
  const under = new Set<Promise<void>>();

  async function mark(channelAccount: string, messageId: string): Promise<void> {
    const account = accounts.get(channelAccount);
    if (account === undefined) return;
    const json = {
      messaging_product: "whatsapp",
      status: "read",
      message_id: messageId,
      typing_indicator: { type: "text" },
    };
    try {
      const path = [channelAccount, "messages"];
      const { status } = await graph({
        account,
        method: "POST",
        path,
        json,
        timeoutMs: 10_000,
        signal: closing.signal,
      });
      if (status !== 200) log.debug({ status }, "a message could not be shown as read");
    } catch (error) {
      log.debug({ error }, "a message could not be shown as read");
    }
  }

  async function markAgain(
    to: Pick<AwaitedAnswer, "channelAccount" | "vendorId">,
    ended: AbortSignal,
  ): Promise<void> {
    for (;;) {
      await clock.wait(showAgainMs, ended);
      if (ended.aborted) return;
      await mark(to.channelAccount, to.vendorId);
    }
  }

  return {
    typing(to) {
      const ended = new AbortController();
      const showing: Promise<void> = markAgain(
        to,
        AbortSignal.any([ended.signal, closing.signal]),
      ).finally(() => under.delete(showing));
      under.add(showing);
      return { end: () => ended.abort() };
    },
    show(taken) {
      const newest = new Map<string, { account: string; id: string }>();
      for (const { message, outcome } of taken) {
        const { channelAccount: account, peer } = message.route;
        if (outcome?.kind === "accepted")
          newest.set(JSON.stringify([account, peer]), { account, id: message.vendorId });
      }
      for (const { account, id } of newest.values()) {
        const marking: Promise<void> = mark(account, id).finally(() => under.delete(marking));
        under.add(marking);
      }
    },
    async close() {
      closing.abort();
      await Promise.all(under);
    },
  };
}
