import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createAccess } from "./inbound/access.ts";
import { createMetrics } from "./api/metrics.ts";
import type { Readiness } from "./api/ports.ts";
import { startServer } from "./api/server.ts";
import type { ChannelWebhook } from "./domain/webhook.ts";
import { keyFile } from "./cli/doctor/machine.ts";
import { createSystemChance, systemClock } from "./cli/system.ts";
import type { Config } from "./config.ts";
import { configSecrets } from "./config/secrets.ts";
import type { ChannelPorts } from "./domain/channel-ports.ts";
import type { Channel } from "./domain/channel.ts";
import { type Clock, iso } from "./domain/clock.ts";
import { noFailpoints } from "./domain/failpoints.ts";
import type { Projection } from "./domain/events.ts";
import type { Model } from "./domain/model.ts";
import type { Skill } from "./domain/skill.ts";
import { createLog, type LogSink } from "./log.ts";
import { createModel, type ModelParts, otherModels } from "./model/create.ts";
import { watchChannels } from "./inbound/channel-gauges.ts";
import { guardedFetch, safeHttp } from "./outbound/safe-fetch.ts";
import { startChores } from "./main/chores.ts";
import { noteSettingsRead } from "./main/audit-notes.ts";
import { armedFailpoint } from "./main/armed-failpoint.ts";
import { skillProjections } from "./main/projections.ts";
import { openFriendBook } from "./main/friends.ts";
import { openInsight } from "./main/insight.ts";
import { openReminderBook } from "./main/reminders.ts";
import { openChatStates, openMeaning, openSceneBook } from "./main/scenes.ts";
import { openMedia, wireChannels, type WiredChannels } from "./main/channels.ts";
import { wireSkills } from "./main/skills.ts";
import { signInLink } from "./main/sign-in-link.ts";
import { openWebhookSecrets } from "./main/webhook-secrets.ts";
import { apiSettings, modelHosts, modelSettings, spineSettings } from "./main/settings.ts";
import { timerParts } from "./main/timers.ts";
import { openSpine, type Spine } from "./spine.ts";
import { watchBackups } from "./store/backup/nightly.ts";
import { assertKeyFits, type Keys } from "./store/channel-secrets.ts";
import { openLinkCodes } from "./store/link-codes.ts";
import { openStore, type Store } from "./store/open-store.ts";
import { type Keyring, openKeyring } from "./store/secrets.ts";
import { createRightOfWay } from "./store/right-of-way.ts";
import { openModelCalls } from "./store/model-calls.ts";
import { watchOutbox } from "./outbound/gauges.ts";
import { watchTimers } from "./timers/gauges.ts";

