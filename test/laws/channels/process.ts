import { createDirectedSkill } from "../../support/directed-skill.ts";
import { loginRoutes } from "../../../src/api/routes/login-routes.ts";
import { webChannel } from "../../../src/channels/web/descriptor.ts";
import { createConnector } from "../../../src/channels/wechat/connector.ts";
import { createIlink, type Ilink } from "../../../src/channels/wechat/ilink/create.ts";
import { createSharedChannel } from "../../../src/channels/wechat/wire.ts";
import { wechatWebhook } from "../../../src/channels/wechat/webhook.ts";
import { createTelegram, type Telegram } from "../../../src/channels/telegram/create.ts";
import type { TelegramSettings } from "../../../src/channels/telegram/settings.ts";
import { createWecom } from "../../../src/channels/wecom/create.ts";
import type { WecomBot } from "../../../src/channels/wecom/settings.ts";
import { createWhatsappCloud } from "../../../src/channels/whatsapp/cloud/create.ts";
import { createEvolution } from "../../../src/channels/whatsapp/evolution/create.ts";
import { createSystemChance, systemClock } from "../../../src/cli/system.ts";
import type { ChannelPorts } from "../../../src/domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../../src/domain/ports/channel-reports.ts";
import type { Channel } from "../../../src/domain/channel.ts";
import type { OutboundHttp } from "../../../src/domain/ports/http.ts";
import type { Log } from "../../../src/domain/ports/log.ts";
import { ModelFailure } from "../../../src/domain/ports/model.ts";
import type { ChannelWebhook } from "../../../src/domain/webhook.ts";
import { openQuotedMessages } from "../../../src/inbound/quoted-messages.ts";
import { openAnswerStreams } from "../../../src/outbound/answer-streams.ts";
import { openSeenCallbacks } from "../../../src/inbound/seen-callbacks.ts";
import { openPushLedger } from "../../../src/outbound/push-ledger.ts";
import { openReplyTickets } from "../../../src/outbound/reply-tickets.ts";
import { safeSockets } from "../../../src/outbound/safe-socket.ts";
import { splitText } from "../../../src/outbound/split.ts";
import { openSpine } from "../../../src/spine.ts";
import { type Database, DatabaseUnavailable } from "../../../src/store/database/database.ts";
import { openKeyring } from "../../../src/store/secrets.ts";
import { openSoleWorker } from "../../../src/store/work/sole-worker.ts";
import { openApi, spineEngine } from "../../support/api.ts";
import { fakeMedia } from "../../support/channel-ports.ts";
import { silentLog } from "../../support/silent-log.ts";
import { wecomSettings } from "../../support/wecom-lab.ts";
import { cloudSettings, evolutionSettings } from "../../support/whatsapp-bench.ts";
import { testKey } from "../../vendors/wecom-server.ts";
import type { TelegramServer } from "../../vendors/telegram/server.ts";
import type { Behind, Process, ChannelWorld } from "./bench.ts";

export const connectorSecret = "the-connector-secret-0001";
/** A second number and a second instance of ours. */
export const secondNumber = "106540352242923";
export const secondInstance = "Zweites";

const metrics = { count: () => undefined, observe: () => undefined };
const chance = createSystemChance(systemClock.now);

/** The clock leaps while the database takes its own time to renew a lease. None of these runs out by a leap. */
const soleLeaseMs = 24 * 3_600_000;

export const sealingKeys = () =>
  openKeyring({
    key: "07".repeat(32),
    file: "/nowhere/key",
    randomBytes: (count) => chance.bytes(count),
  });

interface ProcessOptions {
  readonly name: string;
  readonly polls: boolean;
  /** Runs turns and deliveries. */
  readonly works: boolean;
  readonly http: OutboundHttp;
  readonly behind: Behind;
}

