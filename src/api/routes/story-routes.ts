import { z } from "@hono/zod-openapi";
import { id, type Route, route } from "../http/route.ts";
import { sceneBody } from "./scene-body.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";
import { isHidingSealed, spoilerQuery, readSpoilerFilter } from "./story-preview.ts";
import { broughtMemories, gossip, origins, promptView, storyAudit } from "./story-answers.ts";
import { storyTimeRoutes } from "./story-time-routes.ts";

const byId = z.object({ id });
const answers = (schema: z.ZodType) => ({
  200: { description: "As it is now.", schema },
  404: { description: "There is no such chat." },
});

/**
 * Inspecting a story: what a character would be given, how they know what they know, and the proof
 * that they know no more.
 */
export function storyRoutes(on: SceneTurnDeps): Route[] {
  const account_id = id.optional();
  const { time } = on.scenes;
  return [
    ...storyTimeRoutes(on),
    route({
      method: "get",
      path: "/api/chats/{id}/context",
      auth: "account",
      scope: "chat:read",
      summary:
        "The prompt that a bot would get now, part by part, with the events behind each part.",
      params: byId,
      query: z.object({ viewer: id, ...spoilerQuery, account_id }),
      answers: answers(promptView),
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.buildPrompt(accountId, {
          chatId: params.id,
          viewer: query.viewer,
          spoilers: readSpoilerFilter(query),
        }),
      }),
    }),
    route({
      method: "get",
      path: "/api/chats/{id}/why",
      auth: "account",
      scope: "chat:read",
      summary:
        "How a character knows something: from the fact to the words behind it, including retellings.",
      params: byId,
      query: z.object({
        fact: z.string().min(1).max(2_000),
        viewer: id.optional(),
        ...spoilerQuery,
        account_id,
      }),
      answers: answers(origins),
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: {
          ...(await time.explainFact(accountId, {
            chatId: params.id,
            fact: query.fact,
            viewer: query.viewer,
            spoilers: readSpoilerFilter(query),
          })),
        },
      }),
    }),
    route({
      method: "post",
      path: "/api/chats/{id}/memories",
      auth: "account",
      scope: "chat:write",
      summary:
        "Bring one character's own memories of another chat into this one. If they are rewound, edited or deleted there later, they disappear here too.",
      params: byId,
      body: sceneBody({ owner_id: id, from_chat_id: id }),
      answers: {
        201: { description: "How many were new here.", schema: broughtMemories },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params, body }) => ({
        status: 201,
        json: {
          ...(await on.scenes.bringMemories(accountId, params.id, {
            ownerId: body.owner_id,
            fromChatId: body.from_chat_id,
          })),
        },
      }),
    }),
    route({
      method: "get",
      path: "/api/chats/{id}/gossip",
      auth: "account",
      scope: "chat:read",
      summary:
        "How a piece of news spread: who learned it from whom and when, through how many retellings each knows it, and how many knew it on each day of the story.",
      params: byId,
      query: z.object({ fact: z.string().min(1).max(2_000), ...spoilerQuery, account_id }),
      answers: answers(gossip),
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.traceGossip(accountId, {
          chatId: params.id,
          fact: query.fact,
          spoilers: readSpoilerFilter(query),
        }),
      }),
    }),
    route({
      method: "get",
      path: "/api/chats/{id}/audit",
      auth: "account",
      scope: "chat:read",
      summary: "Checks every model call of the chat against what its viewer had witnessed.",
      params: byId,
      query: z.object({ unseen: spoilerQuery.unseen, account_id }),
      answers: answers(storyAudit),
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.audit(accountId, {
          chatId: params.id,
          hidesSealed: isHidingSealed(query),
        }),
      }),
    }),
  ];
}
