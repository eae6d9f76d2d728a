import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../../domain/ports/log.ts";
import { failureHeaders, toFailure, logFailure } from "./failure.ts";
import { answerRequest, type Pipeline } from "./pipeline.ts";
import type { Answer, Route } from "./route.ts";
import { traceOf } from "./trace.ts";
import { parseAcceptLanguage } from "./accept-language.ts";

/**
 * Vendors' callbacks have fixed addresses and come in floods, so they skip the router and its web
 * objects: the same pipeline, directly on the connection. Returns false for any other request.
 */
export function createWebhookFastPath(
  on: { pipeline: Pipeline; log: Log },
  routes: readonly Route[],
) {
  const byAddress = new Map(
    routes
      .filter((route) => route.auth === "webhook" && route.method === "post")
      .map((route) => [`POST ${route.path}`, route]),
  );
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const url = incoming.url ?? "";
    const [, above = "", bot = ""] = /^(.*)\/([\w.-]+)$/.exec(url) ?? [];
    const own = byAddress.get(`${incoming.method} ${url}`);
    const route = own ?? byAddress.get(`${incoming.method} ${above}/{bot}`);
    if (route === undefined) return false;
    const params: Record<string, string> = own === undefined ? { bot } : {};
    const arrival = { incoming, outgoing, peer: traceOf(incoming).peer, params, query: {} };
    answerRequest(on.pipeline, route, arrival).then(
      (result) => write(outgoing, result),
      (error: unknown) => fail(on.log, { incoming, outgoing }, error),
    );
    return true;
  };
}

function write(outgoing: ServerResponse, result: Answer): void {
  if (result === "taken_over") return;
  const body =
    "bytes" in result ? result.bytes : "json" in result ? JSON.stringify(result.json) : "";
  const type = "bytes" in result ? result.type : "application/json; charset=utf-8";
  outgoing.writeHead(result.status, {
    "Cache-Control": "no-store",
    ...result.headers,
    ...(result.status === 204
      ? {}
      : { "Content-Type": type, "Content-Length": Buffer.byteLength(body) }),
  });
  outgoing.end(body);
}

function fail(
  log: Log,
  on: { incoming: IncomingMessage; outgoing: ServerResponse },
  error: unknown,
): void {
  logFailure(log, error, traceOf(on.incoming).route);
  const failure = toFailure(error, parseAcceptLanguage(on.incoming.headers["accept-language"]));
  on.outgoing.writeHead(failure.status, {
    ...failureHeaders(failure, error),
    "Content-Length": Buffer.byteLength(failure.body),
  });
  on.outgoing.end(failure.body);
}