export async function openProcess(
  world: ChannelWorld,
  { name, polls, works, http, behind }: ProcessOptions,
): Promise<Process> {
  const { db, clock } = world;
  const { sweepMs = 5_000, ...parts } = behind;
  const hear = (_fields: unknown, sentence: string): void => void world.lines.push(sentence);
  const log: Log = { ...silentLog, warn: hear, error: hear };
  const on = { db, clock, chance, log, metrics, http };
  const made: {
    ilink?: Ilink;
    telegram?: Telegram;
    webhooks: ChannelWebhook[];
    channels: readonly Channel[];
    heard: (peer: string) => void;
    connect: () => Promise<void>;
    closers: (() => Promise<unknown>)[];
    enders: (() => Promise<unknown>)[];
  } = {
    enders: [],
    connect: () => Promise.resolve(),
    webhooks: [],
    channels: [],
    heard: () => undefined,
    closers: [],
  };
  const noModel = (): Promise<never> =>
    Promise.reject(new ModelFailure("unreachable", "this test has no model"));
  const spine = await openSpine({
    ...on,
    failpoints: {
      hit: (point) => {
        if (point === "accept.before_commit" && world.isAway)
          throw new DatabaseUnavailable("the database is away");
      },
    },
    keys: sealingKeys,
    model: {
      describe: { kind: "scripted", name: "none" },
      complete: noModel,
      stream: noModel,
      object: noModel,
    },
    skills: [createDirectedSkill((turn) => world.answer(turn))],
    ...parts,
    channels: (ports, reports) => {
      const sole = openSoleWorker({ ...on, holder: name, leaseMs: soleLeaseMs });
      Object.assign(made, openChannels(world, { ...on, reports }, { ...ports, sole }));
      made.enders.push(() => sole.close());
      return made.channels;
    },
    settings: {
      work: works,
      holder: name,
      defaultTimezone: "UTC",
      sweepMs,
      turn: { leaseMs: 30_000, timeoutMs: 3_600_000, concurrency: 8, maxAttempts: 5 },
      outbox: {
        leaseMs: 30_000,
        concurrency: 8,
        holdMs: 30_000,
        retryMs: [1_000, 1_000, 1_000],
        replyExpiresMs: 1_800_000,
      },
    },
  });
  const ilink = made.ilink as Ilink;
  const wechat = wechatWebhook({
    secrets: [connectorSecret],
    busyPolicy: "supersede",
    accept: spine.accept,
    heard: made.heard,
    now: () => clock.now(),
  });
  const webhooks = [wechat, ...made.webhooks];
  const api = await openApi({
    db,
    clock,
    engine: spineEngine(spine),
    webhooks,
    routes: loginRoutes({ channel: "wechat", app: "WeChat", login: ilink.login }),
  });
  const polling = polls ? [ilink.startPolling(), made.telegram?.start()] : [];
  return {
    spine,
    api,
    ilink,
    webhooks,
    connect: () => made.connect(),
    channel: (wanted) => made.channels.find((channel) => channel.name === wanted) as Channel,
    async close() {
      await api.close();
      for (const each of polling) await each?.close();
      for (const end of made.enders) await end();
      await spine.close(0);
      for (const close of made.closers) await close();
    },
  };
}

