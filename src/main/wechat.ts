import { wechatRoutes } from "../api/routes/wechat-routes.ts";
import { switchedOff } from "../channels/switched-off.ts";
import { createConnector } from "../channels/wechat/connector.ts";
import { createIlink } from "../channels/wechat/ilink/create.ts";
import { sharedChannel } from "../channels/wechat/ilink/shared-channel.ts";
import { wechatWebhook } from "../channels/wechat/webhook.ts";
import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import type { ChannelWebhook } from "../domain/webhook.ts";
import type { Accept } from "../inbound/accept.ts";
import { openQuotedMessages } from "../inbound/quoted-messages.ts";
import type { FileMediaStore } from "../store/media-store.ts";
import { type ChannelParts, nothing, off, type WiredChannels } from "./wired-channels.ts";

/** One name, two ways: logins of our own, and an outside connector that feeds the webhook. */
export function wireWechat(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  const { wechat } = on.config.channels;
  const settings = {
    sendUrl: wechat.connector_send_url,
    token: wechat.connector_token,
    allowedHosts: wechat.allowed_hosts,
  };
  const connector = wechat.enabled ? createConnector({ ...on, settings, ...ports }) : undefined;
  const ilink =
    on.media === undefined || !wechat.ilink.enabled ? undefined : wireIlink(on, ports, on.media);
  if (ilink === undefined && connector === undefined) return off("wechat");
  const channel =
    ilink === undefined
      ? connector?.channel
      : connector === undefined
        ? ilink.channel
        : sharedChannel(ilink, connector.channel);
  let polling: { close(): Promise<void> } | undefined;
  return {
    ...nothing,
    channels: channel === undefined ? [] : [channel],
    webhooks: (accept) =>
      connector === undefined
        ? switchedOff("wechat")
        : wechatWebhooks(on, accept, (peer) => connector.heard(peer)),
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
    settings: {
      apiBaseUrl: ilink.api_base_url,
      cdnBaseUrl: ilink.cdn_base_url,
      allowedHosts: ilink.allowed_hosts,
      busyPolicy,
    },
  });
}

function wechatWebhooks(
  { config, log, clock, webhookSecrets }: ChannelParts,
  accept: Accept,
  heard: (peer: string) => void,
): readonly ChannelWebhook[] {
  const secrets = webhookSecrets["channels.wechat.webhook_secret"];
  if (secrets.length === 0)
    log.warn({ channel: "wechat" }, "webhooks are taken without a secret, from this machine only");
  return [
    wechatWebhook({
      secrets,
      busyPolicy: config.channels.wechat.busy_policy,
      accept,
      heard,
      now: () => clock.now(),
    }),
  ];
}
