import { listFailedChannels } from "../accounts/channel-directory.ts";
import type { Engine, Readiness } from "../api/http/ports.ts";
import type { McpParts } from "../api/http/server-options.ts";
import { type RunningServer, startServer } from "../api/http/server.ts";
import type { Model } from "../domain/ports/model.ts";
import type { PeerDesk } from "../domain/views/peers.ts";
import type { OutsideCalendarsApi } from "../domain/views/outside-calendars.ts";
import type { WebhooksApi } from "../domain/views/webhooks.ts";
import type { Access } from "../accounts/access.ts";
import { openPasskeys } from "../accounts/passkeys/passkeys.ts";
import type { SweptMediaStore } from "../store/media/media-store.ts";
import { openProgramCalls } from "../store/program-calls.ts";
import type { Store } from "../store/open-store.ts";
import type { Base, Extras } from "./base.ts";
import type { Engines } from "./engines.ts";
import { openAddressAdmin } from "./address-admin.ts";
import { openChannelAdmin } from "./channel-admin.ts";
import { describeChannels } from "./channel-catalog.ts";
import type { ChannelSettings } from "./channel-settings.ts";
import { openBookings } from "./bookings.ts";
import { openFriendsApi } from "./friends.ts";
import { openCompanionApi, openInitiativeApi, openMemoryApi, openReviewApi } from "./memory.ts";
import { listSearchTerms, parseSearch } from "../recall/search-terms.ts";
import { openInsight } from "./insight.ts";
import { openModelAdmin } from "./model-admin.ts";
import type { Models } from "./models.ts";
import { openCalendarObjects, openRemindersApi } from "./reminders.ts";
import { openScenesApi, openSharedStories } from "./scenes.ts";
import { apiSettings } from "./settings.ts";
import { openProxySignOnBySettings, openSignOnBySettings } from "./sign-on.ts";
import { listBackups } from "../store/backup/backup-files.ts";
import { openArchivePlace } from "./archive.ts";
import { openBackupsApi } from "./backups.ts";
import { backupDirectory } from "./chores.ts";
import type { OutsideServers } from "./tool-servers.ts";
import type { Usage } from "./usage.ts";
import { readVersion } from "./version.ts";
import type { Keys } from "../store/secrets.ts";

export interface FrontOptions {
  readonly base: Base;
  readonly models: Models;
  readonly channelSettings: ChannelSettings;
  readonly outside: OutsideServers;
  readonly engines: Engines;
  readonly keys: Keys;
  readonly media: SweptMediaStore | undefined;
  readonly access: Access;
  readonly usage: Usage;
  readonly webhooks: WebhooksApi;
  readonly outsideCalendars: OutsideCalendarsApi;
  readonly peers: PeerDesk | undefined;
  readonly extras: Extras;
  readonly pageDir: string;
}

/** The API and the page, listening. */
export async function openFront(options: FrontOptions): Promise<RunningServer> {
  const { base, access, media, extras } = options;
  const { config, channelList, store, clock, chance, log, metrics, closers } = base;
  const { spine, wired } = options.engines;
  const currentConfig = options.channelSettings.config;
  const insight = openInsight({
    config: currentConfig,
    channelList,
    metrics,
    db: store.db,
    process: chance.id(),
    clock,
    log,
  });
  closers.push(() => insight.close());
  const server = await startServer({
    healthOnly: !config.roles.includes("gateway"),
    settings: apiSettings(config),
    engine: engineOf(options),
    db: store.db,
    projector: spine.projector,
    access,
    backups: openBackupsApi(base, { projector: spine.projector, keys: options.keys }),
    passkeys: openPasskeys({
      db: store.db,
      projector: spine.projector,
      clock,
      chance,
      access,
      keys: options.keys,
    }),
    signOn: openSignOnBySettings(base, {
      access,
      keys: options.keys,
      projector: spine.projector,
    }),
    proxySignOn: openProxySignOnBySettings(base, spine.projector),
    clock,
    chance,
    log,
    metrics,
    pageDir: options.pageDir,
    webhooks: extras.webhooks?.(spine.accept) ?? [],
    channelWebhooks: {
      addresses: channelList.flatMap(({ webhooks }) => webhooks),
      list: wired.webhooks,
    },
    routes: wired.routes,
    channelCatalog: describeChannels(channelList, wired),
    channelAdmin: openChannelAdmin(base, options.channelSettings, wired),
    webBusyPolicy: config.channels.web.busy_policy,
    isWebOn: config.channels.web.enabled,
    defaultTimezone: config.default_timezone,
    publicUrl: () => currentConfig().server.public_url,
    addressAdmin: openAddressAdmin(base, options.channelSettings),
    media,
    archives: openArchivePlace(config, clock),
    backupDays: async () =>
      config.backups.nightly || (await listBackups(backupDirectory(config))).length > 0
        ? config.backups.keep
        : undefined,
    quotas: options.usage.limits,
    insight,
    modelAdmin: openModelAdmin(base, options.models),
    toolServers: options.outside.admin,
    toolSignIn: options.outside.signIn,
    ownToolServers: (accountId) => options.outside.own(accountId),
    eventWebhooks: options.webhooks,
    outsideCalendars: options.outsideCalendars,
    peers: options.peers,
    searchWords: { listTerms: listSearchTerms, parse: parseSearch },
    mcp: openMcpParts(options),
    ...openSkillApis(options),
  });
  closers.push(server.close);
  return server;
}

