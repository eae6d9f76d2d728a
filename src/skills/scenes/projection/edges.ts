import type { EventDraft, EventHandler, RecordedEvent, Row } from "../../../domain/events.ts";
import { edgeAfter, edgeAfterSummary } from "../state/edges.ts";
import { factsIn, text } from "../state/payload.ts";
import { chatColumns } from "./row-fields.ts";
import type { Edge } from "../state/chat-state.ts";

/** What one feels about another and knows of them. */
export const edgeHandlers = (): EventHandler[] => [
  moves("edge_update", edgeAfter),
  moves("relationship_summarised", edgeAfterSummary),
];

const edgeOf = (event: EventDraft) => ({
  chat_id: chatColumns(event).chat_id,
  source_id: text(event.payload, "source_id"),
  target_id: text(event.payload, "target_id"),
});

const felt = ["affinity", "trust", "relationship_summary", "event_id"];
const isLearning = ({ payload }: EventDraft): boolean =>
  factsIn(payload["knowledge_facts"]).length > 0;

function moves(
  kind: string,
  after: (before: Edge | undefined, event: RecordedEvent) => Edge,
): EventHandler {
  return {
    kind,
    // What is known, by far the most of the row, is read when there may be more of it.
    reads: (event) => [
      { table: "edges", key: edgeOf(event), only: isLearning(event) ? undefined : felt },
    ],
    evolve: (event, read) => {
      const row = read("edges", edgeOf(event));
      const before = row === undefined ? undefined : edgeFrom(row);
      const { affinity, trust, facts, relationshipSummary } = after(before, event);
      const moved = {
        affinity,
        trust,
        relationship_summary: relationshipSummary,
        event_id: event.id,
      };
      // Feelings move in every beat; what is known is written when there is more of it.
      if (facts === before?.facts)
        return [{ op: "patch", table: "edges", key: edgeOf(event), set: moved }];
      const kept = facts.map(({ fact, cites, eventId }) => ({ fact, cites, event_id: eventId }));
      return [
        {
          op: "put",
          table: "edges",
          row: {
            ...edgeOf(event),
            account_id: chatColumns(event).account_id,
            ...moved,
            facts: kept,
          },
        },
      ];
    },
  };
}

function edgeFrom(row: Row): Edge {
  const facts = (row["facts"] ?? []) as readonly {
    fact: string;
    cites: readonly string[];
    event_id: number;
  }[];
  return {
    source: String(row["source_id"]),
    target: String(row["target_id"]),
    affinity: Number(row["affinity"]),
    trust: Number(row["trust"]),
    facts: facts.map(({ fact, cites, event_id }) => ({ fact, cites, eventId: event_id })),
    relationshipSummary: String(row["relationship_summary"]),
    eventId: Number(row["event_id"]),
  };
}
