import type { PayloadOf, RecordedEvent, EventDraft } from "../../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  pickFields,
  type Projection,
  type Row,
  type Key,
} from "../../domain/events/projection.ts";
import { reminderFields, timerId } from "./rows.ts";

type Settled = PayloadOf<"reminder_fire_settled">;

/**
 * The state before each state of a fire: a late receipt does not bring back a dismissed reminder.
 */
const comesFrom: Readonly<Record<Settled["state"], Settled["state"]>> = {
  completed: "waiting",
  skipped: "waiting",
  dismissed: "waiting",
  waiting: "completed",
};

const fireKey = ({ payload }: EventDraft<"reminder_fire_settled">, occurrence: string): Key => ({
  reminder_id: payload.id,
  occurrence_key: occurrence,
});

/**
 * A reminder without upcoming times is over when its last message has arrived or was dismissed, not
 * when it was queued.
 */
const fireSettledHandler = handler("reminder_fire_settled", {
  reads: (event) => [
    { table: "reminder", key: { id: event.payload.id } },
    ...event.payload.occurrences.map((occurrence) => ({
      table: "reminder_fire",
      key: fireKey(event, occurrence),
    })),
  ],
  evolve(event, read) {
    const { state, id, occurrences } = event.payload;
    const key = { id };
    const row = read("reminder", key);
    const changed = occurrences.filter(
      (each) => read("reminder_fire", fireKey(event, each))?.["fire_state"] === comesFrom[state],
    );
    const fires = changed.map((occurrence): Change => ({
      op: "patch",
      table: "reminder_fire",
      key: fireKey(event, occurrence),
      set: { fire_state: state, reached_at: state === "completed" ? event.at : null },
    }));
    if (row === undefined) return fires;
    const ends = changed.length === 0 ? {} : endOf(row, { state, at: event.at });
    return [
      ...fires,
      {
        op: "patch",
        table: "reminder",
        key,
        set: { ...ends, version: event.streamVersion, updated_at: event.at },
      },
    ];
  },
});

/** An insisting reminder is not over before its last repeat, unless the person dismisses it. */
function endOf(row: Row, { state, at }: { readonly state: string; readonly at: string }): Row {
  const isInsisting = (row["nag_at"] ?? null) !== null;
  if (isInsisting && state !== "dismissed") return {};
  return { ...(isInsisting ? { nag_at: null } : {}), ...endOfLast(row, { state, at }) };
}

function endOfLast(row: Row, { state, at }: { readonly state: string; readonly at: string }): Row {
  if (
    row["next_fire_at"] !== null ||
    row["last_fired_at"] === null ||
    row["kind"] === "no_trigger_time"
  )
    return {};
  if (state === "waiting")
    return row["completion"] === "fired"
      ? { lifecycle: "active", completion: null, completed_at: null }
      : {};
  if (row["lifecycle"] !== "active") return {};
  return {
    lifecycle: "completed",
    completion: state === "completed" ? "fired" : "skipped",
    completed_at: at,
  };
}

type ChangeKind =
  | "reminder_updated"
  | "reminder_completed"
  | "reminder_deleted"
  | "reminder_restored"
  | "reminder_fired";
type Changed = PayloadOf<"reminder_created" | ChangeKind>;

const toNewRow = (event: RecordedEvent<"reminder_created">): Row => ({
  ...pickFields(event.payload, reminderFields),
  version: event.streamVersion,
  ...fileMark(event),
  created_at: event.at,
  updated_at: event.at,
});

/** Fields that no calendar file shows. */
const unseenInFiles: ReadonlySet<string> = new Set([
  "id",
  "owner_account_id",
  "conversation_id",
  "next_fire_at",
  "last_fired_at",
  "nag_at",
  "nags",
  "alert_at",
  "reason",
]);
const ofItsEnd: ReadonlySet<string> = new Set(["lifecycle", "completion", "completed_at"]);

/** A fire leaves the file of an entry as it is, and so does what only moves its next moment. */
function isSeenInFile({ kind, payload }: RecordedEvent<ChangeKind>): boolean {
  if (kind === "reminder_fired") return false;
  if (kind !== "reminder_updated") return true;
  const isOver = payload.completion === "fired" || payload.completion === "skipped";
  return Object.keys(payload).some(
    (field) => !unseenInFiles.has(field) && !(isOver && ofItsEnd.has(field)),
  );
}

const fileMark = ({ streamVersion, at }: Pick<RecordedEvent, "streamVersion" | "at">): Row => ({
  file_version: streamVersion,
  file_changed_at: at,
});

