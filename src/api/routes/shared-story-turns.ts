import { z } from "@hono/zod-openapi";
import type { EnqueuedTurn } from "../../domain/views/scenes.ts";
import type { SharedStoriesApi, SpeakingSeat } from "../../domain/views/shared-stories.ts";
import { readIdempotencyKey } from "../http/idempotency.ts";
import { id, type Route, route } from "../http/route.ts";
import { assertAnswered, awaitTurnEnd } from "../streams/turn-end.ts";
import { playProse, type SceneTurnDeps, signalOnClose } from "./scene-turn-routes.ts";
import { lineBody } from "./shared-story-shapes.ts";

interface SharedTurnDeps extends SceneTurnDeps {
  readonly sharedStories: SharedStoriesApi;
}

const common = { method: "post", auth: "account", scope: "chat:write" } as const;
const params = z.object({ id });
const refusals = {
  400: { description: "An addressed person is not present or unknown; nothing was said." },
  403: { description: "You are muted, not in the story, or not its host." },
  404: { description: "You were never in such a story." },
  409: {
    description:
      "A turn is running, the story is paused, it is not your turn, you are out of the scene, or the request must say whether it is a whisper.",
  },
  502: { description: "The turn failed; nothing was saved." },
};

/** Speaking in a shared story, and the host's say about what characters answer. */
export function createSharedTurnRoutes(on: SharedTurnDeps): Route[] {
  const { sharedStories } = on;
  const waitFor = async (turn: EnqueuedTurn & SpeakingSeat, gone: AbortSignal): Promise<void> => {
    const of = { ...turn, accountId: turn.storyAccountId };
    await awaitTurnEnd(on, { ...of, gone });
    await assertAnswered(on, of);
  };
  return [
    route({
      ...common,
      path: "/api/shared-stories/{id}/turns",
      summary: "Say or do something as the one whom you play. Answers when all of it is written.",
      params,
      body: lineBody,
      answers: {
        204: { description: "Said, and answered where a character answers." },
        ...refusals,
      },
      handle: async (ask) => {
        const { accountId, params: of, body, outgoing } = ask;
        const seat = await sharedStories.takeFloor(accountId, of.id);
        const { prose, whisper_to = [], aloud = false } = body;
        const key = readIdempotencyKey(ask);
        await playProse(on, {
          accountId: seat.storyAccountId,
          chatId: of.id,
          prose,
          scene: {
            op: "prose",
            scene_id: null,
            whisper_to,
            speaker: seat.entityId,
            ...(aloud ? { aloud } : {}),
          },
          key: key === undefined ? undefined : `${accountId} ${key}`,
          gone: signalOnClose(outgoing),
        });
        return { status: 204 };
      },
    }),
    route({
      ...common,
      path: "/api/shared-stories/{id}/turns/cancel",
      summary: "As the host: stop the running turn. None of it is kept.",
      params,
      answers: { 204: { description: "No turn is running any more." }, ...refusals },
      handle: async ({ accountId, params: of }) => {
        const lane = await sharedStories.findLane(accountId, of.id);
        if (lane?.conversationId !== undefined)
          await on.engine.stopTurn({
            conversationId: lane.conversationId,
            accountId: lane.storyAccountId,
          });
        return { status: 204 };
      },
    }),
    route({
      ...common,
      path: "/api/shared-stories/{id}/next",
      summary: "As the host: let the characters of your scene go on.",
      params,
      answers: { 204: { description: "One of them has spoken." }, ...refusals },
      handle: async ({ accountId, params: of, outgoing }) => {
        await waitFor(await sharedStories.playOn(accountId, of.id), signalOnClose(outgoing));
        return { status: 204 };
      },
    }),
    route({
      ...common,
      path: "/api/shared-stories/{id}/regenerate",
      summary: "As the host: another version of the last reply, for those who heard it.",
      params,
      answers: { 204: { description: "The new version counts." }, ...refusals },
      handle: async ({ accountId, params: of, outgoing }) => {
        await waitFor(await sharedStories.regenerate(accountId, of.id), signalOnClose(outgoing));
        return { status: 204 };
      },
    }),
  ];
}
