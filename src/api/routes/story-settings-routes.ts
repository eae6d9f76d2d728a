import { z } from "@hono/zod-openapi";
import { storyLives, storySettings } from "../../domain/events/story-shapes.ts";
import { id, type Route, route } from "../http/route.ts";
import { livesAnswer, livesBody, settingsAnswer, settingsBody } from "./story-docs.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";

const byId = z.object({ id });
const missing = { 404: { description: "There is no such chat." } };

/** How characters live between scenes, without a model. */
function livesRoutes(scenes: SceneTurnDeps["scenes"]): Route[] {
  const change = route({
    method: "post",
    path: "/api/chats/{id}/lives",
    auth: "account",
    scope: "chat:write",
    summary:
      "Set routines and needs of characters, and how much of their time between scenes is remembered or played. What is left out goes back to the defaults.",
    params: byId,
    body: storyLives,
    answers: { 200: { description: "As it is now.", schema: livesAnswer }, ...missing },
    handle: async ({ accountId, params, body }) => ({
      status: 200,
      json: await scenes.changeLives(accountId, params.id, body),
    }),
  });
  return [
    route({
      method: "get",
      path: "/api/chats/{id}/lives",
      auth: "account",
      scope: "chat:read",
      summary: "Routines of characters, where these have brought them, and whom they met.",
      params: byId,
      answers: { 200: { description: "As it is now.", schema: livesAnswer }, ...missing },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await scenes.readLives(accountId, params.id),
      }),
    }),
    { ...change, docs: { ...change.docs, body: livesBody } },
  ];
}

/** How a story is played: model, sampling, length, style, notes and templates. */
export function settingsRoutes({ scenes }: SceneTurnDeps): Route[] {
  const change = route({
    method: "post",
    path: "/api/chats/{id}/settings",
    auth: "account",
    scope: "chat:write",
    summary: "Set how a story is played. What is left out goes back to the defaults.",
    params: byId,
    body: storySettings,
    answers: { 200: { description: "As they are now.", schema: settingsAnswer }, ...missing },
    handle: async ({ accountId, params, body }) => ({
      status: 200,
      json: await scenes.changeSettings(accountId, params.id, body),
    }),
  });
  return [
    route({
      method: "get",
      path: "/api/chats/{id}/settings",
      auth: "account",
      scope: "chat:read",
      summary: "How a story is played.",
      params: byId,
      answers: { 200: { description: "As they are now.", schema: settingsAnswer }, ...missing },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await scenes.readSettings(accountId, params.id),
      }),
    }),
    { ...change, docs: { ...change.docs, body: settingsBody } },
    ...livesRoutes(scenes),
  ];
}
