import { hostname } from "node:os";
import { join } from "node:path";
import { channels } from "./channels/list.ts";
import { createMetrics } from "./api/metrics/metrics.ts";
import { createSystemChance, systemClock } from "./cli/system.ts";
import type { Config } from "./config.ts";
import { operatorTokensIn } from "./config/values.ts";
import { configSecrets } from "./config/secrets.ts";
import { type Clock, iso } from "./domain/ports/clock.ts";
import { noFailpoints } from "./domain/ports/failpoints.ts";
import { createAccess, type Access } from "./accounts/access.ts";
import { createLog, type LogSink } from "./log.ts";
import type { Base, Extras } from "./main/base.ts";
import { startBookingMails } from "./main/booking-mails.ts";
import { armFailpoint } from "./main/arm-failpoint.ts";
import { openPeerCalls, openPeers } from "./main/peers.ts";
import { openChannelSettings } from "./main/channel-settings.ts";
import { startChores } from "./main/chores.ts";
import { openEngines } from "./main/engines.ts";
import { openFront } from "./main/front.ts";
import { watchTables } from "./main/gauges.ts";
import { openMedia } from "./main/media.ts";
import { readFirstSentences } from "./main/warm-up.ts";
import { type KeySource, keySource } from "./main/keys.ts";
import { startTalkReading } from "./main/memory.ts";
import { openChatStates } from "./main/scenes.ts";
import { startSilenceRounds } from "./main/silence.ts";
import { wireFirstWords } from "./main/skills.ts";
import { openModels } from "./main/models.ts";
import { openOutsideCalendars } from "./main/outside-calendars.ts";
import { openOutsideServers } from "./main/tool-servers.ts";
import { openSpans } from "./main/spans.ts";
import { openTelemetry } from "./main/telemetry.ts";
import { rehearsalBySettings } from "./main/upgrade.ts";
import { openUsage } from "./main/usage.ts";
import { openWebhooks } from "./main/webhooks.ts";
import { serverActor } from "./main/audit-notes.ts";
import { noteChangedSettings } from "./main/settings-seen.ts";
import { beginSeals } from "./store/audit/audit.ts";
import { openStore, type Store } from "./store/open-store.ts";

export interface App {
  readonly url: string;
  /** Where this process itself listens, whatever its public address is. */
  readonly localUrl: string;
  /** Makes a sign-in link: one use, fifteen minutes. A process without the gateway makes none. */
  readonly operatorLink: (() => Promise<string>) | undefined;
  readonly store: Store;
  /** The settings, with those of channels that were saved in the page. */
  readonly config: Config;
  /** The language model in use, and its host. */
  readonly model: { readonly name: string; readonly host: string } | undefined;
  /** Resolves when something the product cannot live without is gone. */
  readonly failed: Promise<Error>;
  /**
   * Takes the webhook secrets, the operator's token and the bots of channels from a file that was
   * read again. Everything else waits for the next start.
   */
  renewSecrets(config: Config): void;
  close(): Promise<void>;
}

export interface AppOptions extends Extras {
  readonly config: Config;
  readonly logStream: { write(line: string): unknown; readonly isTTY?: boolean | undefined };
  /** The command that holds the data directory, for the process that finds it taken. */
  readonly command: string;
  /** The folder of the built page. */
  readonly pageDir: string;
  /** False: the first sentence that is read may hold up the others, and the start is shorter. */
  readonly warmsUp?: boolean;
}

