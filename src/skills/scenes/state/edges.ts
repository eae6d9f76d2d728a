import type { RecordedEvent } from "../../../domain/events.ts";
import { factsIn, number, optionalText, text, texts } from "./payload.ts";
import type { Edge, Fact } from "./chat-state.ts";

/** The newest things that one knows of another. Older ones are memories, and in the log. */
const mostFacts = 100;

/** Nothing moves further than this in one turn, whatever a model says. */
const deltaCap = 10;

export const capped = (delta: number): number =>
  Math.max(-deltaCap, Math.min(deltaCap, Number.isFinite(delta) ? delta : 0));

const bounded = (value: number): number => Math.max(0, Math.min(100, value));

/** An edge begins in the middle, moves by what the event says, and never learns the same thing twice. */
export function edgeAfter(before: Edge | undefined, event: RecordedEvent): Edge {
  const { payload } = event;
  const edge = before ?? freshEdge(event);
  return {
    ...edge,
    affinity: bounded(
      number(payload, "affinity") ?? edge.affinity + (number(payload, "affinity_delta") ?? 0),
    ),
    trust: bounded(number(payload, "trust") ?? edge.trust + (number(payload, "trust_delta") ?? 0)),
    facts: withFacts(edge.facts, event),
    ...summaryAfter(edge, event),
    eventId: event.id,
  };
}

/** At the end of a scene: how one now sees the other. Feelings stay. */
export function edgeAfterSummary(before: Edge | undefined, event: RecordedEvent): Edge {
  const edge = before ?? freshEdge(event);
  return {
    ...edge,
    facts: withFacts(edge.facts, event),
    ...summaryAfter(edge, event),
    eventId: event.id,
  };
}

function summaryAfter(
  edge: Edge,
  { id, payload }: RecordedEvent,
): Pick<Edge, "relationshipSummary" | "summarisedBy"> {
  const said = optionalText(payload, "relationship_summary");
  if (said === null)
    return { relationshipSummary: edge.relationshipSummary, summarisedBy: edge.summarisedBy };
  return { relationshipSummary: said, summarisedBy: id };
}

const freshEdge = ({ id, payload }: RecordedEvent): Edge => ({
  source: text(payload, "source_id"),
  target: text(payload, "target_id"),
  affinity: 50,
  trust: 50,
  facts: [],
  relationshipSummary: "",
  eventId: id,
});

function withFacts(
  known: readonly Fact[],
  { id: eventId, payload }: RecordedEvent,
): readonly Fact[] {
  const learnt = factsIn(payload["knowledge_facts"]).filter(
    (fact) => !known.some((each) => each.fact === fact),
  );
  if (learnt.length === 0) return known;
  const cites = texts(payload["cites"]);
  return [...known, ...[...new Set(learnt)].map((fact) => ({ fact, cites, eventId }))].slice(
    -mostFacts,
  );
}
