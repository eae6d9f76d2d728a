import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { RemindersApi } from "../../domain/views/reminders.ts";
import { id, type Route, route } from "../http/route.ts";
import { delivery } from "./reminder-shapes.ts";

const link = z.object({ url: z.string().nullable() }).openapi("CalendarLink");
export type CalendarLink = z.output<typeof link>;

const imported = z
  .object({
    imported: z.number().int(),
    unchanged: z.number().int(),
    skipped: z.array(z.object({ uid: z.string(), title: z.string(), reason: z.string() })),
    delivery: z.union([delivery, z.null()]).openapi({
      description:
        "Whether everything imported can be delivered on time; null if nothing is upcoming.",
    }),
  })
  .openapi("ImportReport");

const named = z.object({ owner_account_id: id.optional() });

/**
 * A person's reminders in other programs' calendars, and other programs' calendars here. The
 * address outlives the token that asked for it, so it has a scope of its own: reading reminders
 * does not suffice to see it.
 */
export function calendarRoutes(on: {
  readonly reminders: RemindersApi;
  publicUrl(): string;
}): Route[] {
  const { reminders } = on;
  const toLinkAnswer = (code: string | undefined) => ({
    status: 200,
    json: {
      url: code === undefined ? null : `${on.publicUrl().replace(/\/$/, "")}/calendar/${code}.ics`,
    },
  });
  return [
    route({
      method: "get",
      path: "/api/calendar/link",
      auth: "account",
      scope: "calendar:link",
      summary:
        "The secret address of your calendar, for other programs to subscribe to; null if there is none.",
      query: named,
      answers: { 200: { description: "The address.", schema: link } },
      handle: async ({ accountId }) =>
        toLinkAnswer(await reminders.calendarCode(accountId, "show")),
    }),
    route({
      method: "post",
      path: "/api/calendar/link",
      auth: "account",
      scope: "calendar:link",
      summary: "The secret address of your calendar, created if there is none.",
      body: named,
      answers: { 200: { description: "The address.", schema: link } },
      handle: async ({ accountId }) =>
        toLinkAnswer(await reminders.calendarCode(accountId, "make")),
    }),
    ...(["reset", "revoke"] as const).map((ask) =>
      route({
        method: "post",
        path: `/api/calendar/link/${ask}`,
        auth: "account",
        scope: ask === "reset" ? "calendar:link" : "reminders:write",
        summary:
          ask === "reset"
            ? "A new address. The old one stops working at once."
            : "Disable the address. The calendar can no longer be read with it.",
        body: named,
        answers: { 200: { description: "The updated address.", schema: link } },
        handle: async ({ accountId }) => toLinkAnswer(await reminders.calendarCode(accountId, ask)),
      }),
    ),
    route({
      method: "post",
      path: "/api/calendar/import",
      auth: "account",
      scope: "reminders:write",
      summary:
        "Import an iCalendar file as reminders, raw or in JSON. Importing the same file again changes nothing.",
      file: { type: "text/calendar", field: "ics" },
      query: named,
      maxBytes: 4_000_000,
      body: z.object({ ics: z.string().max(2_000_000), owner_account_id: id.optional() }),
      answers: {
        200: {
          description: "What was imported and what was not, with the reason.",
          schema: imported,
        },
      },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: await reminders.importCalendar(accountId, body.ics),
      }),
    }),
    route({
      method: "get",
      path: "/calendar/{file}",
      auth: "public",
      summary: "A calendar by its secret address.",
      params: z.object({ file: z.string().max(60) }),
      answers: { 200: { description: "The calendar.", type: "text/calendar" } },
      handle: async ({ params }) => {
        const code = /^([A-Za-z0-9_-]{22})\.ics$/.exec(params.file)?.[1];
        const text = code === undefined ? undefined : await reminders.feed(code);
        if (text === undefined) throw new Refusal("not_found");
        const headers = {
          "cache-control": "private, max-age=300",
          "content-disposition": 'inline; filename="meanwhile.ics"',
        };
        return { status: 200, bytes: text, type: "text/calendar; charset=utf-8", headers };
      },
    }),
  ];
}
