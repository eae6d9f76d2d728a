import { z } from "@hono/zod-openapi";
import type { InitiativeApi } from "../../domain/views/initiative.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";

const setting = z
  .object({
    brief: z.boolean(),
    follow_ups: z.boolean(),
    silence_days: z.number().int().min(1).max(60).nullable(),
    most_per_day: z.number().int().min(1).max(10),
  })
  .openapi("Initiative", {
    description:
      "Whether the companion may write first. `brief`: in the morning, today and what is open. `follow_ups`: in the evening, what was not ticked off. `silence_days`: after so many days without a word of yours, once for each silence; null is never.",
  });
export type InitiativeAnswer = z.output<typeof setting>;

const message = z
  .object({
    sort: z.enum(["brief", "follow_up", "silence"]),
    message_id: z.string(),
    at: z.string(),
    reason: z.object({
      since: z.string(),
      reminders: z.array(z.string()),
      silent_since: z.string().optional(),
      silence_days: z.number().optional(),
    }),
  })
  .openapi("InitiativeMessage");
const owner = z.object({ account_id: id.optional() });

/** Whether the companion may write first, and what it wrote. */
export function initiativeRoutes({
  initiative: api,
}: {
  readonly initiative: InitiativeApi;
}): Route[] {
  return [
    route({
      method: "get",
      path: "/api/initiative",
      auth: "account",
      scope: "chat:read",
      summary: "Whether the companion may write to you first. Off unless you switch it on.",
      query: owner,
      answers: { 200: { description: "The switches.", schema: setting } },
      handle: async ({ accountId }) => ({ status: 200, json: { ...(await api.read(accountId)) } }),
    }),
    route({
      method: "post",
      path: "/api/initiative",
      auth: "account",
      scope: "chat:write",
      summary:
        "Switch the morning brief, the evening's question and a message after a silence on or off.",
      body: owner.extend(setting.partial().shape),
      answers: { 200: { description: "The switches as they are now.", schema: setting } },
      handle: async ({ accountId, body: { brief, follow_ups, silence_days, most_per_day } }) => ({
        status: 200,
        json: {
          ...(await api.set(accountId, {
            ...(brief === undefined ? {} : { brief }),
            ...(follow_ups === undefined ? {} : { follow_ups }),
            ...(silence_days === undefined ? {} : { silence_days }),
            ...(most_per_day === undefined ? {} : { most_per_day }),
          })),
        },
      }),
    }),
    route({
      method: "get",
      path: "/api/initiative/messages",
      auth: "account",
      scope: "chat:read",
      summary: "What it wrote to you first, each with the reason.",
      query: owner.extend(pageQuery),
      answers: {
        200: {
          description: "The latest first.",
          schema: z
            .object({ messages: z.array(message), next: nextPage })
            .openapi("InitiativeMessages"),
        },
      },
      handle: async ({ accountId, query }) => {
        const { rows, next } = cutPage(await api.list(accountId), query, (each) => each.message_id);
        const messages = rows.map((each) => ({
          ...each,
          reason: { ...each.reason, reminders: [...each.reason.reminders] },
        }));
        return { status: 200, json: { messages, next } };
      },
    }),
  ];
}
