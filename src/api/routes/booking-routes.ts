import { z } from "@hono/zod-openapi";
import {
  bookingAnswers,
  type BookingPageView,
  type BookingsApi,
} from "../../domain/views/bookings.ts";
import { freePageLink } from "../../domain/free-page-link.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";

const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .openapi({ example: "09:00" });
const hours = {
  is_on: z.boolean(),
  starts: clock,
  ends: clock,
  weekdays: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
    .openapi({ description: "1 is Monday, 7 is Sunday." }),
  minutes: z.number().int().min(10).max(240),
  days_ahead: z.number().int().min(1).max(60),
};
const page = z
  .object({
    ...hours,
    weekdays: z.array(z.number().int()).openapi({ description: "1 is Monday, 7 is Sunday." }),
    url: z.string().nullable().openapi({ description: "Null while the page is off." }),
  })
  .openapi("BookingPage");

const booking = z
  .object({
    id: z.string(),
    name: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    starts_at: z.string(),
    minutes: z.number().int(),
    state: z.enum(["pending", "confirmed", "declined", "expired", "withdrawn"]),
    other_time: z
      .boolean()
      .openapi({ description: "Declined, and the visitor was asked to pick another time." }),
    asked_at: z.string(),
    expires_at: z.string(),
    reminder_id: z.string().nullable(),
    mail_state: z
      .enum(["sent", "failed"])
      .nullable()
      .openapi({ description: "Whether the mail server took the last mail to the visitor." }),
  })
  .openapi("Booking");

const owned = z.object({ owner_account_id: id.optional() });

/** A person's page of free times and what visitors asked for, for its owner. */
export function bookingRoutes(on: {
  readonly bookings: BookingsApi;
  publicUrl(): string;
}): Route[] {
  const { bookings } = on;
  const toAnswer = ({ code, ...view }: BookingPageView) => ({
    status: 200,
    json: { ...view, url: code === null ? null : freePageLink(on.publicUrl(), code) },
  });
  const answers = { 200: { description: "The page.", schema: page } };
  return [
    route({
      method: "get",
      path: "/api/booking-page",
      auth: "account",
      scope: "calendar:link",
      summary: "Your public page of free times: its hours and its secret address.",
      query: owned,
      answers,
      handle: async ({ accountId }) => toAnswer(await bookings.page(accountId)),
    }),
    route({
      method: "post",
      path: "/api/booking-page",
      auth: "account",
      scope: "calendar:link",
      summary:
        "Switch the page on or off and set its hours, which are clocks in your own zone. What is not named stays.",
      body: owned.extend(z.object(hours).partial().shape),
      answers,
      handle: async ({ accountId, body: { owner_account_id: _owner, ...wanted } }) =>
        toAnswer(await bookings.setPage(accountId, wanted)),
    }),
    route({
      method: "post",
      path: "/api/booking-page/renew",
      auth: "account",
      scope: "calendar:link",
      summary: "A new address for the page. The old one stops working at once.",
      body: owned,
      answers,
      handle: async ({ accountId }) => toAnswer(await bookings.renewPage(accountId)),
    }),
    route({
      method: "get",
      path: "/api/bookings",
      auth: "account",
      scope: "reminders:read",
      summary:
        "What visitors of your page asked for: open requests first. Name, subject and address are strangers' words.",
      query: owned.extend(pageQuery),
      answers: {
        200: {
          description: "A page of requests.",
          schema: z.object({ bookings: z.array(booking), next: nextPage }),
        },
      },
      handle: async ({ accountId, query }) => {
        const all = await bookings.list(accountId);
        const { rows, next } = cutPage(all, query, (each) => each.id);
        return { status: 200, json: { bookings: rows, next } };
      },
    }),
    route({
      method: "post",
      path: "/api/bookings/{id}/answer",
      auth: "account",
      scope: "reminders:write",
      summary:
        "Answer a request. `confirm` writes it into your calendar; `other_time` declines it and asks the visitor to pick another.",
      params: z.object({ id }),
      body: owned.extend({ answer: z.enum(bookingAnswers) }),
      answers: {
        200: { description: "The request as it is now.", schema: booking },
        404: { description: "You have no such request." },
        409: { description: "It is over already: `booking_over`." },
      },
      handle: async ({ accountId, params, body }) => ({
        status: 200,
        json: await bookings.answer(accountId, params.id, body.answer),
      }),
    }),
  ];
}
