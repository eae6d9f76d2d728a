import type { Config } from "../config.ts";
import { configSecrets } from "../config/secrets.ts";
import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import type { Channel } from "../domain/channel.ts";
import type { DeliveryOutlook } from "../domain/ports/delivery-outlook.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import { openSpine } from "../spine.ts";
import type { Spine } from "../spine/parts.ts";
import type { Keys } from "../store/channel-secrets.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { FileMediaStore } from "../store/media-store.ts";
import { createRightOfWay } from "../store/work/backpressure.ts";
import { noteSettingsRead } from "./audit-notes.ts";
import type { Base, Extras } from "./base.ts";
import { wireChannels } from "./channels.ts";
import { openFileReader } from "./file-reader.ts";
import type { Models } from "./models.ts";
import { skillProjections } from "./projections.ts";
import { openChatStates } from "./scenes.ts";
import { spineSettings } from "./settings.ts";
import { wireSkills } from "./skills.ts";
import { timerParts } from "./timers.ts";
import type { Usage } from "./usage.ts";
import { openWebhookSecrets, type WebhookSecrets } from "./webhook-secrets.ts";
import type { WiredChannels } from "./wired-channels.ts";

export interface EngineOptions {
  readonly base: Base;
  readonly models: Models;
  readonly keys: Keys;
  readonly media: FileMediaStore | undefined;
  readonly usage: Usage;
  readonly extras: Extras;
  /** Names this process among all that ever worked on the database. */
  readonly holder: string;
  /** The version of the rules of time zones. */
  readonly zones: string;
}

export interface Engines {
  readonly spine: Spine;
  readonly fileReader: FileReader;
  readonly wired: WiredChannels;
  renewSecrets(config: Config): void;
}

/** The spine with its channels and skills, at work. */
export async function openEngines(options: EngineOptions): Promise<Engines> {
  const { base, models, keys, media, extras } = options;
  const { config, store, clock, chance, log, metrics, failpoints, closers } = base;
  const http = safeHttp({ clock });
  closers.push(() => http.close());
  const secrets = openWebhookSecrets(config);
  for (const secret of Object.values(secrets.lists).flat()) log.addSecret(secret);
  const fileReader = openFileReader(clock, log);
  let wired: WiredChannels | undefined;
  const spine: Spine = await openSpine({
    db: store.db,
    keys,
    clock,
    chance,
    log,
    metrics,
    failpoints,
    model: models.model,
    media,
    fileReader,
    skills: skillsOf(options, { deliverableAt: (to, at) => spine.outlook.deliverableAt(to, at) }),
    channels: (ports, reports) => {
      wired = wireChannels(
        {
          config,
          db: store.db,
          http,
          clock,
          chance,
          log,
          metrics,
          media,
          reports,
          keys,
          webhookSecrets: secrets.lists,
        },
        ports,
      );
      return [...wired.channels, ...moreChannels(extras, ports)];
    },
    projections: [...skillProjections, ...(extras.projections ?? [])],
    timers: timersOf(options),
    rightOfWay: createRightOfWay(clock),
    usage: options.usage,
    settings: { ...spineSettings(config, options.holder), isShared: store.kind === "url" },
  });
  if (wired === undefined) throw new Error("the spine was opened without its channels");
  const channels = wired;
  closers.push(() => spine.close(4_000));
  closers.push(() => channels.close());
  channels.start();
  return { spine, fileReader, wired: channels, renewSecrets: renewing(base, secrets, channels) };
}

function skillsOf(
  { base: { config, metrics }, models: { meaning }, keys, extras }: EngineOptions,
  outlook: DeliveryOutlook,
) {
  const own = wireSkills({
    config,
    metrics,
    states: openChatStates(),
    meaning,
    codes: openLinkCodes(keys),
    outlook,
  });
  return [...(extras.skills ?? []), ...own];
}

const moreChannels = ({ channels = [] }: Extras, ports: ChannelPorts): readonly Channel[] =>
  typeof channels === "function" ? channels(ports) : channels;

function timersOf({ base: { config, clock }, extras, zones }: EngineOptions) {
  return {
    ...timerParts({
      expiresHours: config.outbox.reminder_expires_hours,
      digestHours: config.reminders.catch_up_digest_hours,
      nightlyHour: config.reminders.nightly_hour,
      linkHosts: config.model.link_hosts,
      zones,
    }),
    ...(extras.clock === undefined ? {} : { now: () => Promise.resolve(clock.now()) }),
  };
}

/** Takes the webhook secrets and WeCom's settings from a file that was read again. */
const renewing =
  ({ store: { db }, clock, log }: Base, secrets: WebhookSecrets, wired: WiredChannels) =>
  (changed: Config): void => {
    const renewed = secrets.renew(changed);
    for (const secret of [...Object.values(secrets.lists).flat(), ...configSecrets(changed)])
      log.addSecret(secret);
    void wired
      .renew(changed)
      .catch((error: unknown) =>
        log.error({ error }, "the channels could not go on by the new settings"),
      );
    void noteSettingsRead({ db, clock, log });
    log.info(
      { renewed },
      "the settings were read again for webhook secrets, the operator's token and WeCom; other changes wait for the next start",
    );
  };
