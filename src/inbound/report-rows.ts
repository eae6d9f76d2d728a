import type { PayloadOf } from "../domain/events/catalogue.ts";
import { type Change, handler, type Projection } from "../domain/events/projection.ts";

/** Vendors' reports in addition to messages and receipts. */
export const reportsProjection: Projection = {
  tables: [
    { name: "inbound_note", key: ["provider_type", "channel_account", "vendor_id"] },
    { name: "inbound_rejection", key: ["id"] },
  ],
  handlers: [
    handler("identity_changed", ({ payload, at }) => [
      {
        op: "patch",
        table: "channel_identity",
        key: { id: payload.id },
        // Where the new id was theirs already, the old one is over.
        set: {
          updated_at: at,
          ...(payload.merged === true
            ? { lifecycle: "removed" }
            : { provider_subject: payload.to }),
        },
      },
      ...readdress(payload, at),
    ]),
    handler("note_received", ({ payload, at, accountId, conversationId }) => [
      {
        op: "put",
        table: "inbound_note",
        row: {
          ...pickChannel(payload),
          vendor_id: payload.vendor_id,
          account_id: accountId ?? null,
          conversation_id: conversationId ?? null,
          subject: payload.subject,
          payload: payload.payload,
          created_at: at,
        },
      },
    ]),
    handler("inbound_rejected", ({ payload, at, accountId }) => [
      {
        op: "put",
        table: "inbound_rejection",
        row: {
          ...pickChannel(payload),
          id: payload.id,
          account_id: accountId ?? null,
          vendor_id: payload.vendor_id ?? null,
          code: payload.code,
          created_at: at,
        },
      },
    ]),
    handler("inbound_rejections_dropped", ({ payload }) =>
      payload.ids.map((id): Change => ({
        op: "drop",
        table: "inbound_rejection",
        key: { id },
      })),
    ),
  ],
};

interface OfChannel {
  readonly provider_type: string;
  readonly channel_account: string;
}

const pickChannel = ({ provider_type, channel_account }: OfChannel): OfChannel => ({
  provider_type,
  channel_account,
});

/** Conversations and unsent parts follow the person. */
function readdress(payload: PayloadOf<"identity_changed">, at: string): Change[] {
  const { to: peer, conversations, deliveries } = payload;
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
