import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import type { SceneFiles } from "../../domain/views/scene-files.ts";
import { id, type Route, route } from "../http/route.ts";
import { presetAnswer } from "./story-docs.ts";
import { download, fileBody, fileIn } from "./story-download.ts";

const byId = z.object({ id });
const target = z.object({
  for: z.enum(["story", "character"]).default("story").openapi({
    description: "A character has no templates of its own: they are listed as left out.",
  }),
});

/** Presets of other programs, in and out: for a story, or for one character. */
export function presetRoutes(files: SceneFiles): Route[] {
  const summary =
    "Read a preset of SillyTavern (for chat models, for text models, a system prompt, or a master export): its settings as a story or a character takes them, and what is left out. Nothing is changed.";
  const routeTo = (path: string, whose: "chatId" | "botId"): Route =>
    route({
      method: "get",
      path,
      auth: "account",
      scope: "chat:read",
      summary: "The settings as a preset that SillyTavern reads. Imported here, nothing is lost.",
      params: byId,
      answers: {
        200: { description: "The preset.", type: "application/json" },
        404: { description: "There is nothing with this id." },
      },
      handle: async ({ accountId, params }) =>
        download(
          await files.exportPreset(
            accountId,
            whose === "botId" ? { botId: params.id } : { chatId: params.id },
          ),
        ),
    });
  return [
    {
      method: "post",
      path: "/api/presets/read",
      auth: "account",
      scope: "chat:read",
      summary,
      body: "raw",
      maxBytes: 1_100_000,
      docs: {
        params: undefined,
        query: target,
        body: fileBody,
        files: ["application/octet-stream"],
        answers: {
          200: { description: "What it means here.", schema: presetAnswer },
          400: { description: "It is not a preset; `fact.reason` says why." },
        },
      },
      async run(ask) {
        const query = target.safeParse(ask.query);
        if (!query.success) throw new Refusal("invalid_request", { field: "for" });
        return { status: 200, json: files.readPreset(fileIn(ask), query.data.for) };
      },
    },
    routeTo("/api/chats/{id}/preset", "chatId"),
    routeTo("/api/bots/{id}/preset", "botId"),
  ];
}
