import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import type {
  AmendmentOutcome,
  AmendmentResult,
  TurnEdit,
} from "../../domain/views/story-amend.ts";
import { id, type Route, route } from "../http/route.ts";
import { awaitTurnEnd } from "../streams/turn-end.ts";
import { signalOnClose, type SceneTurnDeps } from "./scene-turn-routes.ts";
import { sceneBody } from "./scene-body.ts";
import { differences } from "./story-answers.ts";
import { isHidingSealed, isPreview, preview } from "./story-preview.ts";

const ofTurn = z.object({ id, turn: id });
const ids = z.array(z.string());
const known = z.object({
  what: z.enum(["line", "memory", "fact", "summary"]),
  key: z.string(),
  text: z.string(),
});
const words = z.string().min(1).max(32_000);
const segment = z.strictObject({
  kind: z.string().min(1).max(40),
  text: words,
  to: z.array(id).min(1).optional(),
});
const edit = { text: words, segments: z.array(segment).min(1).max(200).optional() };

const turnEdit = sceneBody({
  ...edit,
  also: z
    .array(z.strictObject({ turn_id: id, ...edit }))
    .max(50)
    .optional(),
  echoes: z.enum(["again", "keep"]).default("again").openapi({
    description: "Lines of bots that repeat the original wording: rewritten, or kept.",
  }),
}).openapi("TurnEdit");

const amendment = z
  .object({
    preview: z.boolean(),
    turns: z.array(z.string()),
    differences,
    viewers: z.array(
      z.object({
        viewer: z.string(),
        name: z.string(),
        appears: z.array(known),
        vanishes: z.array(known),
      }),
    ),
    contradictions: z
      .array(
        z.object({ turn_id: z.string(), speaker_id: z.string(), text: z.string(), words: ids }),
      )
      .openapi({ description: "Later lines that depend on what is no longer true. They stay." }),
    redo: z
      .object({
        feelings: z.array(
          z.object({ source_id: z.string(), target_id: z.string(), turn_ids: ids }),
        ),
        views: z.array(z.object({ scene_id: z.number().int(), owner_id: z.string() })),
        threads: z.array(z.number().int()),
        lines: ids,
      })
      .openapi({ description: "What a model has to generate again." }),
    redone: z.enum(["done", "nothing", "failed"]).nullable(),
  })
  .openapi("Amendment");

const answers = {
  200: { description: "What changes, for whom, and what was regenerated.", schema: amendment },
  400: { description: "The change is not possible; `fact.problem` says why." },
  404: { description: "There is no such chat or turn." },
  409: { description: "A turn is being played." },
};

/** Corrections of the past: other words, other listeners. */
export function amendRoutes(on: SceneTurnDeps): Route[] {
  const { time } = on.scenes;
  const common = {
    method: "post",
    auth: "account",
    scope: "chat:write",
    params: ofTurn,
    query: preview,
    answers,
  } as const;
  return [
    route({
      ...common,
      path: "/api/chats/{id}/turns/{turn}/edit",
      summary:
        "Edit a line. Everything derived from it follows: memories, feelings, summaries, threads; the original wording is removed everywhere.",
      body: turnEdit,
      handle: async ({ accountId, params, query, body, outgoing }) => {
        const [first, more] = [
          { turn_id: params.turn, text: body.text, segments: body.segments },
          body.also ?? [],
        ];
        const edits = [first, ...more].map(({ turn_id: turnId, ...rest }): TurnEdit => ({
          turnId,
          ...rest,
        }));
        if (isPreview(query))
          return {
            status: 200,
            json: {
              ...(await time.previewEdit(accountId, {
                chatId: params.id,
                edits,
                echoes: body.echoes,
                hidesSealed: isHidingSealed(query),
              })),
              redone: null,
            },
          };
        const amended = await time.edit(accountId, {
          chatId: params.id,
          edits,
          echoes: body.echoes,
          hidesSealed: isHidingSealed(query),
        });
        return {
          status: 200,
          json: await awaitRegeneration(on, amended, { accountId, gone: signalOnClose(outgoing) }),
        };
      },
    }),
    route({
      ...common,
      path: "/api/chats/{id}/turns/{turn}/presence",
      summary: "Correct who was present at a turn: what each character knows follows.",
      body: sceneBody({ entity_id: id, present: z.boolean(), to_turn_id: id.optional() }).openapi(
        "PresenceCorrection",
      ),
      handle: async ({ accountId, params, query, body, outgoing }) => {
        const asked = {
          chatId: params.id,
          turnId: params.turn,
          toTurnId: body.to_turn_id,
          entityId: body.entity_id,
          present: body.present,
          hidesSealed: isHidingSealed(query),
        };
        if (isPreview(query))
          return {
            status: 200,
            json: { ...(await time.previewPresence(accountId, asked)), redone: null },
          };
        const amended = await time.correctPresence(accountId, asked);
        return {
          status: 200,
          json: await awaitRegeneration(on, amended, { accountId, gone: signalOnClose(outgoing) }),
        };
      },
    }),
  ];
}

/** The change stands whatever the model does: parts that are not regenerated stay withdrawn. */
async function awaitRegeneration(
  on: SceneTurnDeps,
  { view, enqueued }: AmendmentOutcome,
  of: { accountId: string; gone: AbortSignal },
): Promise<AmendmentResult> {
  if (enqueued === undefined) return { ...view, redone: "nothing" };
  try {
    await awaitTurnEnd(on, { ...enqueued, ...of });
    return { ...view, redone: "done" };
  } catch (error) {
    if (error instanceof Refusal && error.code === "turn_failed")
      return { ...view, redone: "failed" };
    throw error;
  }
}
