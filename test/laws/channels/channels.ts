import { webChannel } from "../../../src/channels/web/descriptor.ts";
import { createDingtalk } from "../../../src/channels/dingtalk/create.ts";
import { createDiscord } from "../../../src/channels/discord/create.ts";
import { createFeishu } from "../../../src/channels/feishu/create.ts";
import { createSlack } from "../../../src/channels/slack/create.ts";
import { createBridges } from "../../../src/channels/bridges/create.ts";
import { createNotifiers } from "../../../src/channels/notifiers/create.ts";
import { createConnector } from "../../../src/channels/wechat/connector.ts";
import { createIlink } from "../../../src/channels/wechat/ilink/create.ts";
import { createSharedChannel } from "../../../src/channels/wechat/wire.ts";
import { createTelegram } from "../../../src/channels/telegram/create.ts";
import type { TelegramSettings } from "../../../src/channels/telegram/settings.ts";
import { createWecomApps } from "../../../src/channels/wecom/app/create.ts";
import { createWecomService } from "../../../src/channels/wecom/customers/create.ts";
import { createWecom } from "../../../src/channels/wecom/create.ts";
import type { WecomBot } from "../../../src/channels/wecom/settings.ts";
import { createWhatsappCloud } from "../../../src/channels/whatsapp/cloud/create.ts";
import { createEvolution } from "../../../src/channels/whatsapp/evolution/create.ts";
import { createSystemChance, systemClock } from "../../../src/cli/system.ts";
import type { ChannelPorts } from "../../../src/domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../../src/domain/ports/channel-reports.ts";
import type { OutboundMail } from "../../../src/domain/ports/mail.ts";
import { openQuotedMessages } from "../../../src/inbound/quoted-messages.ts";
import { openAnswerStreams } from "../../../src/outbound/answer-streams.ts";
import { openSeenCallbacks } from "../../../src/inbound/seen-callbacks.ts";
import { openPushLedger } from "../../../src/outbound/push-ledger.ts";
import { openReplyTickets } from "../../../src/outbound/reply-tickets.ts";
import { safeMail } from "../../../src/outbound/safe-mail.ts";
import { safeSockets } from "../../../src/outbound/safe-socket.ts";
import { splitText } from "../../../src/outbound/split.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { openKeyring } from "../../../src/store/secrets.ts";
import { wecomSettings } from "../../support/wecom-lab.ts";
import { cloudSettings, evolutionSettings } from "../../support/whatsapp-bench.ts";
import { testKey } from "../../vendors/wecom-server.ts";
import type { SmtpServer } from "../../vendors/smtp-server.ts";
import type { TelegramServer } from "../../vendors/telegram/server.ts";
import type { ChannelWorld } from "./bench.ts";
import { bridgeSettings } from "./bridge.ts";
import { dingtalkSettings } from "./dingtalk.ts";
import { discordSettings } from "./discord.ts";
import { feishuSettings } from "./feishu.ts";
import { slackSettings } from "./slack.ts";
import { wecomAppSettings } from "./wecom-app.ts";
import { wecomServiceSettings } from "./wecom-service.ts";
import { notifierSettings } from "./notifiers.ts";

export const connectorSecret = "the-connector-secret-0001";
/** A second number and a second instance of ours. */
export const secondNumber = "106540352242923";
export const secondInstance = "Zweites";

export const chance = createSystemChance(systemClock.now);

export const sealingKeys = () =>
  openKeyring({
    key: "07".repeat(32),
    file: "/nowhere/key",
    randomBytes: (count) => chance.bytes(count),
  });

