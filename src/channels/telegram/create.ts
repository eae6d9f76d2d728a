import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import { createAccountHealth } from "../kit/account-health.ts";
import { createAnsweredMessages } from "../kit/answered.ts";
import type { OutgoingFiles } from "../kit/outgoing.ts";
import { createStrangerReplies } from "../kit/strangers.ts";
import { createBotApi } from "./api.ts";
import { createBackground } from "./background.ts";
import { captionLength, fetchTelegramFile } from "./files.ts";
import { createLive } from "./live.ts";
import { createPace } from "./pace.ts";
import { createProfiles } from "./profiles.ts";
import { startBot } from "./start-bot.ts";
import { sendByTelegram } from "./send.ts";
import { telegramChannel, type TelegramBot, type TelegramSettings } from "./settings.ts";
import type { TakeDeps } from "./take.ts";
import { createWebhook } from "./webhook.ts";

export interface TelegramDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes: QuotedMessages;
  readonly pushes: Pick<PushLedger, "slot">;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: TelegramSettings;
}

export interface Telegram {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** Polls, or tells Telegram where to call: in one process at a time for each bot. */
  start(): { close(): Promise<void> };
  close(): Promise<void>;
}

/** Telegram's limit for one chat is a message a second; a short burst is made up for. */
const chatLimit = { paceMs: 1_000, burst: 3 } as const;

export function createTelegram(deps: TelegramDeps): Telegram {
  const { settings, clock, log, ports } = deps;
  const bots = new Map(settings.bots.map((bot) => [bot.id, bot]));
  const api = createBotApi(deps.http, settings);
  const health = createAccountHealth({
    channel: telegramChannel,
    directory: ports.directory,
    clock,
    log,
    probe: async (id, signal) => {
      const bot = bots.get(id);
      return (
        bot !== undefined && (await api.call(bot.token, { method: "getMe", signal })).kind === "ok"
      );
    },
  });
  const profiles = createProfiles({ api, clock, health });
  const background = createBackground({ api, clock, log });
  const strangers = createStrangerReplies({
    ...deps,
    channel: telegramChannel,
    send: async ({ channelAccount, peer }, text, signal) => {
      const bot = bots.get(channelAccount);
      const json = { chat_id: Number(peer), text };
      if (bot !== undefined) await api.call(bot.token, { method: "sendMessage", json, signal });
    },
  });
  const live = createLive({
    api,
    clock,
    log,
    streams: settings.streams,
    tokenOf: (id) => bots.get(id)?.token,
  });
  const answered = createAnsweredMessages();
  const sending = {
    ...deps,
    api,
    files: deps.media,
    pace: createPace(clock, settings.perSecond),
    answeredIn: (scope: string) => answered.find(scope),
  };
  const taking: TakeDeps = { ...deps, api, strangers, ...background };
  return {
    channel: {
      name: telegramChannel,
      ready: (id) => bots.has(id) && health.ready(id),
      limits: {
        partLength: 4_096,
        partUnit: "utf16",
        captionLength,
        ...chatLimit,
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
      typing(to) {
        answered.remember(to.scope, to.vendorId);
        return live.typing(to);
      },
      fetchFile: async ({ channelAccount, media }, signal) => {
        const bot = bots.get(channelAccount);
        return bot === undefined
          ? { failed: "gone", again: false }
          : fetchTelegramFile(api, bot.token, { media, signal });
      },
      async send(delivery, signal) {
        const bot = bots.get(delivery.channelAccount);
        if (bot === undefined) return { kind: "not_sent", code: "account_not_configured" };
        const { verdict, fault } = await sendByTelegram(sending, bot, { delivery, signal });
        if (fault !== undefined) await health.became(bot.id, fault);
        else if (verdict.kind === "sent") await health.became(bot.id, { state: "connected" });
        return verdict;
      },
    },
    webhooks: settings.bots
      .filter(({ updates }) => updates === "webhook")
      .map((bot) =>
        createWebhook(
          { ...taking, secrets: settings.webhookSecrets, findProfile: (of) => profiles.find(of) },
          bot,
        ),
      ),
    start() {
      const work = (bot: TelegramBot) => (signal: AbortSignal) =>
        startBot({ ...taking, settings, clock, marks: ports.marks, health, profiles }, bot, signal);
      const held = settings.bots.map((bot) =>
        ports.sole.hold(`${telegramChannel}:${bot.id}`, work(bot)),
      );
      return { close: async () => void (await Promise.all(held.map((one) => one.close()))) };
    },
    async close() {
      await Promise.all([health.close(), live.close(), strangers.close(), background.close()]);
    },
  };
}
