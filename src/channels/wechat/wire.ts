import type { ChannelDescriptor } from "../kit/descriptor.ts";
import { createSwitchedOffWebhooks } from "../kit/switched-off.ts";
import type { WireContext, WiredChannel } from "../kit/wiring.ts";
import { createConnector } from "./connector.ts";
import { createIlink, type Ilink } from "./ilink/create.ts";
import type { WechatSection } from "./section.ts";
import { wechatWebhook } from "./webhook.ts";
import type { Channel } from "../../domain/channel.ts";

type Context = WireContext<WechatSection, "webhook_secret">;

/** One name, two ways: logins of our own, and an outside connector that feeds the webhook. */
export function wireWechat(
  on: Context,
  address: Pick<ChannelDescriptor, "name" | "webhooks">,
): WiredChannel {
  const ilink = on.section.ilink.enabled ? wireIlink(on) : undefined;
  if (!on.section.enabled) {
    if (ilink === undefined) throw new Error("WeChat is wired without a way in");
    return { ...wireLogins(on, ilink), webhooks: () => createSwitchedOffWebhooks(address) };
  }
  const connector = createConnector({
    ...on,
    ...on.ports,
    settings: connectorSettings(on.section),
  });
  const webhooks: WiredChannel["webhooks"] = (accept) => {
    const secrets = on.webhookSecrets.webhook_secret;
    if (secrets.length === 0)
      on.log.warn(
        { channel: "wechat" },
        "webhooks are accepted without a secret, from this machine only",
      );
    return [
      wechatWebhook({
        secrets,
        busyPolicy: on.section.busy_policy,
        accept,
        heard: (peer) => connector.heard(peer),
        now: () => on.clock.now(),
      }),
    ];
  };
  return ilink === undefined
    ? { channel: connector.channel, webhooks }
    : {
        ...wireLogins(on, ilink),
        channel: createSharedChannel(ilink, connector.channel),
        webhooks,
      };
}

/** A process that delivers polls for the logins. */
function wireLogins(on: Context, ilink: Ilink): WiredChannel {
  let polling: { close(): Promise<void> } | undefined;
  return {
    channel: ilink.channel,
    login: ilink.login,
    start: () => {
      polling = on.isWorker ? ilink.startPolling() : undefined;
    },
    close: async () => polling?.close(),
  };
}

function wireIlink(on: Context): Ilink {
  const { ilink, busy_policy: busyPolicy } = on.section;
  if (on.media === undefined) throw new Error("logins of WeChat need a place for files");
  return createIlink({
    ...on,
    media: on.media,
    quotes: on.storage.quotes,
    settings: {
      apiBaseUrl: ilink.api_base_url,
      cdnBaseUrl: ilink.cdn_base_url,
      allowedHosts: ilink.allowed_hosts,
      busyPolicy,
    },
  });
}

const connectorSettings = (section: WechatSection) => ({
  sendUrl: section.connector_send_url,
  token: section.connector_token,
  allowedHosts: section.allowed_hosts,
});

/**
 * Personal WeChat has two ways out under one name: our own logins, and an outside connector for
 * everything else.
 */
export function createSharedChannel(
  ilink: Pick<Ilink, "channel" | "owns">,
  connector: Channel,
): Channel {
  const way = (channelAccount: string): Channel =>
    ilink.owns(channelAccount) ? ilink.channel : connector;
  const both = [ilink.channel.limits, connector.limits] as const;
  return {
    name: ilink.channel.name,
    ready: (channelAccount) => way(channelAccount).ready(channelAccount),
    readyFor: (person) => way(person.channelAccount).readyFor?.(person) ?? true,
    send: (delivery, signal) => way(delivery.channelAccount).send(delivery, signal),
    limits: {
      partLength: Math.min(...both.map(({ partLength }) => partLength)),
      partUnit: ilink.channel.limits.partUnit,
      paceMs: Math.max(...both.map(({ paceMs }) => paceMs)),
      sendTimeoutMs: Math.max(...both.map(({ sendTimeoutMs }) => sendTimeoutMs)),
    },
    capabilities: ilink.channel.capabilities,
    carriesFilesFor: (channelAccount) => way(channelAccount).capabilities.carriesFiles,
    unknownSends: ilink.channel.unknownSends,
    fetchFile: async (file, signal) =>
      (await way(file.channelAccount).fetchFile?.(file, signal)) ?? {
        failed: "not_possible",
        again: false,
      },
    typing: (to) => way(to.channelAccount).typing?.(to) ?? { end: () => undefined },
    outlook: (prospect) => way(prospect.channelAccount).outlook?.(prospect) ?? { kind: "open" },
  };
}