function engineOf({
  base: { store },
  models: { model },
  engines: { spine, wired },
}: FrontOptions): Engine {
  return {
    accept: spine.accept,
    stopTurn: (which) => spine.lanes.stopTurn(which),
    subscribe: spine.streams.subscribe,
    onTopic: spine.onTopic,
    outbox: spine.deadLetters,
    get modelInfo() {
      return model.describe;
    },
    ready: () => readiness(store, model, wired.list()),
  };
}

/** What programs reach over MCP, beside the skills. */
const openMcpParts = ({ base: { config, store }, engines, keys }: FrontOptions): McpParts => ({
  teller: engines.spine.teller,
  calls: openProgramCalls(store.db),
  seals: {
    seal: (plain, purpose) => keys().seal(plain, purpose),
    open: (sealed, purpose) => keys().open(sealed, purpose),
  },
  version: readVersion(),
  linkHosts: config.model.link_hosts,
});

/** Stories, friends and reminders, for programs and the page. */
function openSkillApis({
  base: { config, store, clock, chance },
  models,
  engines,
  keys,
}: FrontOptions) {
  const on = {
    db: store.db,
    projector: engines.spine.projector,
    clock,
    chance,
    fileReader: engines.fileReader,
    outlook: engines.spine.outlook,
  };
  const { default_late_policy: latePolicy, nightly_hour: nightlyHour, overlap } = config.reminders;
  const friends = openFriendsApi({ ...on, keys, latePolicy });
  const reminders = { ...on, keys, latePolicy, nightlyHour, overlap };
  return {
    scenes: openScenesApi({
      ...on,
      models: models.others,
      model: models.model,
      semanticSearch: models.semanticSearch,
    }),
    sharedStories: openSharedStories({ ...on, keys }),
    memory: openMemoryApi(on),
    review: openReviewApi(on),
    initiative: openInitiativeApi(on),
    companion: openCompanionApi(on),
    friends,
    ...openBookings({ ...on, keys, latePolicy }),
    reminders: openRemindersApi(reminders),
    calendar: openCalendarObjects(reminders, friends),
  };
}

const listFailed = (store: Store, running: readonly { readonly name: string }[]) =>
  listFailedChannels(
    store.db,
    running.map(({ name }) => name),
  ).catch(() => ({}));

/**
 * A model that can't be asked, or a bot that another program has taken over, does not make the
 * product unready: reminders, stop and the page work without it.
 */
async function readiness(
  store: Store,
  { describe, trouble, embeddings }: Model,
  running: readonly { readonly name: string }[],
): Promise<Readiness> {
  const { ok, checks } = await store.ready();
  const bots = ok ? await listFailed(store, running) : {};
  const found = embeddings === undefined ? {} : { embeddings: embeddings.trouble() ?? "ok" };
  return {
    ok,
    checks: {
      ...checks,
      ...bots,
      ...(describe.kind === "offline" ? {} : { model: trouble?.() ?? "ok" }),
      ...found,
    },
  };
}
