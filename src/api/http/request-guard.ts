import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Refusal } from "../../domain/errors.ts";
import { type Failure, toFailure } from "./failure.ts";
import { createHostCheck } from "./peer.ts";
import type { ProtocolFailure, Route } from "./route.ts";
import { traceRequest, type TraceSinks } from "./trace.ts";
import { parseAcceptLanguage } from "./accept-language.ts";

export interface GuardDeps extends TraceSinks {
  readonly allowedHosts: readonly string[];
  /** The server's public address, which may change. Its host name is answered to. */
  readonly publicUrl?: (() => string | undefined) | undefined;
  /** The errors of an address have the form of its protocol. */
  readonly formAt?: ((path: string) => Route["toFailure"]) | undefined;
}

export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const mostQueryKeys = 64;

/**
 * Runs for every request before any route: a log line, the headers of every answer, and refusals
 * that need no route. A path with dot segments, encoded slashes or NUL is never a valid id or file.
 */
export function guardRequests(on: GuardDeps, inside: RequestHandler): RequestHandler {
  const answersUnder = createHostCheck(on.allowedHosts, on.publicUrl);
  const nameHost = createHostLogger(on.log);
  return (incoming, outgoing) => {
    const { peer } = traceRequest(on, incoming, outgoing);
    const path = (incoming.url ?? "").split("?")[0] ?? "";
    for (const [name, value] of Object.entries(securityHeaders(peer.secure)))
      outgoing.setHeader(name, value);
    const isProbe = isUnderAnyName(incoming);
    // Load balancers probe by HTTP/1.0 without a name, which the router would refuse.
    if (isProbe) incoming.headers.host = "localhost";
    const isOurs = isProbe || answersUnder(peer.host);
    const refusal = isOurs ? findTargetProblem(incoming.url ?? "") : new Refusal("wrong_host");
    if (!isOurs) nameHost(peer.host);
    if (refusal === undefined) inside(incoming, outgoing);
    else {
      const failure = toFailure(refusal, parseAcceptLanguage(incoming.headers["accept-language"]));
      sendFailure(outgoing, failure, on.formAt?.(path)?.(failure, peer));
    }
  };
}

const probes = new Set(["/healthz", "/readyz"]);

/**
 * Probes and scrapes call a process by the address of its pod or container, or by none. Probes hold nothing that the check of
 * names protects; a scrape carries a bearer, which a foreign page does not have.
 */
function isUnderAnyName({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = ""] = url.split("?");
  return (
    probes.has(path) || (path === "/metrics" && /^bearer ./i.test(headers.authorization ?? ""))
  );
}

const mostNamed = 20;

/**
 * Logs each refused host name once, with the setting that would allow it. The number is limited, so
 * that strangers cannot fill the log.
 */
function createHostLogger(log: TraceSinks["log"]): (host: string) => void {
  const named = new Set<string>();
  return (host) => {
    const name = host.slice(0, 253);
    if (named.has(name) || named.size >= mostNamed) return;
    named.add(name);
    log.warn(
      { host: name, settings: ["server.public_url", "server.allowed_hosts"] },
      "a request under an unknown host name was refused; if the name is yours, set server.public_url",
    );
  };
}

function findTargetProblem(url: string): Refusal | undefined {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  if (!path.startsWith("/") || /\/\.{1,2}(\/|$)|%(2e|2f|5c|00)|[\\\0]/i.test(path))
    return new Refusal("invalid_request", { field: "path" });
  let keys = 1;
  for (const character of query) if (character === "&") keys += 1;
  return keys > mostQueryKeys
    ? new Refusal("invalid_request", { field: "query", limit: mostQueryKeys })
    : undefined;
}

function sendFailure(outgoing: ServerResponse, failure: Failure, own?: ProtocolFailure): void {
  outgoing.writeHead(failure.status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    Connection: "close",
    ...own?.headers,
  });
  outgoing.end(own?.body ?? failure.body);
}

/**
 * Bytes that are not HTTP, or endless headers, never become a request. They get the same kind of
 * answer.
 */
export function answerBrokenRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const code = codes[error.code ?? ""] ?? "invalid_request";
    const failure = toFailure(new Refusal(code), "en");
    const headers = Object.entries({
      ...securityHeaders(false),
      "Content-Type": "application/json; charset=utf-8",
      Connection: "close",
    });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.end(
      `HTTP/1.1 ${failure.status} Refused\r\n${lines}Content-Length: ${Buffer.byteLength(failure.body)}\r\n\r\n${failure.body}`,
    );
  });
}

const codes: Readonly<Record<string, "headers_too_large" | "request_timeout">> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Pictures of an account are fetched with the page's key and shown from memory.
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The page names its service worker by this policy, and makes no other script out of text.
  "trusted-types service-worker",
].join("; ");

const always: Readonly<Record<string, string>> = {
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** Sent with every answer, refusals included. */
function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return secure ? { ...always, "Strict-Transport-Security": "max-age=31536000" } : always;
}
