import type { EventDraft, PayloadOf, RecordedEvent } from "../../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  pickFields,
  type Row,
} from "../../domain/events/projection.ts";

const sharedFields = [
  "participant_set_hash",
  "title",
  "title_hash",
  "local_trigger_at",
  "captured_timezone",
  "rrule",
  "duration_minutes",
  "all_day",
  "exdates",
] as const;

type SharedKind =
  | "shared_reminder_joined"
  | "shared_reminder_unshared"
  | "shared_reminder_updated"
  | "shared_reminder_restored"
  | "shared_reminder_cancelled";

export function listSharedHandlers(): EventHandler[] {
  const patch = ({ payload, at, streamVersion }: RecordedEvent<SharedKind>, set: Row): Change => ({
    op: "patch",
    table: "shared_reminder",
    key: { id: payload.id },
    set: { ...set, version: streamVersion, updated_at: at },
  });
  return [
    handler("shared_reminder_created", ({ payload, at, streamVersion }) => [
      {
        op: "put",
        table: "shared_reminder",
        row: {
          exdates: [],
          ...pickFields(payload, ["id", "creator_account_id", ...sharedFields]),
          status: "active",
          version: streamVersion,
          created_at: at,
          updated_at: at,
        },
      },
      ...partsMade(payload, at),
    ]),
    // A person who left and comes back gets a new part.
    handler("shared_reminder_joined", (event) => [
      patch(event, pickFields(event.payload, ["participant_set_hash"])),
      ...partsMade(event.payload, event.at),
    ]),
    // It is one person's own again: their row is not a part any more.
    handler("shared_reminder_unshared", (event) => [
      patch(event, {
        status: "cancelled",
        cancelled_at: event.at,
        cancelled_by: event.payload.owner_account_id ?? null,
      }),
      {
        op: "drop",
        table: "reminder_projection",
        key: {
          shared_reminder_id: event.payload.id,
          account_id: event.payload.owner_account_id,
        },
      },
      ...event.payload.accounts.map((accountId) =>
        partPatch(event, accountId, { lifecycle: "cancelled" }),
      ),
    ]),
    handler("shared_reminder_updated", (event) => [
      patch(event, pickFields(event.payload, sharedFields)),
    ]),
    handler("shared_reminder_restored", (event) => [
      patch(event, { status: "active", cancelled_at: null, cancelled_by: null }),
      ...event.payload.accounts.map((accountId) =>
        partPatch(event, accountId, { lifecycle: "active" }),
      ),
    ]),
    handler("shared_reminder_cancelled", (event) => [
      patch(event, {
        status: "cancelled",
        cancelled_at: event.at,
        cancelled_by: event.payload.cancelled_by ?? null,
      }),
      ...event.payload.accounts.map((accountId) =>
        partPatch(event, accountId, { lifecycle: "cancelled" }),
      ),
    ]),
  ];
}

const partsMade = (
  payload: PayloadOf<"shared_reminder_created" | "shared_reminder_joined">,
  at: string,
): Change[] =>
  payload.parts.map((part) => ({
    op: "put",
    table: "reminder_projection",
    row: {
      shared_reminder_id: payload.id,
      account_id: part.account_id,
      reminder_id: part.reminder_id,
      lifecycle: part.state ?? "active",
      completion_status: "pending",
      created_at: at,
      updated_at: at,
    },
  }));

const partPatch = (
  { payload, at }: EventDraft<SharedKind | PartKind>,
  account_id: string,
  set: Row,
): Change => ({
  op: "patch",
  table: "reminder_projection",
  key: { shared_reminder_id: payload.id, account_id },
  set: { ...set, updated_at: at },
});

type PartKind = "projection_completed" | "projection_declined";

export function parts(): EventHandler[] {
  const ends = (kind: PartKind, set: Row): EventHandler =>
    handler(kind, (event) => [partPatch(event, event.payload.account_id, set)]);
  return [
    ends("projection_completed", { completion_status: "completed" }),
    ends("projection_declined", { lifecycle: "declined" }),
  ];
}
