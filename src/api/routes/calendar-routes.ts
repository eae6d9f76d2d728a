import { z } from "@hono/zod-openapi";
import type { ReminderBook } from "../../domain/views/reminders.ts";
import { refuse } from "../http/failure.ts";
import { id, type Route, route } from "../http/route.ts";

const link = z.object({ url: z.string().nullable() }).openapi("CalendarLink");
export type CalendarLink = z.output<typeof link>;

const named = z.object({ owner_account_id: id.optional() });

/**
 * A person's reminders in other programs' calendars, and other programs' calendars here. The address outlives the token that asked
 * for it, so it has a scope of its own: reading reminders is not enough to see it.
 */
export function calendarRoutes(on: {
  readonly reminders: ReminderBook;
  publicUrl(): string;
}): Route[] {
  const book = on.reminders;
  const shown = (code: string | undefined) => ({
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
        "The secret address of your calendar, for other programs to subscribe to; null when there is none.",
      query: named,
      answers: { 200: { description: "The address.", schema: link } },
      handle: async ({ accountId }) => shown(await book.calendarCode(accountId, "show")),
    }),
    route({
      method: "post",
      path: "/api/calendar/link",
      auth: "account",
      scope: "calendar:link",
      summary: "The secret address of your calendar. Made when there is none.",
      body: named,
      answers: { 200: { description: "The address.", schema: link } },
      handle: async ({ accountId }) => shown(await book.calendarCode(accountId, "make")),
    }),
    ...(["reset", "revoke"] as const).map((ask) =>
      route({
        method: "post",
        path: `/api/calendar/link/${ask}`,
        auth: "account",
        scope: ask === "reset" ? "calendar:link" : "reminders:write",
        summary:
          ask === "reset"
            ? "A new address. The old one ends at once."
            : "End the address. Nobody can read the calendar by it any more.",
        body: named,
        answers: { 200: { description: "The address as it is now.", schema: link } },
        handle: async ({ accountId }) => shown(await book.calendarCode(accountId, ask)),
      }),
    ),
    route({
      method: "post",
      path: "/api/calendar/import",
      auth: "account",
      scope: "reminders:write",
      summary:
        "Take an iCalendar file as reminders, as it is or in JSON. The same file again changes nothing.",
      file: { type: "text/calendar", field: "ics" },
      query: named,
      maxBytes: 4_000_000,
      body: z.object({ ics: z.string().max(2_000_000), owner_account_id: id.optional() }),
      answers: {
        200: {
          description: "What was taken and what was not, with the reason.",
          schema: z.record(z.string(), z.unknown()),
        },
      },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: await book.importCalendar(accountId, body.ics),
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
        const text = code === undefined ? undefined : await book.feed(code);
        if (text === undefined) throw refuse("not_found");
        const headers = {
          "cache-control": "private, max-age=300",
          "content-disposition": 'inline; filename="meanwhile.ics"',
        };
        return { status: 200, bytes: text, type: "text/calendar; charset=utf-8", headers };
      },
    }),
  ];
}
