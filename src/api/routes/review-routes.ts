import { z } from "@hono/zod-openapi";
import type { ReviewApi } from "../../domain/views/review.ts";
import { isCalendarDate } from "../../domain/calendar-date.ts";
import { hasScope } from "../http/acting-account.ts";
import { id, type Route, route } from "../http/route.ts";

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine(isCalendarDate)
  .openapi({ example: "2026-06-08" });

const line = z
  .object({
    kind: z.enum(["done", "plan", "reminded", "said"]),
    text: z.string(),
    at: z.string(),
    times: z.number().int(),
    all_day: z.boolean(),
    with: z.array(z.string()),
    is_foreign: z.boolean(),
    source: z.union([
      z.object({ kind: z.literal("reminder"), reminder_id: z.string() }),
      z.object({
        kind: z.literal("message"),
        conversation_id: z.string(),
        event_id: z.number().int(),
      }),
    ]),
  })
  .openapi("ReviewLine");

/** What a person did on some days, as far as it is on record. */
export function reviewRoutes({ review: api }: { readonly review: ReviewApi }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/review",
      auth: "account",
      scope: "chat:read",
      summary:
        "What you did from one day to another: reminders ticked off, plans, reminders that went off and what you said, each with its source. A token without `reminders:read` gets what you said alone.",
      query: z.object({ account_id: id.optional(), from: day, to: day }),
      answers: {
        200: {
          description: "In the order of time. Both days are part of it.",
          schema: z.object({ lines: z.array(line), is_cut: z.boolean() }).openapi("Review"),
        },
      },
      handle: async ({ accountId, caller, query: { from, to } }) => {
        const { lines, is_cut } = await api.readDays(accountId, { from, to });
        const mayReadTitles = hasScope(caller, "reminders:read");
        const shown = lines.filter(({ source }) => mayReadTitles || source.kind === "message");
        return { status: 200, json: { lines: shown, is_cut } };
      },
    }),
  ];
}
