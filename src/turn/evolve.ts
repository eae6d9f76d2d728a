import type { RecordedEvent } from "../domain/events/catalogue.ts";
import { type Change, handler, type Projection, type Row } from "../domain/events/projection.ts";
import { piecesIn } from "../domain/timed-words.ts";

/** Turns: their start, staged commands, output and end. */
export const turnProjection: Projection = {
  tables: [
    { name: "turn", key: ["id"] },
    { name: "staged_command", key: ["id"] },
    { name: "output_disposition", key: ["turn_id"] },
  ],
  handlers: [
    handler("turn_started", (event) => [
      { op: "put", table: "turn", row: toStartedRow(event) },
      runs(event, event.payload.turn_id),
    ]),
    handler("turn_restarted", ({ payload }) => [
      {
        op: "patch",
        table: "turn",
        key: { id: payload.turn_id },
        set: {
          attempt: payload.attempt,
          input_from_seq: payload.from_seq,
          input_to_seq: payload.to_seq,
        },
      },
    ]),
    handler("turn_committed", (event) => [
      ...endTurn(event, "committed", "answered"),
      ...commands(event),
    ]),
    handler("turn_failed", (event) => endTurn(event, "failed", "dead_lettered")),
    handler("turn_stopped", (event) => endTurn(event, "stopped", "stopped")),
    handler("input_stopped", (event) => closeWindow(event, "stopped")),
    handler("input_abandoned", (event) => closeWindow(event, "dead_lettered")),
    handler("turn_superseded", (event) => [
      {
        op: "patch",
        table: "turn",
        key: { id: event.payload.turn_id },
        set: {
          status: "superseded",
          superseded_by_inbound_seq: event.payload.by_seq,
          completed_at: event.at,
        },
      },
      disposition(event, "superseded"),
      runs(event, null),
    ]),
    handler("message_sent", (event) => [{ op: "put", table: "message", row: toSentRow(event) }]),
    // Text that was worded when it was sent: the message gets the text that was sent.
    handler("delivery_started", rewordMessage),
    handler("delivery_released", (event) =>
      piecesIn(event.payload.payload).length > 0 ? rewordMessage(event) : [],
    ),
  ],
};

function rewordMessage({
  payload: { message_id: id, text },
}: RecordedEvent<"delivery_started" | "delivery_released">): Change[] {
  return typeof id === "string" && text !== undefined
    ? [{ op: "patch", table: "message", key: { id }, set: { text } }]
    : [];
}

function toStartedRow({ payload, at }: RecordedEvent<"turn_started">): Row {
  return {
    id: payload.turn_id,
    conversation_id: payload.conversation_id,
    account_id: payload.account_id,
    trigger_id: payload.trigger_id,
    trigger_type: payload.trigger_type,
    mode: payload.mode,
    status: "running",
    attempt: 1,
    input_from_seq: payload.from_seq ?? null,
    input_to_seq: payload.to_seq ?? null,
    started_at: at,
  };
}

function endTurn(
  event: RecordedEvent<"turn_committed" | "turn_failed" | "turn_stopped">,
  status: "committed" | "failed" | "stopped",
  messageEnd: string,
): Change[] {
  const { payload, at } = event;
  return [
    {
      op: "patch",
      table: "turn",
      key: { id: payload.turn_id },
      set: { status, skill: payload.skill ?? null, completed_at: at },
    },
    disposition(event, event.kind === "turn_committed" ? event.payload.disposition : status),
    ...closeWindow(event, messageEnd),
    runs(event, null),
  ];
}

type TurnKind =
  | "turn_started"
  | "turn_committed"
  | "turn_failed"
  | "turn_stopped"
  | "turn_superseded";

function runs({ payload }: RecordedEvent<TurnKind>, turnId: string | null): Change {
  return {
    op: "patch",
    table: "conversation",
    key: { id: payload.conversation_id },
    set: { running_turn_id: turnId },
  };
}

type ClosingKind =
  | "turn_committed"
  | "turn_failed"
  | "turn_stopped"
  | "input_stopped"
  | "input_abandoned";

/** The window is closed and each of its messages has its end: nothing ends silently. */
function closeWindow({ payload, at }: RecordedEvent<ClosingKind>, endedAs: string): Change[] {
  const changes: Change[] = [];
  if (payload.closed_through !== undefined) {
    changes.push({
      op: "patch",
      table: "conversation",
      key: { id: payload.conversation_id },
      set: { last_closed_inbound_seq: payload.closed_through, updated_at: at },
    });
  }
  for (const id of payload.message_ids)
    changes.push({
      op: "patch",
      table: "message",
      key: { id },
      set: { ended_as: endedAs },
    });
  return changes;
}

function disposition(
  { payload, at }: RecordedEvent<Exclude<TurnKind, "turn_started">>,
  value: string,
): Change {
  return {
    op: "put",
    table: "output_disposition",
    row: {
      turn_id: payload.turn_id,
      conversation_id: payload.conversation_id,
      account_id: payload.account_id,
      disposition: value,
      reason_code: payload.reason,
      created_at: at,
    },
  };
}

function commands({ payload, at }: RecordedEvent<"turn_committed">): Change[] {
  return (payload.commands ?? []).map((command) => ({
    op: "put",
    table: "staged_command",
    row: {
      id: command.id,
      turn_id: payload.turn_id,
      conversation_id: payload.conversation_id,
      account_id: payload.account_id,
      domain: command.domain,
      operation: command.operation,
      idempotency_key: command.key,
      command_payload: command.payload,
      preview_facts: command.preview ?? null,
      status: "materialized",
      created_at: at,
      materialized_at: at,
    },
  }));
}

function toSentRow(event: RecordedEvent<"message_sent">): Row {
  const { payload } = event;
  return {
    id: payload.id,
    conversation_id: payload.conversation_id,
    account_id: payload.account_id,
    event_id: event.id,
    turn_id: payload.turn_id ?? null,
    direction: "outbound",
    segment_index: payload.segment_index ?? null,
    provider_type: payload.provider_type,
    channel_account: payload.channel_account,
    sender_name: payload.sender_name ?? null,
    text: payload.text,
    payload: payload.payload ?? {},
    created_at: event.at,
  };
}

/** Message attachments: where each is stored, and when it was deleted. */
export const mediaProjection: Projection = {
  tables: [{ name: "media_file", key: ["id"] }],
  handlers: [
    handler("media_settled", {
      reads: ({ payload }) => [{ table: "message", key: { id: payload.message_id } }],
      evolve: ({ payload, at, accountId, conversationId }, read) => {
        const key = { id: payload.message_id };
        const was = read("message", key)?.["payload"];
        return [
          {
            op: "patch",
            table: "message",
            key,
            set: {
              payload: { ...(typeof was === "object" ? was : {}), media: payload.media },
            },
          },
          ...payload.files.map(({ id, bytes }): Change => ({
            op: "put",
            table: "media_file",
            row: {
              id,
              account_id: accountId,
              conversation_id: conversationId,
              message_id: payload.message_id,
              bytes,
              kept_at: at,
            },
          })),
        ];
      },
    }),
    handler("media_dropped", ({ payload, at }) => [
      {
        op: "patch",
        table: "media_file",
        key: { id: payload.id },
        set: { dropped_at: at, text: payload.text || null },
      },
    ]),
  ],
};
