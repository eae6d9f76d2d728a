import { createWecom, type Wecom } from "../channels/wecom/create.ts";
import { type WecomKey, wecomKey } from "../channels/wecom/crypto.ts";
import type { WecomBot, WecomSettings } from "../channels/wecom/settings.ts";
import type { Config } from "../config.ts";
import { wecomBots, wecomSettings } from "../config/wecom.ts";
import type { ChannelPorts } from "../domain/channel-ports.ts";
import { openAnswerStreams } from "../outbound/answer-streams.ts";
import { openSeenCallbacks } from "../inbound/seen-callbacks.ts";
import { openPushLedger } from "../outbound/push-ledger.ts";
import { openReplyTickets } from "../outbound/reply-tickets.ts";
import { safeSockets } from "../outbound/safe-socket.ts";
import { splitText } from "../outbound/split.ts";
import type { ChannelParts } from "./channels.ts";

/** WeCom with what it keeps: its streams and its one-time addresses. */
export function openWecom(on: ChannelParts, ports: ChannelPorts): Wecom {
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

export const settingsOf = ({ channels: { wecom } }: Config): WecomSettings => ({
  ...wecomSettings(wecom),
  bots: wecomBots(wecom).map(botOf),
});

function botOf({ pairs, ...bot }: ReturnType<typeof wecomBots>[number]): WecomBot {
  return {
    ...bot,
    keys: pairs.map(({ token, encodingAesKey }) => wecomKey(token, encodingAesKey)).filter((key): key is WecomKey => key !== undefined),
  };
}
