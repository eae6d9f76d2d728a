import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import type { StoryShapeKind } from "../../domain/events/story.ts";
import type { JsonObject } from "../../domain/json.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";
import { botRow, chatRow, eventBody, youRow } from "./story-docs.ts";
import { answerCreated, documentBody, said, write } from "./story-event-route.ts";

const byId = z.object({ id });

/** The characters of an account, the person, and their chats. */
export function castRoutes(on: SceneTurnDeps): Route[] {
  // Clients may send back what they read with a change, so fields added by the server are dropped.
  const author = (path: string, kind: StoryShapeKind, summary: string): Route =>
    documentBody(
      route({
        method: "post",
        path,
        auth: "account",
        scope: "chat:write",
        summary,
        body: said,
        answers: answerCreated(kind),
        handle: ({
          accountId,
          body: { event_id: _event, created_at: _created, updated_at: _updated, ...fields },
        }) => write(on, accountId, { kind, payload: fields }),
      }),
      eventBody(kind),
    );
  const list = (
    name: "bots" | "chats",
    { summary, schema }: { readonly summary: string; readonly schema: z.ZodType },
    read: (accountId: string) => Promise<readonly JsonObject[]>,
  ): Route =>
    route({
      method: "get",
      path: `/api/${name}`,
      auth: "account",
      scope: "chat:read",
      summary,
      query: z.object(pageQuery),
      answers: {
        200: {
          description: "A page of them.",
          schema: z.object({ [name]: z.array(schema), next: nextPage }),
        },
      },
      handle: async ({ accountId, query }) => {
        const { rows, next } = cutPage(
          await read(accountId),
          query,
          (each) => each["id"] as string,
        );
        return { status: 200, json: { [name]: rows, next } };
      },
    });
  return [
    author("/api/bots", "bot_authored", "Create or replace a bot."),
    author("/api/you", "you_authored", "Define who you are in your stories."),
    author("/api/chats", "chat_created", "Begin a chat with a host and perhaps a guest."),
    list("bots", { summary: "Your bots.", schema: botRow }, (accountId) =>
      on.scenes.listBots(accountId),
    ),
    route({
      method: "get",
      path: "/api/you",
      auth: "account",
      scope: "chat:read",
      summary: "Who you are in your stories.",
      answers: {
        200: {
          description: "You.",
          schema: z.object({ you: z.union([youRow, z.null()]) }),
        },
      },
      handle: async ({ accountId }) => ({
        status: 200,
        json: { you: await on.scenes.readYou(accountId) },
      }),
    }),
    list("chats", { summary: "Your chats, the latest first.", schema: chatRow }, (accountId) =>
      on.scenes.listChats(accountId),
    ),
    route({
      method: "get",
      path: "/api/bots/{id}",
      auth: "account",
      scope: "chat:read",
      summary: "One of your bots.",
      params: byId,
      answers: {
        200: { description: "The bot.", schema: botRow },
        404: { description: "There is no such bot." },
      },
      handle: async ({ accountId, params }) => {
        const bots = await on.scenes.listBots(accountId);
        const bot = bots.find((each) => each["id"] === params.id);
        if (bot === undefined) throw new Refusal("not_found");
        return { status: 200, json: bot };
      },
    }),
    route({
      method: "delete",
      path: "/api/bots/{id}",
      auth: "account",
      scope: "chat:write",
      summary: "Delete a bot that is in no chat, with its card and pictures.",
      params: byId,
      answers: {
        204: { description: "It is deleted." },
        409: {
          description:
            "It is in a chat, of which `fact.chat_id` names one, or it is the companion.",
        },
        404: { description: "There is no such bot." },
      },
      handle: async ({ accountId, params }) => {
        await on.scenes.removeBot(accountId, params.id);
        return { status: 204 };
      },
    }),
  ];
}
