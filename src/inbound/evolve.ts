import type { RecordedEvent } from "../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  pickFields,
  type Projection,
  type Row,
} from "../domain/events/projection.ts";

import { keptConversationHandlers } from "./evolve-kept.ts";

/** How the zone came to be known. */
const zoneFields = ["zone_source", "zone_country", "zone_told"] as const;

const lifecycle = (
  kind: "account_disabled" | "account_enabled",
  to: "active" | "disabled",
): EventHandler =>
  handler(kind, ({ payload, at }) => [
    {
      op: "patch",
      table: "account",
      key: { id: payload.id },
      set: { lifecycle: to, updated_at: at },
    },
  ]);

/** A message that waits for a turn has a place in its conversation's order. */
const receivedHandler = handler("message_received", (event) => [
  { op: "put", table: "message", row: inboundRow(event, null) },
  {
    op: "patch",
    table: "conversation",
    key: { id: event.payload.conversation_id },
    set: { latest_inbound_seq: event.payload.seq, updated_at: event.at },
  },
]);

/** A message that has its end already never gets such a place. */
const createEndHandler = (
  kind: "message_rejected" | "control_word_received",
  endedAs: "rejected" | "answered",
): EventHandler =>
  handler(kind, (event) => [{ op: "put", table: "message", row: inboundRow(event, endedAs) }]);

type Inbound = RecordedEvent<"message_received" | "message_rejected" | "control_word_received">;

function inboundRow(event: Inbound, endedAs: string | null): Row {
  const { payload } = event;
  return {
    ...pickFields(payload, [
      "id",
      "conversation_id",
      "account_id",
      "provider_type",
      "channel_account",
      "sender_name",
      "text",
      "payload",
    ]),
    event_id: event.id,
    direction: "inbound",
    seq: payload.seq ?? null,
    channel_identity_id: payload.identity_id ?? null,
    causal_inbound_event_id: payload.vendor_id,
    ended_as: endedAs,
    created_at: event.at,
  };
}

/** Accounts, identities, conversations and what people wrote. */
export const inboundProjection: Projection = {
  tables: [
    { name: "account", key: ["id"] },
    { name: "channel_identity", key: ["id"] },
    {
      name: "conversation",
      key: ["id"],
      work: ["waiting_since", "ready_at", "failures", "lease_until", "lease_holder", "fence"],
    },
    {
      name: "message",
      key: ["id"],
      unique: [
        "causal_inbound_event_id",
        "channel_account",
        "conversation_id",
        "direction",
        "provider_type",
        "segment_index",
        "seq",
        "turn_id",
      ],
    },
  ],
  handlers: [
    handler("account_created", ({ payload, at }) => [
      {
        op: "put",
        table: "account",
        row: {
          ...pickFields(payload, [
            "id",
            "origin",
            "display_name",
            "language",
            "default_timezone",
            "is_welcomed",
            ...zoneFields,
          ]),
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    handler("account_updated", ({ payload, at }) => [
      {
        op: "patch",
        table: "account",
        key: { id: payload.id },
        set: {
          // A zone that is not a guess was set by the person.
          ...(payload.default_timezone === undefined
            ? {}
            : { zone_source: "chosen", zone_country: null }),
          ...pickFields(payload, [
            "display_name",
            "language",
            "default_timezone",
            "reminder_channels",
            "morning",
            "reminded_by",
            "link_hosts",
            "is_welcomed",
            ...zoneFields,
          ]),
          updated_at: at,
        },
      },
    ]),
    lifecycle("account_disabled", "disabled"),
    lifecycle("account_enabled", "active"),
    // Its own events say nothing any more. Rows that others' events make go by name.
    handler("account_erased", ({ payload }) => [
      { op: "drop", table: "account", key: { id: payload.id } },
      ...(payload.drops ?? []).flatMap(({ table, keys }) =>
        keys.map((key): Change => ({ op: "drop", table, key })),
      ),
    ]),
    handler("identity_bound", ({ payload, at }) => [
      {
        op: "put",
        table: "channel_identity",
        row: {
          ...pickFields(payload, [
            "id",
            "account_id",
            "provider_type",
            "channel_account",
            "provider_subject",
            "is_account_anchor",
          ]),
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    handler("identity_unbound", ({ payload, at }) => [
      {
        op: "patch",
        table: "channel_identity",
        key: { id: payload.id },
        set: { lifecycle: "removed", updated_at: at },
      },
    ]),
    // The place is free for the next person bound there, who must not see what was said here.
    handler("conversation_retired", ({ payload, at }) => [
      {
        op: "patch",
        table: "conversation",
        key: { id: payload.conversation_id },
        set: { scope: payload.scope, updated_at: at },
      },
    ]),
    handler("conversation_opened", ({ payload, at }) => [
      {
        op: "put",
        table: "conversation",
        row: {
          ...pickFields(payload, [
            "id",
            "account_id",
            "provider_type",
            "channel_account",
            "scope",
            "peer",
            "title",
          ]),
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    handler("conversation_cleared", (event) => [
      {
        op: "patch",
        table: "conversation",
        key: { id: event.payload.conversation_id },
        set: { cleared_through_event: event.id, updated_at: event.at },
      },
    ]),
    ...keptConversationHandlers,
    receivedHandler,
    createEndHandler("message_rejected", "rejected"),
    createEndHandler("control_word_received", "answered"),
  ],
};