/** A timer is only a wake-up: the rows decide what is really due. So an obsolete time may stay. */
const timersFor = (changed: Changed): Change[] =>
  [changed.next_fire_at, changed.nag_at, changed.alert_at]
    .filter((dueAt) => typeof dueAt === "string")
    .map((dueAt) => ({
      op: "put",
      table: "timer",
      row: {
        id: timerId(changed.owner_account_id, dueAt),
        kind: "reminder",
        account_id: changed.owner_account_id,
        conversation_id: null,
        due_at: dueAt,
        failures: 0,
        last_error: null,
      },
    }));

/** An event names the fields that it changes, each with its new value. */
function patchReminder(event: RecordedEvent<ChangeKind>): Change {
  const { id: _id, ...set } = pickFields(event.payload, reminderFields);
  return {
    op: "patch",
    table: "reminder",
    key: { id: event.payload.id },
    set: {
      ...set,
      version: event.streamVersion,
      updated_at: event.at,
      ...(isSeenInFile(event) ? fileMark(event) : {}),
    },
  };
}

const changes = (kind: ChangeKind): EventHandler =>
  handler(kind, (event) => [patchReminder(event), ...timersFor(event.payload)]);

function evolveFired(event: RecordedEvent<"reminder_fired">): readonly Change[] {
  const { payload } = event;
  const { fire } = payload;
  return [
    patchReminder(event),
    {
      op: "put",
      table: "reminder_fire",
      row: {
        reminder_id: payload.id,
        account_id: payload.owner_account_id,
        conversation_id: fire.conversation_id ?? null,
        content: fire.content,
        occurrence_key: fire.occurrence_key,
        due_at: fire.due_at,
        fired_at: event.at,
        fire_state: fire.fire_state,
        missed_catch_up: fire.missed_catch_up,
        missed_since: fire.missed_since ?? null,
        message_id: fire.message_id ?? null,
        nag: fire.nag ?? 0,
        created_at: event.at,
      },
    },
    ...timersFor(payload),
  ];
}

function clarifications(): EventHandler[] {
  const ends = (kind: AnsweredKind, status: string): EventHandler =>
    handler(kind, ({ payload, at }) => [
      {
        op: "patch",
        table: "pending_clarification",
        key: { id: payload.id },
        set: { status, updated_at: at, ...(status === "consumed" ? { consumed_at: at } : {}) },
      },
    ]);
  return [
    handler("clarification_asked", ({ payload, at }) => [
      {
        op: "put",
        table: "pending_clarification",
        row: {
          id: payload.id,
          conversation_id: payload.conversation_id,
          account_id: payload.account_id,
          unresolved_action_fingerprint: payload.unresolved_action_fingerprint,
          question: payload.question,
          request: payload.request,
          expires_at: payload.expires_at,
          candidates: payload.candidates ?? [],
          status: "open",
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    ends("clarification_answered", "consumed"),
    ends("clarification_superseded", "superseded"),
    ends("clarification_expired", "expired"),
  ];
}

type AnsweredKind = "clarification_answered" | "clarification_superseded" | "clarification_expired";

/** Reminders, their fires, open questions and the last change that can be undone. */
export const reminderProjection: Projection = {
  tables: [
    { name: "reminder", key: ["id"], work: ["changed_in"] },
    { name: "reminder_fire", key: ["reminder_id", "occurrence_key"] },
    { name: "pending_clarification", key: ["id"] },
    { name: "undo_point", key: ["conversation_id", "account_id"] },
  ],
  handlers: [
    handler("reminder_created", (event) => [
      { op: "put", table: "reminder", row: toNewRow(event) },
      ...timersFor(event.payload),
    ]),
    // A change names every field that it changes, the next moment included; an undo names the
    // previous row.
    changes("reminder_updated"),
    changes("reminder_completed"),
    changes("reminder_deleted"),
    changes("reminder_restored"),
    handler("reminder_fired", evolveFired),
    fireSettledHandler,
    ...clarifications(),
    handler("undo_point_set", ({ payload, at }) => [
      {
        op: "put",
        table: "undo_point",
        row: {
          conversation_id: payload.conversation_id,
          account_id: payload.account_id,
          turn_id: payload.turn_id ?? null,
          at,
          changes: payload.changes,
        },
      },
    ]),
    handler("undo_point_used", ({ payload }) => [
      {
        op: "drop",
        table: "undo_point",
        key: {
          conversation_id: payload.conversation_id,
          account_id: payload.account_id,
        },
      },
    ]),
  ],
};
