import { Refusal } from "../../domain/errors.ts";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { Log } from "../../domain/ports/log.ts";
import { toFailure, failureHeaders, logFailure } from "./failure.ts";
import type { Page } from "./page.ts";
import { answerRequest, type Pipeline } from "./pipeline.ts";
import { rolesOf } from "./roles.ts";
import type { Answer, AuthClass, Route } from "./route.ts";
import { traceOf } from "./trace.ts";
import { webhookBodies } from "../views/webhook-bodies.ts";
import { parseAcceptLanguage } from "./refusal-words.ts";

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
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(honoPath(path), (c) => {
      traceOf(c.env.incoming).route = path;
      return toFailureResponse(on, c, {
        error: new Refusal("method_not_allowed"),
        headers: { Allow: methods.join(", ") },
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

export function describeRoutes(
  app: OpenAPIHono<Env>,
  routes: readonly Route[],
): Readonly<Record<string, unknown>> {
  for (const route of routes)
    if (route.isCalendar !== true) app.openAPIRegistry.registerPath(toRouteConfig(route));
  for (const [type, { summary, schema }] of Object.entries(webhookBodies))
    app.openAPIRegistry.registerWebhook({
      method: "post",
      path: type,
      summary,
      request: { body: { content: { "application/json": { schema } } } },
      responses: { "2xx": { description: "It was taken. Any other answer: it is sent again." } },
    });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Meanwhile",
      version: "1",
      description:
        "The API of this server. Programs send `Authorization: Bearer …`; errors are `{error: {code, message, fact?}}`, where `fact.field` names what does not fit and `fact.allowed` the values that would.",
    },
  }) as unknown as Readonly<Record<string, unknown>>;
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
    readonly route?: Route;
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

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, method } of routes) {
    const names = method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];
    found.set(path, [...(found.get(path) ?? []), ...names]);
  }
  return found;
}

const who: Readonly<Record<AuthClass, string>> = {
  public: "Anyone.",
  session: "Anyone with a code or a token.",
  account: "An account; operator and service tokens name one with account_id.",
  operator: "The operator; auditors may read.",
  webhook: "The vendor, by its signature or secret.",
};

const errorSchema = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fact: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .openapi("Error");

function toRouteConfig(route: Route): RouteConfig {
  const { params, query, body, answers } = route.docs;
  const responses: RouteConfig["responses"] = {};
  for (const [status, doc] of Object.entries(answers)) {
    const schema = doc.schema ?? (Number(status) >= 400 ? errorSchema : undefined);
    const type = doc.type ?? "application/json";
    responses[status] = {
      description: doc.description,
      ...(schema === undefined && doc.type === undefined
        ? {}
        : { content: { [type]: { schema: schema ?? z.string() } } }),
    };
  }
  return {
    method: route.method as RouteConfig["method"],
    path: route.path,
    summary: route.summary,
    "x-who": `${who[route.auth]}${route.scope === undefined ? "" : ` Scope ${route.scope}.`}`,
    ...(route.auth === "account" || route.auth === "operator" ? { "x-roles": rolesOf(route) } : {}),
    request: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined
        ? {}
        : {
            body: {
              required: true,
              content: {
                "application/json": { schema: body },
                ...(route.file === undefined ? {} : { [route.file.type]: { schema: z.string() } }),
              },
            },
          }),
    },
    responses,
  };
}
