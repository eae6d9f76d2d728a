import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Chance, Clock } from "../domain/clock.ts";
import type { Log, Metrics } from "../domain/log.ts";
import type { BusyPolicy } from "../domain/message.ts";
import type { FriendBook } from "../domain/friend-book.ts";
import type { InsightDeps } from "./routes/insight-routes.ts";
import type { MediaStore } from "../domain/media.ts";
import type { ReminderBook } from "../domain/reminder-book.ts";
import type { SceneBook } from "../domain/scenes.ts";
import type { Access } from "../inbound/access.ts";
import { openAccounts } from "../inbound/accounts.ts";
import { openIdentities } from "../inbound/identities.ts";
import type { Database } from "../store/database.ts";
import type { Projector } from "../store/projector.ts";
import { createApp, describeRoutes } from "./app.ts";
import { createAuditTrail } from "./audit-trail.ts";
import { answerBrokenRequests, createDoor } from "./door.ts";
import { createPage } from "./page.ts";
import { createPeerOf } from "./peer.ts";
import type { Limits } from "./pipeline.ts";
import type { ApiSettings, Engine, MetricsPage, RateSettings } from "./ports.ts";
import type { ChannelWebhook } from "../domain/webhook.ts";
import { createRateLimit, type RateLimit } from "../inbound/rate-limit.ts";
import type { Route } from "./route.ts";
import { accountAdminRoutes } from "./routes/account-admin-routes.ts";
import { accountRoutes } from "./routes/account-routes.ts";
import { activityRoutes } from "./routes/activity-routes.ts";
import { auditRoutes } from "./routes/audit-routes.ts";
import { exportRoutes } from "./routes/export-routes.ts";
import { insightRoutes } from "./routes/insight-routes.ts";
import { calendarRoutes } from "./routes/calendar-routes.ts";
import { changeRoutes } from "./routes/change-routes.ts";
import { channelRoutes } from "./routes/channel-routes.ts";
import { wechatLoginPath } from "./routes/wechat-routes.ts";
import { ownChannelRoutes } from "./routes/own-channel-routes.ts";
import { reportRoutes } from "./routes/report-routes.ts";
import { conversationRoutes } from "./routes/conversation-routes.ts";
import { friendRoutes } from "./routes/friend-routes.ts";
import { sharedRoutes } from "./routes/shared-routes.ts";
import { operatorRoutes } from "./routes/operator-routes.ts";
import { reminderRoutes } from "./routes/reminder-routes.ts";
import { sceneRoutes } from "./routes/scene-routes.ts";
import { sessionRoutes } from "./routes/session-routes.ts";
import { systemRoutes } from "./routes/system-routes.ts";
import { createStraightThrough } from "./straight-through.ts";
import { createStreamHub } from "./stream-hub.ts";
import { createChangeHub } from "./change-hub.ts";
import { webhookRoute } from "./webhook-route.ts";

export interface ServerOptions {
  readonly settings: ApiSettings;
  readonly engine: Engine;
  readonly access: Access;
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics & MetricsPage;
  readonly pageDir: string;
  readonly webhooks: readonly ChannelWebhook[];
  /** A process that only works answers for its health and its figures, and for nothing else. */
  readonly healthOnly?: boolean | undefined;
  /** Routes of skills and later rooms. They go through the same pipeline. */
  readonly routes?: readonly Route[] | undefined;
  /** Where reminders are kept. Without it there are no routes for them. */
  readonly reminders?: ReminderBook | undefined;
  /** Friends and what they share. Without it there are no routes for them. */
  readonly friends?: FriendBook | undefined;
  /** Where stories are kept. Without it there are no routes for them. */
  readonly scenes?: SceneBook | undefined;
  /** Files that came with messages, for exports and erasures. */
  readonly media?: MediaStore | undefined;
  /** After so many days a nightly backup is dropped; none are made when not set. */
  readonly backupDays?: number | undefined;
  /** How the server is doing, for operators. Without it there are no routes for it. */
  readonly insight?: InsightDeps | undefined;
  /** Whether people can talk on the page. */
  readonly isWebOn?: boolean | undefined;
  /** What a message on the page does to a turn that runs. */
  readonly webBusyPolicy?: BusyPolicy | undefined;
  /** For accounts that the operator makes without saying where they are. */
  readonly defaultTimezone?: string | undefined;
  /** Where people reach this server, for links. Its own address when not set. */
  readonly publicUrl?: string | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Every route with its class, for whoever checks that none is open by mistake. */
  readonly routes: readonly Pick<Route, "method" | "path" | "auth" | "roles">[];
  /** Takes nothing new, ends streams with a hint when to come back, and gives requests a few seconds to finish. */
  close(): Promise<void>;
}

