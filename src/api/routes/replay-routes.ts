import { z } from "@hono/zod-openapi";
import { id, type Route, route } from "../http/route.ts";
import { sceneBody } from "./scene-body.ts";
import { isHidingSealed, spoilerQuery } from "./story-preview.ts";
import { signalOnClose, type SceneTurnDeps } from "./scene-turn-routes.ts";

const byId = z.object({ id });
const row = z.record(z.string(), z.unknown());
const asIs = z.array(z.object({ turn_id: z.string(), why: z.string() }));

const replayed = z
  .object({
    same: z.boolean(),
    turns: z.number().int(),
    replayed: z.number().int(),
    calls: z.number().int(),
    same_prompts: z.number().int(),
    as_is: asIs,
    differences: z.array(row),
    state_hash: z.object({ recorded: z.string(), replayed: z.string() }),
  })
  .openapi("ReplayedStory");

const rerun = z
  .object({
    branch_id: z.string(),
    parent_branch_id: z.string(),
    model: z.string(),
    turns: z.number().int(),
    as_is: asIs,
    failed: z.object({ turn_id: z.string(), reason: z.string() }).nullable(),
    differences: z.array(row),
  })
  .openapi("RerunStory");

/** Stories played again: with the recorded answers, or by another model. */
export function replayRoutes(on: SceneTurnDeps): Route[] {
  const { time } = on.scenes;
  return [
    route({
      method: "get",
      path: "/api/chats/{id}/replay",
      auth: "account",
      scope: "chat:read",
      summary:
        "Replay a chat with the recorded answers and compare, event by event. Nothing changes.",
      params: byId,
      query: z.object({ unseen: spoilerQuery.unseen, account_id: id.optional() }),
      answers: {
        200: { description: "Whether the result is the same.", schema: replayed },
        404: { description: "There is no such chat." },
      },
      handle: async ({ accountId, params, query }) => ({
        status: 200,
        json: await time.replay(accountId, {
          chatId: params.id,
          hidesSealed: isHidingSealed(query),
        }),
      }),
    }),
    route({
      method: "post",
      path: "/api/chats/{id}/rerun",
      auth: "account",
      scope: "chat:write",
      summary:
        "Replay a chat from a turn on with another model, on a branch, and compare the two. The chat itself stays as it is.",
      params: byId,
      query: z.object({ unseen: spoilerQuery.unseen }),
      body: sceneBody({
        model: z.string().min(1).max(200).openapi({
          description: "A model name that the connected provider knows, or `offline`.",
        }),
        from_turn_id: id.optional(),
        name: id.optional(),
      }).openapi("RerunAsk"),
      answers: {
        200: { description: "The branch, and how it differs.", schema: rerun },
        404: { description: "There is no such chat or turn." },
      },
      handle: async ({ accountId, params, query, body, outgoing }) => {
        const asked = {
          chatId: params.id,
          model: body.model,
          fromTurnId: body.from_turn_id,
          name: body.name,
          hidesSealed: isHidingSealed(query),
        };
        return {
          status: 200,
          json: await time.rerun(accountId, { ...asked, signal: signalOnClose(outgoing) }),
        };
      },
    }),
  ];
}
