import { z } from "@hono/zod-openapi";
import type { FriendsApi } from "../../domain/views/friends.ts";
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
export function quietRoutes({ friends }: { readonly friends: FriendsApi }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/friends/quiet-hours",
      auth: "account",
      scope: "friends:read",
      summary: "When friends do not disturb you, in your local time.",
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
        "During these hours friends' notifications wait, and friends cannot book you. Null removes them.",
      body: owner.extend({
        quiet_hours: hours
          .refine(({ starts, ends }) => starts !== ends, "start and end must differ")
          .nullable(),
      }),
      answers: { 200: { description: "The updated hours.", schema: shown } },
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
      summary: "Whether what friends share waits for your confirmation.",
      query: owner,
      answers: { 200: { description: "The setting.", schema: asking } },
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
        "Require confirmation before what friends share enters your calendar. A setting for one friend takes precedence.",
      body: owner.extend({ ask_first: z.boolean() }),
      answers: { 200: { description: "The updated setting.", schema: asking } },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: { ask_first: await friends.setAskFirst(accountId, body.ask_first) },
      }),
    }),
  ];
}
