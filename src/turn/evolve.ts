import {
  type Change,
  type Payload,
  type Projection,
  type RecordedEvent,
  textIn,
} from "../domain/events.ts";
import { piecesIn } from "../domain/timed-words.ts";

/** The life of turns: what ran, what it staged, what it said, how it ended. */
export const turnProjection: Projection = {
  tables: [
    { name: "turn", key: ["id"] },
    { name: "staged_command", key: ["id"] },
    { name: "output_disposition", key: ["turn_id"] },
  ],
  handlers: [
    {
      kind: "turn_started",
      evolve: (event) => [
        { op: "put", table: "turn", row: toStartedRow(event) },
        runs(event, textIn(event.payload, "turn_id")),
      ],
    },
    {
      kind: "turn_restarted",
      evolve: ({ payload }) => [
        {
          op: "patch",
          table: "turn",
          key: { id: textIn(payload, "turn_id") },
          set: {
            attempt: payload["attempt"],
            input_from_seq: payload["from_seq"],
            input_to_seq: payload["to_seq"],
          },
        },
      ],
    },
    {
      kind: "turn_committed",
      evolve: (event) => [...endTurn(event, "committed", "answered"), ...commands(event)],
    },
    { kind: "turn_failed", evolve: (event) => endTurn(event, "failed", "dead_lettered") },
    { kind: "turn_stopped", evolve: (event) => endTurn(event, "stopped", "stopped") },
    { kind: "input_stopped", evolve: (event) => closeWindow(event, "stopped") },
    { kind: "input_abandoned", evolve: (event) => closeWindow(event, "dead_lettered") },
    {
      kind: "turn_superseded",
      evolve: (event) => [
        {
          op: "patch",
          table: "turn",
          key: { id: textIn(event.payload, "turn_id") },
          set: {
            status: "superseded",
            superseded_by_inbound_seq: event.payload["by_seq"],
            completed_at: event.at,
          },
        },
        disposition(event, "superseded"),
        runs(event, null),
      ],
    },
    {
      kind: "message_sent",
      evolve: (event) => [{ op: "put", table: "message", row: toSentRow(event) }],
    },
    // Words that are made when they are sent: the message says what was really said.
    { kind: "delivery_started", evolve: rewordMessage },
    {
      kind: "delivery_released",
      evolve: (event) => (isMadeOfPieces(event) ? rewordMessage(event) : []),
    },
  ],
};

const isMadeOfPieces = ({ payload }: RecordedEvent): boolean =>
  piecesIn((payload["payload"] ?? {}) as Payload).length > 0;

function rewordMessage({ payload }: RecordedEvent): Change[] {
  const [id, text] = [payload["message_id"], payload["text"]];
  return typeof id === "string" && typeof text === "string"
    ? [{ op: "patch", table: "message", key: { id }, set: { text } }]
    : [];
}

function toStartedRow({ payload, at }: RecordedEvent): Record<string, unknown> {
  return {
    id: payload["turn_id"],
    conversation_id: payload["conversation_id"],
    account_id: payload["account_id"],
    trigger_id: payload["trigger_id"],
    trigger_type: payload["trigger_type"],
    mode: payload["mode"],
    status: "running",
    attempt: 1,
    input_from_seq: payload["from_seq"] ?? null,
    input_to_seq: payload["to_seq"] ?? null,
    started_at: at,
  };
}

function endTurn(
  event: RecordedEvent,
  status: "committed" | "failed" | "stopped",
  messageEnd: string,
): Change[] {
  const { payload, at } = event;
  return [
    {
      op: "patch",
      table: "turn",
      key: { id: textIn(payload, "turn_id") },
      set: { status, skill: payload["skill"] ?? null, completed_at: at },
    },
    disposition(event, status === "committed" ? textIn(payload, "disposition") : status),
    ...closeWindow(event, messageEnd),
    runs(event, null),
  ];
}

function runs({ payload }: RecordedEvent, turnId: string | null): Change {
  return {
    op: "patch",
    table: "conversation",
    key: { id: textIn(payload, "conversation_id") },
    set: { running_turn_id: turnId },
  };
}

/** The window is closed and each of its messages has its end: nothing ends silently. */
function closeWindow({ payload, at }: RecordedEvent, endedAs: string): Change[] {
  const changes: Change[] = [];
  if (typeof payload["closed_through"] === "number") {
    changes.push({
      op: "patch",
      table: "conversation",
      key: { id: textIn(payload, "conversation_id") },
      set: { last_closed_inbound_seq: payload["closed_through"], updated_at: at },
    });
  }
  for (const id of list(payload["message_ids"]))
    changes.push({
      op: "patch",
      table: "message",
      key: { id: String(id) },
      set: { ended_as: endedAs },
    });
  return changes;
}

function disposition({ payload, at }: RecordedEvent, value: string): Change {
  return {
    op: "put",
    table: "output_disposition",
    row: {
      turn_id: payload["turn_id"],
      conversation_id: payload["conversation_id"],
      account_id: payload["account_id"],
      disposition: value,
      reason_code: payload["reason"],
      created_at: at,
    },
  };
}

function commands({ payload, at }: RecordedEvent): Change[] {
  return list(payload["commands"]).map((entry) => {
    const command = entry as Payload;
    return {
      op: "put",
      table: "staged_command",
      row: {
        id: command["id"],
        turn_id: payload["turn_id"],
        conversation_id: payload["conversation_id"],
        account_id: payload["account_id"],
        domain: command["domain"],
        operation: command["operation"],
        idempotency_key: command["key"],
        command_payload: command["payload"],
        preview_facts: command["preview"] ?? null,
        status: "materialized",
        created_at: at,
        materialized_at: at,
      },
    };
  });
}

function toSentRow(event: RecordedEvent): Record<string, unknown> {
  const { payload } = event;
  return {
    id: payload["id"],
    conversation_id: payload["conversation_id"],
    account_id: payload["account_id"],
    event_id: event.id,
    turn_id: payload["turn_id"] ?? null,
    direction: "outbound",
    segment_index: payload["segment_index"] ?? null,
    provider_type: payload["provider_type"],
    channel_account: payload["channel_account"],
    sender_name: payload["sender_name"] ?? null,
    text: payload["text"],
    payload: payload["payload"] ?? {},
    created_at: event.at,
  };
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
