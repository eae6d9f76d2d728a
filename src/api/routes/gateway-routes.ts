import { openAccounts } from "../../accounts/accounts.ts";
import { openIdentities } from "../../accounts/identities.ts";
import type { AuditTrail } from "../http/audit-trail.ts";
import type { ChangeHub } from "../streams/change-hub.ts";
import type { Limits } from "../http/pipeline.ts";
import type { Route } from "../http/route.ts";
import { accountAdminRoutes } from "./account-admin-routes.ts";
import { addressRoutes } from "./address-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { activityRoutes } from "./activity-routes.ts";
import { appPasswordRoutes } from "./app-password-routes.ts";
import { backupRoutes } from "./backup-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { caldavRoutes } from "./caldav-routes.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { changeRoutes } from "./change-routes.ts";
import { channelSettingsRoutes } from "./channel-settings-routes.ts";
import { channelRoutes } from "./channel-routes.ts";
import { conversationRoutes } from "./conversation-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { eventWebhookRoutes } from "./event-webhook-routes.ts";
import { exportRoutes } from "./export-routes.ts";
import { friendRoutes } from "./friend-routes.ts";
import { insightRoutes } from "./insight-routes.ts";
import { companionRoutes } from "./companion-routes.ts";
import { initiativeRoutes } from "./initiative-routes.ts";
import { mcpRoutes } from "./mcp-routes.ts";
import { memoryRoutes } from "./memory-routes.ts";
import { reviewRoutes } from "./review-routes.ts";
import { modelRoutes } from "./model-routes.ts";
import { toolServerRoutes } from "./tool-server-routes.ts";
import { toolSignInRoutes } from "./tool-sign-in-routes.ts";
import { ownToolServerRoutes } from "./own-tool-server-routes.ts";
import { bookingRoutes } from "./booking-routes.ts";
import { freePageRoutes } from "./free-page-routes.ts";
import { peerRoutes } from "./peer-routes.ts";
import { outsideCalendarRoutes } from "./outside-calendar-routes.ts";
import { ownChannelRoutes } from "./own-channel-routes.ts";
import { withChosenIds } from "./own-chat-ids.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { ownSessionRoutes } from "./own-session-routes.ts";
import { reminderRoutes } from "./reminder-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { sceneRoutes } from "./scene-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { createSharedStoryRoutes } from "./shared-story-routes.ts";
import { sharingRoutes } from "./shared-routes.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { signOnRoutes } from "./sign-on-routes.ts";
import { tokenRoutes } from "./token-routes.ts";
import { usageRoutes } from "./usage-routes.ts";
import type { ServerOptions } from "../http/server-options.ts";
import type { ProgramStreams } from "../streams/program-streams.ts";
import type { StreamHub } from "../streams/stream-hub.ts";
import { channelWebhookRoutes, webhookRoute } from "./webhook-route.ts";

export interface GatewayParts extends ServerOptions {
  readonly hub: StreamHub;
  readonly changes: ChangeHub;
  readonly programs: ProgramStreams;
  readonly limits: Limits;
  readonly audit: AuditTrail;
  /** The server's public address; known once it listens. */
  readonly ownUrl: () => string;
}

/** Routes of conversations whose answers name the story that is played there. */
const namesStories: readonly string[] = [
  "/api/conversations",
  "/api/conversations/{id}",
  "/api/messages/search",
];

