import type { Accept } from "../inbound/accept.ts";
import { deviceRoutes } from "../api/routes/device-routes.ts";
import { loginRoutes } from "../api/routes/login-routes.ts";
import type { Route } from "../api/http/route.ts";
import type { ChannelDescriptor, ChannelList } from "../channels/kit/descriptor.ts";
import { createSwitchedOffWebhooks } from "../channels/kit/switched-off.ts";
import type { WireContext, WiredChannel, ChannelStorage } from "../channels/kit/wiring.ts";
import type { Config } from "../config.ts";
import { isSwitchedOn, sectionOf } from "../config/channel-section.ts";
import type { Channel } from "../domain/channel.ts";
import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../domain/ports/channel-reports.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { OutboundHttp } from "../domain/ports/http.ts";
import type { Metrics } from "../domain/ports/log.ts";
import type { ChannelWebhook } from "../domain/webhook.ts";
import type { LogSink } from "../log.ts";
import { safeMail } from "../outbound/safe-mail.ts";
import { safeSockets } from "../outbound/safe-socket.ts";
import { splitText } from "../outbound/split.ts";
import type { Keys } from "../store/secrets.ts";
import type { Database } from "../store/database/database.ts";
import { type FileMediaStore, openMediaStore } from "../store/media-store.ts";
import { filesByAccount } from "../store/quotas/usage-view.ts";
import type { Base } from "./base.ts";
import { mediaDirectory } from "./chores.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";
import { openQuotedMessages } from "../inbound/quoted-messages.ts";
import { forgetOldCallbacks, openSeenCallbacks } from "../inbound/seen-callbacks.ts";
import { forgetOldAnswers, openAnswerStreams } from "../outbound/answer-streams.ts";
import { forgetOldPushes, openPushLedger } from "../outbound/push-ledger.ts";
import { openReplyTickets } from "../outbound/reply-tickets.ts";

const megabyte = 1024 ** 2;

export async function openMedia(
  on: Pick<Base, "config" | "channelList" | "clock" | "chance" | "store">,
): Promise<FileMediaStore | undefined> {
  const { media, channels } = on.config;
  if (!on.channelList.some((each) => each.capabilities.handlesFiles(sectionOf(channels, each))))
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

export interface ChannelParts {
  readonly channelList: ChannelList;
  readonly config: Config;
  readonly db: Database;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: LogSink;
  readonly metrics: Metrics;
  readonly webhookSecrets: WebhookSecrets;
  /** Only where a channel that handles files is switched on. */
  readonly media: FileMediaStore | undefined;
  readonly reports: ChannelReports;
  readonly keys: Keys;
}

/** The channels of the list: sending, webhooks, and their background work. */
export interface WiredChannels {
  readonly channels: readonly Channel[];
  webhooks(accept: Accept): readonly ChannelWebhook[];
  readonly routes: readonly Route[];
  /** Names of the channels where people can link an account of their own. */
  readonly logins: readonly string[];
  /** Polls begin when the spine can accept their messages. */
  start(): void;
  /** Applies settings that were read again, as far as a channel can. */
  renew(config: Config): Promise<void>;
  close(): Promise<void>;
}

interface Part {
  readonly descriptor: ChannelDescriptor;
  /** Undefined while it is switched off. */
  readonly wired: WiredChannel | undefined;
}

export function wireChannels(on: ChannelParts, ports: ChannelPorts): WiredChannels {
  const context: Context = {
    ...contextOf(on, ports),
    notifyAway: async (said) => {
      for (const part of parts)
        await part.wired
          ?.notifyAway?.(said)
          .catch((error: unknown) => on.log.warn({ error }, "a person could not be notified"));
    },
  };
  const parts: readonly Part[] = on.channelList.map((descriptor) =>
    wirePart(on, descriptor, context),
  );
  const wired = parts.flatMap((part) => part.wired ?? []);
  return {
    channels: wired.map(({ channel }) => channel),
    webhooks: (accept) => parts.flatMap((part) => webhooksOf(part, accept)),
    routes: parts.flatMap(({ descriptor, wired: { login, devices } = {} }) => [
      ...(login === undefined
        ? []
        : loginRoutes({ channel: descriptor.name, app: descriptor.words.name.en, login })),
      ...(devices === undefined ? [] : deviceRoutes(devices)),
    ]),
    logins: parts.flatMap(({ descriptor, wired: { login } = {} }) =>
      login === undefined ? [] : [descriptor.name],
    ),
    start: () =>
      startParts(
        parts.map((part) => ({
          name: part.descriptor.name,
          start: () => part.wired?.start?.(),
        })),
        (channel, error) =>
          on.log.error(
            { error, channel },
            "the channel could not be started; the others run without it",
          ),
      ),
    renew: async (config) => {
      for (const part of parts)
        await part.wired?.renew?.(sectionOf(config.channels, part.descriptor));
    },
    close: async () => {
      for (const each of wired) await each.close?.();
    },
  };
}

type Context = Omit<WireContext<unknown>, "section" | "webhookSecrets">;

function wirePart(on: ChannelParts, descriptor: ChannelDescriptor, context: Context): Part {
  const section = sectionOf(on.config.channels, descriptor);
  const wired = isSwitchedOn(descriptor, section)
    ? descriptor.wire({
        ...context,
        section,
        webhookSecrets: on.webhookSecrets.listsOf(descriptor.name),
      })
    : undefined;
  return { descriptor, wired };
}

const webhooksOf = ({ descriptor, wired }: Part, accept: Accept): readonly ChannelWebhook[] =>
  wired === undefined ? createSwitchedOffWebhooks(descriptor) : (wired.webhooks?.(accept) ?? []);

function contextOf(on: ChannelParts, ports: ChannelPorts): Omit<Context, "notifyAway"> {
  const { clock, chance, log, metrics, media, reports, http, config } = on;
  const isWorker = config.roles.includes("worker");
  return {
    ports,
    reports,
    http,
    sockets: safeSockets(on),
    mail: safeMail(on),
    clock,
    chance,
    log,
    metrics,
    media,
    storage: openChannelStorage(on),
    splitBytes: (text, length) => splitText(text, { length, unit: "bytes" }),
    publicUrl: config.server.public_url,
    isWorker,
    doesChores: isWorker && config.workers.background,
  };
}

/** The tables that channels share. */
function openChannelStorage(on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly keys: Keys;
}): ChannelStorage {
  return {
    quotes: openQuotedMessages(on.db),
    streams: openAnswerStreams(on),
    tickets: openReplyTickets(on),
    pushes: openPushLedger(on),
    seen: openSeenCallbacks(on),
    async forgetOld() {
      const done = await Promise.allSettled(
        [forgetOldAnswers, forgetOldCallbacks, forgetOldPushes].map((forget) => forget(on)),
      );
      const failed = done.find((each) => each.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}

interface Startable {
  readonly name: string;
  start(): void;
}

/**
 * A part that cannot start is reported and left out; the others, and all timers, run without it.
 */
export function startParts(
  parts: readonly Startable[],
  failed: (name: string, error: unknown) => void,
): void {
  for (const part of parts) {
    try {
      part.start();
    } catch (error) {
      failed(part.name, error);
    }
  }
}
