import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import { type ErrorCode, errorCodes } from "../../domain/errors.ts";
import { webhookBodies } from "../views/webhook-bodies.ts";
import { addExamples } from "./examples.ts";
import { operationIdOf, tagOf } from "./operation-names.ts";
import { settleParameters } from "./parameters.ts";
import { rolesOf } from "./roles.ts";
import type { AnswerDoc, AuthClass, Route } from "./route.ts";

type Document = Readonly<Record<string, unknown>>;

/** The OpenAPI document of all routes, with what every route has in common. */
export function describeRoutes(
  app: Pick<OpenAPIHono, "openAPIRegistry" | "getOpenAPI31Document">,
  routes: readonly Route[],
): Document {
  for (const route of routes)
    if (route.isCalendar !== true && route.isPage !== true)
      app.openAPIRegistry.registerPath(toRouteConfig(route));
  for (const [type, { summary, schema }] of Object.entries(webhookBodies))
    app.openAPIRegistry.registerWebhook({
      method: "post",
      path: type,
      summary,
      request: { body: { content: { "application/json": { schema } } } },
      responses: { "2xx": { description: "It was taken. Any other answer: it is sent again." } },
    });
  app.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
  });
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Meanwhile",
      version: "1",
      description:
        "The API of this server. Programs send `Authorization: Bearer …`; errors are `{error: {code, message, fact?}}`, where `fact.field` names what does not fit and `fact.allowed` the values that would.",
    },
  }) as unknown as Document;
  return addExamples(settleParameters(document));
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
      code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      fact: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .openapi("Error");

const isSignedIn = ({ auth }: Route): boolean => auth === "account" || auth === "operator";

/** What a route may answer without saying so itself. */
function commonErrors(route: Route): Record<number, AnswerDoc> {
  const { params, query, body } = route.docs;
  const takesInput = params !== undefined || query !== undefined || body !== undefined;
  return {
    ...(takesInput
      ? { 400: { description: "A field does not fit: `fact.field` and `fact.problem`." } }
      : {}),
    ...(isSignedIn(route)
      ? {
          401: { description: "The token or the session is missing or not valid." },
          403: { description: "The token may not do this: `fact.scope` is the scope it lacks." },
        }
      : {}),
    429: { description: "Too many requests. `Retry-After` says when to come back." },
    503: {
      description:
        "The database is away; try again. A write may have been done if the connection broke at its end: with an `Idempotency-Key` it is not done twice.",
    },
  };
}

const fileBytes = z.string().openapi({ format: "binary" });

function describeBody(route: Route): RouteConfig["request"] {
  const { body, files = [] } = route.docs;
  if (body === undefined && files.length === 0) return {};
  const content = {
    ...(body === undefined ? {} : { "application/json": { schema: body } }),
    ...(route.file === undefined ? {} : { [route.file.type]: { schema: z.string() } }),
    ...Object.fromEntries(files.map((type) => [type, { schema: fileBytes }])),
  };
  return { body: { required: true, content } };
}

function describeResponses(route: Route): RouteConfig["responses"] {
  const answers = { ...commonErrors(route), ...route.docs.answers };
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
  return responses;
}

function toRouteConfig(route: Route): RouteConfig {
  const { params, query } = route.docs;
  return {
    method: route.method as RouteConfig["method"],
    path: route.path,
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    security: isSignedIn(route) ? [{ token: [] }] : [],
    summary: route.summary,
    "x-who": `${who[route.auth]}${route.scope === undefined ? "" : ` Scope ${route.scope}.`}`,
    ...(isSignedIn(route) ? { "x-roles": rolesOf(route) } : {}),
    request: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { query }),
      ...describeBody(route),
    },
    responses: describeResponses(route),
  };
}
