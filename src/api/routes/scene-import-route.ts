import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { ScenesApi, StoryEventInput } from "../../domain/views/scenes.ts";
import { measureDepth } from "../http/request-body.ts";
import { id, type RawAsk, type Route } from "../http/route.ts";

const importLimit = 32 * 1024 * 1024;
const mostDepth = 32;
const query = z.object({ account_id: id.optional() });

/**
 * Imports story events, one JSON object per line. Only the operator may import a past that no one
 * played here.
 */
export function importRoute(on: { readonly scenes: ScenesApi }): Route {
  return {
    method: "post",
    path: "/api/events/import",
    auth: "operator",
    summary:
      "Import story events, as JSON lines of {kind, payload}: checked, in order, all or none.",
    body: "raw",
    maxBytes: importLimit,
    docs: {
      params: undefined,
      query,
      body: undefined,
      files: ["application/x-ndjson"],
      answers: {
        200: {
          description: "How many were imported, and each as it was written.",
          schema: z.object({
            imported: z.number().int(),
            events: z.array(z.looseObject({ kind: z.string() })),
          }),
        },
        400: { description: "A line is not valid; nothing was imported. `fact.line` says which." },
        409: { description: "A chat with this id already exists." },
      },
    },
    async run(ask) {
      const asked = query.safeParse(ask.query);
      if (!asked.success) throw new Refusal("invalid_id", { field: "account_id" });
      const accountId = asked.data.account_id ?? ask.caller?.accountId ?? "";
      const events = await on.scenes.importEvents(accountId, linesIn(ask));
      return { status: 200, json: { imported: events.length, events } };
    },
  };
}

function linesIn({ bytes }: RawAsk): StoryEventInput[] {
  const text = new TextDecoder().decode(bytes);
  return text
    .split("\n")
    .map((line, index) => ({ line: line.trim(), at: index + 1 }))
    .filter(({ line }) => line !== "")
    .map(({ line, at }) => lineOf(line, at));
}

function lineOf(line: string, at: number): StoryEventInput {
  if (measureDepth(line) > mostDepth) throw new Refusal("body_too_deep", { line: at });
  const value = parseJsonLine(line, at);
  if (
    typeof value !== "object" ||
    value === null ||
    !("kind" in value) ||
    typeof value.kind !== "string" ||
    !("payload" in value)
  )
    throw new Refusal("invalid_request", {
      line: at,
      field: "kind",
      problem: "a line is {kind, payload}",
    });
  return { kind: value.kind, payload: value.payload };
}

function parseJsonLine(line: string, at: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("invalid_json", { line: at });
    throw error;
  }
}
