import {
  type Change,
  type EventHandler,
  type Key,
  type Payload,
  type Projection,
  type RecordedEvent,
  textIn,
} from "../domain/events.ts";

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
    { name: "message", key: ["id"] },
  ],
  handlers: [
    {
      kind: "account_created",
      evolve: ({ payload, at }) => [
        {
          op: "put",
          table: "account",
          row: {
            ...pick(payload, [
              "id",
              "origin",
              "display_name",
              "language",
              "default_timezone",
              ...zoneFields,
            ]),
            created_at: at,
            updated_at: at,
          },
        },
      ],
    },
    {
      kind: "account_updated",
      evolve: ({ payload, at }) => [
        {
          op: "patch",
          table: "account",
          key: { id: textIn(payload, "id") },
          set: {
            // A zone that is not a guess is the person's own word.
            ...(payload["default_timezone"] === undefined
              ? {}
              : { zone_source: "chosen", zone_country: null }),
            ...pick(payload, [
              "display_name",
              "language",
              "default_timezone",
              "reminder_channels",
              "link_hosts",
              ...zoneFields,
            ]),
            updated_at: at,
          },
        },
      ],
    },
    lifecycle("account_disabled", "disabled"),
    lifecycle("account_enabled", "active"),
    // Its own events say nothing any more. Rows that others' events make go by name.
    {
      kind: "account_erased",
      evolve: ({ payload }) => [
        { op: "drop", table: "account", key: { id: textIn(payload, "id") } },
        ...(
          (payload["drops"] ?? []) as unknown as readonly { table: string; keys: readonly Key[] }[]
        ).flatMap(({ table, keys }) => keys.map((key): Change => ({ op: "drop", table, key }))),
      ],
    },
    {
      kind: "identity_bound",
      evolve: ({ payload, at }) => [
        {
          op: "put",
          table: "channel_identity",
          row: {
            ...pick(payload, [
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
      ],
    },
    {
      kind: "identity_unbound",
      evolve: ({ payload, at }) => [
        {
          op: "patch",
          table: "channel_identity",
          key: { id: textIn(payload, "id") },
          set: { lifecycle: "removed", updated_at: at },
        },
      ],
    },
    // The place is free for the next person bound there, who must not see what was said here.
    {
      kind: "conversation_retired",
      evolve: ({ payload, at }) => [
        {
          op: "patch",
          table: "conversation",
          key: { id: textIn(payload, "conversation_id") },
          set: { scope: textIn(payload, "scope"), updated_at: at },
        },
      ],
    },
    {
      kind: "conversation_opened",
      evolve: ({ payload, at }) => [
        {
          op: "put",
          table: "conversation",
          row: {
            ...pick(payload, [
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
      ],
    },
    {
      kind: "conversation_cleared",
      evolve: (event) => [
        {
          op: "patch",
          table: "conversation",
          key: { id: textIn(event.payload, "conversation_id") },
          set: { cleared_through_event: event.id, updated_at: event.at },
        },
      ],
    },
    messageHandler("message_received", null),
    messageHandler("message_rejected", "rejected"),
    messageHandler("control_word_received", "answered"),
  ],
};

/** How the zone came to be known. */
const zoneFields = ["zone_source", "zone_country", "zone_told"];

function lifecycle(kind: string, to: "active" | "disabled"): EventHandler {
  return {
    kind,
    evolve: ({ payload, at }) => [
      {
        op: "patch",
        table: "account",
        key: { id: textIn(payload, "id") },
        set: { lifecycle: to, updated_at: at },
      },
    ],
  };
}

/**
 * A message that waits for a turn has a place in its conversation's order; one that never will has
 * none.
 */
function messageHandler(kind: string, endedAs: string | null): EventHandler {
  return {
    kind,
    evolve: (event) => {
      const changes: Change[] = [{ op: "put", table: "message", row: inboundRow(event, endedAs) }];
      if (endedAs === null) {
        changes.push({
          op: "patch",
          table: "conversation",
          key: { id: textIn(event.payload, "conversation_id") },
          set: { latest_inbound_seq: event.payload["seq"], updated_at: event.at },
        });
      }
      return changes;
    },
  };
}

function inboundRow(event: RecordedEvent, endedAs: string | null): Record<string, unknown> {
  const { payload } = event;
  return {
    ...pick(payload, [
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
    seq: payload["seq"] ?? null,
    channel_identity_id: payload["identity_id"] ?? null,
    causal_inbound_event_id: payload["vendor_id"],
    ended_as: endedAs,
    created_at: event.at,
  };
}

/**
 * The named fields that the payload has. A field that is absent stays absent, so that a patch
 * leaves its column alone.
 */
function pick(payload: Payload, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => payload[name] !== undefined).map((name) => [name, payload[name]]),
  );
}
