import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { Peer, PeerOf } from "./peer.ts";

/** What the access log says of a request. The pattern of its route, never its address: addresses carry ids and worse. */
export interface Trace {
  readonly peer: Peer;
  route: string;
  accountId?: string;
}

const traces = new WeakMap<IncomingMessage, Trace>();

/** Every request has one from the door on. */
export function traceOf(incoming: IncomingMessage): Trace {
  const trace = traces.get(incoming);
  if (trace === undefined) throw new Error("a request came in without passing the door");
  return trace;
}

export interface TraceSinks {
  readonly peerOf: PeerOf;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** When its answer has left or its client has: a count for the figures, and a line if it failed or took long. */
export function traceRequest(
  sinks: TraceSinks,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Trace {
  const started = sinks.clock.now();
  const trace: Trace = { peer: sinks.peerOf(incoming), route: "unmatched" };
  traces.set(incoming, trace);
  outgoing.once("close", () => {
    const ms = sinks.clock.now() - started;
    const method = knownMethods.has(incoming.method ?? "") ? (incoming.method ?? "") : "other";
    const status = outgoing.headersSent ? outgoing.statusCode : 499;
    const { route, accountId } = trace;
    const fields = {
      method,
      route,
      status,
      ms,
      ...(accountId === undefined ? {} : { account: hashedId(accountId) }),
    };
    const news = quiet.has(route) ? undefined : newsOf(incoming, { method, route, status, ms });
    if (news === undefined) sinks.log.debug(fields, "request");
    else sinks.log.info(fields, news);
    sinks.metrics.count("meanwhile_http_requests_total", { method, route, status: String(status) });
    sinks.metrics.observe("meanwhile_http_request_seconds", ms / 1_000, { route });
  });
  return trace;
}

const knownMethods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);
const quiet = new Set(["page", "/healthz", "/readyz", "/metrics"]);
const slowMs = 2_000;

interface Ended {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Why somebody who reads the log should know of a request. Most went as they should. */
function newsOf(
  incoming: IncomingMessage,
  { method, route, status, ms }: Ended,
): string | undefined {
  // The page asks who is signed in before anybody is.
  if (status === 401 && method === "GET" && route === "/api/session") return undefined;
  if (status === 499) return "a client left before its answer";
  if (status >= 500) return "a request was not served";
  if (status >= 400) return "a request was refused";
  // A stream is open for as long as somebody looks.
  const isStream = incoming.headers.accept?.includes("text/event-stream") === true;
  return ms >= slowMs && !isStream ? "a request took long" : undefined;
}

/** Enough to follow one account through a log, not enough to name it. */
const hashedId = (id: string): string => createHash("sha256").update(id).digest("hex").slice(0, 12);
