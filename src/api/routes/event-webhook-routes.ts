import { z } from "@hono/zod-openapi";
import type { Caller } from "../../accounts/access-rows.ts";
import { type WebhookOwner, type WebhooksApi, webhookTypes } from "../../domain/views/webhooks.ts";
import { id, type Route, route } from "../http/route.ts";

const type = z.enum(webhookTypes);

const call = z
  .object({
    id: z.string().openapi({ description: "The `webhook-id` of every try." }),
    type,
    status: z.enum(["pending", "sent", "failed"]),
    attempt: z.number().int(),
    error_code: z.string().nullable(),
    created_at: z.string(),
    attempted_at: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
  })
  .openapi("WebhookCall");

const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    types: z.array(type),
    is_on: z.boolean(),
    off_reason: z.enum(["person", "gone", "failing"]).nullable(),
    created_at: z.string(),
    waiting: z.number().int(),
    failed: z.number().int(),
    last: z.union([call, z.null()]),
  })
  .openapi("Webhook");

const secret = z
  .string()
  .openapi({ description: "Calls are signed with it. Shown only once.", example: "whsec_…" });
const list = z.object({ webhooks: z.array(webhook), may_add: z.boolean() }).openapi("Webhooks");
const made = z.object({ webhook, secret }).openapi("MadeWebhook");
const renewed = z.object({ secret }).openapi("WebhookSecret");
const trial = z
  .object({
    code: z
      .string()
      .nullable()
      .openapi({ description: "Null: it was taken. Otherwise what went wrong, as `http_500`." }),
  })
  .openapi("WebhookTrial");
const calls = z
  .object({ calls: z.array(call), next: z.number().int().nullable() })
  .openapi("WebhookCalls");

const owned = z.object({ account_id: id.optional() });
const url = z.string().trim().min(1).max(1000);
const types = z
  .array(type)
  .min(1)
  .max(webhookTypes.length)
  .transform((given) => [...new Set(given)]);
const asked = owned.extend({ url, types });

const params = z.object({ id });
const absent = { 404: { description: "There is no such webhook." } };
const mine = { auth: "account", scope: "webhooks" } as const;

const ownerOf = (ask: { accountId: string; caller: Caller }): WebhookOwner => ({
  accountId: ask.accountId,
  isOperator: ask.caller.role === "operator",
});

/** Addresses of other programs that hear of a person's reminders and stories. */
export function eventWebhookRoutes(api: WebhooksApi): Route[] {
  return [...savingRoutes(api), ...callRoutes(api)];
}

const savingRoutes = (api: WebhooksApi): Route[] => [
  route({
    ...mine,
    method: "get",
    path: "/api/webhooks",
    summary: "Addresses that hear of your reminders and stories, and how the last call went.",
    query: owned,
    answers: { 200: { description: "Your webhooks.", schema: list } },
    handle: async (ask) => ({ status: 200, json: await api.list(ownerOf(ask)) }),
  }),
  route({
    ...mine,
    method: "post",
    path: "/api/webhooks",
    summary:
      "Add an address that hears of your reminders and stories. The operator's settings say which hosts are allowed.",
    body: asked,
    answers: {
      201: { description: "The webhook and its secret.", schema: made },
      400: { description: "The address can't be used: `invalid_request`, with the reason." },
      507: { description: "There are ten already: `quota_reached`." },
    },
    handle: async ({ body, ...ask }) => ({
      status: 201,
      json: await api.add(ownerOf(ask), { url: body.url, types: body.types }),
    }),
  }),
  route({
    ...mine,
    method: "patch",
    path: "/api/webhooks/{id}",
    summary: "Change a webhook, or switch it off and on. What waits is sent when it is on again.",
    params,
    body: owned.extend({
      url: url.optional(),
      types: types.optional(),
      is_on: z.boolean().optional(),
    }),
    answers: { 200: { description: "The webhook.", schema: webhook }, ...absent },
    handle: async ({ body, params: of, ...ask }) => {
      const { url: address, types: wanted, is_on: isOn } = body;
      const to = {
        ...(address === undefined ? {} : { url: address }),
        ...(wanted === undefined ? {} : { types: wanted }),
        isOn,
      };
      return { status: 200, json: await api.change(ownerOf(ask), of.id, to) };
    },
  }),
  route({
    ...mine,
    method: "delete",
    path: "/api/webhooks/{id}",
    summary: "Remove a webhook and everything that waits for it.",
    params,
    query: owned,
    answers: { 204: { description: "Removed." }, ...absent },
    handle: async ({ params: of, ...ask }) => {
      await api.remove(ownerOf(ask), of.id);
      return { status: 204 };
    },
  }),
  route({
    ...mine,
    method: "post",
    path: "/api/webhooks/{id}/secret",
    summary: "Make a new secret. For a day calls carry a signature by the old one as well.",
    params,
    body: owned,
    answers: { 200: { description: "The new secret.", schema: renewed }, ...absent },
    handle: async ({ params: of, ...ask }) => ({
      status: 200,
      json: { secret: await api.renew(ownerOf(ask), of.id) },
    }),
  }),
];

const callRoutes = (api: WebhooksApi): Route[] => [
  route({
    ...mine,
    method: "post",
    path: "/api/webhooks/{id}/test",
    summary: "Call the address now, with `type` `test` and nothing in it.",
    params,
    body: owned,
    answers: { 200: { description: "How it went.", schema: trial }, ...absent },
    handle: async ({ params: of, ...ask }) => ({
      status: 200,
      json: await api.test(ownerOf(ask), of.id),
    }),
  }),
  route({
    ...mine,
    method: "get",
    path: "/api/webhooks/{id}/calls",
    summary: "Calls of a webhook, latest first. `next` is the `before` of the page after it.",
    params,
    query: owned.extend({
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answers: { 200: { description: "A page of calls.", schema: calls }, ...absent },
    handle: async ({ params: of, query: { before, limit }, ...ask }) => ({
      status: 200,
      json: await api.calls(ownerOf(ask), of.id, { before, limit }),
    }),
  }),
  route({
    ...mine,
    method: "post",
    path: "/api/webhooks/{id}/retry",
    summary: "Try again what was given up.",
    params,
    body: owned,
    answers: {
      200: {
        description: "How many calls are tried again.",
        schema: z.object({ count: z.number().int() }),
      },
      ...absent,
    },
    handle: async ({ params: of, ...ask }) => ({
      status: 200,
      json: { count: await api.retry(ownerOf(ask), of.id) },
    }),
  }),
];
