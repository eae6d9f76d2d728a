import { openAccounts } from "../inbound/accounts.ts";
import { openIdentities } from "../inbound/identities.ts";
import type { AuditTrail } from "./audit-trail.ts";
import type { ChangeHub } from "./change-hub.ts";
import type { Limits } from "./pipeline.ts";
import type { Route } from "./route.ts";
import { accountAdminRoutes } from "./routes/account-admin-routes.ts";
import { accountRoutes } from "./routes/account-routes.ts";
import { activityRoutes } from "./routes/activity-routes.ts";
import { auditRoutes } from "./routes/audit-routes.ts";
import { calendarRoutes } from "./routes/calendar-routes.ts";
import { changeRoutes } from "./routes/change-routes.ts";
import { channelRoutes } from "./routes/channel-routes.ts";
import { conversationRoutes } from "./routes/conversation-routes.ts";
import { deliveryRoutes } from "./routes/delivery-routes.ts";
import { exportRoutes } from "./routes/export-routes.ts";
import { friendRoutes } from "./routes/friend-routes.ts";
import { insightRoutes } from "./routes/insight-routes.ts";
import { ownChannelRoutes } from "./routes/own-channel-routes.ts";
import { withChosenIds } from "./routes/own-chat-ids.ts";
import { ownSessionRoutes } from "./routes/own-session-routes.ts";
import { reminderRoutes } from "./routes/reminder-routes.ts";
import { reportRoutes } from "./routes/report-routes.ts";
import { sceneRoutes } from "./routes/scene-routes.ts";
import { sessionRoutes } from "./routes/session-routes.ts";
import { sharedRoutes } from "./routes/shared-routes.ts";
import { tokenRoutes } from "./routes/token-routes.ts";
import { usageRoutes } from "./routes/usage-routes.ts";
import { wechatLoginPath } from "./routes/wechat-routes.ts";
import type { ServerOptions } from "./server-options.ts";
import type { StreamHub } from "./stream-hub.ts";
import { webhookRoute } from "./webhook-route.ts";

export interface GatewayParts extends ServerOptions {
  readonly hub: StreamHub;
  readonly changes: ChangeHub;
  readonly limits: Limits;
  readonly audit: AuditTrail;
  /** Where people reach this server; known when it listens. */
  readonly ownUrl: () => string;
}

/** Everything that people, programs and vendors can ask for. */
export function gatewayRoutes(on: GatewayParts): readonly Route[] {
  const { clock } = on;
  const publicUrl = (): string => on.publicUrl ?? on.ownUrl();
  const accounts = openAccounts({ ...on, stop: (which) => on.engine.stopTurn(which), friends: on.friends, media: on.media });
  return [
    ...sessionRoutes(on),
    ...ownSessionRoutes(on),
    ...accountRoutes({ ...on, accounts, defaultTimezone: on.defaultTimezone ?? "UTC" }),
    ...accountAdminRoutes({ accounts, clock, backupDays: on.backupDays }),
    ...exportRoutes({ ...on, accounts, media: on.media }),
    ...auditRoutes(on),
    ...(on.insight === undefined ? [] : insightRoutes(on.insight)),
    ...(on.quotas === undefined ? [] : usageRoutes({ db: on.db, clock, limits: on.quotas, zone: on.defaultTimezone ?? "UTC" })),
    ...(on.isWebOn === false
      ? []
      : conversationRoutes({ ...on, busyPolicy: on.webBusyPolicy ?? "queue" }).map((each) =>
          each.path === "/api/conversations" ? withChosenIds(on, each) : each,
        )),
    ...deliveryRoutes(on),
    ...tokenRoutes(on),
    ...activityRoutes(on),
    ...changeRoutes(on),
    ...ownChannelRoutes({
      ...on,
      publicUrl,
      webhooks: () => on.webhooks,
      canLinkWechat: on.routes?.some(({ path }) => path === wechatLoginPath) ?? false,
    }),
    ...reportRoutes(on),
    ...channelRoutes({ ...on, identities: openIdentities(on), publicUrl }),
    ...(on.reminders === undefined ? [] : reminderRoutes({ reminders: on.reminders })),
    ...(on.reminders === undefined ? [] : calendarRoutes({ reminders: on.reminders, publicUrl })),
    ...(on.friends === undefined
      ? []
      : [...friendRoutes({ friends: on.friends, publicUrl, guesses: on.limits.guesses }), ...sharedRoutes({ friends: on.friends })]),
    ...(on.scenes === undefined ? [] : sceneRoutes({ ...on, scenes: on.scenes })),
    ...(on.routes ?? []),
    ...on.webhooks.map(webhookRoute),
  ];
}
