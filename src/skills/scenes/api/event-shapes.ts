import { Refusal } from "../../../domain/errors.ts";
import { storyShapes } from "../../../domain/events/story-shapes.ts";
import type { Payload } from "../../../domain/events.ts";
import { cleanJson } from "../../../domain/text.ts";

const isStoryKind = (kind: string): kind is keyof typeof storyShapes =>
  Object.hasOwn(storyShapes, kind);

/**
 * The validated and cleaned payload, or a refusal that names the problem. Authored events may not
 * have unknown fields.
 */
export function validatePayload(
  kind: string,
  payload: unknown,
  { line, byHand }: { readonly line: number; readonly byHand: boolean },
): Payload {
  if (!isStoryKind(kind))
    throw new Refusal("invalid_request", {
      field: "kind",
      line,
      problem: `unknown kind ${kind.slice(0, 60)}`,
    });
  const shape = storyShapes[kind];
  const result = (byHand ? shape.strict() : shape.loose()).safeParse(payload);
  if (result.success) return cleanJson(result.data) as Payload;
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const field = [
    ...(issue?.path ?? []),
    ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []),
  ]
    .map(String)
    .join(".");
  const problem =
    issue?.code === "unrecognized_keys" ? "unknown field" : (issue?.message ?? "invalid");
  throw new Refusal("invalid_request", {
    field: field === "" ? "payload" : field,
    line,
    problem,
  });
}
