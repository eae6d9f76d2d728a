import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { Edge, Fact } from "./chat-state.ts";
import { readFacts } from "./segments.ts";

/** Facts kept per edge. Older ones remain in memories and in the log. */
const mostFacts = 100;

/** Largest change of a feeling per turn, regardless of the model's answer. */
const deltaCap = 10;

export const capDelta = (delta: number): number =>
  Math.max(-deltaCap, Math.min(deltaCap, Number.isFinite(delta) ? delta : 0));

const clampFeeling = (value: number): number => Math.max(0, Math.min(100, value));

type EdgeEvent = Pick<RecordedEvent<"edge_update" | "relationship_summarised">, "id" | "payload">;

/** A new edge starts at the midpoint. Events move it, and duplicate facts are dropped. */
export function evolveEdge(
  before: Edge | undefined,
  event: Pick<RecordedEvent<"edge_update">, "id" | "payload">,
): Edge {
  const { payload } = event;
  const edge = before ?? createEdge(event);
  return {
    ...edge,
    affinity: clampFeeling(payload.affinity ?? edge.affinity + (payload.affinity_delta ?? 0)),
    trust: clampFeeling(payload.trust ?? edge.trust + (payload.trust_delta ?? 0)),
    facts: addFacts(edge.facts, event),
    ...mergeSummary(edge, event),
    eventId: event.id,
  };
}

/** The relationship summary at the end of a scene. It does not change the feelings. */
export function applySummary(before: Edge | undefined, event: EdgeEvent): Edge {
  const edge = before ?? createEdge(event);
  return {
    ...edge,
    facts: addFacts(edge.facts, event),
    ...mergeSummary(edge, event),
    eventId: event.id,
  };
}

function mergeSummary(
  edge: Edge,
  { id, payload }: EdgeEvent,
): Pick<Edge, "relationshipSummary" | "summarisedBy"> {
  const said = payload.relationship_summary ?? "";
  if (said === "")
    return { relationshipSummary: edge.relationshipSummary, summarisedBy: edge.summarisedBy };
  return { relationshipSummary: said, summarisedBy: id };
}

const createEdge = ({ id, payload }: EdgeEvent): Edge => ({
  source: payload.source_id,
  target: payload.target_id,
  affinity: 50,
  trust: 50,
  facts: [],
  relationshipSummary: "",
  eventId: id,
});

function addFacts(known: readonly Fact[], { id: eventId, payload }: EdgeEvent): readonly Fact[] {
  const learnt = readFacts(payload.knowledge_facts).filter(
    (fact) => !known.some((each) => each.fact === fact),
  );
  if (learnt.length === 0) return known;
  const cites = payload.cites ?? [];
  return [...known, ...[...new Set(learnt)].map((fact) => ({ fact, cites, eventId }))].slice(
    -mostFacts,
  );
}
