import { z } from "@hono/zod-openapi";
import type { SceneBook, StoryLine } from "../../domain/views/scenes.ts";
import { refuse } from "../http/failure.ts";
import { depthOf } from "../http/request-body.ts";
import { id, type RawAsk, type Route } from "../http/route.ts";

const importLimit = 32 * 1024 * 1024;
const mostDepth = 32;
const query = z.object({ account_id: id.optional() });

/** Events of a story from elsewhere, one JSON object on each line. Only the operator may bring a past that nobody saw. */
export function importRoute(on: { readonly scenes: SceneBook }): Route {
  return {
    method: "post",
    path: "/api/events/import",
    auth: "operator",
    summary:
      "Take in events of stories, as JSON lines of {kind, payload}: checked, in order, all or none.",
    body: "raw",
    maxBytes: importLimit,
    docs: {
      params: undefined,
      query,
      body: undefined,
      answers: {
        200: {
          description: "How many were taken, and each as it was written.",
          schema: z.record(z.string(), z.unknown()),
        },
        400: { description: "A line is not valid; nothing was taken. `fact.line` says which." },
        409: { description: "A chat of that name exists." },
      },
    },
    async run(ask) {
      const asked = query.safeParse(ask.query);
      if (!asked.success) throw refuse("invalid_id", { field: "account_id" });
      const accountId = asked.data.account_id ?? ask.caller?.accountId ?? "";
      const events = await on.scenes.takeIn(accountId, linesIn(ask));
      return { status: 200, json: { imported: events.length, events } };
    },
  };
}

function linesIn({ bytes }: RawAsk): StoryLine[] {
  const text = new TextDecoder().decode(bytes);
  return text
    .split("\n")
    .map((line, index) => ({ line: line.trim(), at: index + 1 }))
    .filter(({ line }) => line !== "")
    .map(({ line, at }) => lineOf(line, at));
}

function lineOf(line: string, at: number): StoryLine {
  if (depthOf(line) > mostDepth) throw refuse("body_too_deep", { line: at });
  const value = parsed(line, at);
  if (
    typeof value !== "object" ||
    value === null ||
    !("kind" in value) ||
    typeof value.kind !== "string" ||
    !("payload" in value)
  )
    throw refuse("invalid_request", {
      line: at,
      field: "kind",
      problem: "a line is {kind, payload}",
    });
  return { kind: value.kind, payload: value.payload };
}

function parsed(line: string, at: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse("invalid_json", { line: at });
    throw error;
  }
}
