import type { Config } from "../config.ts";
import { configSecrets } from "../config/secrets.ts";
import type { ChannelPorts } from "../domain/ports/channel-ports.ts";
import type { Channel } from "../domain/channel.ts";
import type { DeliveryOutlook } from "../domain/ports/delivery-outlook.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import type { PeerCalls } from "../domain/ports/peers.ts";
import { createSpeaker } from "../model/speak.ts";
import { createTranscriber } from "../model/transcribe.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import { createSpine } from "../spine.ts";
import type { Spine } from "../spine/parts.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import { channelsTopic } from "../store/channel-settings.ts";
import { modelTopic } from "../store/model-connection.ts";
import { toolsTopic } from "../store/tool-servers.ts";
import { hasMailServer } from "./booking-mails.ts";
import type { SweptMediaStore } from "../store/media/media-store.ts";
import { createBackpressure } from "../store/work/backpressure.ts";
import { noteSettingsRead } from "./audit-notes.ts";
import type { Base, Extras } from "./base.ts";
import type { ChannelSettings } from "./channel-settings.ts";
import { wireChannels, type WiredChannels } from "./channels.ts";
import { openReach } from "./reach.ts";
import { openFileReader } from "./file-reader.ts";
import type { Models } from "./models.ts";
import { skillProjections } from "./projections.ts";
import { openChatStates } from "./scenes.ts";
import { speechSettings, spineSettings, voiceSettings } from "./settings.ts";
import { wireSkills } from "./skills.ts";
import { timerParts } from "./timers.ts";
import type { OutsideServers } from "./tool-servers.ts";
import type { Usage } from "./usage.ts";
import { openWebhookSecrets, type WebhookSecrets } from "./webhook-secrets.ts";
import type { Keys } from "../store/secrets.ts";
import { draftDeparture } from "../skills/scenes/shared/chat-apps/departures.ts";

export interface EngineOptions {
  readonly base: Base;
  readonly models: Models;
  readonly channelSettings: ChannelSettings;
  readonly outside: OutsideServers;
  readonly keys: Keys;
  readonly peers: PeerCalls | undefined;
  readonly media: SweptMediaStore;
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
  const { base, models, channelSettings, keys, media, extras } = options;
  const { config, channelList, store, clock, chance, log, metrics, failpoints, closers } = base;
  const http = safeHttp({ clock });
  closers.push(() => http.close());
  const secrets = openWebhookSecrets(config, channelList);
  for (const secret of secrets.all()) log.addSecret(secret);
  const fileReader = openFileReader(clock, log);
  const speech = voiceSettings(config);
  const spoken = speechSettings(config);
  const spine = createSpine({
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
    transcriber:
      speech === undefined ? undefined : createTranscriber({ settings: speech, http, log }),
    speaker: spoken === undefined ? undefined : createSpeaker({ settings: spoken, http, log }),
    skills: (outlook) => skillsOf(options, outlook),
    projections: [...skillProjections, ...(extras.projections ?? [])],
    timers: timersOf(options),
    draftDeparture,
    backpressure: createBackpressure(clock),
    usage: options.usage,
    settings: { ...spineSettings(config, options.holder), isShared: store.kind === "url" },
  });
  closers.push(() => spine.close(4_000));
  spine.onTopic((topic) => {
    const changed = {
      [modelTopic]: models,
      [channelsTopic]: channelSettings,
      [toolsTopic]: options.outside,
    }[topic];
    changed
      ?.refresh()
      .catch((error: unknown) =>
        log.error({ error, topic }, "what was changed in the page could not be read"),
      );
  });
  const { ports, reports, accept } = spine;
  const wired = await wireChannels(
    {
      channelList,
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
      webhookSecrets: secrets,
    },
    { ports, accept, replace: spine.setChannel },
  );
  closers.push(() => wired.close());
  await spine.start([...wired.list(), ...moreChannels(extras, ports)]);
  wired.start();
  channelSettings.onChange(wired.apply);
  // Another process may have saved something since the channels were wired.
  await wired.apply(channelSettings.config());
  const renew = renewing(base, secrets, wired);
  return {
    spine,
    fileReader,
    wired,
    renewSecrets: (changed) => renew(channelSettings.renew(changed)),
  };
}

function skillsOf(
  {
    base: { config, metrics, clock, store, channelList },
    models: { semanticSearch },
    channelSettings,
    outside,
    keys,
    peers,
    extras,
  }: EngineOptions,
  outlook: DeliveryOutlook,
) {
  const own = wireSkills({
    config,
    metrics,
    states: openChatStates(),
    semanticSearch,
    codes: openLinkCodes(keys),
    peers,
    reach: openReach(store.db, channelList),
    appNames: channelList.flatMap(({ words: { name } }) => [name.en, name.zh]),
    outlook,
    outside: { outside: outside.tools, clock },
    canMail: () => hasMailServer(channelSettings.config()),
  });
  return [...(extras.skills ?? []), ...own];
}

const moreChannels = ({ channels = [] }: Extras, ports: ChannelPorts): readonly Channel[] =>
  typeof channels === "function" ? channels(ports) : channels;

function timersOf({ base: { config, clock }, keys, extras, zones }: EngineOptions) {
  return {
    ...timerParts({
      expiresHours: config.outbox.reminder_expires_hours,
      digestHours: config.reminders.catch_up_digest_hours,
      nightlyHour: config.reminders.nightly_hour,
      linkHosts: config.model.link_hosts,
      codes: openLinkCodes(keys),
      zones,
    }),
    ...(extras.clock === undefined ? {} : { now: () => Promise.resolve(clock.now()) }),
  };
}

/** Takes the webhook secrets, and what channels can change at run time, from new settings. */
const renewing =
  (
    { channelList, store: { db }, clock, log }: Base,
    secrets: WebhookSecrets,
    wired: WiredChannels,
  ) =>
  (changed: Config): void => {
    const renewed = secrets.renew(changed);
    for (const secret of [...secrets.all(), ...configSecrets(changed, channelList)])
      log.addSecret(secret);
    void wired
      .renew(changed)
      .catch((error: unknown) =>
        log.error({ error }, "the channels could not apply the new settings"),
      );
    void noteSettingsRead({ db, clock, log });
    log.info(
      { renewed },
      "the settings were reloaded: webhook secrets, the operator's token and the bots of channels; other changes need a restart",
    );
  };
