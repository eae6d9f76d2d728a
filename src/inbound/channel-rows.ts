import type { EventDraft, RecordedEvent } from "../domain/events/catalogue.ts";
import {
  type EventHandler,
  handler,
  type Key,
  type Projection,
  type Row,
} from "../domain/events/projection.ts";

type ChannelKind = "channel_linked" | "channel_unlinked" | "channel_state_changed";

const keyOf = ({ payload }: EventDraft<ChannelKind>): Key => ({
  provider_type: payload.provider_type,
  channel_account: payload.channel_account,
});

/** A new row, or the row as it was: `created_at` is when the vendor account was first seen. */
const channelHandler = <Kind extends ChannelKind>(
  kind: Kind,
  set: (event: RecordedEvent<Kind>) => Row,
): EventHandler =>
  handler<Kind>(kind, {
    reads: (event) => [{ table: "channel", key: keyOf(event) }],
    evolve: (event, read) => {
      const key = keyOf(event);
      const was = read("channel", key);
      const values = { updated_at: event.at, ...set(event) };
      if (was !== undefined) return [{ op: "patch", table: "channel", key, set: values }];
      return [
        {
          op: "put",
          table: "channel",
          row: { ...key, created_at: event.at, state_since: event.at, ...values },
        },
      ];
    },
  });

/** Our accounts at vendors, and the codes that pair people with accounts. */
export const channelProjection: Projection = {
  tables: [
    { name: "channel", key: ["provider_type", "channel_account"] },
    { name: "pairing", key: ["id"] },
  ],
  handlers: [
    channelHandler("channel_linked", ({ payload, at }) => ({
      account_id: payload.account_id,
      lifecycle: "active",
      ...stateOf(payload.state, at),
      reason: payload.reason ?? null,
    })),
    channelHandler("channel_unlinked", ({ at }) => ({
      lifecycle: "removed",
      connection_state: "not_connected",
      reason: "unlinked",
      state_since: at,
    })),
    channelHandler("channel_state_changed", ({ payload, at }) => ({
      ...(payload.is_back === true ? { lifecycle: "active" } : {}),
      ...stateOf(payload.state, at),
      reason: payload.reason ?? null,
    })),
    handler("pairing_made", ({ payload, at }) => [
      {
        op: "put",
        table: "pairing",
        row: {
          id: payload.id,
          account_id: payload.account_id,
          provider_type: payload.provider_type ?? null,
          code_hash: payload.code_hash,
          link_hash: payload.link_hash ?? null,
          expires_at: payload.expires_at,
          created_at: at,
        },
      },
    ]),
    handler("pairing_used", ({ payload, at }) => [
      { op: "patch", table: "pairing", key: { id: payload.id }, set: { used_at: at } },
    ]),
  ],
};

function stateOf(state: string, at: string): Row {
  return {
    connection_state: state,
    state_since: at,
    ...(state === "connected" ? { connected_at: at } : {}),
  };
}
