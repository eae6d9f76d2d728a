import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { Peer, PeerOf } from "./peer.ts";

/**
 * The access log's fields of a request: the pattern of its route, never its URL, because URLs carry
 * ids and secrets.
 */
export interface Trace {
  readonly peer: Peer;
  route: string;
  accountId?: string;
}

const traces = new WeakMap<IncomingMessage, Trace>();

/** Every request has one from the request guard on. */
export function traceOf(incoming: IncomingMessage): Trace {
  const trace = traces.get(incoming);
  if (trace === undefined) throw new Error("a request did not pass the request guard");
  return trace;
}

export interface TraceSinks {
  readonly peerOf: PeerOf;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * When the answer is sent or the client has disconnected: a count for the metrics, and a log line
 * if it failed or took long.
 */
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
      ...(accountId === undefined ? {} : { account: hashId(accountId) }),
    };
    const news = quiet.has(route)
      ? undefined
      : findLogReason(incoming, { method, route, status, ms });
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

interface EndedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Why a request deserves a log line. Most do not. */
function findLogReason(
  incoming: IncomingMessage,
  { method, route, status, ms }: EndedRequest,
): string | undefined {
  // The page asks who is signed in before anyone is.
  if (status === 401 && method === "GET" && route === "/api/session") return undefined;
  if (status === 499) return "a client disconnected before its answer";
  if (status >= 500) return "a request was not served";
  if (status >= 400) return "a request was refused";
  // A stream stays open for as long as the page does.
  const isStream = incoming.headers.accept?.includes("text/event-stream") === true;
  return ms >= slowMs && !isStream ? "a request took a long time" : undefined;
}

/** Enough to follow one account through a log, not enough to identify it. */
const hashId = (id: string): string => createHash("sha256").update(id).digest("hex").slice(0, 12);
