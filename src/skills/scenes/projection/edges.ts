import type { EventDraft, RecordedEvent } from "../../../domain/events/catalogue.ts";
import {
  type EventHandler,
  handler,
  type ReadRow,
  type Row,
} from "../../../domain/events/projection.ts";
import { evolveEdge, applySummary } from "../state/edges.ts";
import { readFacts } from "../state/segments.ts";
import { toChatColumns } from "./row-fields.ts";
import type { Edge } from "../state/chat-state.ts";

/** Handlers for feelings and facts between characters. */
export const createEdgeHandlers = (): EventHandler[] => [
  handler("edge_update", {
    reads: listReads,
    evolve: (event, read) => {
      const before = readEdge(event, read);
      return changeEdge(event, before, evolveEdge(before, event));
    },
  }),
  handler("relationship_summarised", {
    reads: listReads,
    evolve: (event, read) => {
      const before = readEdge(event, read);
      return changeEdge(event, before, applySummary(before, event));
    },
  }),
];

type EdgeKind = "edge_update" | "relationship_summarised";

const toEdgeKey = (event: EventDraft<EdgeKind>) => ({
  chat_id: toChatColumns(event).chat_id,
  source_id: event.payload.source_id,
  target_id: event.payload.target_id,
});

const feelingColumns = ["affinity", "trust", "relationship_summary", "event_id"];

/** Facts are most of the row, so they are read only if the event adds some. */
const listReads = (event: EventDraft<EdgeKind>) => [
  {
    table: "edges",
    key: toEdgeKey(event),
    only: readFacts(event.payload.knowledge_facts).length > 0 ? undefined : feelingColumns,
  },
];

function readEdge(event: RecordedEvent<EdgeKind>, read: ReadRow): Edge | undefined {
  const row = read("edges", toEdgeKey(event));
  return row === undefined ? undefined : toEdge(row);
}

function changeEdge(
  event: RecordedEvent<EdgeKind>,
  before: Edge | undefined,
  { affinity, trust, facts, relationshipSummary }: Edge,
) {
  const moved = {
    affinity,
    trust,
    relationship_summary: relationshipSummary,
    event_id: event.id,
  };
  // Feelings change with every beat; facts are written only when there are new ones.
  if (facts === before?.facts)
    return [{ op: "patch" as const, table: "edges", key: toEdgeKey(event), set: moved }];
  const kept = facts.map(({ fact, cites, eventId }) => ({ fact, cites, event_id: eventId }));
  return [
    {
      op: "put" as const,
      table: "edges",
      row: {
        ...toEdgeKey(event),
        account_id: toChatColumns(event).account_id,
        ...moved,
        facts: kept,
      },
    },
  ];
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
