import { z } from "@hono/zod-openapi";
import type { RemindersApi } from "../../domain/views/reminders.ts";
import { id, type Route, route } from "../http/route.ts";

const missed = z
  .object({
    reminder_id: z.string(),
    content: z.string(),
    due_at: z.string(),
    timezone: z.string(),
    state: z.enum(["undelivered", "on_its_way", "came_late"]),
    channel: z.string().nullable(),
    conversation_id: z.string().nullable(),
    reason: z
      .string()
      .nullable()
      .describe("Why it could not be delivered: an error code of its delivery."),
    reached_at: z.string().nullable(),
    version: z.number().int(),
  })
  .openapi("MissedReminder");

/** Reminders that could not be delivered, and their dismissal by the person. */
export function createMissedRoutes(reminders: RemindersApi): Route[] {
  return [
    route({
      method: "get",
      path: "/api/reminders/missed",
      auth: "account",
      scope: "reminders:read",
      summary:
        "Reminders that could not be delivered, are being sent late, or arrived late in the last day.",
      query: z.object({ owner_account_id: id.optional() }),
      answers: {
        200: {
          description: "Ordered by due time.",
          schema: z.object({ missed: z.array(missed) }),
        },
      },
      handle: async ({ accountId }) => ({
        status: 200,
        json: { missed: await reminders.missed(accountId) },
      }),
    }),
    route({
      method: "post",
      path: "/api/reminders/missed/dismiss",
      auth: "account",
      scope: "reminders:write",
      summary: "Dismiss these reminders; without ids, all that were not delivered.",
      body: z.object({
        reminder_ids: z.array(id).max(200).optional(),
        owner_account_id: id.optional(),
      }),
      answers: {
        200: {
          description: "How many reminders were dismissed.",
          schema: z.object({ dismissed: z.number().int() }),
        },
      },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: { dismissed: await reminders.dismissMissed(accountId, body.reminder_ids) },
      }),
    }),
  ];
}
