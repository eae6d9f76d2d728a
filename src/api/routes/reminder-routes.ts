import { z } from "@hono/zod-openapi";
import type { ReminderAct, ReminderBook } from "../../domain/reminder-book.ts";
import { zoneName } from "../../domain/zone.ts";
import { id, type Route, route } from "../route.ts";
import { sentenceRoutes } from "./sentence-routes.ts";

const zone = z
  .string()
  .max(64)
  .refine((text) => zoneName(text) !== undefined, "not an IANA time zone")
  .openapi({ type: "string", example: "Asia/Shanghai" });
const minutes = z.number().int().min(1).max(44_640);
const rule = z.union([z.string().max(300), z.record(z.string(), z.unknown())]).nullable();
const when = z.string().max(40).openapi({ example: "2026-06-10T18:00:00+08:00" });

const item = z
  .object({
    operation: z.enum(["create", "update", "delete", "complete"]),
    reminder_id: id.optional(),
    content: z.string().max(2_000).optional(),
    raw_text: z.string().max(4_000).optional(),
    trigger_time: when.nullish(),
    // An unknown zone is told of that item: the others are done all the same.
    captured_timezone: z.string().max(64).optional().openapi({ example: "Asia/Shanghai" }),
    recurrence_rule: rule.optional(),
    duration_minutes: minutes.nullish(),
    kind: z.enum(["timed", "recurring", "no_trigger_time"]).optional(),
    late_policy: z.enum(["fire", "skip"]).optional(),
    entry_point: z.string().max(60).optional(),
  })
  .openapi("ReminderBatchItem");

const result = z
  .object({
    state: z.enum(["succeeded", "failed", "needs_follow_up"]),
    reminder_id: z.string().nullable(),
    reason: z.string().nullable(),
    time_state: z.enum(["future", "past", "none"]).nullable(),
    fact: z.record(z.string(), z.unknown()),
  })
  .openapi("ReminderBatchResult");

const reminder = z
  .object({
    id: z.string(),
    content: z.string(),
    kind: z.string(),
    lifecycle: z.string(),
    completion: z.string().nullable(),
    local_start: z.string().nullable(),
    captured_timezone: z.string(),
    rrule: z.string().nullable(),
    workdays: z.string().nullable(),
    exdates: z.array(z.string()),
    duration_minutes: z.number().nullable(),
    next_fire_at: z.string().nullable(),
    last_fired_at: z.string().nullable(),
    late_policy: z.string(),
    series_id: z.string().nullable(),
    occurrence: z.string().nullable(),
    shared_reminder_id: z.string().nullable(),
    conversation_id: z.string().nullable(),
    source: z.string(),
    version: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
    overlaps: z
      .object({ reminder_id: z.string(), content: z.string(), next_fire_at: z.string().nullable() })
      .optional()
      .openapi({ description: "After a change of its time: another of the person's reminders that it falls on." }),
  })
  .openapi("Reminder");

const change = z
  .object({
    content: z.string().max(2_000).optional(),
    trigger_time: when.nullish(),
    captured_timezone: zone.optional(),
    recurrence_rule: rule.optional(),
    duration_minutes: minutes.nullish(),
    /** Of a series, the one occurrence that is meant. */
    occurrence: when.optional(),
    late_policy: z.enum(["fire", "skip"]).optional(),
    version: z.number().int().optional(),
  })
  .openapi("ReminderChange");

const one = z.object({ id });
const answer = { 200: { description: "The reminder as it is now.", schema: reminder } };

