import { z } from "@hono/zod-openapi";
import { storyLink } from "../../domain/story-link.ts";
import type { SharedStoriesApi } from "../../domain/views/shared-stories.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";
import { sceneBody } from "./scene-body.ts";
import {
  codeBody,
  invitation,
  invitationLink,
  joinBody,
  newStoryBody,
  presenceBody,
  roomBody,
  sharedAudit,
  sharedLines,
  sharedStory,
  sharedView,
} from "./shared-story-shapes.ts";
import { createSharedExportRoute } from "./shared-story-export.ts";
import { createSharedTurnRoutes } from "./shared-story-turns.ts";

export interface SharedStoryDeps extends SceneTurnDeps {
  readonly sharedStories: SharedStoriesApi;
  publicUrl(): string;
}

const byId = z.object({ id });
const reads = { method: "get", auth: "account", scope: "chat:read" } as const;
const writes = { method: "post", auth: "account", scope: "chat:write" } as const;
const account_id = id.optional();
const missing = { 404: { description: "You were never in such a story." } };
const hostOnly = { ...missing, 403: { description: "You are not the host, or not in it." } };

/** Stories of several people, each with their own eyes. */
export const createSharedStoryRoutes = (on: SharedStoryDeps): Route[] => [
  ...readRoutes(on),
  createSharedExportRoute(on),
  ...joinRoutes(on),
  ...invitationRoutes(on),
  ...hostRoutes(on),
  ...createSharedTurnRoutes(on),
];

function readRoutes({ sharedStories }: SharedStoryDeps): Route[] {
  return [
    route({
      ...reads,
      path: "/api/shared-stories",
      summary: "Stories that you play with other people, or played.",
      query: z.object({ account_id, ...pageQuery }),
      answers: {
        200: {
          description: "The latest first.",
          schema: z
            .object({ stories: z.array(sharedStory), next: nextPage })
            .openapi("SharedStories"),
        },
      },
      handle: async ({ accountId, query }) => {
        const { rows, next } = cutPage(
          await sharedStories.list(accountId),
          query,
          ({ id: of }) => of,
        );
        return { status: 200, json: { stories: rows, next } };
      },
    }),
    route({
      ...reads,
      path: "/api/shared-stories/{id}",
      summary:
        "A shared story as you witnessed it: who takes part, where you are, your newest lines.",
      params: byId,
      query: z.object({ lines: z.coerce.number().int().min(1).max(500).default(100), account_id }),
      answers: { 200: { description: "Your view of it.", schema: sharedView }, ...missing },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await sharedStories.read(accountId, { chatId: params.id, limit: query.lines }),
      }),
    }),
    route({
      ...reads,
      path: "/api/shared-stories/{id}/lines",
      summary: "Earlier lines that you witnessed.",
      params: byId,
      query: z.object({
        before: z.coerce.number().int().min(1),
        lines: z.coerce.number().int().min(1).max(500).default(100),
        account_id,
      }),
      answers: { 200: { description: "Oldest first.", schema: sharedLines }, ...missing },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await sharedStories.listLinesBefore(accountId, {
          chatId: params.id,
          before: query.before,
          limit: query.lines,
        }),
      }),
    }),
    route({
      ...reads,
      path: "/api/shared-stories/{id}/audit",
      summary: "Compare what you have of a shared story with what you witnessed. Numbers only.",
      params: byId,
      query: z.object({ account_id }),
      answers: { 200: { description: "What was found.", schema: sharedAudit }, ...missing },
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await sharedStories.audit(accountId, params.id),
      }),
    }),
  ];
}

