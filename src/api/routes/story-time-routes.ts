import { z } from "@hono/zod-openapi";
import { id, type Route, route } from "../http/route.ts";
import { amendRoutes } from "./amend-routes.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";
import { sceneBody } from "./scene-body.ts";
import {
  branched,
  branches,
  broughtBack,
  compared,
  rewound,
  stateThen,
  storyAnswer,
  switched,
} from "./story-answers.ts";
import { replayRoutes } from "./replay-routes.ts";
import {
  isHidingSealed,
  isPreview,
  preview,
  spoilerQuery,
  readSpoilerFilter,
} from "./story-preview.ts";
import { versionRoutes } from "./version-routes.ts";

const byId = z.object({ id });
const place = z.coerce.number().int().min(1).optional();
const cut = sceneBody({ turn_id: id.optional(), event_id: place }).openapi("StoryCut");
const ok = (description: string, schema: z.ZodType) => ({
  200: { description, schema },
  404: { description: "There is no such chat, turn or branch." },
  409: { description: "A turn is being played." },
});
const moment = {
  turn_id: id.optional(),
  day: z.coerce.number().int().min(0).max(100_000).optional(),
  event_id: place,
  story_time: z.string().max(40).optional(),
  branch: id.optional(),
  account_id: id.optional(),
};

/** A story's past: rewound, branched, replayed, queried. */
export function storyTimeRoutes(on: SceneTurnDeps): Route[] {
  return [
    ...travelRoutes(on),
    ...pastRoutes(on),
    ...amendRoutes(on),
    ...replayRoutes(on),
    bringBackRoute(on),
    ...versionRoutes(on),
  ];
}

function travelRoutes({ scenes: { time } }: SceneTurnDeps): Route[] {
  const common = { method: "post", auth: "account", scope: "chat:write", params: byId } as const;
  return [
    route({
      ...common,
      path: "/api/chats/{id}/rewind",
      summary: "Rewind a chat to a turn: everything after it leaves all tables and prompts.",
      query: preview,
      body: cut.refine(
        (asked) => asked.turn_id !== undefined || asked.event_id !== undefined,
        "turn_id or event_id",
      ),
      answers: ok(
        "Where it is now; with `preview`, what would be forgotten, and nothing is.",
        rewound,
      ),
      handle: async ({ accountId, params, query, body }) => {
        const at = { chatId: params.id, turnId: body.turn_id, eventId: body.event_id };
        return {
          status: 200,
          json: isPreview(query)
            ? await time.previewRewind(accountId, { ...at, hidesSealed: isHidingSealed(query) })
            : await time.rewind(accountId, at),
        };
      },
    }),
    route({
      ...common,
      path: "/api/chats/{id}/branches",
      summary: "Branch off at a turn, or here. The past is shared, and nothing is lost.",
      query: preview,
      body: cut.extend({ name: id.optional() }),
      answers: ok(
        "The new branch, which is now active; with `preview`, what it would begin without.",
        branched,
      ),
      handle: async ({ accountId, params, query, body }) => {
        const at = { chatId: params.id, turnId: body.turn_id, eventId: body.event_id };
        const json = isPreview(query)
          ? time.previewBranch(accountId, { ...at, hidesSealed: isHidingSealed(query) })
          : time.branch(accountId, { ...at, name: body.name });
        return { status: 200, json: await json };
      },
    }),
    route({
      ...common,
      path: "/api/chats/{id}/branches/switch",
      summary: "Switch to another branch.",
      query: preview,
      body: sceneBody({ branch: id }),
      answers: ok("The branch that is now active; with `preview`, how it differs.", switched),
      handle: async ({ accountId, params, query, body }) => {
        const to = { chatId: params.id, branch: body.branch };
        return {
          status: 200,
          json: isPreview(query)
            ? await time.previewSwitch(accountId, { ...to, hidesSealed: isHidingSealed(query) })
            : await time.switchBranch(accountId, to),
        };
      },
    }),
  ];
}

function pastRoutes({ scenes: { time } }: SceneTurnDeps): Route[] {
  const common = { method: "get", auth: "account", scope: "chat:read", params: byId } as const;
  return [
    route({
      ...common,
      path: "/api/chats/{id}/branches",
      summary: "A chat's branches.",
      query: z.object({ account_id: id.optional() }),
      answers: ok("All of them.", branches),
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: { branches: await time.listBranches(accountId, params.id) },
      }),
    }),
    route({
      ...common,
      path: "/api/chats/{id}/as-of",
      summary:
        "A chat as it was: at an event or a turn, at a time or the end of a day of the story, on a branch.",
      query: z.object({ ...moment, unseen: spoilerQuery.unseen }),
      answers: ok("Who felt what, knew what and was where.", stateThen),
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.readAsOf(accountId, {
          chatId: params.id,
          eventId: query.event_id,
          turnId: query.turn_id,
          day: query.day,
          storyTime: query.story_time,
          branch: query.branch,
          hidesSealed: isHidingSealed(query),
        }),
      }),
    }),
    route({
      ...common,
      path: "/api/chats/{id}/ask",
      summary: "Ask about the past in plain language: “What did Ann feel about me on day 3?”",
      query: z.object({
        question: z.string().min(1).max(500),
        ...spoilerQuery,
        account_id: id.optional(),
      }),
      answers: ok(
        "The state at that time, as a sentence and as data; or that no character is named.",
        storyAnswer,
      ),
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.answerQuestion(accountId, {
          chatId: params.id,
          question: query.question,
          spoilers: readSpoilerFilter(query),
        }),
      }),
    }),
    route({
      ...common,
      path: "/api/chats/{id}/compare",
      summary: "The differences between two branches, or two times.",
      query: z.object({
        a: id.optional(),
        b: id.optional(),
        a_event: place,
        b_event: place,
        unseen: spoilerQuery.unseen,
        account_id: id.optional(),
      }),
      answers: ok("Row by row.", compared),
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: {
          differences: await time.compare(accountId, {
            chatId: params.id,
            a: { branch: query.a, eventId: query.a_event, hidesSealed: isHidingSealed(query) },
            b: { branch: query.b, eventId: query.b_event, hidesSealed: isHidingSealed(query) },
          }),
        },
      }),
    }),
  ];
}

function bringBackRoute({ scenes: { time } }: SceneTurnDeps): Route {
  return route({
    method: "post",
    path: "/api/chats/{id}/bring-back",
    auth: "account",
    scope: "chat:write",
    summary:
      "Undo a rewind, or within a day a deletion, as long as nothing has happened in the chat since.",
    params: byId,
    body: sceneBody({}),
    answers: ok("The active branch, and how many events count again.", broughtBack),
    handle: async ({ accountId, params }) => ({
      status: 200,
      json: await time.restorePath(accountId, params.id),
    }),
  });
}
