import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { BackupsApi } from "../../domain/views/backups.ts";
import type { CalendarObjects } from "../../domain/views/calendar-objects.ts";
import type { FriendsApi } from "../../domain/views/friends.ts";
import type { CompanionApi } from "../../domain/views/companion.ts";
import type { InitiativeApi } from "../../domain/views/initiative.ts";
import type { MemoryApi } from "../../domain/views/memory.ts";
import type { ReviewApi } from "../../domain/views/review.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type { ExportAsk } from "../../store/export-account.ts";
import type { BusyPolicy } from "../../domain/message.ts";
import type { ChannelAdmin } from "../../domain/views/channel-settings.ts";
import type { AddressAdmin } from "../../domain/views/public-address.ts";
import type { ModelAdmin } from "../../domain/views/model-connection.ts";
import type { OwnToolServers } from "../../domain/views/own-tool-servers.ts";
import type { ToolServerAdmin } from "../../domain/views/tool-servers.ts";
import type { ToolSignInAdmin } from "../../domain/views/tool-sign-in-admin.ts";
import type { RemindersApi } from "../../domain/views/reminders.ts";
import type { SharedStoriesApi } from "../../domain/views/shared-stories.ts";
import type { ScenesApi } from "../../domain/views/scenes.ts";
import type { BookingsApi, FreePageApi } from "../../domain/views/bookings.ts";
import type { PeerDesk } from "../../domain/views/peers.ts";
import type { OutsideCalendarsApi } from "../../domain/views/outside-calendars.ts";
import type { WebhooksApi } from "../../domain/views/webhooks.ts";
import type { ChannelWebhook, ChannelWebhooks } from "../../domain/webhook.ts";
import type { Access } from "../../accounts/access.ts";
import type { Passkeys } from "../../accounts/passkeys/passkeys.ts";
import type { SignOn } from "../../accounts/sign-on/sign-on.ts";
import type { ProxySignOn } from "../../accounts/sign-on/proxy.ts";
import type { Limits } from "../../domain/quotas.ts";
import type { Database } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import type { ApiSettings, Engine, MetricsPage } from "./ports.ts";
import type { Route } from "./route.ts";
import type { ChannelCatalog } from "../views/channel-catalog.ts";
import type { SearchWords } from "../views/message-search.ts";
import type { McpDeps } from "../../mcp/ports.ts";
import type { InsightDeps } from "../routes/insight-routes.ts";

export type McpParts = Pick<McpDeps, "teller" | "calls" | "seals" | "version"> & {
  /** Hosts that links of every program may lead to. */
  readonly linkHosts: readonly string[];
};

export interface ServerOptions {
  readonly settings: ApiSettings;
  readonly engine: Engine;
  readonly access: Access;
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Sign-in by an OpenID provider. Without it its routes are missing. */
  readonly passkeys?: Passkeys | undefined;
  readonly backups?: BackupsApi | undefined;
  readonly signOn?: SignOn | undefined;
  readonly proxySignOn?: ProxySignOn | undefined;
  readonly log: Log;
  readonly metrics: Metrics & MetricsPage;
  readonly pageDir: string;
  /** Addresses that vendors call and that never change. */
  readonly webhooks: readonly ChannelWebhook[];
  /** Those of channels, which are switched on and off while the server runs. */
  readonly channelWebhooks?: ChannelWebhooks | undefined;
  /** The channels that exist, in words. */
  readonly channelCatalog: ChannelCatalog;
  /** A worker process serves only health and metrics. */
  readonly healthOnly?: boolean | undefined;
  /** Additional routes, which go through the same pipeline. */
  readonly routes?: readonly Route[] | undefined;
  /** The reminders. Without them their routes are missing. */
  readonly reminders?: RemindersApi | undefined;
  /** The person's entries for calendar programs. Without them there is no calendar server. */
  readonly calendar?: CalendarObjects | undefined;
  /** Friends and what they share. Without them their routes are missing. */
  readonly friends?: FriendsApi | undefined;
  readonly memory?: MemoryApi | undefined;
  readonly initiative?: InitiativeApi | undefined;
  readonly companion?: CompanionApi | undefined;
  readonly review?: ReviewApi | undefined;
  /** What programs reach over MCP in addition to the skills. Without it there is no endpoint. */
  readonly mcp?: McpParts | undefined;
  /** The stories. Without them their routes are missing. */
  readonly scenes?: ScenesApi | undefined;
  /** Stories of several people. Without them their routes are missing. */
  readonly sharedStories?: SharedStoriesApi | undefined;
  /** Message attachments, for exports and erasures. */
  readonly media?: MediaStore | undefined;
  /** Words of old model calls, for exports. */
  readonly archives?: ExportAsk["archives"];
  /**
   * Days after which a backup with an erased account's data is deleted; undefined without backups.
   */
  readonly backupDays?: (() => Promise<number | undefined>) | undefined;
  /** Limits of accounts and of the server. Without them the usage routes are missing. */
  readonly quotas?: Limits | undefined;
  /** How the server is doing, for operators. Without it its routes are missing. */
  readonly insight?: InsightDeps | undefined;
  /** The language model's connection. Without it its routes are missing. */
  readonly modelAdmin?: ModelAdmin | undefined;
  /** The channels' settings. Without them their routes are missing. */
  readonly channelAdmin?: ChannelAdmin | undefined;
  /** Outside servers of tools. Without them their routes are missing. */
  readonly toolServers?: ToolServerAdmin | undefined;
  readonly toolSignIn?: ToolSignInAdmin | undefined;
  readonly ownToolServers?: ((accountId: string) => OwnToolServers) | undefined;
  /** Pages of free times, for their owners and for visitors. Without them their routes are missing. */
  readonly bookings?: BookingsApi | undefined;
  readonly freePage?: FreePageApi | undefined;
  /** Other installations. Without them their route is missing. */
  readonly peers?: PeerDesk | undefined;
  /** Calendars elsewhere that people follow. Without them their routes are missing. */
  readonly outsideCalendars?: OutsideCalendarsApi | undefined;
  /** Addresses that hear of people's reminders and stories. Without them their routes are missing. */
  readonly eventWebhooks?: WebhooksApi | undefined;
  /** How texts become words, for the search over messages. Without it that is missing. */
  readonly searchWords?: SearchWords | undefined;
  /** Whether people can chat on the page. */
  readonly isWebOn?: boolean | undefined;
  /** How a message on the page affects a running turn. */
  readonly webBusyPolicy?: BusyPolicy | undefined;
  /** For accounts that the operator creates without a time zone. */
  readonly defaultTimezone?: string | undefined;
  /** The server's public address, for links. Default: its own address. */
  readonly publicUrl?: (() => string | undefined) | undefined;
  readonly addressAdmin?: AddressAdmin | undefined;
}