function joinRoutes({ sharedStories }: SharedStoryDeps): Route[] {
  return [
    route({
      ...writes,
      path: "/api/shared-stories",
      summary:
        "Begin a story with copies of your characters, for several people. You are its host.",
      body: newStoryBody,
      answers: {
        201: { description: "It has begun.", schema: sharedStory },
        400: { description: "A character is unknown." },
        409: { description: "A character has your name, or you host too many stories." },
      },
      handle: async ({ accountId, body: { bot_ids, ...body } }) => ({
        status: 201,
        json: await sharedStories.create(accountId, { ...body, botIds: bot_ids }),
      }),
    }),
    route({
      ...writes,
      path: "/api/shared-stories/invitation",
      summary:
        "What an invitation leads to: the story's title, who invites, and which characters are free.",
      body: codeBody,
      answers: {
        200: { description: "It is valid.", schema: invitation },
        404: { description: "It is wrong, expired or was taken back (`invitation_not_found`)." },
      },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: await sharedStories.previewInvitation(accountId, body.code),
      }),
    }),
    route({
      ...writes,
      path: "/api/shared-stories/join",
      summary: "Join a story by an invitation, as a character or as a persona of your own.",
      body: joinBody,
      answers: {
        200: { description: "You take part from now on.", schema: sharedStory },
        404: { description: "The invitation is not valid (`invitation_not_found`)." },
        409: { description: "The name or the character is taken, or you are in it already." },
      },
      handle: async ({ accountId, body: { character_id, ...body } }) => ({
        status: 200,
        json: await sharedStories.join(accountId, { ...body, characterId: character_id }),
      }),
    }),
    route({
      ...writes,
      path: "/api/shared-stories/{id}/leave",
      summary: "Leave a story. You keep what you witnessed, and the others lose nothing.",
      params: byId,
      answers: { 204: { description: "You have left." }, ...missing },
      handle: async ({ accountId, params }) => {
        await sharedStories.leave(accountId, params.id);
        return { status: 204 };
      },
    }),
    route({
      ...writes,
      path: "/api/shared-stories/{id}/presence",
      summary: "Go out of the scene or come back; the host may move everyone.",
      params: byId,
      body: presenceBody,
      answers: { 204: { description: "Done." }, ...hostOnly },
      handle: async ({ accountId, params, body }) => {
        await sharedStories.changePresence(accountId, {
          chatId: params.id,
          entityId: body.entity_id,
          change: body.change,
        });
        return { status: 204 };
      },
    }),
  ];
}

function invitationRoutes(on: SharedStoryDeps): Route[] {
  return [
    route({
      ...writes,
      path: "/api/shared-stories/{id}/invitation",
      summary: "The story's invitation as a code and a link, for the host. It is valid for a week.",
      params: byId,
      body: sceneBody({ reset: z.boolean().default(false) }),
      answers: {
        200: { description: "Everyone who has it can join.", schema: invitationLink },
        ...hostOnly,
      },
      handle: async ({ accountId, params, body }) => {
        const of = { chatId: params.id, reset: body.reset };
        const made = await on.sharedStories.invite(accountId, of);
        return { status: 200, json: { ...made, link: storyLink(on.publicUrl(), made.code) } };
      },
    }),
    route({
      ...writes,
      method: "delete",
      path: "/api/shared-stories/{id}/invitation",
      summary: "Take the invitation back. Those who joined by it stay.",
      params: byId,
      answers: { 204: { description: "It is no longer valid." }, ...hostOnly },
      handle: async ({ accountId, params }) => {
        await on.sharedStories.revokeInvitation(accountId, params.id);
        return { status: 204 };
      },
    }),
  ];
}

function hostRoutes({ sharedStories }: SharedStoryDeps): Route[] {
  return [
    route({
      ...writes,
      method: "patch",
      path: "/api/shared-stories/{id}",
      summary:
        "As the host: title, turn rule, pause, mute, ask a person to speak, remove, hand over.",
      params: byId,
      body: roomBody,
      answers: { 200: { description: "The story now.", schema: sharedStory }, ...hostOnly },
      handle: async ({ accountId, params, body: { floor_id, host_id, ...body } }) => ({
        status: 200,
        json: await sharedStories.changeRoom(accountId, params.id, {
          ...body,
          floorId: floor_id,
          hostId: host_id,
        }),
      }),
    }),
    route({
      ...writes,
      path: "/api/shared-stories/{id}/rewind",
      summary: "As the host: take back everything after a line that you witnessed, for everyone.",
      params: byId,
      body: sceneBody({ line_id: id }),
      answers: { 204: { description: "The story goes on from there." }, ...hostOnly },
      handle: async ({ accountId, params, body }) => {
        await sharedStories.rewind(accountId, { chatId: params.id, lineId: body.line_id });
        return { status: 204 };
      },
    }),
  ];
}
