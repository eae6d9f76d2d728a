import { Refusal } from "../../domain/errors.ts";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { Log } from "../../domain/ports/log.ts";
import { toFailure, failureHeaders, logFailure } from "./failure.ts";
import type { Page } from "./page.ts";
import { answerRequest, type Pipeline } from "./pipeline.ts";
import type { Answer, Route } from "./route.ts";
import { traceOf } from "./trace.ts";
import { parseAcceptLanguage } from "./accept-language.ts";

type Env = { Bindings: HttpBindings };
type Ctx = Context<Env>;

export interface AppDeps {
  readonly pipeline: Pipeline;
  /** Undefined where only health is served. */
  readonly page: Page | undefined;
  readonly log: Log;
}

/**
 * Turns routes into an application: an unknown address is 404, a wrong method 405, and every route
 * goes through the pipeline.
 */
export function createApp(on: AppDeps, routes: readonly Route[]): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  for (const route of routes) {
    app.on(route.method.toUpperCase(), honoPath(route.path), (c) => serve(on, route, c));
  }
  for (const [path, ofPath] of routesByPath(routes)) {
    // The page has this address, too.
    if (path === "/") continue;
    app.all(honoPath(path), (c) => {
      traceOf(c.env.incoming).route = path;
      return toFailureResponse(on, c, {
        error: new Refusal("method_not_allowed"),
        headers: { Allow: ofPath.flatMap(namesOf).join(", ") },
        // Every error of an address has the form of its protocol.
        route: ofPath[0],
      });
    });
  }
  app.notFound(async (c) => {
    const asset = await on.page?.find(c.env.incoming);
    if (asset === undefined) return toFailureResponse(on, c, { error: new Refusal("not_found") });
    traceOf(c.env.incoming).route = "page";
    return toResponse(c, asset);
  });
  app.onError((error, c) => toFailureResponse(on, c, { error }));
  return app;
}

async function serve(on: AppDeps, route: Route, c: Ctx): Promise<Response> {
  try {
    const { incoming, outgoing } = c.env;
    const arrival = {
      incoming,
      outgoing,
      peer: traceOf(incoming).peer,
      params: c.req.param(),
      query: c.req.query(),
    };
    return toResponse(c, await answerRequest(on.pipeline, route, arrival));
  } catch (error) {
    return toFailureResponse(on, c, { error, route });
  }
}

function toResponse(c: Ctx, result: Answer): Response {
  if (result === "taken_over") return RESPONSE_ALREADY_SENT;
  const headers = { "Cache-Control": "no-store", ...result.headers };
  if ("json" in result)
    return c.body(JSON.stringify(result.json), result.status as 200, {
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
    });
  if ("bytes" in result)
    return c.body(result.bytes as Uint8Array<ArrayBuffer> | string, result.status as 200, {
      ...headers,
      "Content-Type": result.type,
    });
  return c.body(null, result.status as StatusCode, headers);
}

function toFailureResponse(
  on: AppDeps,
  c: Ctx,
  what: {
    readonly error: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly route?: Route | undefined;
  },
): Response {
  const { incoming, outgoing } = c.env;
  logFailure(on.log, what.error, traceOf(incoming).route);
  // Too late for an error answer: a stream that has begun is cut.
  if (outgoing.headersSent) {
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const failure = toFailure(what.error, parseAcceptLanguage(incoming.headers["accept-language"]));
  const own = what.route?.toFailure?.(failure, traceOf(incoming).peer);
  const headers = { ...failureHeaders(failure, what.error), ...what.headers, ...own?.headers };
  return c.body(own?.body ?? failure.body, failure.status as 400, headers);
}

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

const namesOf = ({ method }: Route): readonly string[] =>
  method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];

const routesByPath = (routes: readonly Route[]): Map<string, Route[]> =>
  Map.groupBy(routes, ({ path }) => path);