/**
 * Everything, from the settings to a listening server. What was opened is closed again when a later
 * step fails.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const clock = options.clock ?? systemClock;
  const chance = createSystemChance(() => clock.now());
  const log = createLog({
    stream: options.logStream,
    level: config.log.level,
    secrets: configSecrets(config, options.channelList),
    now: () => clock.now(),
    messageText: config.log.message_text,
    format: config.log.format,
  });
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).toReversed())
      await step().catch((error: unknown) =>
        log.error({ error }, "a component did not stop cleanly"),
      );
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
  const { options, log, clock } = on;
  const { config } = options;
  const source = keySource({ config, chance: on.chance, log });
  const { keys } = source;
  let hasRead = options.warmsUp === false;
  const readFirst = (): void => {
    if (!hasRead) readFirstSentences(clock.now());
    hasRead = true;
  };
  const opened = await openBase(on, source, readFirst);
  const { store } = opened;
  await beginSeals({ db: store.db, clock, log }, serverActor("start"));
  await noteChangedSettings({ db: store.db, clock, keys, config }, serverActor("start"));
  const channelSettings = await openChannelSettings(opened, keys);
  const base: Base = { ...opened, config: channelSettings.config() };
  openTelemetry(base);
  const models = await openModels(base, keys);
  const outside = await openOutsideServers(base, keys, process.env);
  const media = await openMedia(base, keys);
  const usage = openUsage(base);
  const holder = `${hostname()}:${process.pid}:${Date.now()}`;
  readFirst();
  const peers = openPeerCalls(base, keys);
  const engines = await openEngines({
    base,
    peers,
    models,
    channelSettings,
    outside,
    keys,
    media,
    usage,
    extras: options,
    holder,
    zones: process.versions.tz ?? "unknown",
  });
  const { projector } = engines.spine;
  const chores = startChores({
    ...base,
    projector,
    keys,
    media,
    fileReader: engines.fileReader,
  });
  base.closers.push(() => chores.close());
  if (config.memory.read_talks && config.workers.background && config.roles.includes("worker")) {
    const reading = startTalkReading({
      ...base,
      db: store.db,
      projector,
      model: models.model,
      holder,
    });
    base.closers.push(() => reading.close());
  }
  if (config.workers.background && config.roles.includes("worker")) {
    const word = wireFirstWords({ config, model: models.model, states: openChatStates() });
    const rounds = startSilenceRounds({
      ...base,
      db: store.db,
      projector,
      word,
      teller: engines.spine.teller,
      holder,
    });
    base.closers.push(() => rounds.close());
  }
  watchTables(base);
  const access = createAccess({
    db: store.db,
    projector,
    clock,
    chance: base.chance,
    operatorTokens: operatorTokensIn(config.operator.token),
    signOnSessionMs: config.sign_in.session_hours * 3_600_000,
  });
  await access.ensureOperator({
    language: config.account_language,
    timezone: config.default_timezone,
  });
  startBookingMails(base, { config: channelSettings.config, keys, holder });
  const server = await openFront({
    base,
    webhooks: openWebhooks(base, { spine: engines.spine, keys, holder }),
    outsideCalendars: openOutsideCalendars(base, {
      spine: engines.spine,
      fileReader: engines.fileReader,
      keys,
      holder,
    }),
    peers:
      peers === undefined ? undefined : openPeers(base, { calls: peers, projector, keys, holder }),
    models,
    channelSettings,
    outside,
    engines,
    keys,
    media,
    usage,
    access,
    extras: options,
    pageDir: options.pageDir,
  });
  const isGateway = config.roles.includes("gateway");
  const url = config.server.public_url ?? server.url;
  store.publish({ url: server.url });
  // At a terminal the greeting says so.
  log[log.isPlain ? "debug" : "info"](
    { url: server.url, model: models.model.describe.name, roles: config.roles },
    "Meanwhile is ready",
  );
  return {
    url: isGateway ? url : server.url,
    localUrl: server.url,
    operatorLink: isGateway ? () => signInLink({ access, log }, url) : undefined,
    store,
    config: channelSettings.config(),
    model: models.place(),
    failed: store.failed,
    renewSecrets: (changed) => {
      engines.renewSecrets(changed);
      access
        .renewOperatorTokens(operatorTokensIn(changed.operator.token))
        .then((isNew) => isNew && log.info({}, "the operator's token was renewed"))
        .catch((error: unknown) =>
          log.error({ error }, "sessions of the operator's old token could not be ended"),
        );
    },
    close: on.close,
  };
}

async function openBase(
  { options, log, clock, chance, closers }: Opening,
  keys: KeySource,
  whileStarting: () => void,
): Promise<Base> {
  const { config, command, channelList = channels } = options;
  const store = await openStore({
    dataDir: config.data_dir,
    url: config.database.url,
    directUrl: config.database.direct_url,
    poolSize: config.database.pool_size,
    programs: config.database.programs,
    separateLogins: config.database.separate_logins,
    keys,
    rehearsal: rehearsalBySettings({ config, keys: keys.keys, clock, chance, log }),
    whileStarting,
    owner: { command, pid: process.pid, startedAt: iso(clock.now()) },
    uid: process.getuid?.() ?? -1,
    clock,
    log,
  });
  closers.push(store.close);
  const spans = openSpans();
  const failpoints = config.failpoint === undefined ? noFailpoints : armFailpoint(config.failpoint);
  return {
    config,
    channelList,
    store,
    clock,
    chance,
    log,
    metrics: createMetrics({ onSpan: spans.add }),
    spans,
    failpoints,
    closers,
  };
}

/** A sign-in link: one use, fifteen minutes. The log knows it as a secret before it is printed. */
async function signInLink(
  on: { readonly access: Access; readonly log: LogSink },
  url: string,
): Promise<string> {
  const link = await on.access.issueLink(serverActor("start"));
  on.log.addSecret(link.secret);
  return `${url.replace(/\/$/, "")}/#code=${link.secret}`;
}

export const defaultPageDir = join(import.meta.dirname, "..", "dist", "console");
