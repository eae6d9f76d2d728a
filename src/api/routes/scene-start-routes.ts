import { z } from "@hono/zod-openapi";
import { id, type Route, route } from "../http/route.ts";
import { sceneBody } from "./scene-body.ts";
import { meanwhileStarted } from "./story-answers.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";

const byId = z.object({ id });
const row = z.record(z.string(), z.unknown());
const place = z.coerce.number().int().min(1);
const created = {
  201: { description: "As it was written, with defaults filled in.", schema: meanwhileStarted },
};

const meanwhileBody = sceneBody({
  host_bot_id: id.optional(),
  guest_bot_id: id.optional(),
  participants: z.array(id).min(2).max(20).optional(),
  container_id: place.optional(),
  started_at: z.string().max(40).optional(),
  starts_at: z.string().max(40).optional(),
  unattended: z
    .strictObject({
      beats: z.number().int().min(1).max(200),
      stop_if: z.array(z.string().min(1).max(200)).max(20).optional(),
      budget_tokens: z.number().int().min(1).optional(),
      every_seconds: z.number().int().min(0).max(86_400).optional(),
    })
    .optional(),
}).openapi("MeanwhileStart");

/** How a chat begins, continues without the person, and is deleted. */
export function startRoutes(on: SceneTurnDeps): Route[] {
  return [
    route({
      method: "delete",
      path: "/api/chats/{id}",
      auth: "account",
      scope: "chat:write",
      summary:
        "Delete a chat and everything derived from it: scenes, memories, feelings, digests, messages and stored prompts.",
      params: byId,
      answers: {
        204: { description: "It is deleted completely." },
        404: { description: "There is no such chat." },
        409: { description: "A turn is running in it." },
      },
      handle: async ({ accountId, params }) => {
        await on.scenes.removeChat(accountId, params.id);
        return { status: 204 };
      },
    }),
    route({
      method: "post",
      path: "/api/chats/{id}/meanwhile",
      auth: "account",
      scope: "chat:write",
      summary:
        "Start a scene without you: now or at a time of the story, directed by you or continuing on its own.",
      params: byId,
      body: meanwhileBody,
      answers: { ...created, 404: { description: "There is no such chat." } },
      handle: async ({ accountId, params, body }) => ({
        status: 201,
        json: await on.scenes.startMeanwhile(accountId, params.id, body),
      }),
    }),
    route({
      method: "post",
      path: "/api/chats/{id}/kickoff",
      auth: "account",
      scope: "chat:write",
      summary: "Open the first scene with the host's greeting.",
      params: byId,
      body: sceneBody({ greeting: z.number().int().min(0).max(1_000).optional() }),
      answers: {
        201: { description: "What was written.", schema: z.object({ events: z.array(row) }) },
      },
      handle: async ({ accountId, params, body }) => ({
        status: 201,
        json: { events: await on.scenes.kickOff(accountId, params.id, body.greeting) },
      }),
    }),
  ];
}
