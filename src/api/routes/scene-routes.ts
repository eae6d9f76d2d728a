import { z } from "@hono/zod-openapi";
import type { JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/errors.ts";
import { type StoryList, storyLists } from "../../domain/views/scenes.ts";
import type { StoryShapeKind } from "../../domain/events/story.ts";
import { makeIdempotent } from "../http/idempotency.ts";
import { id, type Route, route } from "../http/route.ts";
import { awaitTurnEnd } from "../streams/turn-end.ts";
import { withChosenIds } from "./own-chat-ids.ts";
import { sceneBody, withoutAccount } from "./scene-body.ts";
import { castRoutes } from "./scene-cast-routes.ts";
import { presetRoutes } from "./preset-routes.ts";
import { sceneFileRoutes } from "./scene-file-routes.ts";
import { importRoute } from "./scene-import-route.ts";
import { startRoutes } from "./scene-start-routes.ts";
import { signalOnClose, type SceneTurnDeps, sceneTurnRoutes } from "./scene-turn-routes.ts";
import { stageRoutes } from "./stage-routes.ts";
import { spoilerQuery, readSpoilerFilter } from "./story-preview.ts";
import { cutNewest, nextBefore } from "../http/list-page.ts";
import { eventBody, listRows, openChat } from "./story-docs.ts";
import { answerCreated, documentBody, said, write } from "./story-event-route.ts";
import { storyRoutes } from "./story-routes.ts";
import { settingsRoutes } from "./story-settings-routes.ts";

const byId = z.object({ id });
const place = z.coerce.number().int().min(1);
/**
 * Stories: their characters, places and events. A request sent twice under one key is done once.
 */
export function sceneRoutes(on: SceneTurnDeps): Route[] {
  const routes = [
    ...castRoutes(on),
    ...chatRoutes(on),
    ...sceneActRoutes(on),
    ...storyLists.map((what) => listRoute(on, what)),
    ...settingsRoutes(on),
    ...sceneFileRoutes(on.scenes.files),
    ...presetRoutes(on.scenes.files),
    ...storyRoutes(on),
    ...stageRoutes(on.scenes.stage),
  ].map((each) =>
    each.method === "post"
      ? makeIdempotent(on, withoutAccount(each), { keepsAnswer: !each.path.includes("/turns/") })
      : each,
  );
  return [
    ...[...routes, ...sceneTurnRoutes(on)].map((each) => withChosenIds(on, each)),
    importRoute(on),
  ];
}

function chatRoutes(on: SceneTurnDeps): Route[] {
  const add = (what: string, kind: StoryShapeKind, summary: string): Route =>
    documentBody(
      route({
        method: "post",
        path: `/api/chats/{id}/${what}`,
        auth: "account",
        scope: "chat:write",
        summary,
        params: byId,
        body: said,
        answers: { ...answerCreated(kind), 404: { description: "There is no such chat." } },
        handle: ({ accountId, params, body }) =>
          write(on, accountId, { kind, payload: { ...body, chat_id: params.id } }),
      }),
      eventBody(kind, ["chat_id"]),
    );
  return [
    route({
      method: "get",
      path: "/api/chats/{id}",
      auth: "account",
      scope: "chat:read",
      summary: "A chat, its conversation, its open scenes and who is there.",
      params: byId,
      answers: {
        200: { description: "The chat.", schema: openChat },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await chatView(on, accountId, params.id),
      }),
    }),
    add("containers", "container_created", "Add a place."),
    add(
      "containers/rename",
      "container_renamed",
      "Rename a place. It keeps its id and its scenes.",
    ),
    add("rename", "chat_renamed", "Rename a story."),
    add("threads", "thread_detected", "Note a thread of the plot."),
    documentBody(
      route({
        method: "post",
        path: "/api/chats/{id}/threads/{thread}",
        auth: "account",
        scope: "chat:write",
        summary: "Reword a thread of the plot, or settle it. What is left out stays.",
        params: z.object({ id, thread: id }),
        body: said,
        answers: {
          ...answerCreated("thread_changed"),
          404: { description: "There is no such chat or thread." },
        },
        handle: ({ accountId, params, body }) =>
          write(on, accountId, {
            kind: "thread_changed",
            payload: { ...body, id: params.thread, chat_id: params.id },
          }),
      }),
      eventBody("thread_changed", ["chat_id", "id"]),
    ),
    add("activities", "activity_change", "Set what a character is doing."),
    add("edges", "edge_update", "Change how one character sees another."),
    add("scenes", "scene_opened", "Open a scene with you in it."),
    add("clock", "time_advanced", "Let time pass in the story."),
    add("edits", "manual_edit", "Reword a memory, or pin it: `memory_pinned` with `yes` or `no`."),
    ...startRoutes(on),
  ];
}

