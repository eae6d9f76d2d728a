import { isDeepStrictEqual } from "node:util";
import type { Accept } from "../inbound/accept.ts";
import { deviceRoutes } from "../api/routes/device-routes.ts";
import { loginRoutes } from "../api/routes/login-routes.ts";
import type { Route } from "../api/http/route.ts";
import type {
  ChannelDescriptor,
  ChannelList,
  SectionOf,
  SectionSchema,
} from "../channels/kit/descriptor.ts";
import { createSwitchedOffWebhooks } from "../channels/kit/switched-off.ts";
import type { WireContext, WiredChannel } from "../channels/kit/wiring.ts";
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
import type { SweptMediaStore } from "../store/media/media-store.ts";
import { type ChannelGate, gateChannel } from "./channel-gate.ts";
import { openChannelStorage } from "./channel-storage.ts";
import { openNetwork, type ProxiedNetwork } from "./proxied-network.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";

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
  readonly media: SweptMediaStore | undefined;
  readonly reports: ChannelReports;
  readonly keys: Keys;
}

/** The channels of the list: sending, webhooks, and their background work. */
export interface WiredChannels {
  /** Those that run. */
  list(): readonly Channel[];
  /** Addresses that vendors call, with the ones of channels that are switched off. */
  webhooks(): readonly ChannelWebhook[];
  readonly routes: readonly Route[];
  /** Names of the channels where people can link an account of their own. */
  logins(): readonly string[];
  /** Names of the channels that run. */
  running(): readonly string[];
  /** Polls begin when the spine can accept their messages. */
  start(): void;
  /** Applies settings that were read again, as far as a channel can. */
  renew(config: Config): Promise<void>;
  /** Starts, stops or replaces each channel whose settings are others than those it runs with. */
  apply(config: Config): Promise<void>;
  close(): Promise<void>;
}

interface Part {
  readonly descriptor: ChannelDescriptor;
  readonly section: SectionOf<SectionSchema>;
  /** The server's address that it was wired with. */
  readonly publicUrl: string | undefined;
  /** Undefined while it is switched off. */
  readonly wired: WiredChannel | undefined;
  readonly network: ProxiedNetwork | undefined;
  readonly gate: ChannelGate | undefined;
  readonly webhooks: readonly ChannelWebhook[];
}

export interface Spines {
  readonly ports: ChannelPorts;
  readonly accept: Accept;
  /** Another channel under its name. */
  readonly replace: (channel: Channel) => void;
}

export async function wireChannels(on: ChannelParts, spine: Spines): Promise<WiredChannels> {
  const context: Context = {
    ...contextOf(on, spine.ports),
    notifyAway: async (said) => {
      for (const part of parts)
        await part.wired
          ?.notifyAway?.(said)
          .catch((error: unknown) => on.log.warn({ error }, "a person could not be notified"));
    },
  };
  const wire = (descriptor: ChannelDescriptor, config: Config): Promise<Part> =>
    wirePart({ ...on, config, accept: spine.accept }, descriptor, context);
  const parts: Part[] = await Promise.all(
    on.channelList.map((descriptor) => wire(descriptor, on.config)),
  );
  const startPart = (part: Part): void =>
    startParts(
      [{ name: part.descriptor.name, start: () => part.wired?.start?.() }],
      (channel, error) =>
        on.log.error(
          { error, channel },
          "the channel could not be started; the others run without it",
        ),
    );
  const replace = async (index: number, config: Config): Promise<void> => {
    const before = parts[index];
    if (before === undefined) return;
    const section = sectionOf(config.channels, before.descriptor);
    const isMoved = before.wired !== undefined && before.publicUrl !== config.server.public_url;
    if (!isMoved && isDeepStrictEqual(section, before.section)) return;
    await closePart(before);
    on.webhookSecrets.replace(config, before.descriptor.name);
    const after = await wire(before.descriptor, config);
    parts[index] = after;
    if (after.gate !== undefined) spine.replace(after.gate.channel);
    startPart(after);
    on.log.info(
      { channel: before.descriptor.name, isOn: after.wired !== undefined },
      "the channel's settings were changed",
    );
  };
  return {
    list: () => parts.flatMap(({ gate }) => gate?.channel ?? []),
    webhooks: () => parts.flatMap(({ webhooks }) => webhooks),
    routes: routesOf(
      on.channelList,
      (name) => parts.find(({ descriptor }) => descriptor.name === name)?.wired,
    ),
    logins: () => namesOf(parts, ({ wired }) => wired?.login !== undefined),
    running: () => namesOf(parts, ({ wired }) => wired !== undefined),
    start: () => {
      for (const part of parts) startPart(part);
    },
    renew: async (config) => {
      for (const part of parts)
        await part.wired?.renew?.(sectionOf(config.channels, part.descriptor));
    },
    apply: async (config) => {
      for (const index of parts.keys())
        await replace(index, config).catch((error: unknown) =>
          on.log.error(
            { error, channel: parts[index]?.descriptor.name },
            "the channel could not take its new settings",
          ),
        );
    },
    close: async () => {
      for (const { wired, network } of parts) {
        await wired?.close?.();
        await network?.close();
      }
    },
  };
}

const namesOf = (parts: readonly Part[], isOne: (part: Part) => boolean): readonly string[] =>
  parts.filter(isOne).map(({ descriptor }) => descriptor.name);

/** What is being sent ends first, then polls and connections. */
async function closePart({ gate, wired, network }: Part): Promise<void> {
  await gate?.close();
  await wired?.close?.();
  await network?.close();
}

type Context = Omit<WireContext<unknown>, "section" | "webhookSecrets" | "publicUrl">;

async function wirePart(
  on: ChannelParts & Pick<Spines, "accept">,
  descriptor: ChannelDescriptor,
  context: Context,
): Promise<Part> {
  const section = sectionOf(on.config.channels, descriptor);
  const { public_url: publicUrl } = on.config.server;
  if (!isSwitchedOn(descriptor, section)) return offPart(descriptor, section);
  const network = openNetwork(on, section.proxy);
  const wired = await descriptor.wire({
    ...context,
    ...network?.ways,
    publicUrl,
    section,
    webhookSecrets: on.webhookSecrets.listsOf(descriptor.name),
  });
  return {
    descriptor,
    section,
    publicUrl,
    wired,
    network,
    gate: gateChannel(wired.channel),
    webhooks: wired.webhooks?.(on.accept) ?? [],
  };
}

const offPart = (descriptor: ChannelDescriptor, section: Part["section"]): Part => ({
  descriptor,
  section,
  publicUrl: undefined,
  wired: undefined,
  network: undefined,
  gate: undefined,
  webhooks: createSwitchedOffWebhooks(descriptor),
});

/** Logins and devices, of channels that may be switched on later. */
const routesOf = (
  list: ChannelList,
  findWired: (name: string) => WiredChannel | undefined,
): readonly Route[] =>
  list.flatMap(({ name, words }) => [
    ...(words.login === undefined
      ? []
      : loginRoutes({
          channel: name,
          app: words.name.en,
          login: () => findWired(name)?.login,
        })),
    ...(words.hasDevices === true ? deviceRoutes(() => findWired(name)?.devices) : []),
  ]);

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
    isWorker,
    doesChores: isWorker && config.workers.background,
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
