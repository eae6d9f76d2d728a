import type { PeerWindow } from "../domain/ports/channel-ports.ts";
import type { EventDraft, PayloadOf } from "../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  type Key,
  type NeededRow,
  type Projection,
  type ReadRow,
  type Row,
} from "../domain/events/projection.ts";
import { isoTime, type Sql } from "../store/database/database.ts";

/**
 * The ledger of what a vendor's window depends on: when the person last wrote, how many parts the
 * vendor took since, and the token that came with their newest message. One row per person at each
 * of our accounts, in whatever conversation.
 */
export const windowProjection: Projection = {
  tables: [{ name: "peer_window", key: ["provider_type", "channel_account", "peer"] }],
  handlers: [
    wrote("message_received"),
    wrote("message_rejected"),
    wrote("control_word_received"),
    handler("delivery_sent", {
      holds: windowOfSend,
      reads: windowOfSend,
      evolve: (event, read) => {
        const key = findWindowKey(event.payload);
        const was = key && read("peer_window", key);
        if (key === undefined || was === undefined) return [];
        return [
          {
            op: "patch",
            table: "peer_window",
            key,
            set: { sends_since_inbound: Number(was["sends_since_inbound"]) + 1 },
          },
        ];
      },
    }),
    handler("identity_changed", {
      holds: windowsOfBoth,
      reads: windowsOfBoth,
      evolve: ({ payload }, read) =>
        moveWindow(keyOf(payload, payload.from), keyOf(payload, payload.to), read),
    }),
  ],
};

const windowOf = (key: Key): NeededRow => ({ table: "peer_window", key });

function windowOfSend({ payload }: EventDraft<"delivery_sent">): NeededRow[] {
  const key = findWindowKey(payload);
  return key === undefined ? [] : [windowOf(key)];
}

function windowsOfBoth({ payload }: EventDraft<"identity_changed">): NeededRow[] {
  return [windowOf(keyOf(payload, payload.from)), windowOf(keyOf(payload, payload.to))];
}

interface AtVendor {
  readonly provider_type: string;
  readonly channel_account: string;
}

const keyOf = ({ provider_type, channel_account }: AtVendor, peer: string): Key => ({
  provider_type,
  channel_account,
  peer,
});

/** The fields of a send in the log by which it is counted for its person. */
export const toSentPayload = (
  row: AtVendor & { readonly peer: string },
  providerMessageId: string | undefined,
) => ({
  provider_message_id: providerMessageId ?? null,
  provider_type: row.provider_type,
  channel_account: row.channel_account,
  peer: row.peer,
});

/**
 * The window that a send counts for. A part that was merged into another one was not a send of its
 * own.
 */
function findWindowKey(sent: PayloadOf<"delivery_sent">): Key | undefined {
  const { provider_type, channel_account, peer, merged_into } = sent;
  return provider_type === undefined ||
    channel_account === undefined ||
    peer === undefined ||
    merged_into !== undefined
    ? undefined
    : { provider_type, channel_account, peer };
}

/**
 * The window is the person's, whatever they are called: it moves with them, and the newer of two
 * counts.
 */
function moveWindow(from: Key, to: Key, read: ReadRow): Change[] {
  const old = read("peer_window", from);
  if (old === undefined) return [];
  const drop: Change = { op: "drop", table: "peer_window", key: from };
  const there = read("peer_window", to);
  const wrote = (row: Row): string => (row["last_inbound_at"] as string | null) ?? "";
  if (there !== undefined && wrote(there) >= wrote(old)) return [drop];
  return [drop, { op: "put", table: "peer_window", row: { ...old, ...to } }];
}

type WrittenKind = "message_received" | "message_rejected" | "control_word_received";

function wrote(kind: WrittenKind): EventHandler {
  // Messages did not always say whom an answer goes to; their conversation does.
  const talkOf = ({ payload }: EventDraft<WrittenKind>) => ({
    table: "conversation",
    key: { id: payload.conversation_id },
  });
  return handler(kind, {
    // One person writes in several conversations, and is written to in several.
    holds: ({ payload }) =>
      payload.peer === undefined ? [] : [windowOf(keyOf(payload, payload.peer))],
    reads: (event) => (event.payload.peer === undefined ? [talkOf(event)] : []),
    evolve: (event, read) => {
      const { payload, at } = event;
      const { table, key } = talkOf(event);
      const peer = payload.peer ?? read(table, key)?.["peer"];
      if (typeof peer !== "string") return [];
      const token = payload.payload?.context_token;
      return [
        {
          op: "put",
          table: "peer_window",
          row: {
            provider_type: payload.provider_type,
            channel_account: payload.channel_account,
            peer,
            account_id: payload.account_id,
            last_inbound_at: at,
            sends_since_inbound: 0,
            // A message without a token leaves the newest one in place.
            ...(typeof token === "string" && token !== "" ? { context_token: token } : {}),
          },
        },
      ];
    },
  });
}

const unknownWindow: PeerWindow = {
  lastInboundAt: null,
  sendsSinceInbound: 0,
  contextToken: null,
};

const windowFrom = `conversation c join peer_window w
  on w.provider_type = c.provider_type and w.channel_account = c.channel_account and w.peer = c.peer`;

/** The window of a part's person, as a column of a query over `delivery_attempt t`. */
export const windowColumn = `(select json_build_object('lastInboundAt', w.last_inbound_at, 'sendsSinceInbound', w.sends_since_inbound, 'contextToken', w.context_token)
  from ${windowFrom} where c.id = t.conversation_id) as "peerWindow"`;

export interface WithWindow {
  readonly peerWindow: PeerWindow | null;
}

/** Times within JSON are written in another format than times of a column. */
export const windowOfPart = ({ peerWindow }: WithWindow): PeerWindow =>
  peerWindow === null
    ? unknownWindow
    : {
        ...peerWindow,
        lastInboundAt: peerWindow.lastInboundAt === null ? null : isoTime(peerWindow.lastInboundAt),
      };

/** The window of a conversation's person. */
export async function readWindow(sql: Sql, conversationId: string): Promise<PeerWindow> {
  const [row] = await sql.rows<PeerWindow>(
    `select w.last_inbound_at as "lastInboundAt", w.sends_since_inbound as "sendsSinceInbound", w.context_token as "contextToken"
     from ${windowFrom} where c.id = $1`,
    [conversationId],
  );
  return row ?? unknownWindow;
}
