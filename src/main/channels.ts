import type { ChannelWebhook } from "../domain/webhook.ts";
import type { Route } from "../api/route.ts";
import { wechatRoutes } from "../api/routes/wechat-routes.ts";
import { switchedOff } from "../channels/switched-off.ts";
import { webChannel } from "../channels/web/channel.ts";
import { createConnector } from "../channels/wechat/connector.ts";
import { createIlink } from "../channels/wechat/ilink/create.ts";
import { sharedChannel } from "../channels/wechat/ilink/shared-channel.ts";
import { wechatWebhook } from "../channels/wechat/webhook.ts";
import { createWhatsappCloud } from "../channels/whatsapp/cloud.ts";
import { createEvolution } from "../channels/whatsapp/evolution.ts";
import type { Config } from "../config.ts";
import { evolutionSettings, whatsappSettings } from "../config/whatsapp.ts";
import type { Channel } from "../domain/channel.ts";
import type { ChannelPorts } from "../domain/channel-ports.ts";
import type { ChannelReports } from "../domain/channel-reports.ts";
import type { Chance, Clock } from "../domain/clock.ts";
import type { OutboundHttp } from "../domain/http.ts";
import type { Metrics } from "../domain/log.ts";
import type { Accept } from "../inbound/accept.ts";
import { openQuotedMessages } from "../inbound/quoted-messages.ts";
import { forgetOldCallbacks } from "../inbound/seen-callbacks.ts";
import { forgetOldAnswers } from "../outbound/answer-streams.ts";
import { forgetOldPushes } from "../outbound/push-ledger.ts";
import type { LogSink } from "../log.ts";
import type { Keys } from "../store/channel-secrets.ts";
import type { Database } from "../store/database.ts";
import { type FileMediaStore, openMediaStore } from "../store/media-store.ts";
import { mediaDirectory } from "./chores.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";
import { openWecom, settingsOf } from "./wecom.ts";
import { startParts } from "./start-parts.ts";

export interface ChannelParts {
  readonly config: Config;
  readonly db: Database;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: LogSink;
  readonly metrics: Metrics;
  readonly webhookSecrets: WebhookSecrets["lists"];
  /** Only where a channel that keeps files is switched on. */
  readonly media: FileMediaStore | undefined;
  readonly reports: ChannelReports;
  readonly keys: Keys;
}

/** What the switched-on channels bring: ways out, ways in, and what runs beside them. */
export interface WiredChannels {
  readonly channels: readonly Channel[];
  webhooks(accept: Accept): readonly ChannelWebhook[];
  readonly routes: readonly Route[];
  /** Polls begin when the spine is there to take what they bring. */
  start(): void;
  /** Goes on by settings that were read again, as far as a channel can. */
  renew(config: Config): Promise<void>;
  close(): Promise<void>;
}

const megabyte = 1024 ** 2;

export async function openMedia(on: Pick<ChannelParts, "config" | "clock" | "chance">): Promise<FileMediaStore | undefined> {
  const { media, channels } = on.config;
  const { web, wechat, whatsapp, evolution, wecom } = channels;
  if (![web, wechat.ilink, whatsapp, evolution, wecom].some(({ enabled }) => enabled)) return undefined;
  return openMediaStore({
    directory: mediaDirectory(on.config),
    maxBytes: media.max_file_mb * megabyte,
    quotaBytes: media.quota_mb * megabyte,
    clock: on.clock,
    chance: on.chance,
  });
}

export function wireChannels(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  const named = {
    web: wireWeb(on),
    wechat: wireWechat(on, ports),
    whatsapp: wireWhatsapp(on, ports),
    evolution: wireEvolution(on, ports),
    wecom: wireWecom(on, ports),
  };
  const parts = Object.values(named);
  return {
    channels: parts.flatMap((part) => part.channels),
    webhooks: (accept) => parts.flatMap((part) => part.webhooks(accept)),
    routes: parts.flatMap((part) => part.routes),
    start: () =>
      startParts(
        Object.entries(named).map(([name, part]) => ({ name, start: part.start })),
        (channel, error) => on.log.error({ error, channel }, "the channel could not be started; the others run without it"),
      ),
    renew: async (config) => {
      for (const part of parts) await part.renew(config);
    },
    close: async () => {
      for (const part of parts) await part.close();
    },
  };
}

