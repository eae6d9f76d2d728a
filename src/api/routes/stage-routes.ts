import { z } from "@hono/zod-openapi";
import { planSet, planStopped } from "./story-answers.ts";
import type { StageApi } from "../../domain/views/stage.ts";
import { id, type Route, route } from "../http/route.ts";
import { sceneBody } from "./scene-body.ts";
import { readSpoilerFilter, spoilerQuery } from "./story-preview.ts";
import { memoryRoute } from "./stage-memory-route.ts";
import { beatView, linesPage, lobby, stageView } from "./stage-shapes.ts";

const byId = z.object({ id });
const account_id = id.optional();
const feeling = z
  .object({
    event_id: z.number().int(),
    story_time: z.string(),
    source_id: z.string(),
    target_id: z.string(),
    affinity: z.number(),
    trust: z.number(),
  })
  .openapi("Feeling");

/** Stories as a page shows them: the current scene in one answer. */
export function stageRoutes(stage: StageApi): Route[] {
  return [...lookRoutes(stage), memoryRoute(stage), ...lineRoutes(stage), ...talkRoutes(stage)];
}

const common = { method: "get", auth: "account", scope: "chat:read" } as const;
const place = z.coerce.number().int().min(1);

function lookRoutes(stage: StageApi): Route[] {
  return [
    route({
      ...common,
      path: "/api/stage",
      summary: "Your characters, who you are, and your chats with their last lines.",
      query: z.object({ account_id }),
      answers: {
        200: {
          description: "All of it.",
          schema: lobby,
        },
      },
      handle: async ({ accountId }) => ({ status: 200, json: await stage.readLobby(accountId) }),
    }),
    route({
      ...common,
      path: "/api/chats/{id}/stage",
      summary: "The current state of a chat and its newest lines; or all lines since an event.",
      params: byId,
      query: z.object({
        turns: z.coerce.number().int().min(1).max(2_000).default(200),
        since: place.optional(),
        ...spoilerQuery,
        account_id,
      }),
      answers: {
        200: { description: "The current state.", schema: stageView },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await stage.readStage(accountId, {
          chatId: params.id,
          turns: query.turns,
          since: query.since,
          spoilers: readSpoilerFilter(query),
        }),
      }),
    }),
    route({
      ...common,
      path: "/api/chats/{id}/feelings",
      summary: "How affinity and trust of all characters moved over the story's time.",
      params: byId,
      query: z.object({ account_id }),
      answers: {
        200: {
          description: "Each step, oldest first.",
          schema: z.object({ feelings: z.array(feeling) }),
        },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: { feelings: await stage.listFeelings(accountId, params.id) },
      }),
    }),
  ];
}

function lineRoutes(stage: StageApi): Route[] {
  return [
    route({
      ...common,
      path: "/api/chats/{id}/lines",
      summary: "Lines of a chat before an event, however long ago they were said.",
      params: byId,
      query: z.object({
        before: place,
        turns: z.coerce.number().int().min(1).max(500).default(100),
        ...spoilerQuery,
        account_id,
      }),
      answers: {
        200: {
          description: "Oldest first.",
          schema: linesPage,
        },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await stage.listLinesBefore(accountId, {
          chatId: params.id,
          before: query.before,
          turns: query.turns,
          spoilers: readSpoilerFilter(query),
        }),
      }),
    }),
    route({
      ...common,
      path: "/api/chats/{id}/beats",
      summary:
        "The number of beats of a chat, and one of them: the newest, or the one at a position.",
      params: byId,
      query: z.object({ at: place.optional(), ...spoilerQuery, account_id }),
      answers: {
        200: { description: "The beat.", schema: beatView },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await stage.readBeat(accountId, {
          chatId: params.id,
          at: query.at,
          spoilers: readSpoilerFilter(query),
        }),
      }),
    }),
  ];
}

const acts = { method: "post", auth: "account", scope: "chat:write" } as const;

function talkRoutes(stage: StageApi): Route[] {
  return [
    route({
      ...acts,
      path: "/api/chats/{id}/let-talk",
      summary:
        "Let an open meanwhile scene continue on its own: for a number of beats, until a word occurs, within a budget.",
      params: byId,
      body: sceneBody({
        scene_id: z.number().int().min(1),
        beats: z.number().int().min(1).max(200),
        stop_if: z.array(z.string().min(1).max(200)).max(20).optional(),
        budget_tokens: z.number().int().min(1).optional(),
        every_seconds: z.number().int().min(0).max(86_400).optional(),
      }),
      answers: {
        201: { description: "The plan.", schema: planSet },
        404: { description: "There is no such chat or scene." },
      },
      handle: async ({ accountId, params, body: { scene_id: sceneId, ...plan } }) => ({
        status: 201,
        json: await stage.startUnattended(accountId, { chatId: params.id, sceneId, plan }),
      }),
    }),
    route({
      ...acts,
      path: "/api/chats/{id}/plans/{plan}/stop",
      summary: "Stop the unattended scene. It stays open.",
      params: z.object({ id, plan: id }),
      body: sceneBody({}),
      answers: {
        200: { description: "It is directed by you again.", schema: planStopped },
        404: { description: "There is no such chat or plan." },
      },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await stage.stopUnattended(accountId, { chatId: params.id, planId: params.plan }),
      }),
    }),
  ];
}