export interface App {
  readonly url: string;
  /** One use, fifteen minutes. A process without the gateway has none. */
  readonly operatorLink: string | undefined;
  readonly store: Store;
  /** Resolves when something the product cannot live without is gone. */
  readonly failed: Promise<Error>;
  /** Takes the webhook secrets and WeCom's settings from a file that was read again. Everything else waits for the next start. */
  renewSecrets(config: Config): void;
  close(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly logStream: { write(line: string): unknown; readonly isTTY?: boolean | undefined };
  /** The command that holds the data directory, for whoever finds it taken. */
  readonly command: string;
  /** Where the built page lies. */
  readonly pageDir: string;
  /** More channels and skills than the product's own: how tests bring a vendor of theirs. */
  readonly channels?: readonly Channel[] | ((ports: ChannelPorts) => readonly Channel[]) | undefined;
  readonly webhooks?: ((accept: Awaited<ReturnType<typeof openSpine>>["accept"]) => readonly ChannelWebhook[]) | undefined;
  readonly skills?: readonly Skill[] | undefined;
  readonly projections?: readonly Projection[] | undefined;
  /** Another clock than the machine's, for an instance that nobody lives with. It also decides what is due. No setting reaches it. */
  readonly clock?: Clock | undefined;
}

/** Everything, from the settings to a listening server. What was opened is closed again when a later step fails. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const clock = options.clock ?? systemClock;
  const chance = createSystemChance(() => clock.now());
  const log = createLog({
    stream: options.logStream,
    level: config.log.level,
    secrets: configSecrets(config),
    now: () => clock.now(),
    messageText: config.log.message_text,
    format: config.log.format,
  });
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).toReversed())
      await step().catch((error: unknown) => log.error({ error }, "a part did not stop cleanly"));
  };
  try {
    return await open({ options, log, closers, close, clock, chance });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opening {
  readonly options: AppOptions;
  readonly log: LogSink;
  readonly closers: (() => Promise<unknown>)[];
  readonly close: () => Promise<void>;
  readonly clock: Clock;
  readonly chance: ReturnType<typeof createSystemChance>;
}

async function open(on: Opening): Promise<App> {
  const { options, log, clock, chance, closers } = on;
  const { config } = options;
  const store = await openStore({
    dataDir: config.data_dir,
    url: config.database.url,
    poolSize: config.database.pool_size,
    owner: { command: options.command, pid: process.pid, startedAt: iso(clock.now()) },
    uid: process.getuid?.() ?? -1,
    clock,
    log,
  });
  closers.push(store.close);
  const { db } = store;
  const metrics = createMetrics();
  const failpoints = config.failpoint === undefined ? noFailpoints : armedFailpoint(config.failpoint);
  const modelParts: ModelParts = {
    settings: modelSettings(config),
    ledger: openModelCalls(db, log, failpoints),
    clock,
    chance,
    log,
    metrics,
    fetch: guardedFetch({
      allowedHosts: modelHosts(config),
      clock,
      timeoutMs: config.model.timeouts.total_seconds * 1000,
      maxBytes: 8_000_000,
    }),
    offline: { language: config.default_language },
  };
  const model = createModel(modelParts);
  const meaning = openMeaning(db, model);
  const keys = await openKeys(on, store);
  const http = safeHttp({ clock });
  closers.push(() => http.close());
  const media = await openMedia({ config, clock, chance });
  const webhookSecrets = openWebhookSecrets(config);
  let wired: WiredChannels | undefined;
  const renewSecrets = (changed: Config): void => {
    const renewed = webhookSecrets.renew(changed);
    for (const secret of [...Object.values(webhookSecrets.lists).flat(), ...configSecrets(changed)]) log.addSecret(secret);
    void wired?.renew(changed).catch((error: unknown) => log.error({ error }, "the channels could not go on by the new settings"));
    void noteSettingsRead({ db, clock, log });
    log.info({ renewed }, "the settings were read again for webhook secrets and WeCom; other changes wait for the next start");
  };
  for (const secret of Object.values(webhookSecrets.lists).flat()) log.addSecret(secret);
  const spine: Spine = await openSpine({
    db,
    keys,
    clock,
    chance,
    log,
    metrics,
    failpoints,
    model,
    media,
    skills: [
      ...(options.skills ?? []),
      ...wireSkills({
        config,
        metrics,
        states: openChatStates(),
        meaning,
        codes: openLinkCodes(keys),
        outlook: { deliverableAt: (to, at) => spine.outlook.deliverableAt(to, at) },
      }),
    ],
    channels: (ports, reports) => {
      wired = wireChannels(
        { config, db, http, clock, chance, log, metrics, media, reports, keys, webhookSecrets: webhookSecrets.lists },
        ports,
      );
      return [...wired.channels, ...moreChannels(options, ports)];
    },
    projections: [...skillProjections, ...(options.projections ?? [])],
    timers: {
      ...timerParts({
        expiresHours: config.outbox.reminder_expires_hours,
        digestHours: config.reminders.catch_up_digest_hours,
        nightlyHour: config.reminders.nightly_hour,
        zones: process.versions.tz ?? "unknown",
      }),
      ...(options.clock === undefined ? {} : { now: () => Promise.resolve(clock.now()) }),
    },
    rightOfWay: createRightOfWay(clock),
    settings: spineSettings(config, `${hostname()}:${process.pid}:${Date.now()}`),
  });
  closers.push(() => spine.close(4_000));
  closers.push(async () => wired?.close());
  wired?.start();
  const chores = startChores({ config, store, projector: spine.projector, clock, chance, log, keys, media });
  closers.push(() => chores.close());
  watchBackups(db, metrics, clock);
  watchOutbox(db, metrics);
  watchTimers(db, metrics);
  watchChannels(db, metrics);
  const access = createAccess({ db, projector: spine.projector, clock, chance, operatorToken: config.operator.token });
  await access.ensureOperator({ language: config.account_language, timezone: config.default_timezone });
  const isGateway = config.roles.includes("gateway");
  const insight = openInsight({ config, metrics, clock, log });
  closers.push(() => insight.close());
  const server = await startServer({
    healthOnly: !isGateway,
    settings: apiSettings(config),
    engine: {
      accept: spine.accept,
      stopTurn: (which) => spine.lanes.stopTurn(which),
      subscribe: spine.streams.subscribe,
      onTopic: spine.onTopic,
      outbox: spine.deadLetters,
      modelInfo: model.describe,
      ready: () => readiness(store, model),
    },
    db,
    projector: spine.projector,
    access,
    clock,
    chance,
    log,
    metrics,
    pageDir: options.pageDir,
    webhooks: [...(wired?.webhooks(spine.accept) ?? []), ...(options.webhooks?.(spine.accept) ?? [])],
    routes: wired?.routes ?? [],
    webBusyPolicy: config.channels.web.busy_policy,
    isWebOn: config.channels.web.enabled,
    defaultTimezone: config.default_timezone,
    publicUrl: config.server.public_url,
    media,
    backupDays: config.backups.nightly ? config.backups.keep : undefined,
    insight,
    scenes: openSceneBook({ db, projector: spine.projector, clock, chance, models: otherModels(modelParts), model, meaning }),
    friends: openFriendBook({ db, projector: spine.projector, clock, chance, keys, latePolicy: config.reminders.default_late_policy }),
    reminders: openReminderBook({
      db,
      projector: spine.projector,
      clock,
      chance,
      keys,
      latePolicy: config.reminders.default_late_policy,
      nightlyHour: config.reminders.nightly_hour,
      overlap: config.reminders.overlap,
    }),
  });
  closers.push(server.close);
  const url = config.server.public_url ?? server.url;
  store.publish({ url: server.url });
  // At a terminal the greeting says so.
  log[log.isPlain ? "debug" : "info"]({ url: server.url, model: model.describe.name, roles: config.roles }, "Meanwhile is ready");
  const operatorLink = isGateway ? await signInLink({ access, log }, url) : undefined;
  return { url: isGateway ? url : server.url, operatorLink, store, failed: store.failed, renewSecrets, close: on.close };
}

/** A model that can't be asked is no reason to take the product from people: reminders, stop and the page work without it. */
async function readiness(store: Store, { describe, trouble, embeddings }: Model): Promise<Readiness> {
  const { ok, checks } = await store.ready();
  const found = embeddings === undefined ? {} : { embeddings: embeddings.trouble() ?? "ok" };
  return { ok, checks: { ...checks, ...(describe.kind === "offline" ? {} : { model: trouble?.() ?? "ok" }), ...found } };
}

/** A wrong key is told at the start, before it seals anything. The key file is made when the first secret is. */
async function openKeys({ options: { config }, chance, log }: Opening, { db }: Store): Promise<Keys> {
  let keyring: Keyring | undefined;
  const keys = (): Keyring => {
    if (keyring !== undefined) return keyring;
    mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
    const file = keyFile(config.data_dir);
    keyring = openKeyring({ key: config.secret_key, file, randomBytes: (count) => chance.bytes(count) });
    if (keyring.readableByOthers) log.warn({ file }, "other users of this machine can read the key");
    return keyring;
  };
  await assertKeyFits(db, keys);
  return keys;
}

const moreChannels = ({ channels = [] }: AppOptions, ports: ChannelPorts): readonly Channel[] =>
  typeof channels === "function" ? channels(ports) : channels;

export const defaultPageDir = join(import.meta.dirname, "..", "dist", "console");
