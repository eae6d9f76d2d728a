import { z } from "@hono/zod-openapi";
import { type UsageDeps, usageOf, usageOfAll } from "../../store/quotas/usage-view.ts";
import { type Route, route } from "../http/route.ts";

const figures = z.array(
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

/** How much is used of what may be used. Bytes that were written are measured every minute. */
export function usageRoutes(on: UsageDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/account/usage",
      auth: "account",
      scope: "chat:read",
      summary:
        "What you keep and use here, each figure with the most that this server allows you. A day is one of your own time zone.",
      answers: { 200: { description: "Figures.", schema: z.object({ usage: figures }) } },
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
        "What the server and its accounts use, against the limits: those who have written the most come first.",
      query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
      answers: {
        200: {
          description: "Figures.",
          schema: z.object({
            server: figures,
            accounts: z.array(
              z.object({
                account_id: z.string(),
                display_name: z.string().nullable(),
                usage: figures,
              }),
            ),
          }),
        },
      },
      handle: async ({ query }) => ({ status: 200, json: await usageOfAll(on, query.limit) }),
    }),
  ];
}
