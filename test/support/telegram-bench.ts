import { createTelegram, type Telegram } from "../../src/channels/telegram/create.ts";
import type { TelegramSettings } from "../../src/channels/telegram/settings.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import type { QuotedMessages } from "../../src/domain/ports/quotes.ts";
import type { ChannelWebhookAnswer } from "../../src/domain/webhook.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { startTelegramServer, type TelegramServer } from "../vendors/telegram/server.ts";
import { fakeMedia, type FakeMedia, fakePorts, type FakePorts } from "./channel-ports.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { silentLog } from "./silent-log.ts";

export const botId = "7100000001";
const secret = "a-secret-of-the-webhook";

/** Telegram's channel before its vendor, over a real socket. */
export interface TelegramBench {
  readonly server: TelegramServer;
  readonly telegram: Telegram;
  readonly ports: FakePorts;
  readonly media: FakeMedia;
  readonly clock: FakeClock;
  /** Quotations that are known, by the vendor's id. */
  readonly quotes: Map<string, string>;
  /** Posts an update to the webhook. */
  post(update: object): Promise<ChannelWebhookAnswer>;
  close(): Promise<void>;
}

export async function openTelegramBench(
  change: Partial<TelegramSettings> = {},
): Promise<TelegramBench> {
  const server = await startTelegramServer([botId]);
  const clock = fakeClock();
  const ports = fakePorts(clock);
  const media = fakeMedia();
  const network = safeHttp({ clock: systemClock });
  const http = clock.underWay.http(network);
  const known = new Map<string, string>();
  const quotes: QuotedMessages = {
    find: async ({ vendorId }) => {
      const text = known.get(vendorId);
      return text === undefined ? undefined : { text, from: "us", payload: {} };
    },
  };
  const slots = new Map<string, number>();
  const telegram = createTelegram({
    ports,
    quotes,
    media,
    http,
    clock,
    chance: createSystemChance(systemClock.now),
    log: silentLog,
    metrics: { count: () => undefined, observe: () => undefined },
    pushes: {
      slot: async ({ place, most }) => {
        const taken = (slots.get(place) ?? 0) + 1;
        slots.set(place, taken);
        return taken > most ? 60_000 : 0;
      },
    },
    settings: {
      bots: [{ id: botId, token: server.tokenOf(botId), updates: "webhook" }],
      busyPolicy: "supersede",
      access: "paired",
      allowedUsers: [],
      allowedGroups: ["*"],
      sharedGroups: [],
      streams: true,
      apiBaseUrl: server.url,
      allowedHosts: ["127.0.0.1"],
      publicUrl: "https://meanwhile.example",
      webhookSecrets: [secret],
      perSecond: 30,
      perMinuteInGroups: 20,
      ...change,
    },
  });
  return {
    server,
    telegram,
    ports,
    media,
    clock,
    quotes: known,
    post: async (update) => {
      const [webhook] = telegram.webhooks;
      if (webhook === undefined) throw new Error("this bot has no webhook");
      return webhook.handle({
        headers: { "x-telegram-bot-api-secret-token": secret },
        body: Buffer.from(JSON.stringify(update)),
        query: new URLSearchParams(),
        ip: "203.0.113.9",
        isLocal: false,
      });
    },
    async close() {
      await telegram.close();
      await network.close();
      await server.close();
    },
  };
}

export const partTo = (scope: string, more: Partial<Delivery> = {}): Delivery => ({
  id: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d01",
  accountId: "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00",
  conversationId: "c",
  turnId: null,
  messageId: "m",
  channel: "telegram",
  channelAccount: botId,
  scope,
  peer: scope.replace(/^user:/, ""),
  source: "reply",
  text: "hello",
  payload: {},
  attempt: 1,
  idempotencyKey: "k",
  window: { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null },
  ...more,
});
