import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Clock } from "../../domain/ports/clock.ts";
import { createApp } from "./app.ts";
import { describeRoutes } from "./describe-routes.ts";
import { createAuditTrail } from "./audit-trail.ts";
import { answerBrokenRequests, guardRequests } from "./request-guard.ts";
import { gatewayRoutes } from "../routes/gateway-routes.ts";
import { createPage } from "./page.ts";
import { createPeerOf } from "./peer.ts";
import type { Limits } from "./pipeline.ts";
import type { ApiSettings, RateSettings } from "./ports.ts";
import { createRateLimit, type RateLimit } from "../../accounts/rate-limit.ts";
import type { Route } from "./route.ts";
import { systemRoutes } from "../routes/system-routes.ts";
import type { ServerOptions } from "./server-options.ts";
import { closeSilentSockets } from "./silent-sockets.ts";
import { createWebhookFastPath } from "./webhook-fast-path.ts";
import { createStreamHub } from "../streams/stream-hub.ts";
import { createChangeHub } from "../streams/change-hub.ts";
import { createProgramStreams } from "../streams/program-streams.ts";

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Every route with its class, for tests that none is open by mistake. */
  readonly routes: readonly Pick<Route, "method" | "path" | "auth" | "roles">[];
  /**
   * Accepts nothing new, ends streams with a hint when to reconnect, and gives requests a few
   * seconds to finish.
   */
  close(): Promise<void>;
}

const closeGraceMs = 5_000;
/** Half of the usual limit of open files per process. */
const mostConnections = 10_000;
/**
 * All pages behind one proxy come back at once after a restart, and a busy server sees their
 * connections before it reads their requests.
 */
const mostSilent = 1_000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, clock, log, metrics } = options;
  const limits = createLimits(settings.limits, clock);
  const hub = createStreamHub(options);
  const changes = createChangeHub(options);
  const programs = createProgramStreams(options);
  const on = { ...options, hub, changes, programs, limits, audit: createAuditTrail(options) };
  let ownUrl = "";
  let document: Readonly<Record<string, unknown>> | undefined;
  // Describing all routes takes a quarter of the start time and is rarely needed.
  const system = systemRoutes({
    ...on,
    document: () => (document ??= describeRoutes(app, routes)),
  });
  const routes: readonly Route[] =
    options.healthOnly === true
      ? system
      : [...system, ...gatewayRoutes({ ...on, ownUrl: () => ownUrl })];
  const peerOf = createPeerOf(settings.trustedProxies);
  const app = createApp(
    {
      pipeline: on,
      page:
        options.healthOnly === true
          ? undefined
          : createPage(options.pageDir, [
              ...options.webhooks,
              ...(options.channelWebhooks?.addresses ?? []),
            ]),
      log,
    },
    routes,
  );
  const inside = getRequestListener(app.fetch);
  const straight = createWebhookFastPath({ pipeline: on, log }, routes);
  const handler = guardRequests(
    {
      peerOf,
      allowedHosts: settings.allowedHosts,
      publicUrl: on.publicUrl,
      formAt: (path) => findFormAt(routes, path),
      clock,
      log,
      metrics,
    },
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
    handler,
  );
  answerBrokenRequests(server);
  server.maxConnections = mostConnections;
  closeSilentSockets(server, { afterMs: settings.requestTimeoutMs, mostPerNetwork: mostSilent });
  // A closing server waits for connections, not for requests: each is closed with its last answer.
  server.on("request", (_incoming, outgoing) =>
    outgoing.once(
      "close",
      () => !server.listening && setImmediate(() => server.closeIdleConnections()),
    ),
  );
  await listen(server, settings);
  const { port } = server.address() as AddressInfo;
  ownUrl = `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${port}`;
  return {
    port,
    url: ownUrl,
    routes,
    close: () => close(server, [hub, changes, programs], clock),
  };
}

/** Of the protocol that has this address, whatever the method. */
function findFormAt(routes: readonly Route[], at: string): Route["toFailure"] {
  const own = routes.find(
    ({ path, toFailure }) =>
      toFailure !== undefined &&
      (path.endsWith("*") ? at.startsWith(path.slice(0, -1)) : at === path),
  );
  return own?.toFailure;
}

function createLimits(rates: RateSettings, clock: Clock): Limits {
  const perMinute = (burst: number): RateLimit =>
    createRateLimit({ clock, burst, refillMs: 60_000 });
  const perQuarter = (burst: number): RateLimit =>
    createRateLimit({ clock, burst, refillMs: 15 * 60_000 });
  return {
    ip: perMinute(rates.perIpPerMinute),
    credential: perMinute(rates.perCredentialPerMinute),
    account: perMinute(rates.perAccountPerMinute),
    calendar: perMinute(rates.perAccountPerMinute * 10),
    webhook: perMinute(rates.webhooksPerIpPerMinute),
    signIn: perQuarter(rates.signInFailuresPer15Minutes),
    // A program with an expired token tries a few times before it is fixed; more attempts than that
    // are guesses.
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

async function close(
  server: Server,
  hubs: readonly { close(): Promise<void> }[],
  clock: Clock,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection would hold the server open after its last answer.
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
