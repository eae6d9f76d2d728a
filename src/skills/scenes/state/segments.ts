import type { Json, JsonObject } from "../../../domain/json.ts";
import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import type { Segment } from "./chat-state.ts";

/** The parts of a line. Other programs write them too, so nothing in them is taken for granted. */
export const readSegments = (segments: readonly JsonObject[] = []): Segment[] =>
  segments.map(({ kind, text, to }) => {
    const hearers = isList(to) ? to.filter((id) => typeof id === "string") : [];
    return {
      kind: typeof kind === "string" ? kind : "",
      text: typeof text === "string" ? text : "",
      ...(hearers.length === 0 ? {} : { to: hearers }),
    };
  });

/** Words without other listeners stay with their speaker: an empty list would mean everyone. */
export const addressTo = (ids: readonly string[], speaker: string): readonly string[] =>
  ids.length === 0 ? [speaker] : ids;

/** A fact is a string, or an object with a `fact` field. */
export const readFacts = (facts: PayloadOf<"edge_update">["knowledge_facts"] = []): string[] =>
  facts
    .map((item) => (typeof item === "string" ? item : item.fact))
    .filter((fact) => fact.trim() !== "");

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
