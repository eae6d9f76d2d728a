import { Refusal } from "../../../domain/errors.ts";
import type { CataloguedEvent, EventBody } from "../../../domain/events/catalogue.ts";
import { decodeEvent } from "../../../domain/events/decode.ts";
import type { StoryShapeKind } from "../../../domain/events/story.ts";
import { storyShapes } from "../../../domain/events/story-shapes.ts";
import { cleanFields } from "../../../domain/text.ts";

/** A story event from outside, checked. */
export type ImportedEvent = EventBody<StoryShapeKind>;

const isShapeKind = (kind: string): kind is StoryShapeKind => Object.hasOwn(storyShapes, kind);

const isImported = (event: CataloguedEvent): event is ImportedEvent => isShapeKind(event.kind);

/**
 * The validated and cleaned event, or a refusal that names the problem. Authored events may not
 * have unknown fields. Imported ones are appended to the active branch: their original branch,
 * position and sources are ignored, since those are places in another log.
 */
export function validateEvent(
  kind: string,
  payload: unknown,
  { line, byHand }: { readonly line: number; readonly byHand: boolean },
): ImportedEvent {
  if (!isShapeKind(kind)) throw refuseKind(kind, line);
  const shape = storyShapes[kind];
  const result = (byHand ? shape.strict() : shape.loose()).safeParse(payload);
  if (result.success) {
    const {
      branch_id: _branch,
      placed_after: _place,
      source_event_ids: _sources,
      source_places: _places,
      ...said
    } = cleanFields(result.data);
    const event = decodeEvent(kind, said);
    if (isImported(event)) return event;
    throw refuseKind(kind, line);
  }
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

const refuseKind = (kind: string, line: number): Refusal =>
  new Refusal("invalid_request", {
    field: "kind",
    line,
    problem: `unknown kind ${kind.slice(0, 60)}`,
  });
