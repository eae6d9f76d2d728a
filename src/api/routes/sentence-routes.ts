import { z } from "@hono/zod-openapi";
import type { RemindersApi } from "../../domain/views/reminders.ts";
import { id, type Route, route } from "../http/route.ts";
import { reminder, result } from "./reminder-shapes.ts";

const sentence = z.string().trim().min(1).max(1_000);
const said = z.object({
  // As typed: the spans are positions in it.
  text: z.string().min(1).max(1_000),
  /** Answers to the questions asked back, in order. */
  answers: z.array(sentence).max(5).optional(),
  owner_account_id: id.optional(),
});

const both = z.object({ en: z.string(), zh: z.string() });
const reading = z
  .object({
    intent: z.string(),
    items: z.array(
      z.object({
        title: z.string(),
        start: z.string(),
        rrule: z.string().nullable(),
        rule_words: both.nullable(),
        duration_minutes: z.number().nullable(),
        all_day: z.boolean(),
      }),
    ),
    spans: z.array(z.object({ from: z.number(), to: z.number(), kind: z.string() })),
    people: z.array(z.object({ account_id: z.string(), name: z.string() })),
    target: z
      .string()
      .nullable()
      .openapi({ description: "The reminder that it changes, by its title." }),
    question: z.string().nullable(),
    reasons: z.array(z.string()),
    timezone: z.string(),
  })
  .openapi("SentenceReading");

const steps = z.array(z.object({ stage: z.string(), rule: z.string(), what: z.string() }));

/** The quick-add field, in which every sentence asks for a reminder. */
export function sentenceRoutes(reminders: RemindersApi): Route[] {
  return [
    route({
      method: "post",
      path: "/api/reminders/read",
      auth: "account",
      scope: "reminders:read",
      summary:
        "What a sentence would create, and the positions of its date, time, rule, title and people. Nothing is written.",
      body: said,
      answers: { 200: { description: "The reading.", schema: reading } },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: await reminders.readSentence(accountId, body),
      }),
    }),
    route({
      method: "post",
      path: "/api/reminders/explain",
      auth: "account",
      scope: "reminders:read",
      summary: "How the rules read a sentence, stage by stage, and which rule decided.",
      body: said,
      answers: { 200: { description: "The steps, in order.", schema: z.object({ steps }) } },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: { steps: await reminders.explainSentence(accountId, body) },
      }),
    }),
    route({
      method: "post",
      path: "/api/reminders/say",
      auth: "account",
      scope: "reminders:write",
      summary:
        "Create the reminders that a sentence asks for, all of them or none, or change the one that it names.",
      body: said,
      answers: {
        200: {
          description: "The reading, and one result per reminder. No results: nothing was written.",
          schema: z.object({
            reading,
            results: z.array(result),
            spoken: z
              .object({
                lines: z.array(z.string()),
                changed: z.array(reminder),
                refused: z.enum(["reaches_others", "only_in_chat"]).nullable(),
              })
              .nullable()
              .openapi({ description: "Of a change: how the chat would confirm it." }),
          }),
        },
      },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: await reminders.writeSentence(accountId, body),
      }),
    }),
    route({
      method: "post",
      path: "/api/reminders/undo",
      auth: "account",
      scope: "reminders:write",
      summary:
        "Take back the last change that a sentence made, unless something has changed since.",
      body: z.object({ owner_account_id: id.optional() }),
      answers: {
        200: {
          description: "In words, and the reminders as they are now.",
          schema: z.object({ lines: z.array(z.string()), changed: z.array(reminder) }),
        },
      },
      handle: async ({ accountId }) => ({ status: 200, json: await reminders.undo(accountId) }),
    }),
  ];
}
