import { type Change, type Payload, type Projection, textIn } from "../domain/events.ts";

interface Moved {
  readonly conversations: readonly { readonly id: string; readonly scope: string }[];
  readonly deliveries: readonly string[];
}

/** What vendors report in addition to messages and receipts. */
export const reportsProjection: Projection = {
  tables: [
    { name: "inbound_note", key: ["provider_type", "channel_account", "vendor_id"] },
    { name: "inbound_rejection", key: ["id"] },
  ],
  handlers: [
    {
      kind: "identity_changed",
      evolve: ({ payload, at }) => [
        {
          op: "patch",
          table: "channel_identity",
          key: { id: textIn(payload, "id") },
          // Where the new id was theirs already, the old one is over.
          set: {
            updated_at: at,
            ...(payload["merged"] === true
              ? { lifecycle: "removed" }
              : { provider_subject: textIn(payload, "to") }),
          },
        },
        ...readdress(payload, at),
      ],
    },
    {
      kind: "note_received",
      evolve: ({ payload, at, accountId, conversationId }) => [
        {
          op: "put",
          table: "inbound_note",
          row: {
            ...whose(payload),
            vendor_id: payload["vendor_id"],
            account_id: accountId ?? null,
            conversation_id: conversationId ?? null,
            subject: payload["subject"],
            payload: payload["payload"],
            created_at: at,
          },
        },
      ],
    },
    {
      kind: "inbound_rejected",
      evolve: ({ payload, at, accountId }) => [
        {
          op: "put",
          table: "inbound_rejection",
          row: {
            ...whose(payload),
            id: payload["id"],
            account_id: accountId ?? null,
            vendor_id: payload["vendor_id"] ?? null,
            code: payload["code"],
            created_at: at,
          },
        },
      ],
    },
    {
      kind: "inbound_rejections_dropped",
      evolve: ({ payload }) =>
        (payload["ids"] as readonly string[]).map((id): Change => ({
          op: "drop",
          table: "inbound_rejection",
          key: { id },
        })),
    },
  ],
};

const whose = ({ provider_type, channel_account }: Payload): Payload => ({
  provider_type,
  channel_account,
});

/** Conversations and what has not gone out yet follow the person. */
function readdress(payload: Payload, at: string): Change[] {
  const peer = textIn(payload, "to");
  const { conversations, deliveries } = payload as unknown as Moved;
  return [
    ...conversations.map(({ id, scope }): Change => ({
      op: "patch",
      table: "conversation",
      key: { id },
      set: { peer, scope, updated_at: at },
    })),
    ...deliveries.map((id): Change => ({
      op: "patch",
      table: "delivery_attempt",
      key: { id },
      set: { peer, updated_at: at },
    })),
  ];
}
