import type { DeliveryStatus } from "../domain/delivery.ts";
import type { EventDraft, RecordedEvent } from "../domain/events/catalogue.ts";
import type { DeliveryEvent } from "../domain/events/delivery.ts";
import {
  type EventHandler,
  handler,
  type Key,
  type NeededRow,
  pickFields,
  type Projection,
  type Row,
} from "../domain/events/projection.ts";

type DeliveryKind = DeliveryEvent["kind"];

type CodedKind = "delivery_unknown" | "delivery_failed" | "delivery_waiting" | "delivery_expired";

function code({ payload }: RecordedEvent<CodedKind>): Row {
  return { error_code: payload.code ?? null, next_attempt_at: null };
}

/** As a part that was never tried. */
const unfailed: Row = { retry_attempt: 0, holds_until: null, may_wake: null, interruptions: 0 };

const keyOf = ({ payload }: EventDraft<DeliveryKind>): Key => ({ id: payload.delivery_id });

const messageOf = ({ payload }: EventDraft<"delivery_queued">): NeededRow => ({
  table: "message",
  key: { id: payload.message_id ?? "" },
});

const moves = <Kind extends DeliveryKind>(
  kind: Kind,
  status: DeliveryStatus,
  set: (event: RecordedEvent<Kind>) => Row,
): EventHandler =>
  handler<Kind>(kind, (event) => [
    {
      op: "patch",
      table: "delivery_attempt",
      key: keyOf(event),
      set: { status, updated_at: event.at, ...set(event) },
    },
  ]);

function toQueuedRow(event: RecordedEvent<"delivery_queued">, text: unknown): Row {
  const { payload, at } = event;
  return {
    id: payload.delivery_id,
    account_id: payload.account_id,
    conversation_id: payload.conversation_id,
    turn_id: payload.turn_id ?? null,
    message_id: payload.message_id ?? null,
    provider_type: payload.provider_type,
    channel_account: payload.channel_account,
    scope: payload.scope,
    peer: payload.peer,
    ordinal: event.id,
    delivery_source: payload.source,
    status: "pending",
    text,
    payload: payload.payload ?? {},
    provider_idempotency_key: payload.key,
    next_attempt_at: at,
    expires_at: payload.expires_at ?? null,
    created_at: at,
    updated_at: at,
  };
}

/** The outbox, derived from the log. */
export const outboundProjection: Projection = {
  tables: [
    { name: "delivery_attempt", key: ["id"], work: ["lease_until", "lease_holder", "fence"] },
  ],
  handlers: [
    handler("delivery_queued", {
      reads: (event) => (event.payload.text === undefined ? [messageOf(event)] : []),
      evolve(event, read) {
        const { table, key } = messageOf(event);
        const text = event.payload.text ?? read(table, key)?.["text"] ?? "";
        return [{ op: "put", table: "delivery_attempt", row: toQueuedRow(event, text) }];
      },
    }),
    moves("delivery_started", "sending", ({ payload, at }) => ({
      retry_attempt: payload.attempt,
      attempted_at: at,
      next_attempt_at: null,
      error_code: null,
      // Words that are made when they are sent.
      ...pickFields(payload, ["text"]),
    })),
    // Stopped while it was being sent: if that fails, it is not retried.
    handler("delivery_last_try", (event) => [
      {
        op: "patch",
        table: "delivery_attempt",
        key: keyOf(event),
        set: { expires_at: event.at, updated_at: event.at },
      },
    ]),
    moves("delivery_sent", "sent", ({ payload, at }) => ({
      provider_message_id: payload.provider_message_id ?? null,
      sent_at: at,
      // Of a part that waited and was sent inside another one.
      error_code: null,
    })),
    // Events of earlier versions lack the fields of holding and waking.
    moves("delivery_retry", "pending", ({ payload }) => ({
      error_code: payload.code,
      next_attempt_at: payload.next_attempt_at,
      ...(payload.attempt === undefined ? {} : { retry_attempt: payload.attempt }),
      ...pickFields(payload, ["holds_until", "may_wake", "interruptions", "payload"]),
    })),
    // Its channel may work again: it is tried before its time.
    moves("delivery_woken", "pending", ({ payload }) => ({
      next_attempt_at: payload.next_attempt_at,
      holds_until: payload.holds_until,
      retry_attempt: payload.attempt,
      may_wake: payload.may_wake,
    })),
    moves("delivery_requeued", "pending", ({ payload }) => ({
      next_attempt_at: payload.next_attempt_at,
      expires_at: payload.expires_at ?? null,
      ...unfailed,
      ...pickFields(payload, ["holds_until", "may_wake"]),
    })),
    // Its text may now carry others that waited with it.
    moves("delivery_released", "pending", ({ payload }) => ({
      next_attempt_at: payload.next_attempt_at,
      text: payload.text,
      payload: payload.payload,
      ...unfailed,
    })),
    moves("delivery_merged", "pending", ({ payload }) => ({
      merged_into: payload.merged_into,
      next_attempt_at: null,
    })),
    // A reminder that may not have arrived goes once more, marked as a repeat.
    moves("delivery_repeat", "pending", ({ payload }) => ({
      error_code: payload.code,
      next_attempt_at: payload.next_attempt_at,
      text: payload.text,
      payload: payload.payload,
      // It may have arrived, so nothing waits for it.
      holds_until: null,
      may_wake: null,
    })),
    moves("delivery_delivered", "delivered", ({ at }) => ({ delivered_at: at })),
    handler("delivery_read", {
      reads: (event) => [{ table: "delivery_attempt", key: keyOf(event) }],
      evolve: (event, read) => {
        // A part that was read was delivered, whether or not the vendor reported that first.
        const deliveredAt = read("delivery_attempt", keyOf(event))?.["delivered_at"] ?? event.at;
        const set = { status: "read", delivered_at: deliveredAt, updated_at: event.at };
        return [{ op: "patch", table: "delivery_attempt", key: keyOf(event), set }];
      },
    }),
    moves("delivery_unknown", "unknown", code),
    moves("delivery_failed", "failed", code),
    moves("delivery_waiting", "waiting_for_user", code),
    moves("delivery_expired", "expired", code),
    moves("delivery_discarded", "discarded", () => ({})),
    moves("delivery_withdrawn", "withdrawn", ({ payload }) =>
      payload.code === undefined ? {} : { error_code: payload.code },
    ),
  ],
};
