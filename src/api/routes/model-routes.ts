import { z } from "@hono/zod-openapi";
import {
  type ModelAdmin,
  type ModelChoices,
  modelProblems,
} from "../../domain/views/model-connection.ts";
import { actorOf } from "../http/audit-trail.ts";
import { type Route, route } from "../http/route.ts";

const shown = {
  base_url: z.string(),
  model: z.string(),
  /** The key itself is never shown. */
  has_key: z.boolean(),
};

const stateSchema = z
  .object({
    in_use: z.enum(["page", "settings", "none"]),
    saved: z
      .object({
        ...shown,
        images: z.boolean(),
        stories: z.string().nullable(),
        embeddings: z.string().nullable(),
        choices: z.array(z.string()),
        currency: z.string(),
        prices: z.array(z.object({ model: z.string(), input: z.number(), output: z.number() })),
      })
      .nullable(),
    configured: z.object(shown).nullable(),
  })
  .openapi("ModelConnection");

const checkSchema = z
  .object({
    ok: z.boolean(),
    problem: z.enum(modelProblems).nullable(),
    /** The model that the problem is about, or the last one that answered. */
    model: z.string().nullable(),
    status: z.number().int().nullable(),
    models: z.array(z.string()),
  })
  .openapi("ModelCheck");

const baseUrl = z.string().trim().min(1).max(500);
const modelName = z.string().trim().min(1).max(200);
/** Left out: the saved key, for the saved server alone. Null: no key. One line without spaces. */
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/)
  .max(2_000)
  .nullable()
  .optional();

const checkedBody = z.object({
  base_url: baseUrl,
  api_key: apiKey,
  /** Without it only the list of models is asked for. */
  model: modelName.optional(),
  stories: modelName.optional(),
  embeddings: modelName.optional(),
});

const perMillion = z.number().min(0).max(1_000_000);
const priceSchema = z.object({ model: modelName, input: perMillion, output: perMillion });

const savedBody = z.object({
  base_url: baseUrl,
  api_key: apiKey,
  model: modelName,
  /** Whether the model sees pictures. */
  images: z.boolean().default(false),
  /** The model that plays stories. Left out: `model`. */
  stories: modelName.nullish(),
  /** The model that finds memories by meaning. Left out: what the settings say. */
  embeddings: modelName.nullish(),
  /** Other models of the server that a story or a character may choose. */
  choices: z.array(modelName).max(50).default([]),
  /** The currency of `prices`, by its three letters. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("USD"),
  /** What a million tokens cost. Calls are recorded with their cost from then on. */
  prices: z.array(priceSchema).max(60).default([]),
});

export type ModelStateAnswer = z.output<typeof stateSchema>;
export type ModelCheckAnswer = z.output<typeof checkSchema>;
export type CheckedModel = z.input<typeof checkedBody>;
export type SavedModel = z.input<typeof savedBody>;

const toChoices = (body: z.output<typeof savedBody>): ModelChoices => ({
  model: body.model,
  images: body.images,
  stories: body.stories ?? undefined,
  embeddings: body.embeddings ?? undefined,
  choices: [...new Set(body.choices)],
  priceList:
    body.prices.length === 0
      ? undefined
      : {
          currency: body.currency,
          prices: Object.fromEntries(
            body.prices.map(({ model, input, output }) => [model, { input, output }]),
          ),
        },
});

const proofNeeded =
  "A model is connected, and a session has not proven its identity again: `proof_required`.";

/** The language model's connection, for operators. */
export function modelRoutes(admin: ModelAdmin): Route[] {
  /** A newcomer with the first sign-in link has no token to show. */
  const isConnected = (): boolean => admin.read().in_use !== "none";
  return [
    route({
      method: "get",
      path: "/api/model",
      auth: "operator",
      summary:
        "The language model: what was saved here and what the settings say. What was saved here is used first. Keys are never shown.",
      answers: { 200: { description: "The connection.", schema: stateSchema } },
      handle: () => ({ status: 200, json: admin.read() }),
    }),
    route({
      method: "post",
      path: "/api/model/check",
      auth: "operator",
      proof: isConnected,
      summary:
        "Ask an OpenAI-compatible server for its models and, with `model`, for the beginning of an answer. Stores nothing.",
      body: checkedBody,
      answers: {
        200: { description: "`ok`, or the `problem`.", schema: checkSchema },
        403: { description: proofNeeded },
      },
      handle: async ({ body }) => ({
        status: 200,
        json: await admin.check({
          baseUrl: body.base_url,
          apiKey: body.api_key,
          model: body.model,
          stories: body.stories,
          embeddings: body.embeddings,
        }),
      }),
    }),
    route({
      method: "post",
      path: "/api/model",
      auth: "operator",
      audited: true,
      proof: isConnected,
      summary:
        "Connect a language model. It answers from the next message on, in every process, without a restart.",
      body: savedBody,
      answers: {
        200: { description: "The connection.", schema: stateSchema },
        403: { description: proofNeeded },
      },
      handle: async ({ body, ...ask }) => ({
        status: 200,
        json: await admin.save(
          {
            baseUrl: body.base_url,
            apiKey: body.api_key,
            ...toChoices(body),
          },
          actorOf(ask),
        ),
      }),
    }),
    route({
      method: "delete",
      path: "/api/model",
      auth: "operator",
      audited: true,
      proof: isConnected,
      summary: "Forget the saved connection and its key. What the settings say is used again.",
      answers: {
        200: { description: "The connection.", schema: stateSchema },
        403: { description: proofNeeded },
      },
      handle: async (ask) => ({ status: 200, json: await admin.remove(actorOf(ask)) }),
    }),
  ];
}
