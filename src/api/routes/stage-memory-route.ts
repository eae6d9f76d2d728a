import { z } from "@hono/zod-openapi";
import type { StageApi } from "../../domain/views/stage.ts";
import { id, type Route, route } from "../http/route.ts";
import { spoilerQuery, readSpoilerFilter } from "./story-preview.ts";

const memoryView = z
  .object({
    id: z.string(),
    event_id: z.number().int(),
    owner_id: z.string(),
    scene_id: z.number().int().nullable(),
    story_time: z.string(),
    text: z.string(),
    by_hand: z.boolean(),
    pinned: z.boolean(),
    importance: z.number(),
    meant: z.object({
      felt: z.number(),
      learnt: z.number(),
      first: z.number(),
      summary: z.number(),
    }),
    brought_from: z
      .object({
        chat_id: z.string(),
        title: z.string().nullable(),
        host_bot_id: z.string().nullable(),
      })
      .nullable(),
  })
  .openapi("MemoryView");

const memoriesView = z
  .object({
    pinned: z.array(memoryView),
    memories: z.array(memoryView),
    has_earlier: z.boolean(),
    unseen: z.number().int(),
    elsewhere: z.array(
      z.object({
        chat_id: z.string(),
        title: z.string().nullable(),
        host_bot_id: z.string(),
        memories: z.number().int(),
      }),
    ),
  })
  .openapi("MemoriesView");

/** What a character remembers, for the owner of the story. */
export function memoryRoute(stage: StageApi): Route {
  return route({
    method: "get",
    auth: "account",
    scope: "chat:read",
    path: "/api/chats/{id}/stage/memories",
    summary:
      "What one character remembers, newest first: what each memory meant, whether it is pinned, and which story it is from.",
    params: z.object({ id }),
    query: z.object({
      owner_id: id,
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
      ...spoilerQuery,
      account_id: id.optional(),
    }),
    answers: {
      200: { description: "The memories.", schema: memoriesView },
      404: { description: "There is no such chat." },
    },
    handle: async ({ accountId, params, query }) => {
      const asked = {
        ownerId: query.owner_id,
        before: query.before,
        limit: query.limit,
        spoilers: readSpoilerFilter(query),
      };
      return {
        status: 200,
        json: await stage.listMemories(accountId, { chatId: params.id, ...asked }),
      };
    },
  });
}
