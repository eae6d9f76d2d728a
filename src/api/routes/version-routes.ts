import { z } from "@hono/zod-openapi";
import { id, type Route, route } from "../http/route.ts";
import { assertAnswered, awaitTurnEnd } from "../streams/turn-end.ts";
import { sceneBody } from "./scene-body.ts";
import {
  chosenSpeakers,
  signalOnClose,
  playProse,
  type SceneTurnDeps,
} from "./scene-turn-routes.ts";

const refusals = {
  404: { description: "There is no such chat, reply or version." },
  409: {
    description:
      "A turn is running, or the story has continued since: create a branch to change it.",
  },
};

const chosen = z
  .object({ turn_id: z.string(), version: z.number().int(), versions: z.number().int() })
  .openapi("ChosenVersion");

/** Several versions of a reply, of which one counts, and replies to nothing that was said. */
export function versionRoutes(on: SceneTurnDeps): Route[] {
  const common = { method: "post", auth: "account", scope: "chat:write" } as const;
  return [
    route({
      ...common,
      path: "/api/chats/{id}/regenerate",
      summary:
        "Generate another version of a scene's last reply to the same input. Nothing else changes, and the first version is kept.",
      params: z.object({ id }),
      body: sceneBody({ turn_id: id.optional() }),
      answers: {
        204: {
          description: "The new version counts; or it was stopped, and the previous one does.",
        },
        ...refusals,
        502: { description: "It failed; the previous version still counts." },
      },
      handle: async ({ accountId, params, body, outgoing }) => {
        const again = await on.scenes.time.regenerate(accountId, {
          chatId: params.id,
          turnId: body.turn_id,
        });
        const gone = signalOnClose(outgoing);
        if (again.kind === "say")
          await playProse(on, {
            accountId,
            chatId: params.id,
            prose: again.prose,
            scene: again.scene,
            gone,
          });
        else {
          await awaitTurnEnd(on, { ...again, accountId, gone });
          await assertAnswered(on, { ...again, accountId });
        }
        return { status: 204 };
      },
    }),
    route({
      ...common,
      path: "/api/chats/{id}/next",
      summary:
        "Let the characters of a scene go on without a line of yours: the next in turn, or those you name.",
      params: z.object({ id }),
      body: sceneBody({
        scene_id: z.number().int().min(1).optional(),
        speakers: chosenSpeakers,
      }).openapi("SceneNext"),
      answers: {
        204: { description: "Played, or stopped by the person." },
        400: { description: "A named character is unknown or not present." },
        404: { description: "There is no such chat or scene." },
        409: { description: "A turn is running, the scene is over, or no character is present." },
        502: { description: "The turn failed; nothing was saved." },
      },
      handle: async ({ accountId, params, body, outgoing }) => {
        const turn = await on.scenes.playOn(accountId, {
          chatId: params.id,
          sceneId: body.scene_id ?? null,
          speakers: body.speakers ?? [],
        });
        const gone = signalOnClose(outgoing);
        await awaitTurnEnd(on, { ...turn, accountId, gone });
        await assertAnswered(on, { ...turn, accountId });
        return { status: 204 };
      },
    }),
    route({
      ...common,
      path: "/api/chats/{id}/turns/{turn}/version",
      summary:
        "Choose which version of a scene's last reply counts, including what each character remembers and feels of it.",
      params: z.object({ id, turn: id }),
      body: sceneBody({ version: z.number().int().min(1).max(100_000) }),
      answers: {
        200: { description: "The version that counts now.", schema: chosen },
        ...refusals,
      },
      handle: async ({ accountId, params, body }) => ({
        status: 200,
        json: await on.scenes.time.chooseVersion(accountId, {
          chatId: params.id,
          turnId: params.turn,
          version: body.version,
        }),
      }),
    }),
  ];
}
