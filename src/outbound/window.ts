import type { PeerWindow } from "../domain/channel-ports.ts";
import { type EventHandler, type Payload, type Projection, type RecordedEvent, textIn } from "../domain/events.ts";
import type { Sql } from "../store/database.ts";

/**
 * The ledger of what a vendor's window depends on: when the person last wrote, how many parts the vendor took since, and
 * the token that came with their newest message. One row per conversation, which on such vendors is one per person.
 */
export const windowProjection: Projection = {
  tables: [{ name: "peer_window", key: ["conversation_id"] }],
  handlers: [
    wrote("message_received"),
    wrote("message_rejected"),
    wrote("control_word_received"),
    {
      kind: "delivery_sent",
      reads: (event) => (countsAsSend(event) ? [{ table: "peer_window", key: { conversation_id: event.conversationId ?? "" } }] : []),
      evolve: (event, read) => {
        if (!countsAsSend(event)) return [];
        const key = { conversation_id: event.conversationId ?? "" };
        const was = read("peer_window", key);
        if (was === undefined) return [];
        return [{ op: "patch", table: "peer_window", key, set: { sends_since_inbound: Number(was["sends_since_inbound"]) + 1 } }];
      },
    },
  ],
};

/** A part that travelled inside another one was no send of its own. */
const countsAsSend = ({ conversationId, payload }: RecordedEvent): boolean =>
  conversationId !== undefined && payload["merged_into"] === undefined;

function wrote(kind: string): EventHandler {
  return {
    kind,
    evolve: ({ payload, at }) => {
      const token = (payload["payload"] as Payload | undefined)?.["context_token"];
      return [
        {
          op: "put",
          table: "peer_window",
          row: {
            conversation_id: textIn(payload, "conversation_id"),
            account_id: payload["account_id"],
            provider_type: payload["provider_type"],
            channel_account: payload["channel_account"],
            last_inbound_at: at,
            sends_since_inbound: 0,
            // A message without a token leaves the newest one in place.
            ...(typeof token === "string" && token !== "" ? { context_token: token } : {}),
          },
        },
      ];
    },
  };
}

export const unknownWindow: PeerWindow = { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null };

export async function readWindows(sql: Sql, conversationIds: readonly string[]): Promise<ReadonlyMap<string, PeerWindow>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await sql.rows<PeerWindow & { id: string }>(
    `select conversation_id as id, last_inbound_at as "lastInboundAt", sends_since_inbound as "sendsSinceInbound",
       context_token as "contextToken" from peer_window where conversation_id = any($1)`,
    [[...new Set(conversationIds)]],
  );
  return new Map(rows.map(({ id, ...window }) => [id, window]));
}
