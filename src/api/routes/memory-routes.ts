import { z } from "@hono/zod-openapi";
import type { MemoryApi } from "../../domain/views/memory.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";

const memory = z
  .object({
    id: z.string(),
    form: z.enum(["fact", "summary"]),
    words: z.string(),
    said_at: z.string(),
    date_said: z.string().nullable(),
    date_meant: z.string().nullable(),
    origin: z.enum(["rule", "model", "person"]),
    conversation_id: z.string(),
    is_shared: z.boolean(),
    pinned: z.boolean(),
    superseded_by: z.string().nullable(),
    sources: z.array(
      z.object({ event_id: z.number().int(), text: z.string(), said_at: z.string() }),
    ),
  })
  .openapi("Memory");
const talk = z
  .object({
    conversation_id: z.string(),
    title: z.string().nullable(),
    channel: z.string(),
    is_on: z.boolean(),
  })
  .openapi("RememberingTalk");
const owner = z.object({ account_id: id.optional() });
const one = z.object({ memory: memory });
const params = z.object({ memory_id: id });

const memoryList = z.object({ memories: z.array(memory), next: nextPage }).openapi("Memories");
const talkList = z
  .object({ conversations: z.array(talk), next: nextPage })
  .openapi("RememberingTalks");
export type MemoryListAnswer = z.output<typeof memoryList>;
export type RememberingTalksAnswer = z.output<typeof talkList>;

/** What is remembered of a person: seen, searched, corrected, pinned, forgotten, switched off. */
export function memoryRoutes({ memory: api }: { readonly memory: MemoryApi }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/memory",
      auth: "account",
      scope: "chat:read",
      summary: "What is remembered of you, each with the messages it rests on. `q` searches.",
      query: owner.extend({ q: z.string().max(200).optional(), ...pageQuery }),
      answers: { 200: { description: "Pinned ones first, then the newest.", schema: memoryList } },
      handle: async ({ accountId, query }) => {
        const all = await api.list(accountId, { q: query.q });
        const { rows, next } = cutPage(all, query, (each) => each.id);
        return { status: 200, json: { memories: rows, next } };
      },
    }),
    route({
      method: "get",
      path: "/api/memory/conversations",
      auth: "account",
      scope: "chat:read",
      summary: "Your conversations, and whether anything is remembered there.",
      query: owner.extend(pageQuery),
      answers: { 200: { description: "The latest first.", schema: talkList } },
      handle: async ({ accountId, query }) => {
        const all = await api.talks(accountId);
        const { rows, next } = cutPage(all, query, (each) => each.conversation_id);
        return { status: 200, json: { conversations: rows, next } };
      },
    }),
    route({
      method: "post",
      path: "/api/memory/conversations/{conversation_id}",
      auth: "account",
      scope: "chat:write",
      summary: "Switch memory on or off for a conversation. Off: nothing from it is kept or used.",
      params: z.object({ conversation_id: id }),
      body: owner.extend({ is_on: z.boolean() }),
      answers: { 204: { description: "Switched." } },
      handle: async ({ accountId, params: { conversation_id }, body }) => {
        await api.switchTalk(accountId, conversation_id, body.is_on);
        return { status: 204 };
      },
    }),
    route({
      method: "post",
      path: "/api/memory/{memory_id}/edit",
      auth: "account",
      scope: "chat:write",
      summary: "Correct a memory. The earlier words are kept as replaced until they are forgotten.",
      params,
      body: owner.extend({ words: z.string().min(1).max(500) }),
      answers: { 200: { description: "The memory that holds now.", schema: one } },
      handle: async ({ accountId, params: { memory_id }, body }) => ({
        status: 200,
        json: { memory: await api.edit(accountId, memory_id, body.words) },
      }),
    }),
    route({
      method: "post",
      path: "/api/memory/{memory_id}/pin",
      auth: "account",
      scope: "chat:write",
      summary: "A pinned memory comes to mind whatever is spoken of.",
      params,
      body: owner.extend({ pinned: z.boolean() }),
      answers: { 200: { description: "The memory.", schema: one } },
      handle: async ({ accountId, params: { memory_id }, body }) => ({
        status: 200,
        json: { memory: await api.pin(accountId, memory_id, body.pinned) },
      }),
    }),
    route({
      method: "post",
      path: "/api/memory/{memory_id}/forget",
      auth: "account",
      scope: "chat:write",
      summary:
        "Forget a memory with everything made of it: earlier versions, summaries, stored prompts and its words in the log.",
      params,
      body: owner,
      answers: {
        200: {
          description: "How many memories went.",
          schema: z.object({ forgotten: z.number().int() }),
        },
      },
      handle: async ({ accountId, params: { memory_id } }) => ({
        status: 200,
        json: await api.forget(accountId, memory_id),
      }),
    }),
  ];
}
