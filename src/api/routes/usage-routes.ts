import { z } from "@hono/zod-openapi";
import { type UsageDeps, usageOf, usageOfAll } from "../../store/quotas/usage-view.ts";
import { type Route, route } from "../http/route.ts";

const usageList = z.array(
  z
    .object({
      what: z.string(),
      used: z.number(),
      most: z.number(),
      unit: z.enum(["count", "bytes"]),
      per: z.enum(["total", "day"]),
    })
    .openapi("UsageFigure"),
);

/** Usage and limits. Bytes written are measured every minute. */
export function usageRoutes(on: UsageDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/account/usage",
      auth: "account",
      scope: "chat:read",
      summary:
        "What you store and use here, each value with this server's limit. Days are counted in your time zone.",
      answers: { 200: { description: "The values.", schema: z.object({ usage: usageList }) } },
      handle: async ({ accountId }) => ({
        status: 200,
        json: { usage: await usageOf(on, accountId) },
      }),
    }),
    route({
      method: "get",
      path: "/api/usage",
      auth: "operator",
      summary:
        "What the server and its accounts use, with the limits: the accounts that use the most come first.",
      query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
      answers: {
        200: {
          description: "The values.",
          schema: z.object({
            server: usageList,
            accounts: z.array(
              z.object({
                account_id: z.string(),
                display_name: z.string().nullable(),
                usage: usageList,
              }),
            ),
          }),
        },
      },
      handle: async ({ query }) => ({ status: 200, json: await usageOfAll(on, query.limit) }),
    }),
  ];
}
