import type { Route } from "../api/http/route.ts";
import { switchedOff } from "../channels/switched-off.ts";
import type { Config } from "../config.ts";
import type { Channel } from "../domain/channel.ts";
import type { ChannelReports } from "../domain/ports/channel-reports.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { OutboundHttp } from "../domain/ports/http.ts";
import type { Metrics } from "../domain/ports/log.ts";
import type { ChannelWebhook } from "../domain/webhook.ts";
import type { Accept } from "../inbound/accept.ts";
import type { LogSink } from "../log.ts";
import type { Keys } from "../store/channel-secrets.ts";
import type { Database } from "../store/database/database.ts";
import type { FileMediaStore } from "../store/media-store.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";

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

export const nothing: WiredChannels = {
  channels: [],
  webhooks: () => [],
  routes: [],
  start: () => undefined,
  renew: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

export const off = (channel: Parameters<typeof switchedOff>[0]): WiredChannels => ({
  ...nothing,
  webhooks: () => switchedOff(channel),
});
