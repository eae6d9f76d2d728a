import { createWecom, type Wecom } from "../channels/wecom/create.ts";
import { type WecomKey, wecomKey } from "../channels/wecom/crypto.ts";
import type { WecomBot, WecomSettings } from "../channels/wecom/settings.ts";
import type { Config } from "../config.ts";
import { wecomBots, wecomSettings } from "../config/wecom.ts";
import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import { forgetOldCallbacks, openSeenCallbacks } from "../inbound/seen-callbacks.ts";
import { forgetOldAnswers, openAnswerStreams } from "../outbound/answer-streams.ts";
import { forgetOldPushes, openPushLedger } from "../outbound/push-ledger.ts";
import { openReplyTickets } from "../outbound/reply-tickets.ts";
import { safeSockets } from "../outbound/safe-socket.ts";
import { splitText } from "../outbound/split.ts";
import { type ChannelParts, nothing, off, type WiredChannels } from "./wired-channels.ts";

export function wireWecom(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  if (!on.config.channels.wecom.enabled) return off("wecom");
  const wecom = openWecom(on, ports);
  const ending = new AbortController();
  const failed = (error: unknown): void =>
    on.log.error(
      { error, channel: "wecom" },
      "a chore failed; it is tried again at the next start or hour",
    );
  let chores: Promise<void> = Promise.resolve();
  return {
    ...nothing,
    channels: [wecom.channel],
    webhooks: () => wecom.webhooks,
    start: () => {
      // A connection is where its bot's deliveries go out: a process that delivers holds it.
      const connected = on.config.roles.includes("worker")
        ? wecom.connect().catch(failed)
        : undefined;
      chores = Promise.all([
        wecom.start().catch(failed),
        connected,
        sweepAnswers(on, ending.signal, failed),
      ]).then(() => undefined);
    },
    renew: async (config) =>
      config.channels.wecom.enabled ? wecom.renew(settingsOf(config)) : undefined,
    close: async () => {
      ending.abort();
      await wecom.disconnect();
      await chores;
    },
  };
}

async function sweepAnswers(
  on: ChannelParts,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  if (!on.config.roles.includes("worker") || !on.config.workers.background) return;
  while (!signal.aborted) {
    await forgetOldAnswers(on).catch(failed);
    await forgetOldCallbacks(on).catch(failed);
    await forgetOldPushes(on).catch(failed);
    await on.clock.wait(600_000, signal);
  }
}

/** WeCom with what it keeps: its streams and its one-time addresses. */
function openWecom(on: ChannelParts, ports: ChannelPorts): Wecom {
  return createWecom({
    ...on,
    ports,
    streams: openAnswerStreams(on),
    tickets: openReplyTickets(on),
    pushes: openPushLedger(on),
    seen: openSeenCallbacks(on),
    sockets: safeSockets(on),
    settings: settingsOf(on.config),
    split: (text, length) => splitText(text, { length, unit: "bytes" }),
  });
}

const settingsOf = ({ channels: { wecom } }: Config): WecomSettings => ({
  ...wecomSettings(wecom),
  bots: wecomBots(wecom).map(botOf),
});

function botOf({ pairs, ...bot }: ReturnType<typeof wecomBots>[number]): WecomBot {
  return {
    ...bot,
    keys: pairs
      .map(({ token, encodingAesKey }) => wecomKey(token, encodingAesKey))
      .filter((key): key is WecomKey => key !== undefined),
  };
}