export function openChannels(
  { vendors, taken, media }: ChannelWorld,
  from: Pick<Parameters<typeof createIlink>[0], "clock" | "chance" | "log" | "metrics" | "http"> & {
    readonly db: Database;
    readonly reports: ChannelReports;
  },
  ports: ChannelPorts,
) {
  const on = { ...from, media };
  const connector = createConnector({
    ...on,
    directory: ports.directory,
    settings: { sendUrl: vendors.connector.url, token: "a-token", allowedHosts: ["127.0.0.1"] },
  });
  const { url } = vendors.ilink;
  const ilink = createIlink({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    settings: { apiBaseUrl: url, cdnBaseUrl: `${url}/c2c`, allowedHosts: [url] },
  });
  const [number] = cloudSettings.accounts;
  if (number === undefined) throw new Error("the settings have no number");
  const accounts = [number, { ...number, phoneNumberId: secondNumber }];
  const cloud = createWhatsappCloud({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
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
    quotes: openQuotedMessages(on.db),
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
  const discord = createDiscord({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    pushes: openPushLedger(on),
    sockets: safeSockets({ clock: systemClock }),
    settings: discordSettings(vendors.discord),
  });
  const feishu = createFeishu({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    pushes: openPushLedger(on),
    sockets: safeSockets({ clock: systemClock }),
    settings: feishuSettings(vendors.feishu),
  });
  const dingtalk = createDingtalk({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    pushes: openPushLedger(on),
    sockets: safeSockets({ clock: systemClock }),
    settings: dingtalkSettings(vendors.dingtalk),
  });
  const slack = createSlack({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    pushes: openPushLedger(on),
    sockets: safeSockets({ clock: systemClock }),
    settings: slackSettings(vendors.slack),
  });
  const wecomApps = createWecomApps({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    pushes: openPushLedger(on),
    split: (text, length) => splitText(text, { length, unit: "bytes" }),
    settings: wecomAppSettings(vendors.wecomApps),
  });
  const wecomService = createWecomService({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    settings: wecomServiceSettings(vendors.wecomService),
  });
  const bridges = createBridges({
    ...on,
    ports,
    quotes: openQuotedMessages(on.db),
    section: bridgeSettings(vendors),
  });
  const notifiers = createNotifiers({
    ...on,
    section: notifierSettings(vendors),
    mail: mailThrough(vendors.mail),
  });
  return {
    ilink,
    polled: [telegram, discord, slack, feishu, dingtalk, wecomService],
    heard: (peer: string) => connector.heard(peer),
    webhooks: [
      ...cloud.webhooks,
      ...evolution.webhooks,
      ...wecom.webhooks,
      ...telegram.webhooks,
      ...feishu.webhooks,
      ...wecomApps.webhooks,
      ...wecomService.webhooks,
      ...bridges.webhooks,
    ],
    channels: [
      webChannel(),
      createSharedChannel(ilink, connector.channel),
      cloud.channel,
      evolution.channel,
      wecom.channel,
      telegram.channel,
      discord.channel,
      slack.channel,
      dingtalk.channel,
      feishu.channel,
      wecomApps.channel,
      wecomService.channel,
      bridges.channel,
      notifiers,
    ],
    connect: () => (connected ??= wecom.connect()),
    enders: [() => wecom.disconnect()],
    closers: [
      () => cloud.close(),
      () => evolution.close(),
      () => telegram.close(),
      () => discord.close(),
      () => slack.close(),
      () => dingtalk.close(),
      () => feishu.close(),
      () => wecomApps.close(),
      () => wecomService.close(),
      () => bridges.close(),
    ],
  };
}

/** Our names of two bots that have a long connection, and WeCom's. */
export const lineBots = { line: "AIB3", other: "AIB4" } as const;
export const lineSecret = "s3cret";

/** A bot that is polled, and one with a webhook. */
export const telegramBots = { poll: "7100000001", hook: "7100000002" } as const;
/** A group whose members share one conversation. */
export const telegramRoom = "-1009000000001";
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
  sharedGroups: [telegramRoom],
  streams: true,
  apiBaseUrl: url,
  allowedHosts: ["127.0.0.1"],
  publicUrl: "https://meanwhile.example",
  webhookSecrets: [telegramSecret],
  // Time stands still in these tests.
  perSecond: 1_000_000,
  perMinuteInGroups: 1_000_000,
});

/** Calls into the void while the server is away. */
function mailThrough({ away }: SmtpServer): OutboundMail {
  const mail = safeMail({ clock: systemClock });
  const nowhere = { port: 9, allowedHosts: ["http://127.0.0.1:9"] };
  return {
    check: (server) => mail.check(server),
    send: (server, message) => mail.send(away.is ? { ...server, ...nowhere } : server, message),
  };
}
