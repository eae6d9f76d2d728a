import { webChannel } from "../channels/web/channel.ts";
import { createWhatsappCloud } from "../channels/whatsapp/cloud/create.ts";
import { createEvolution } from "../channels/whatsapp/evolution/create.ts";
import { evolutionSettings, whatsappSettings } from "../config/whatsapp.ts";
import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import { type FileMediaStore, openMediaStore } from "../store/media-store.ts";
import { filesByAccount } from "../store/quotas/usage-view.ts";
import { mediaDirectory } from "./chores.ts";
import type { Base } from "./base.ts";
import { startParts } from "./start-parts.ts";
import { wireWechat } from "./wechat.ts";
import { wireWecom } from "./wecom.ts";
import { type ChannelParts, nothing, off, type WiredChannels } from "./wired-channels.ts";

const megabyte = 1024 ** 2;

export async function openMedia(
  on: Pick<Base, "config" | "clock" | "chance" | "store">,
): Promise<FileMediaStore | undefined> {
  const { media, channels } = on.config;
  const { web, wechat, whatsapp, evolution, wecom } = channels;
  if (![web, wechat.ilink, whatsapp, evolution, wecom].some(({ enabled }) => enabled))
    return undefined;
  return openMediaStore({
    directory: mediaDirectory(on.config),
    maxBytes: media.max_file_mb * megabyte,
    quotaBytes: media.quota_mb * megabyte,
    accountBytes: on.config.limits.account.media_mb * megabyte,
    usedByAccount: () => filesByAccount(on.store.db),
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
        (channel, error) =>
          on.log.error(
            { error, channel },
            "the channel could not be started; the others run without it",
          ),
      ),
    renew: async (config) => {
      for (const part of parts) await part.renew(config);
    },
    close: async () => {
      for (const part of parts) await part.close();
    },
  };
}

function wireWeb({ config }: ChannelParts): WiredChannels {
  return config.channels.web.enabled ? { ...nothing, channels: [webChannel()] } : nothing;
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
  return {
    ...nothing,
    channels: [cloud.channel],
    webhooks: () => cloud.webhooks,
    close: async () => cloud.close(),
  };
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
  return {
    ...nothing,
    channels: [gateway.channel],
    webhooks: () => gateway.webhooks,
    close: async () => gateway.close(),
  };
}
