import type { PrometheusMetrics } from "../api/metrics/metrics.ts";
import type { ChannelList } from "../channels/kit/descriptor.ts";
import type { Config } from "../config.ts";
import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import type { Channel } from "../domain/channel.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { Projection } from "../domain/events/projection.ts";
import type { Failpoints } from "../domain/ports/failpoints.ts";
import type { Skill } from "../domain/skill.ts";
import type { ChannelWebhook } from "../domain/webhook.ts";
import type { Accept } from "../inbound/accept.ts";
import type { LogSink } from "../log.ts";
import type { Spans } from "./spans.ts";
import type { Store } from "../store/open-store.ts";

/** The dependencies of every part of the product. */
export interface Base {
  readonly config: Config;
  /** The channels that exist, switched on or not. */
  readonly channelList: ChannelList;
  readonly store: Store;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: LogSink;
  readonly metrics: PrometheusMetrics;
  readonly spans: Spans;
  readonly failpoints: Failpoints;
  /** Called in turn when the product closes, the last first. */
  readonly closers: (() => Promise<unknown>)[];
}

/** Additional channels and skills, for tests with a vendor of their own. */
export interface Extras {
  /** Instead of the product's own list of channels. */
  readonly channelList?: ChannelList | undefined;
  readonly channels?:
    | readonly Channel[]
    | ((ports: ChannelPorts) => readonly Channel[])
    | undefined;
  readonly webhooks?: ((accept: Accept) => readonly ChannelWebhook[]) | undefined;
  readonly skills?: readonly Skill[] | undefined;
  readonly projections?: readonly Projection[] | undefined;
  /**
   * Another clock than the machine's, for an instance that serves no people. It also decides what
   * is due. No setting reaches it.
   */
  readonly clock?: Clock | undefined;
}
