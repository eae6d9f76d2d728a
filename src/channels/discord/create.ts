import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import type { OutboundSockets } from "../../domain/ports/socket.ts";
import { createAccountHealth } from "../kit/account-health.ts";
import { createAnsweredMessages } from "../kit/answered.ts";
import type { OutgoingFiles } from "../kit/outgoing.ts";
import { createStrangerReplies } from "../kit/strangers.ts";
import { createDiscordApi } from "./api.ts";
import { createDirectChannels } from "./direct-channels.ts";
import { fetchDiscordFile } from "./files.ts";
import { stayConnected } from "./gateway/keep.ts";
import { createLive } from "./live.ts";
import { sendByDiscord } from "./send.ts";
import { type DiscordBot, discordChannel, type DiscordSettings } from "./settings.ts";
import { takeEvent, type TakeDeps } from "./take.ts";

export interface DiscordDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes: QuotedMessages;
  readonly pushes: Pick<PushLedger, "restOf" | "keepRest">;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: DiscordSettings;
}

export interface Discord {
  readonly channel: Channel;
  /** Connects each bot, in one process at a time. */
  start(): { close(): Promise<void> };
  close(): Promise<void>;
}

/** Five messages in five seconds in a channel. */
const channelLimit = { paceMs: 1_000, burst: 4 } as const;

/** Discord makes one message of the same nonce for some minutes. */
const knowsCopiesMs = 2 * 60_000;

export function createDiscord(deps: DiscordDeps): Discord {
  const { settings, clock, log, ports } = deps;
  const bots = new Map(settings.bots.map((bot) => [bot.id, bot]));
  const api = createDiscordApi(deps.http, settings);
  const direct = createDirectChannels(api);
  const under = new Set<Promise<unknown>>();
  const background = (work: Promise<unknown>): void => {
    const settled = work
      .catch((error: unknown) => log.warn({ channel: discordChannel, error }, "a call failed"))
      .finally(() => under.delete(settled));
    under.add(settled);
  };
  const health = createAccountHealth({
    channel: discordChannel,
    directory: ports.directory,
    clock,
    log,
    probe: async (id, signal) => {
      const bot = bots.get(id);
      const call = { method: "GET", path: "/users/@me", signal } as const;
      return bot !== undefined && (await api.call(bot.token, call)).kind === "ok";
    },
  });
  const strangers = createStrangerReplies({
    ...deps,
    channel: discordChannel,
    send: async ({ channelAccount, peer }, content, signal) => {
      const bot = bots.get(channelAccount);
      const channelId = bot && (await direct.find(bot, { userId: peer }, signal));
      if (bot === undefined || typeof channelId !== "string") return;
      const path = `/channels/${channelId}/messages`;
      await api.call(bot.token, { method: "POST", path, json: { content }, signal });
    },
  });
  const findBot = (id: string): DiscordBot | undefined => bots.get(id);
  const { streams } = settings;
  const live = createLive({ api, direct, clock, log, streams, pushes: deps.pushes, findBot });
  const answered = createAnsweredMessages();
  const sending = {
    ...deps,
    api,
    direct,
    live,
    streams,
    files: deps.media,
    answeredIn: (scope: string) => answered.find(scope),
  };
  const taking: TakeDeps = { ...deps, api, direct, strangers, background };
  return {
    channel: {
      name: discordChannel,
      ready: (id) => bots.has(id) && health.ready(id),
      limits: {
        partLength: 2_000,
        partUnit: "utf16",
        captionLength: 2_000,
        ...channelLimit,
        sendTimeoutMs: 90_000,
      },
      capabilities: {
        ...plainChatApp,
        carriesFiles: true,
        hasVoice: true,
        reportsLater: false,
        showsButtons: true,
      },
      unknownSends: "keep",
      recall: async ({ attemptedAt }) =>
        clock.now() - attemptedAt < knowsCopiesMs
          ? { kind: "not_sent", code: "interrupted" }
          : undefined,
      typing(to) {
        answered.remember(to.scope, to.vendorId);
        return live.typing(to);
      },
      fetchFile: async ({ channelAccount, ...file }, signal) => {
        const bot = bots.get(channelAccount);
        return bot === undefined
          ? { failed: "gone", again: false }
          : fetchDiscordFile(api, bot.token, { ...file, signal });
      },
      async send(delivery, signal) {
        const bot = bots.get(delivery.channelAccount);
        if (bot === undefined) return { kind: "not_sent", code: "account_not_configured" };
        const { verdict, fault } = await sendByDiscord(sending, bot, { delivery, signal });
        if (fault !== undefined) await health.became(bot.id, fault);
        else if (verdict.kind === "sent") await health.became(bot.id, { state: "connected" });
        return verdict;
      },
    },
    start() {
      const keeping = {
        ...deps,
        api,
        health,
        address: settings,
        marks: ports.marks,
        directory: ports.directory,
        take: (bot: DiscordBot, event: Parameters<typeof takeEvent>[2]) =>
          takeEvent(taking, bot, event),
      };
      const held = settings.bots.map((bot) =>
        ports.sole.hold(`${discordChannel}:${bot.id}`, (signal) =>
          stayConnected(keeping, bot, signal),
        ),
      );
      return { close: async () => void (await Promise.all(held.map((one) => one.close()))) };
    },
    async close() {
      await Promise.all([health.close(), live.close(), strangers.close(), ...under]);
    },
  };
}
