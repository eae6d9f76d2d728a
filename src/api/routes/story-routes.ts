import { z } from "@hono/zod-openapi";
import { id, type Route, route } from "../http/route.ts";
import { sceneBody } from "./scene-body.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";
import { veil, veilOf } from "./story-preview.ts";
import { storyTimeRoutes } from "./story-time-routes.ts";

const byId = z.object({ id });
const row = z.record(z.string(), z.unknown());
const answers = {
  200: { description: "As it is now.", schema: row },
  404: { description: "There is no such chat." },
};

/** Looking into a story: what somebody would be told, how they know what they know, and the proof that nobody knows more. */
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
        "The prompt that a bot would be given now, part by part, with the events that each part is made of.",
      params: byId,
      query: z.object({ viewer: id, ...veil, account_id }),
      answers,
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.context(accountId, {
          chatId: params.id,
          viewer: query.viewer,
          veil: veilOf(query),
        }),
      }),
    }),
    route({
      method: "get",
      path: "/api/chats/{id}/why",
      auth: "account",
      scope: "chat:read",
      summary:
        "How somebody knows something: from the fact to the words behind it, told by others included.",
      params: byId,
      query: z.object({
        fact: z.string().min(1).max(2_000),
        viewer: id.optional(),
        ...veil,
        account_id,
      }),
      answers,
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: {
          ...(await time.why(accountId, {
            chatId: params.id,
            fact: query.fact,
            viewer: query.viewer,
            veil: veilOf(query),
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
        "One of the cast brings their own memories of another chat into this one. What is wound back, edited or deleted there later goes from here, too.",
      params: byId,
      body: sceneBody({ owner_id: id, from_chat_id: id }),
      answers: {
        201: { description: "How many were new here.", schema: row },
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
        "How something went round: who told whom and when, who knows it by how many mouths, and how many knew it on each day of the story.",
      params: byId,
      query: z.object({ fact: z.string().min(1).max(2_000), ...veil, account_id }),
      answers,
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.gossip(accountId, {
          chatId: params.id,
          fact: query.fact,
          veil: veilOf(query),
        }),
      }),
    }),
    route({
      method: "get",
      path: "/api/chats/{id}/audit",
      auth: "account",
      scope: "chat:read",
      summary: "Every call that was made for the chat against what its viewer had witnessed.",
      params: byId,
      query: z.object({ account_id }),
      answers,
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await time.audit(accountId, params.id),
      }),
    }),
  ];
}