const nothing: WiredChannels = {
  channels: [],
  webhooks: () => [],
  routes: [],
  start: () => undefined,
  renew: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

const off = (channel: Parameters<typeof switchedOff>[0]): WiredChannels => ({ ...nothing, webhooks: () => switchedOff(channel) });

function wireWeb({ config }: ChannelParts): WiredChannels {
  return config.channels.web.enabled ? { ...nothing, channels: [webChannel()] } : nothing;
}

/** One name, two ways: logins of our own, and an outside connector that feeds the webhook. */
function wireWechat(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  const { wechat } = on.config.channels;
  const settings = { sendUrl: wechat.connector_send_url, token: wechat.connector_token, allowedHosts: wechat.allowed_hosts };
  const connector = wechat.enabled ? createConnector({ ...on, settings, ...ports }) : undefined;
  const ilink = on.media === undefined || !wechat.ilink.enabled ? undefined : wireIlink(on, ports, on.media);
  if (ilink === undefined && connector === undefined) return off("wechat");
  const channel =
    ilink === undefined ? connector?.channel : connector === undefined ? ilink.channel : sharedChannel(ilink, connector.channel);
  let polling: { close(): Promise<void> } | undefined;
  return {
    ...nothing,
    channels: channel === undefined ? [] : [channel],
    webhooks: (accept) => (connector === undefined ? switchedOff("wechat") : wechatWebhooks(on, accept, () => connector.heard())),
    routes: ilink === undefined ? [] : wechatRoutes({ login: ilink.login }),
    start: () => {
      polling = on.config.roles.includes("worker") ? ilink?.startPolling() : undefined;
    },
    close: async () => polling?.close(),
  };
}

function wireIlink(on: ChannelParts, ports: ChannelPorts, media: FileMediaStore) {
  const { ilink, busy_policy: busyPolicy } = on.config.channels.wechat;
  return createIlink({
    ...on,
    ports,
    media,
    quotes: openQuotedMessages(on.db),
    settings: { apiBaseUrl: ilink.api_base_url, cdnBaseUrl: ilink.cdn_base_url, allowedHosts: ilink.allowed_hosts, busyPolicy },
  });
}

function wechatWebhooks({ config, log, webhookSecrets }: ChannelParts, accept: Accept, heard: () => void): readonly ChannelWebhook[] {
  const secrets = webhookSecrets["channels.wechat.webhook_secret"];
  if (secrets.length === 0) log.warn({ channel: "wechat" }, "webhooks are taken without a secret, from this machine only");
  return [wechatWebhook({ secrets, busyPolicy: config.channels.wechat.busy_policy, accept, heard })];
}

function wireWhatsapp(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  const { whatsapp } = on.config.channels;
  if (!whatsapp.enabled) return off("whatsapp");
  const settings = {
    ...whatsappSettings(whatsapp),
    appSecrets: on.webhookSecrets["channels.whatsapp.app_secrets"],
    verifyTokens: on.webhookSecrets["channels.whatsapp.verify_tokens"],
  };
  const cloud = createWhatsappCloud({ ...on, ports, media: on.media, settings });
  return { ...nothing, channels: [cloud.channel], webhooks: () => cloud.webhooks, close: async () => cloud.close() };
}

function wireEvolution(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  const { evolution } = on.config.channels;
  if (!evolution.enabled) return off("evolution");
  const settings = {
    ...evolutionSettings(evolution),
    webhookSecrets: on.webhookSecrets["channels.evolution.webhook_secrets"],
    jwtKeys: on.webhookSecrets["channels.evolution.jwt_keys"],
  };
  const gateway = createEvolution({ ...on, ports, media: on.media, settings });
  return { ...nothing, channels: [gateway.channel], webhooks: () => gateway.webhooks, close: async () => gateway.close() };
}

function wireWecom(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  if (!on.config.channels.wecom.enabled) return off("wecom");
  const wecom = openWecom(on, ports);
  const ending = new AbortController();
  const failed = (error: unknown): void =>
    on.log.error({ error, channel: "wecom" }, "a chore failed; it is tried again at the next start or hour");
  let chores: Promise<void> = Promise.resolve();
  return {
    ...nothing,
    channels: [wecom.channel],
    webhooks: () => wecom.webhooks,
    start: () => {
      // A connection is where its bot's deliveries go out: a process that delivers holds it.
      const connected = on.config.roles.includes("worker") ? wecom.connect().catch(failed) : undefined;
      chores = Promise.all([wecom.start().catch(failed), connected, sweepAnswers(on, ending.signal, failed)]).then(() => undefined);
    },
    renew: async (config) => (config.channels.wecom.enabled ? wecom.renew(settingsOf(config)) : undefined),
    close: async () => {
      ending.abort();
      await wecom.disconnect();
      await chores;
    },
  };
}

async function sweepAnswers(on: ChannelParts, signal: AbortSignal, failed: (error: unknown) => void): Promise<void> {
  if (!on.config.roles.includes("worker") || !on.config.workers.background) return;
  while (!signal.aborted) {
    await forgetOldAnswers(on).catch(failed);
    await forgetOldCallbacks(on).catch(failed);
    await forgetOldPushes(on).catch(failed);
    await on.clock.wait(600_000, signal);
  }
}
