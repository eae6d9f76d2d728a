import type { z } from "zod";
import type { Both } from "../../domain/both.ts";
import type { Frozen } from "../../domain/frozen.ts";
import type { BusyPolicy } from "../../domain/message.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import type { ChannelDoctor } from "./doctor.ts";
import type { ServerSettings } from "./common-settings.ts";
import type { ChannelWords } from "./channel-words.ts";
import type { WireContext, WiredChannel } from "./wiring.ts";

/**
 * Everything the product knows of a channel. A channel is a folder with one descriptor, and one
 * line in `channels/list.ts`; no other file names it.
 */
export interface ChannelDescriptor<
  Name extends string = string,
  Schema extends SectionSchema = SectionSchema,
  Secret extends string = string,
> {
  /** Its section of the settings, `channels.<name>`, and its name on the command line. */
  readonly name: Name;
  /** The name that its messages, conversations and deliveries carry. */
  readonly provider: string;
  readonly settings: ChannelSettings<Schema, Secret>;
  readonly capabilities: DescribedCapabilities<Schema>;
  /** Addresses that the vendor calls, also before the channel is switched on. */
  readonly webhooks: readonly WebhookAddress[];
  readonly words: ChannelWords;
  readonly doctor: ChannelDoctor<SectionOf<Schema>>;
  /**
   * Makes both directions. Called only where `isOn` says so; a channel may load its code then.
   */
  wire(
    on: WireContext<SectionOf<Schema>, Secret>,
  ): WiredChannel<SectionOf<Schema>> | Promise<WiredChannel<SectionOf<Schema>>>;
}

export interface WebhookAddress {
  /** Bots with addresses of their own have them below this one. */
  readonly path: string;
  readonly methods: readonly ChannelWebhook["method"][];
  /** What follows the path in the address of a bot, by its setting: `<app_id>`. */
  readonly below?: string | undefined;
}

/**
 * Capabilities that are known before a channel is wired. Those of a wired channel are in
 * `Channel.capabilities`.
 */
export interface DescribedCapabilities<Schema extends SectionSchema = SectionSchema> {
  /** People there are bound to an account, for example by a pairing code. */
  readonly bindsPeople: boolean;
  /** Whether it takes or sends files by these settings. */
  handlesFiles(section: SectionOf<Schema>): boolean;
  /** How long its files are kept; the product's own time when not set. */
  keepFilesDays?(section: SectionOf<Schema>): number;
}

export type ChannelList = readonly ChannelDescriptor[];

/** Channels as far as the configuration knows them. */
export type ConfiguredChannels = readonly Pick<ChannelDescriptor, "name" | "settings">[];

export type SectionSchema = z.ZodType<CommonSection>;
export type SectionOf<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

/** Settings that every channel has; see `commonSettings`. */
interface CommonSection {
  readonly enabled: boolean;
  readonly busy_policy: BusyPolicy;
  readonly proxy?: string | undefined;
}

export interface ChannelSettings<
  Schema extends SectionSchema = SectionSchema,
  Secret extends string = string,
> {
  /**
   * A strict object with `.prefault({})`; every key has a `describe`, and a secret carries
   * `.meta({ writeOnly: true })`. Masks, environment names and suggestions follow from that.
   */
  readonly schema: Schema;
  /** Whether any part of it runs. `enabled` when not set. */
  isOn?(section: SectionOf<Schema>): boolean;
  /**
   * Problems of the section, as sentences: with any of them Meanwhile does not start. The server's
   * section is absent while it has problems of its own. In both languages where the page says them.
   */
  problems?(
    section: SectionOf<Schema>,
    server: ServerSettings | undefined,
  ): readonly (string | Both)[];
  /** Valid settings that the operator should know about. */
  weakPoints?(
    section: SectionOf<Schema>,
    around: { readonly timezone: string },
  ): readonly WeakPoint[];
  /** By setting: the secrets that callers prove themselves by. They change without a restart. */
  readonly webhookSecrets?: Readonly<Record<Secret, WebhookSecret<Schema>>>;
}

export interface WebhookSecret<Schema extends SectionSchema = SectionSchema> {
  /** Each of them is valid. */
  read(section: SectionOf<Schema>): readonly string[];
  /** The operator chose it, so it may be too short. Otherwise the vendor made it. */
  readonly isChosenHere: boolean;
}

/** Something that works and that the operator should know of. */
export interface WeakPoint {
  readonly name: string;
  readonly says: Both;
  readonly fix: Both;
}

/** Checks a descriptor's types against its own schema. */
export const defineChannel = <
  const Name extends string,
  Schema extends SectionSchema,
  Secret extends string = never,
>(
  descriptor: ChannelDescriptor<Name, Schema, Secret>,
): ChannelDescriptor<Name, Schema, Secret> => descriptor;
