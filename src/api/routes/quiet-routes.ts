import { z } from "@hono/zod-openapi";
import type { FriendBook } from "../../domain/views/friends.ts";
import { id, type Route, route } from "../http/route.ts";

const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .openapi({ example: "22:00" });
const hours = z.object({ starts: clock, ends: clock });
const shown = z.object({ quiet_hours: hours.nullable() }).openapi("QuietHours");
const asking = z.object({ ask_first: z.boolean() }).openapi("AskFirst");
export type QuietHoursAnswer = z.output<typeof shown>;
export type AskFirstAnswer = z.output<typeof asking>;

const owner = z.object({ owner_account_id: id.optional(), account_id: id.optional() });

/** When friends do not disturb the person, and whether they ask first. */
export function quietRoutes({ friends }: { readonly friends: FriendBook }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/friends/quiet-hours",
      auth: "account",
      scope: "friends:read",
      summary: "When friends do not disturb the person, by the clock on the person's wall.",
      query: owner,
      answers: { 200: { description: "The hours, or null.", schema: shown } },
      handle: async ({ accountId }) => ({
        status: 200,
        json: { quiet_hours: await friends.quietHours(accountId) },
      }),
    }),
    route({
      method: "post",
      path: "/api/friends/quiet-hours",
      auth: "account",
      scope: "friends:write",
      summary:
        "In these hours what friends do waits to be told, and they can book nothing. Null ends them.",
      body: owner.extend({
        quiet_hours: hours
          .refine(({ starts, ends }) => starts !== ends, "they have to end")
          .nullable(),
      }),
      answers: { 200: { description: "The hours as they are now.", schema: shown } },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: { quiet_hours: await friends.setQuietHours(accountId, body.quiet_hours) },
      }),
    }),
    route({
      method: "get",
      path: "/api/friends/ask-first",
      auth: "account",
      scope: "friends:read",
      summary: "Whether what friends share waits for the person's yes.",
      query: owner,
      answers: { 200: { description: "Yes or no.", schema: asking } },
      handle: async ({ accountId }) => ({
        status: 200,
        json: { ask_first: await friends.askFirst(accountId) },
      }),
    }),
    route({
      method: "post",
      path: "/api/friends/ask-first",
      auth: "account",
      scope: "friends:write",
      summary:
        "Be asked before what friends share takes a place in the calendar. A friend's own setting goes before it.",
      body: owner.extend({ ask_first: z.boolean() }),
      answers: { 200: { description: "As it is now.", schema: asking } },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: { ask_first: await friends.setAskFirst(accountId, body.ask_first) },
      }),
    }),
  ];
}
