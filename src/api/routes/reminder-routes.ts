import { z } from "@hono/zod-openapi";
import type { RemindersApi } from "../../domain/views/reminders.ts";
import { id, type Route, route } from "../http/route.ts";
import { reminderActRoutes } from "./reminder-act-routes.ts";
import {
  calendarEntry,
  answer,
  change,
  item,
  one,
  reminder,
  result,
  zone,
} from "./reminder-shapes.ts";
import { sentenceRoutes } from "./sentence-routes.ts";

export function reminderRoutes(on: { readonly reminders: RemindersApi }): Route[] {
  const { reminders } = on;
  return [
    route({
      method: "post",
      path: "/api/reminders/batch",
      auth: "account",
      scope: "reminders:write",
      summary:
        "Create, change, delete or complete several reminders. Each item has its own result.",
      body: z.object({ owner_account_id: id.optional(), items: z.array(item).min(1).max(100) }),
      answers: {
        200: {
          description: "One result per item, in order.",
          schema: z.object({ items: z.array(result) }),
        },
      },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: { items: await reminders.batch(accountId, body.items) },
      }),
    }),
    route({
      method: "get",
      path: "/api/reminders",
      auth: "account",
      scope: "reminders:read",
      summary: "Reminders, soonest first. `next` is the `after` of the next page.",
      query: z.object({
        lifecycle: z.enum(["active", "completed", "deleted"]).default("active"),
        kind: z.enum(["timed", "recurring", "no_trigger_time", "shared_projection"]).optional(),
        keyword: z.string().min(1).max(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
        after: id.optional(),
        owner_account_id: id.optional(),
      }),
      answers: {
        200: {
          description: "Reminders.",
          schema: z.object({ reminders: z.array(reminder), next: z.string().nullable() }),
        },
      },
      handle: async ({ accountId, query }) => ({
        status: 200,
        json: await reminders.list(accountId, query),
      }),
    }),
    calendarRoute(reminders),
    ...createMissedRoutes(reminders),
    ...sentenceRoutes(reminders),
    route({
      method: "post",
      path: "/api/reminders/interpret",
      auth: "account",
      scope: "reminders:read",
      summary: "How the rules read a sentence. Nothing is written.",
      body: z.object({ text: z.string().min(1).max(4_000), owner_account_id: id.optional() }),
      answers: { 200: { description: "The reading.", schema: z.record(z.string(), z.unknown()) } },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: await reminders.interpret(accountId, body.text),
      }),
    }),
    route({
      method: "get",
      path: "/api/reminders/{id}",
      auth: "account",
      scope: "reminders:read",
      summary: "One reminder.",
      params: one,
      answers: answer,
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await reminders.read(accountId, params.id),
      }),
    }),
    route({
      method: "patch",
      path: "/api/reminders/{id}",
      auth: "account",
      scope: "reminders:write",
      summary: "Change a reminder: the series, or one occurrence of it.",
      params: one,
      body: change,
      answers: answer,
      handle: async ({ accountId, params, body: { version, ...changed } }) => ({
        status: 200,
        json: await reminders.act(
          accountId,
          { id: params.id, version },
          { kind: "change", change: changed },
        ),
      }),
    }),
    ...reminderActRoutes(reminders),
  ];
}

function calendarRoute(reminders: RemindersApi): Route {
  const longest = 400 * 86_400_000;
  const query = z
    .object({
      visible_start: z.iso.datetime({ offset: true }),
      visible_end: z.iso.datetime({ offset: true }),
      display_timezone: zone.default("UTC"),
      include_ended: z.stringbool().default(false),
      owner_account_id: id.optional(),
    })
    .refine((asked) => Date.parse(asked.visible_end) > Date.parse(asked.visible_start), {
      path: ["visible_end"],
      message: "is not after the start",
    })
    .refine((asked) => Date.parse(asked.visible_end) - Date.parse(asked.visible_start) <= longest, {
      path: ["visible_end"],
      message: "is too far from the start",
    });
  return route({
    method: "get",
    path: "/api/reminders/calendar",
    auth: "account",
    scope: "reminders:read",
    summary:
      "What a calendar shows between two times: upcoming reminders, past ones, and those without a time.",
    query,
    answers: {
      200: {
        description:
          "Entries in order. `cut` names series of which only the first entries are included. `to_dos` are those with a date that are not done, whenever it is.",
        schema: z.object({
          entries: z.array(calendarEntry),
          cut: z.array(z.string()).optional(),
          to_dos: z.array(calendarEntry),
        }),
      },
    },
    handle: async ({ accountId, query: asked }) => {
      const span = {
        from: Date.parse(asked.visible_start),
        to: Date.parse(asked.visible_end),
        zone: asked.display_timezone,
        ended: asked.include_ended,
      };
      const { cut, ...page } = await reminders.calendar(accountId, span);
      return { status: 200, json: cut.length === 0 ? page : { ...page, cut } };
    },
  });
}

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
function createMissedRoutes(reminders: RemindersApi): Route[] {
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
