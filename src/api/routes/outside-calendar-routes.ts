import { z } from "@hono/zod-openapi";
import type { Caller } from "../../accounts/access-rows.ts";
import {
  type CalendarFollower,
  outsideCalendarProblems,
  type OutsideCalendarsApi,
} from "../../domain/views/outside-calendars.ts";
import { id, type Route, route } from "../http/route.ts";

const problem = z.enum(outsideCalendarProblems).nullable();
const calendar = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z.string(),
    created_at: z.string(),
    looked_at: z.string().nullable(),
    problem,
    entries: z.number().int(),
    skipped: z.number().int(),
  })
  .openapi("OutsideCalendar");
const outcome = z
  .object({ calendar: calendar.nullable(), problem })
  .openapi("OutsideCalendarOutcome");

const owned = z.object({ owner_account_id: id.optional() });
const params = z.object({ id });
const absent = { 404: { description: "You follow no such calendar." } };
const mine = { auth: "account", scope: "calendar:link" } as const;

const followerOf = (ask: { accountId: string; caller: Caller }): CalendarFollower => ({
  accountId: ask.accountId,
  isOperator: ask.caller.role === "operator",
});

/** Calendars elsewhere that a person follows: shown and busy here, changed there. */
export function outsideCalendarRoutes(api: OutsideCalendarsApi): Route[] {
  return [
    route({
      ...mine,
      method: "get",
      path: "/api/calendars",
      summary: "Calendars elsewhere that you follow. Addresses and passwords are never shown.",
      query: owned,
      answers: {
        200: { description: "Your calendars.", schema: z.object({ calendars: z.array(calendar) }) },
      },
      handle: async (ask) => ({
        status: 200,
        json: { calendars: await api.list(followerOf(ask)) },
      }),
    }),
    route({
      ...mine,
      method: "post",
      path: "/api/calendars",
      summary:
        "Follow a calendar: the address of an .ics file, or of a CalDAV collection with user and password. It is looked at first and then every half hour.",
      body: owned.extend({
        name: z.string().trim().min(1).max(80),
        url: z.string().trim().min(1).max(2000),
        user: z.string().min(1).max(200).optional(),
        password: z.string().min(1).max(500).optional(),
      }),
      answers: {
        200: { description: "The calendar, or the `problem`.", schema: outcome },
        507: { description: "You follow ten already: `quota_reached`." },
      },
      handle: async ({ body: { name, url, user, password }, ...ask }) => ({
        status: 200,
        json: await api.follow(followerOf(ask), { name, url, user, password }),
      }),
    }),
    route({
      ...mine,
      method: "post",
      path: "/api/calendars/{id}/look",
      summary: "Look at a calendar now.",
      params,
      body: owned,
      answers: { 200: { description: "The calendar.", schema: calendar }, ...absent },
      handle: async ({ params: of, ...ask }) => ({
        status: 200,
        json: await api.look(followerOf(ask), of.id),
      }),
    }),
    route({
      ...mine,
      method: "delete",
      path: "/api/calendars/{id}",
      summary: "Stop following a calendar. Its address, password and entries are deleted here.",
      params,
      query: owned,
      answers: { 204: { description: "Deleted." }, ...absent },
      handle: async ({ params: of, ...ask }) => {
        await api.leave(followerOf(ask), of.id);
        return { status: 204 };
      },
    }),
  ];
}
