import type { EventDraft, EventHandler, RecordedEvent, Row } from "../../../domain/events.ts";
import { evolveEdge, applySummary } from "../state/edges.ts";
import { factsIn, text } from "../state/payload.ts";
import { toChatColumns } from "./row-fields.ts";
import type { Edge } from "../state/chat-state.ts";

/** Handlers for feelings and facts between characters. */
export const createEdgeHandlers = (): EventHandler[] => [
  handleEdge("edge_update", evolveEdge),
  handleEdge("relationship_summarised", applySummary),
];

const toEdgeKey = (event: EventDraft) => ({
  chat_id: toChatColumns(event).chat_id,
  source_id: text(event.payload, "source_id"),
  target_id: text(event.payload, "target_id"),
});

const feelingColumns = ["affinity", "trust", "relationship_summary", "event_id"];
const hasFacts = ({ payload }: EventDraft): boolean =>
  factsIn(payload["knowledge_facts"]).length > 0;

function handleEdge(
  kind: string,
  after: (before: Edge | undefined, event: RecordedEvent) => Edge,
): EventHandler {
  return {
    kind,
    // Facts are most of the row, so they are read only if the event adds some.
    reads: (event) => [
      { table: "edges", key: toEdgeKey(event), only: hasFacts(event) ? undefined : feelingColumns },
    ],
    evolve: (event, read) => {
      const row = read("edges", toEdgeKey(event));
      const before = row === undefined ? undefined : toEdge(row);
      const { affinity, trust, facts, relationshipSummary } = after(before, event);
      const moved = {
        affinity,
        trust,
        relationship_summary: relationshipSummary,
        event_id: event.id,
      };
      // Feelings change with every beat; facts are written only when there are new ones.
      if (facts === before?.facts)
        return [{ op: "patch", table: "edges", key: toEdgeKey(event), set: moved }];
      const kept = facts.map(({ fact, cites, eventId }) => ({ fact, cites, event_id: eventId }));
      return [
        {
          op: "put",
          table: "edges",
          row: {
            ...toEdgeKey(event),
            account_id: toChatColumns(event).account_id,
            ...moved,
            facts: kept,
          },
        },
      ];
    },
  };
}

function toEdge(row: Row): Edge {
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