function openChannels(
  { vendors, taken }: ChannelWorld,
  on: Pick<Parameters<typeof createIlink>[0], "clock" | "chance" | "log" | "metrics" | "http"> & {
    readonly db: Database;
    readonly reports: ChannelReports;
  },
  ports: ChannelPorts,
) {
  const connector = createConnector({
    ...on,
    directory: ports.directory,
    settings: { sendUrl: vendors.connector.url, token: "a-token", allowedHosts: ["127.0.0.1"] },
  });
  const { url } = vendors.ilink;
  const ilink = createIlink({
    ...on,
    ports,
    media: fakeMedia(),
    quotes: openQuotedMessages(on.db),
    settings: { apiBaseUrl: url, cdnBaseUrl: `${url}/c2c`, allowedHosts: [url] },
  });
  const [number] = cloudSettings.accounts;
  if (number === undefined) throw new Error("the settings have no number");
  const accounts = [number, { ...number, phoneNumberId: secondNumber }];
  const cloud = createWhatsappCloud({
    ...on,
    ports,
    settings: {
      ...cloudSettings,
      accounts,
      apiBaseUrl: vendors.cloud.url,
      allowedHosts: ["127.0.0.1"],
    },
  });
  const instances = [
    ...evolutionSettings.instances,
    { name: secondInstance, apiKey: vendors.evolution.apiKey },
  ];
  const evolution = createEvolution({
    ...on,
    ports,
    settings: { ...evolutionSettings, instances, apiBaseUrl: vendors.evolution.url },
  });
  const keys = [testKey()];
  const inbox: ChannelPorts["inbox"] = {
    async take(batch) {
      const outcomes = await ports.inbox.take(batch);
      taken.push(
        ...batch.messages.map(({ route, vendorId }) => `${route.channelAccount} ${vendorId}`),
      );
      return outcomes;
    },
  };
  const connection = (name: keyof typeof lineBots): WecomBot => {
    const botId = lineBots[name];
    return { name, path: "", keys: [], botId, connection: { botId, secret: lineSecret } };
  };
  let connected: Promise<void> | undefined;
  const wecom = createWecom({
    ...on,
    ports: { ...ports, inbox },
    streams: openAnswerStreams(on),
    tickets: openReplyTickets({ ...on, keys: sealingKeys }),
    pushes: openPushLedger(on),
    seen: openSeenCallbacks(on),
    sockets: safeSockets(on),
    split: (text, length) => splitText(text, { length, unit: "bytes" }),
    settings: wecomSettings(vendors.wecom, {
      streams: false,
      busyPolicy: "supersede",
      ticketsPerScope: 1_000,
      turnTimeoutMs: 3_600_000,
      bots: [
        { name: "default", path: "/wecombot/callback", keys, botId: "AIB1" },
        { name: "second", path: "/wecombot/callback/second", keys, botId: "AIB2" },
        connection("line"),
        connection("other"),
      ],
      socketUrl: vendors.wecomLine.url,
    }),
  });
  const telegram = createTelegram({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    pushes: openPushLedger(on),
    settings: telegramSettings(vendors.telegram),
  });
  return {
    ilink,
    telegram,
    heard: (peer: string) => connector.heard(peer),
    webhooks: [...cloud.webhooks, ...evolution.webhooks, ...wecom.webhooks, ...telegram.webhooks],
    channels: [
      webChannel(),
      createSharedChannel(ilink, connector.channel),
      cloud.channel,
      evolution.channel,
      wecom.channel,
      telegram.channel,
    ],
    connect: () => (connected ??= wecom.connect()),
    enders: [() => wecom.disconnect()],
    closers: [() => cloud.close(), () => evolution.close(), () => telegram.close()],
  };
}

/** Our names of two bots that have a long connection, and WeCom's. */
export const lineBots = { line: "AIB3", other: "AIB4" } as const;
export const lineSecret = "s3cret";

/** A bot that is polled, and one with a webhook. */
export const telegramBots = { poll: "7100000001", hook: "7100000002" } as const;
export const telegramSecret = "the-telegram-secret-0001";

const telegramSettings = ({ url, tokenOf }: TelegramServer): TelegramSettings => ({
  bots: [
    { id: telegramBots.poll, token: tokenOf(telegramBots.poll), updates: "polling" },
    { id: telegramBots.hook, token: tokenOf(telegramBots.hook), updates: "webhook" },
  ],
  busyPolicy: "supersede",
  access: "open",
  allowedUsers: [],
  allowedGroups: ["*"],
  sharedGroups: [],
  streams: true,
  apiBaseUrl: url,
  allowedHosts: ["127.0.0.1"],
  publicUrl: "https://meanwhile.example",
  webhookSecrets: [telegramSecret],
  // Time stands still in these tests.
  perSecond: 1_000_000,
  perMinuteInGroups: 1_000_000,
});
