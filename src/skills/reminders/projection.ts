import {
  type Change,
  type EventHandler,
  type Payload,
  type Projection,
  type RecordedEvent,
  type Row,
  textIn,
} from "../../domain/events.ts";
import { fireSettledHandler } from "./projection-settled.ts";
import { reminderFields, timerId } from "./rows.ts";

/** Reminders, what they fired, open questions and the last change that can be taken back. */
export const reminderProjection: Projection = {
  tables: [
    { name: "reminder", key: ["id"] },
    { name: "reminder_fire", key: ["reminder_id", "occurrence_key"] },
    { name: "pending_clarification", key: ["id"] },
    { name: "undo_point", key: ["conversation_id", "account_id"] },
  ],
  handlers: [
    {
      kind: "reminder_created",
      evolve: (event) => [putReminder(event, event.at), ...timerFor(event.payload)],
    },
    // A change names every field that it changes, the next moment included; a taken-back change
    // names the row as it was.
    changes("reminder_updated"),
    changes("reminder_completed"),
    changes("reminder_deleted"),
    changes("reminder_restored"),
    { kind: "reminder_fired", evolve: evolveFired },
    fireSettledHandler,
    ...clarifications(),
    {
      kind: "undo_point_set",
      evolve: ({ payload, at }) => [
        {
          op: "put",
          table: "undo_point",
          row: {
            conversation_id: textIn(payload, "conversation_id"),
            account_id: textIn(payload, "account_id"),
            turn_id: payload["turn_id"] ?? null,
            at,
            changes: payload["changes"],
          },
        },
      ],
    },
    {
      kind: "undo_point_used",
      evolve: ({ payload }) => [
        {
          op: "drop",
          table: "undo_point",
          key: {
            conversation_id: textIn(payload, "conversation_id"),
            account_id: textIn(payload, "account_id"),
          },
        },
      ],
    },
  ],
};

const fieldsIn = (payload: Payload): Row =>
  Object.fromEntries(
    reminderFields
      .filter((name) => payload[name] !== undefined)
      .map((name) => [name, payload[name]]),
  );

function putReminder(event: RecordedEvent, createdAt: string): Change {
  const row = {
    ...fieldsIn(event.payload),
    version: event.streamVersion,
    created_at: createdAt,
    updated_at: event.at,
  };
  return { op: "put", table: "reminder", row };
}

/** A timer is only a wake-up: the rows decide what is really due. So an obsolete time may stay. */
function timerFor(payload: Payload): Change[] {
  const dueAt = payload["next_fire_at"];
  if (typeof dueAt !== "string") return [];
  const account_id = textIn(payload, "owner_account_id");
  const row = {
    id: timerId(account_id, dueAt),
    kind: "reminder",
    account_id,
    conversation_id: null,
    due_at: dueAt,
  };
  return [{ op: "put", table: "timer", row: { ...row, failures: 0, last_error: null } }];
}

/** Payload: `id`, `owner_account_id`, `conversation_id`, and each field with its new value. */
function changes(kind: string): EventHandler {
  return {
    kind,
    evolve: (event) => {
      const { id, ...set } = fieldsIn(event.payload);
      const patch = { ...set, version: event.streamVersion, updated_at: event.at };
      return [
        { op: "patch", table: "reminder", key: { id: id as string }, set: patch },
        ...timerFor(event.payload),
      ];
    },
  };
}

/**
 * Payload: the same, and `fire`: occurrence_key, due_at, fire_state, content, missed_catch_up,
 * missed_since, message_id, conversation_id.
 */
function evolveFired(event: RecordedEvent): readonly Change[] {
  const { payload } = event;
  const fire = payload["fire"] as Payload;
  const { id, ...set } = fieldsIn(payload);
  return [
    {
      op: "patch",
      table: "reminder",
      key: { id: id as string },
      set: { ...set, version: event.streamVersion, updated_at: event.at },
    },
    {
      op: "put",
      table: "reminder_fire",
      row: {
        reminder_id: id,
        account_id: payload["owner_account_id"],
        conversation_id: fire["conversation_id"] ?? null,
        content: fire["content"],
        occurrence_key: fire["occurrence_key"],
        due_at: fire["due_at"],
        fired_at: event.at,
        fire_state: fire["fire_state"],
        missed_catch_up: fire["missed_catch_up"],
        missed_since: fire["missed_since"] ?? null,
        message_id: fire["message_id"] ?? null,
        created_at: event.at,
      },
    },
    ...timerFor(payload),
  ];
}

function clarifications(): EventHandler[] {
  const ends = (kind: string, status: string): EventHandler => ({
    kind,
    evolve: ({ payload, at }) => [
      {
        op: "patch",
        table: "pending_clarification",
        key: { id: textIn(payload, "id") },
        set: { status, updated_at: at, ...(status === "consumed" ? { consumed_at: at } : {}) },
      },
    ],
  });
  return [
    {
      kind: "clarification_asked",
      evolve: ({ payload, at }) => {
        const {
          id,
          conversation_id,
          account_id,
          unresolved_action_fingerprint,
          question,
          request,
          candidates,
          expires_at,
        } = payload;
        const row = {
          id,
          conversation_id,
          account_id,
          unresolved_action_fingerprint,
          question,
          request,
          expires_at,
        };
        return [
          {
            op: "put",
            table: "pending_clarification",
            row: {
              ...row,
              candidates: candidates ?? [],
              status: "open",
              created_at: at,
              updated_at: at,
            },
          },
        ];
      },
    },
    ends("clarification_answered", "consumed"),
    ends("clarification_superseded", "superseded"),
    ends("clarification_expired", "expired"),
  ];
}
