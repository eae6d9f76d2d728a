import {
  type Channel,
  type ChannelCapabilities,
  type ChannelLimits,
  plainChatApp,
} from "../../src/domain/channel.ts";
import type { Delivery, Verdict } from "../../src/domain/delivery.ts";

/** A vendor inside the process. Its ledger is the truth about what people saw. */
export interface LedgerChannel extends Channel {
  readonly ledger: readonly Delivery[];
  /** Verdicts for the next calls, in order; `sent` when the list is empty. A promise holds the call until it resolves. */
  readonly plan: (
    | Verdict
    | Promise<Verdict>
    | ((delivery: Delivery, signal: AbortSignal) => Promise<Verdict>)
  )[];
  isReady: boolean;
}

export function ledgerChannel(
  options: {
    name?: string;
    limits?: Partial<ChannelLimits>;
    capabilities?: Partial<ChannelCapabilities>;
    unknownSends?: "resend" | "keep";
  } = {},
): LedgerChannel {
  const ledger: Delivery[] = [];
  const plan: LedgerChannel["plan"] = [];
  return {
    name: options.name ?? "post",
    ledger,
    plan,
    isReady: true,
    ready() {
      return this.isReady;
    },
    async send(delivery, signal) {
      const next =
        plan.shift() ??
        ({ kind: "sent", providerMessageId: `vendor-${ledger.length + 1}` } as const);
      const verdict = await (typeof next === "function" ? next(delivery, signal) : next);
      // What the vendor took is on its ledger, whether our side heard of it or not.
      if (verdict.kind === "sent" || verdict.kind === "unknown") ledger.push(delivery);
      return verdict;
    },
    limits: {
      partLength: 200,
      partUnit: "characters",
      paceMs: 0,
      sendTimeoutMs: 60_000,
      ...options.limits,
    },
    capabilities: { ...plainChatApp, ...options.capabilities },
    unknownSends: options.unknownSends ?? "keep",
  };
}
