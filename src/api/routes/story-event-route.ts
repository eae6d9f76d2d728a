import { z } from "@hono/zod-openapi";
import type { StoryShapeKind } from "../../domain/events/story.ts";
import type { Answer, Route } from "../http/route.ts";
import type { SceneTurnDeps } from "./scene-turn-routes.ts";
import { eventAnswer } from "./story-docs.ts";

/** A story event's fields, checked where the event is created, by the same rules as an import. */
export const said = z.record(z.string(), z.unknown());
export const answerCreated = (kind: StoryShapeKind) => ({
  201: {
    description: "As it was written, with defaults filled in.",
    schema: eventAnswer(kind),
  },
});

/** The document shows the event's fields; they are checked where the event is created. */
export const documentBody = (of: Route, body: z.ZodType): Route => ({
  ...of,
  docs: { ...of.docs, body },
});

/** Records one event that the person authors. */
export async function write(
  on: SceneTurnDeps,
  accountId: string,
  line: { kind: string; payload: Record<string, unknown> },
): Promise<Answer> {
  const { payload } = await on.scenes.authorEvent(accountId, line);
  return { status: 201, json: payload };
}