/** Every route for people, programs and vendors. */
export function gatewayRoutes(on: GatewayParts): readonly Route[] {
  const { clock } = on;
  const publicUrl = (): string => on.publicUrl?.() ?? on.ownUrl();
  const accounts = openAccounts({
    ...on,
    stop: (which) => on.engine.stopTurn(which),
    friends: on.friends,
    stories: on.sharedStories,
    media: on.media,
  });
  return [
    ...sessionRoutes(on),
    ...ownSessionRoutes(on),
    ...(on.passkeys === undefined ? [] : passkeyRoutes({ ...on, passkeys: on.passkeys })),
    ...signOnRoutes({ ...on, publicUrl }),
    ...accountRoutes({ ...on, accounts, defaultTimezone: on.defaultTimezone ?? "UTC" }),
    ...invitationRoutes({ ...on, publicUrl, defaultTimezone: on.defaultTimezone ?? "UTC" }),
    ...accountAdminRoutes({ accounts, clock, backupDays: on.backupDays }),
    ...exportRoutes({ ...on, accounts, media: on.media, archives: on.archives }),
    ...(on.backups === undefined ? [] : backupRoutes(on.backups)),
    ...auditRoutes(on),
    ...(on.insight === undefined ? [] : insightRoutes(on.insight)),
    ...setupRoutes(on),
    ...(on.outsideCalendars === undefined ? [] : outsideCalendarRoutes(on.outsideCalendars)),
    ...(on.eventWebhooks === undefined ? [] : eventWebhookRoutes(on.eventWebhooks)),
    ...(on.quotas === undefined
      ? []
      : usageRoutes({ db: on.db, clock, limits: on.quotas, zone: on.defaultTimezone ?? "UTC" })),
    ...(on.isWebOn === false
      ? []
      : conversationRoutes({ ...on, busyPolicy: on.webBusyPolicy ?? "queue" }).map((each) =>
          namesStories.includes(each.path) ? withChosenIds(on, each) : each,
        )),
    ...deliveryRoutes(on),
    ...tokenRoutes(on),
    ...activityRoutes(on),
    ...changeRoutes(on),
    ...ownChannelRoutes({
      ...on,
      publicUrl,
      webhooks: () => [...(on.channelWebhooks?.list() ?? []), ...on.webhooks],
    }),
    ...reportRoutes(on),
    ...channelRoutes({ ...on, identities: openIdentities(on), publicUrl }),
    ...skillRoutes(on, publicUrl),
    ...mcpRoutes({ ...on, publicUrl }),
    ...(on.calendar === undefined
      ? []
      : [
          ...appPasswordRoutes({ ...on, publicUrl }),
          ...caldavRoutes({ db: on.db, objects: on.calendar }),
        ]),
    ...(on.routes ?? []),
    ...on.webhooks.map(webhookRoute),
    ...(on.channelWebhooks === undefined ? [] : channelWebhookRoutes(on.channelWebhooks)),
  ];
}

/** What is set up in the page: the model, the address, channels and tools of other programs. */
function setupRoutes(on: GatewayParts): readonly Route[] {
  // A newcomer with the first sign-in link has no token to show before a model is connected.
  const isGuarded = (): boolean =>
    on.modelAdmin !== undefined && on.modelAdmin.read().in_use !== "none";
  return [
    ...(on.modelAdmin === undefined ? [] : modelRoutes(on.modelAdmin)),
    ...(on.addressAdmin === undefined
      ? []
      : addressRoutes({ admin: on.addressAdmin, ownUrl: on.ownUrl, isGuarded })),
    ...(on.channelAdmin === undefined ? [] : channelSettingsRoutes(on.channelAdmin)),
    ...(on.toolServers === undefined ? [] : toolServerRoutes(on.toolServers, isGuarded)),
    ...(on.toolSignIn === undefined ? [] : toolSignInRoutes(on.toolSignIn, isGuarded)),
    ...(on.ownToolServers === undefined ? [] : ownToolServerRoutes(on.ownToolServers)),
  ];
}

/** Routes of the skills that are switched on. */
const skillRoutes = (on: GatewayParts, publicUrl: () => string): readonly Route[] => [
  ...(on.reminders === undefined ? [] : reminderRoutes({ reminders: on.reminders })),
  ...(on.reminders === undefined ? [] : calendarRoutes({ reminders: on.reminders, publicUrl })),
  ...(on.bookings === undefined ? [] : bookingRoutes({ bookings: on.bookings, publicUrl })),
  ...(on.peers === undefined ? [] : peerRoutes({ peers: on.peers, clock: on.clock })),
  ...(on.freePage === undefined ? [] : freePageRoutes({ freePage: on.freePage, clock: on.clock })),
  ...(on.friends === undefined
    ? []
    : [
        ...friendRoutes({ friends: on.friends, publicUrl, guesses: on.limits.guesses }),
        ...sharingRoutes({ friends: on.friends }),
      ]),
  ...(on.memory === undefined ? [] : memoryRoutes({ memory: on.memory })),
  ...(on.companion === undefined ? [] : companionRoutes({ companion: on.companion })),
  ...(on.initiative === undefined ? [] : initiativeRoutes({ initiative: on.initiative })),
  ...(on.review === undefined ? [] : reviewRoutes({ review: on.review })),
  ...(on.scenes === undefined ? [] : sceneRoutes({ ...on, scenes: on.scenes })),
  ...(on.scenes === undefined || on.sharedStories === undefined
    ? []
    : createSharedStoryRoutes({
        ...on,
        scenes: on.scenes,
        sharedStories: on.sharedStories,
        publicUrl,
      })),
];