async function chatView(on: SceneTurnDeps, accountId: string, chatId: string): Promise<JsonObject> {
  const chat = await on.scenes.readChat(accountId, chatId);
  const scenes = await on.scenes.list(accountId, { chatId, what: "scenes" }, { limit: 200 });
  const presence = await on.scenes.list(accountId, { chatId, what: "presence" }, { limit: 1_000 });
  const isOpen = new Set(
    scenes.filter((scene) => scene["closed_at"] === null).map((scene) => scene["id"]),
  );
  const there = presence.filter((one) => one["present"] === true && isOpen.has(one["scene_id"]));
  // A character listed in several open scenes is in the one joined last.
  const room = new Map(
    there
      .toSorted((one, other) => Number(one["event_id"]) - Number(other["event_id"]))
      .map((one) => [one["entity_id"], one["scene_id"]]),
  );
  const open = scenes
    .filter((scene) => scene["closed_at"] === null)
    .map((scene): JsonObject => {
      const here = new Set(
        there.flatMap((one) =>
          room.get(one["entity_id"]) === scene["id"] ? [one["entity_id"]] : [],
        ),
      );
      return {
        ...scene,
        present: (scene["participants"] as readonly string[]).filter((id) => here.has(id)),
      };
    });
  return {
    ...chat,
    conversation_id: (await on.scenes.findConversation(accountId, chatId)) ?? null,
    open_scenes: open,
  };
}

function sceneActRoutes(on: SceneTurnDeps): Route[] {
  const byNumber = z.object({ id: place });
  return [
    route({
      method: "post",
      path: "/api/scenes/{id}/close",
      auth: "account",
      scope: "chat:write",
      summary:
        "Close a scene. Answers when every participant's summary is written; closing it again does nothing.",
      params: byNumber,
      body: sceneBody({
        chat_id: id.optional(),
        closed_at: z.iso.datetime({ offset: true }).max(40).optional(),
      }),
      answers: {
        200: {
          description: "The scene is closed and summarised.",
          schema: z.object({ scene_id: z.number().int(), closed: z.literal(true) }),
        },
        404: { description: "There is no such scene." },
        502: {
          description: "It is closed but could not be summarised: closing it again retries.",
        },
      },
      handle: async ({ accountId, params, body, outgoing }) => {
        const called = await on.scenes.closeScene(accountId, {
          id: params.id,
          chatId: body.chat_id,
          closedAt: body.closed_at,
        });
        if (called !== undefined)
          await awaitSummary(
            on,
            { ...called, accountId, gone: signalOnClose(outgoing) },
            params.id,
          );
        return { status: 200, json: { scene_id: params.id, closed: true } };
      },
    }),
    documentBody(
      route({
        method: "post",
        path: "/api/scenes/{id}/presence",
        auth: "account",
        scope: "chat:write",
        summary: "A character enters or leaves a scene.",
        params: byNumber,
        body: said,
        answers: answerCreated("presence_changed"),
        handle: ({ accountId, params, body }) =>
          write(on, accountId, {
            kind: "presence_changed",
            payload: { ...body, scene_id: params.id },
          }),
      }),
      eventBody("presence_changed", ["scene_id"]),
    ),
    route({
      method: "post",
      path: "/api/chats/{id}/digests/{digest}/unseal",
      auth: "account",
      scope: "chat:write",
      summary: "Unseal the full account of a meanwhile scene.",
      params: z.object({ id, digest: id }),
      body: sceneBody({}),
      answers: answerCreated("digest_unsealed"),
      handle: ({ accountId, params }) =>
        write(on, accountId, {
          kind: "digest_unsealed",
          payload: { chat_id: params.id, id: params.digest },
        }),
    }),
  ];
}

/** The scene is closed by then, whether or not its summary succeeds. */
async function awaitSummary(
  on: SceneTurnDeps,
  called: Parameters<typeof awaitTurnEnd>[1],
  sceneId: number,
): Promise<void> {
  try {
    await awaitTurnEnd(on, called);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "turn_failed") throw error;
    throw new Refusal("scene_not_summed_up", { ...error.fact, scene_id: sceneId, closed: true });
  }
}

function listRoute(on: SceneTurnDeps, what: StoryList): Route {
  return route({
    method: "get",
    path: `/api/chats/{id}/${what}`,
    auth: "account",
    scope: "chat:read",
    summary: `A chat's ${what}.`,
    params: byId,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1_000).default(200),
      before: z.coerce.number().int().optional(),
      scene_id: place.optional(),
      owner_id: id.optional(),
      account_id: id.optional(),
      ...spoilerQuery,
    }),
    answers: {
      200: {
        description: "A page of the newest, oldest first.",
        schema: z.object({ [what]: z.array(listRows[what]), next: nextBefore("event") }),
      },
      404: { description: "There is no such chat." },
    },
    handle: async ({ accountId, params, query }) => {
      const asked = {
        limit: query.limit + 1,
        before: query.before,
        sceneId: query.scene_id,
        ownerId: query.owner_id,
        spoilers: readSpoilerFilter(query),
      };
      const found = await on.scenes.list(accountId, { chatId: params.id, what }, asked);
      const { rows, next } = cutNewest(found.toReversed(), query.limit, (row) =>
        Number(row["event_id"]),
      );
      return { status: 200, json: { [what]: rows.toReversed(), next } };
    },
  });
}