export function reminderRoutes(on: { readonly reminders: ReminderBook }): Route[] {
  const book = on.reminders;
  return [
    route({
      method: "post",
      path: "/api/reminders/batch",
      auth: "account",
      scope: "reminders:write",
      summary: "Make, change, end or tick off several reminders. Each item says what became of it.",
      body: z.object({ owner_account_id: id.optional(), items: z.array(item).min(1).max(100) }),
      answers: { 200: { description: "One result for each item, in order.", schema: z.object({ items: z.array(result) }) } },
      handle: async ({ accountId, body }) => ({ status: 200, json: { items: await book.batch(accountId, body.items) } }),
    }),
    route({
      method: "get",
      path: "/api/reminders",
      auth: "account",
      scope: "reminders:read",
      summary: "Reminders, soonest first.",
      query: z.object({
        lifecycle: z.enum(["active", "completed", "deleted"]).default("active"),
        kind: z.enum(["timed", "recurring", "no_trigger_time", "shared_projection"]).optional(),
        keyword: z.string().min(1).max(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
        owner_account_id: id.optional(),
      }),
      answers: { 200: { description: "Reminders.", schema: z.object({ reminders: z.array(reminder) }) } },
      handle: async ({ accountId, query }) => ({ status: 200, json: { reminders: await book.list(accountId, query) } }),
    }),
    calendarRoute(book),
    ...sentenceRoutes(book),
    route({
      method: "post",
      path: "/api/reminders/interpret",
      auth: "account",
      scope: "reminders:read",
      summary: "What the rules make of a sentence. Nothing is written.",
      body: z.object({ text: z.string().min(1).max(4_000), owner_account_id: id.optional() }),
      answers: { 200: { description: "The reading.", schema: z.record(z.string(), z.unknown()) } },
      handle: async ({ accountId, body }) => ({ status: 200, json: await book.interpret(accountId, body.text) }),
    }),
    route({
      method: "get",
      path: "/api/reminders/{id}",
      auth: "account",
      scope: "reminders:read",
      summary: "One reminder.",
      params: one,
      answers: answer,
      handle: async ({ accountId, params }) => ({ status: 200, json: await book.read(accountId, params.id) }),
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
        json: await book.act(accountId, { id: params.id, version }, { kind: "change", change: changed }),
      }),
    }),
    ...acts(book),
  ];
}

function calendarRoute(book: ReminderBook): Route {
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
    summary: "What a calendar shows between two moments: what is to come, what has gone off, and what has no time yet.",
    query,
    answers: { 200: { description: "Entries in their order.", schema: z.object({ entries: z.array(z.record(z.string(), z.unknown())) }) } },
    handle: async ({ accountId, query: asked }) => {
      const span = {
        from: Date.parse(asked.visible_start),
        to: Date.parse(asked.visible_end),
        zone: asked.display_timezone,
        ended: asked.include_ended,
      };
      return { status: 200, json: { entries: await book.calendar(accountId, span) } };
    },
  });
}

function acts(book: ReminderBook): Route[] {
  const nothing = z.object({ version: z.number().int().optional(), owner_account_id: id.optional() });
  const act = <B extends typeof nothing>(
    name: string,
    summary: string,
    how: { readonly body: B; of(body: z.output<B>): ReminderAct },
  ): Route =>
    route({
      method: "post",
      path: `/api/reminders/{id}/${name}`,
      auth: "account",
      scope: "reminders:write",
      summary,
      params: one,
      body: how.body,
      answers: answer,
      handle: async ({ accountId, params, body }) => {
        const given = body as z.output<B>;
        return { status: 200, json: await book.act(accountId, { id: params.id, version: given.version }, how.of(given)) };
      },
    });
  return [
    act("complete", "It is done. Of a series, today's occurrence is.", { body: nothing, of: () => ({ kind: "complete" }) }),
    act("delete", "Call it off. Of a series, all of it.", { body: nothing, of: () => ({ kind: "delete" }) }),
    act("restore", "Bring back what was called off or done.", { body: nothing, of: () => ({ kind: "restore" }) }),
    act("clear-trigger-time", "Make it a to-do without a time.", { body: nothing, of: () => ({ kind: "clear_time" }) }),
    act("schedule-unscheduled", "Give a to-do a time.", {
      body: nothing.extend({
        trigger_time: when,
        captured_timezone: zone.optional(),
        recurrence_rule: rule.optional(),
        duration_minutes: minutes.nullish(),
      }),
      of: ({ trigger_time, captured_timezone, recurrence_rule, duration_minutes }) => ({
        kind: "change",
        change: { trigger_time, captured_timezone, recurrence_rule, duration_minutes },
      }),
    }),
    act("snooze", "Once more, later.", { body: nothing.extend({ minutes }), of: (body) => ({ kind: "snooze", minutes: body.minutes }) }),
    act("skip", "Leave one occurrence of a series out.", {
      body: nothing.extend({ occurrence: when }),
      of: (body) => ({ kind: "skip", occurrence: body.occurrence }),
    }),
    act("unskip", "Take back an occurrence that was left out.", {
      body: nothing.extend({ occurrence: when }),
      of: (body) => ({ kind: "unskip", occurrence: body.occurrence }),
    }),
  ];
}