const closeGraceMs = 5_000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, clock, log, metrics } = options;
  const limits = createLimits(settings.limits, clock);
  const hub = createStreamHub(options);
  const changes = createChangeHub(options);
  const on = { ...options, hub, changes, limits, audit: createAuditTrail(options) };
  let ownUrl = "";
  let document: Readonly<Record<string, unknown>> | undefined;
  // To describe all routes takes as long as a quarter of the start, and hardly anybody asks.
  const system = systemRoutes({ ...on, document: () => (document ??= describeRoutes(app, routes)) });
  const accounts = openAccounts({ ...on, stop: (which) => options.engine.stopTurn(which), friends: options.friends, media: options.media });
  const gateway = (): readonly Route[] => [
    ...sessionRoutes(on),
    ...accountRoutes({ ...on, accounts, defaultTimezone: options.defaultTimezone ?? "UTC" }),
    ...accountAdminRoutes({ accounts, clock, backupDays: options.backupDays }),
    ...exportRoutes({ ...on, accounts, media: options.media }),
    ...auditRoutes(on),
    ...(options.insight === undefined ? [] : insightRoutes(options.insight)),
    ...(options.isWebOn === false ? [] : conversationRoutes({ ...on, busyPolicy: options.webBusyPolicy ?? "queue" })),
    ...operatorRoutes(on),
    ...activityRoutes(on),
    ...changeRoutes(on),
    ...ownChannelRoutes({
      ...on,
      publicUrl: () => options.publicUrl ?? ownUrl,
      webhooks: () => options.webhooks,
      canLinkWechat: options.routes?.some(({ path }) => path === wechatLoginPath) ?? false,
    }),
    ...reportRoutes(on),
    ...channelRoutes({ ...on, identities: openIdentities(on), publicUrl: () => options.publicUrl ?? ownUrl }),
    ...(options.reminders === undefined ? [] : reminderRoutes({ reminders: options.reminders })),
    ...(options.reminders === undefined
      ? []
      : calendarRoutes({ reminders: options.reminders, publicUrl: () => options.publicUrl ?? ownUrl })),
    ...(options.friends === undefined
      ? []
      : [
          ...friendRoutes({ friends: options.friends, publicUrl: () => options.publicUrl ?? ownUrl }),
          ...sharedRoutes({ friends: options.friends }),
        ]),
    ...(options.scenes === undefined ? [] : sceneRoutes({ ...on, scenes: options.scenes })),
    ...(options.routes ?? []),
    ...options.webhooks.map(webhookRoute),
  ];
  const routes: readonly Route[] = options.healthOnly === true ? system : [...system, ...gateway()];
  const peerOf = createPeerOf(settings.trustedProxies);
  const app = createApp({ pipeline: on, page: options.healthOnly === true ? undefined : createPage(options.pageDir), log }, routes);
  const inside = getRequestListener(app.fetch);
  const straight = createStraightThrough({ pipeline: on, log }, routes);
  const door = createDoor(
    { peerOf, allowedHosts: settings.allowedHosts, clock, log, metrics },
    (incoming, outgoing) => straight(incoming, outgoing) || void inside(incoming, outgoing),
  );
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: settings.requestTimeoutMs,
      requestTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 30_000,
    },
    door,
  );
  answerBrokenRequests(server);
  // While it closes, a server waits for connections, not for requests: each is let go with its last answer.
  server.on("request", (_incoming, outgoing) =>
    outgoing.once("close", () => !server.listening && setImmediate(() => server.closeIdleConnections())),
  );
  await listen(server, settings);
  const { port } = server.address() as AddressInfo;
  ownUrl = `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${port}`;
  return {
    port,
    url: ownUrl,
    routes,
    close: () => close(server, [hub, changes], clock),
  };
}

function createLimits(rates: RateSettings, clock: Clock): Limits & { readonly signIn: RateLimit } {
  const perMinute = (burst: number): RateLimit => createRateLimit({ clock, burst, refillMs: 60_000 });
  const perQuarter = (burst: number): RateLimit => createRateLimit({ clock, burst, refillMs: 15 * 60_000 });
  return {
    ip: perMinute(rates.perIpPerMinute),
    credential: perMinute(rates.perCredentialPerMinute),
    account: perMinute(rates.perAccountPerMinute),
    webhook: perMinute(rates.webhooksPerIpPerMinute),
    signIn: perQuarter(rates.signInFailuresPer15Minutes),
    // A program with an old token tries a few times before somebody looks; more than that is guessing.
    guesses: perQuarter(rates.signInFailuresPer15Minutes * 10),
  };
}

function listen(server: Server, settings: ApiSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function close(server: Server, hubs: readonly { close(): Promise<void> }[], clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive would hold the server open after its last answer.
  server.on("request", (_incoming, outgoing: ServerResponse) => {
    if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
  });
  const done = new AbortController();
  const late = clock.wait(closeGraceMs, done.signal).then(() => server.closeAllConnections());
  await Promise.all(hubs.map((hub) => hub.close()));
  await closed;
  done.abort("closed");
  await late;
}
