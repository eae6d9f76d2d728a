import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import { createAccountHealth } from "../kit/account-health.ts";
import type { OutgoingFiles } from "../kit/outgoing.ts";
import { createStrangerReplies } from "../kit/strangers.ts";
import { bridgesChannel } from "./read.ts";
import { createWebhook, type ReceiveDeps } from "./receive.ts";
import type { Bridge, BridgesSection } from "./section.ts";
import { callOf, fetchFromBridge, type SendDeps, sendToBridge, sendTimeoutMs } from "./send.ts";

export interface BridgesDeps {
  readonly section: BridgesSection;
  readonly ports: ChannelPorts;
  readonly quotes: QuotedMessages;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Bridges {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** Applies settings that were read again. A new bridge gets its address at a start. */
  renew(section: BridgesSection): void;
  close(): Promise<void>;
}

/** The bridge does not let us in, or its chat app does not let the bridge in. */
const refusals = ["signature_refused", "login_refused"];

/** Other chat apps, attached from outside: a bridge posts what people say, and shows what we answer. */
export function createBridges(deps: BridgesDeps): Bridges {
  const now = { section: deps.section };
  const { http, clock, chance, log, ports } = deps;
  const find = (name: string): Bridge | undefined =>
    now.section.apps.find((each) => each.name === name);
  const sending = (): SendDeps => ({ section: now.section, http, clock, files: deps.media });
  const post = async (bridge: Bridge, body: object, signal: AbortSignal): Promise<boolean> => {
    const call = callOf(sending(), bridge, { id: chance.id(), body, timeoutMs: 10_000 });
    return (await http.request({ ...call, signal })).status < 300;
  };
  const health = createAccountHealth({
    channel: bridgesChannel,
    directory: ports.directory,
    clock,
    log,
    probe: async (name, signal) => {
      const bridge = find(name);
      return bridge !== undefined && post(bridge, { type: "ping" }, signal);
    },
  });
  const strangers = createStrangerReplies({
    ...deps,
    channel: bridgesChannel,
    send: async ({ channelAccount, peer }, text, signal) => {
      const bridge = find(channelAccount);
      const to = { to: { id: peer }, chat: { kind: "private" }, source: "notice" };
      if (bridge !== undefined) await post(bridge, { type: "message", ...to, text }, signal);
    },
  });
  const receiving: ReceiveDeps = {
    ...deps,
    get section() {
      return now.section;
    },
    strangers,
    secretOf: (name) => find(name)?.secret,
    heard: (name) => void health.became(name, { state: "connected" }),
  };
  return {
    channel: {
      name: bridgesChannel,
      ready: (name) => find(name) !== undefined && health.ready(name),
      limits: {
        partLength: 4_000,
        partUnit: "characters",
        captionLength: 4_000,
        paceMs: 0,
        sendTimeoutMs,
      },
      capabilities: { ...plainChatApp, carriesFiles: true, hasVoice: true, showsButtons: true },
      // A bridge shows the same id once.
      unknownSends: "resend",
      fetchFile: async ({ channelAccount, ...file }, signal) => {
        const bridge = find(channelAccount);
        return bridge === undefined
          ? { failed: "gone", again: false }
          : fetchFromBridge(sending(), bridge, { ...file, signal });
      },
      async send(delivery, signal) {
        const bridge = find(delivery.channelAccount);
        if (bridge === undefined) return { kind: "not_sent", code: "account_not_configured" };
        const verdict = await sendToBridge(sending(), bridge, { delivery, signal });
        if (verdict.kind === "sent") await health.became(bridge.name, { state: "connected" });
        if (verdict.kind !== "not_sent" || !refusals.includes(verdict.code)) return verdict;
        await health.became(bridge.name, { state: "failed", reason: verdict.code });
        // The part is not at fault.
        return { ...verdict, isFree: true };
      },
    },
    webhooks: deps.section.apps.map(({ name }) => createWebhook(receiving, name)),
    renew(section) {
      now.section = section;
    },
    async close() {
      await Promise.all([health.close(), strangers.close()]);
    },
  };
}
