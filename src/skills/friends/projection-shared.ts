import {
  type Change,
  type EventHandler,
  type Payload,
  type RecordedEvent,
  type Row,
  textIn,
} from "../../domain/events.ts";

/** The payload's values of these names, as a row has them. */
export const pickFields = (payload: Payload, names: readonly string[]): Row =>
  Object.fromEntries(
    names.filter((name) => payload[name] !== undefined).map((name) => [name, payload[name]]),
  );

export const on = (
  kind: string,
  evolve: (event: RecordedEvent) => readonly Change[],
): EventHandler => ({ kind, evolve });

const sharedFields = [
  "id",
  "creator_account_id",
  "participant_set_hash",
  "title",
  "title_hash",
  "local_trigger_at",
  "captured_timezone",
  "rrule",
  "duration_minutes",
  "exdates",
];

export function listSharedHandlers(): EventHandler[] {
  const patch = ({ payload, at, streamVersion }: RecordedEvent, set: Row): Change => ({
    op: "patch",
    table: "shared_reminder",
    key: { id: textIn(payload, "id") },
    set: { ...set, version: streamVersion, updated_at: at },
  });
  return [
    on("shared_reminder_created", ({ payload, at, streamVersion }) => [
      {
        op: "put",
        table: "shared_reminder",
        row: {
          exdates: [],
          ...pickFields(payload, sharedFields),
          status: "active",
          version: streamVersion,
          created_at: at,
          updated_at: at,
        },
      },
      ...partsMade(payload, at),
    ]),
    // A person who left and comes back gets a new part.
    on("shared_reminder_joined", (event) => [
      patch(event, pickFields(event.payload, ["participant_set_hash"])),
      ...partsMade(event.payload, event.at),
    ]),
    // It is one person's own again: their row is not a part any more.
    on("shared_reminder_unshared", (event) => [
      patch(event, {
        status: "cancelled",
        cancelled_at: event.at,
        cancelled_by: event.payload["owner_account_id"] ?? null,
      }),
      {
        op: "drop",
        table: "reminder_projection",
        key: {
          shared_reminder_id: textIn(event.payload, "id"),
          account_id: textIn(event.payload, "owner_account_id"),
        },
      },
      ...(event.payload["accounts"] as readonly string[]).map((accountId) =>
        partPatch(event, accountId, { lifecycle: "cancelled" }),
      ),
    ]),
    on("shared_reminder_updated", (event) => [
      patch(
        event,
        pickFields(
          event.payload,
          sharedFields.filter((name) => name !== "id"),
        ),
      ),
    ]),
    on("shared_reminder_restored", (event) => [
      patch(event, { status: "active", cancelled_at: null, cancelled_by: null }),
      ...(event.payload["accounts"] as readonly string[]).map((accountId) =>
        partPatch(event, accountId, { lifecycle: "active" }),
      ),
    ]),
    on("shared_reminder_cancelled", (event) => [
      patch(event, {
        status: "cancelled",
        cancelled_at: event.at,
        cancelled_by: event.payload["cancelled_by"] ?? null,
      }),
      ...(event.payload["accounts"] as readonly string[]).map((accountId) =>
        partPatch(event, accountId, { lifecycle: "cancelled" }),
      ),
    ]),
  ];
}

const partsMade = (payload: Payload, at: string): Change[] =>
  (payload["parts"] as readonly Payload[]).map((part) => ({
    op: "put",
    table: "reminder_projection",
    row: {
      shared_reminder_id: payload["id"],
      account_id: part["account_id"],
      reminder_id: part["reminder_id"],
      lifecycle: part["state"] ?? "active",
      completion_status: "pending",
      created_at: at,
      updated_at: at,
    },
  }));

const partPatch = ({ payload, at }: RecordedEvent, account_id: string, set: Row): Change => ({
  op: "patch",
  table: "reminder_projection",
  key: { shared_reminder_id: textIn(payload, "id"), account_id },
  set: { ...set, updated_at: at },
});

export function parts(): EventHandler[] {
  const ends = (kind: string, set: Row): EventHandler =>
    on(kind, (event) => [partPatch(event, textIn(event.payload, "account_id"), set)]);
  return [
    ends("projection_completed", { completion_status: "completed" }),
    ends("projection_declined", { lifecycle: "declined" }),
  ];
}
