import type { EventDraft, EventKind } from "../../domain/events/catalogue.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

/** Fields that say what a column of the log says, and which. */
const columns = {
  account_id: "accountId",
  conversation_id: "conversationId",
  turn_id: "turnId",
} as const;

type Field = keyof typeof columns;

const ofMessage: readonly Field[] = ["account_id", "conversation_id"];
const ofTurn: readonly Field[] = [...ofMessage, "turn_id"];

/** The events of every message. Others are few, and are stored as they are. */
const repeated: Partial<Record<EventKind, readonly Field[]>> = {
  message_received: ofMessage,
  turn_started: ofTurn,
  turn_committed: ofTurn,
  message_sent: ofTurn,
  delivery_queued: ofTurn,
};

/** A payload without what its columns, or the message that it delivers, say already. */
export function toStoredPayload(draft: EventDraft, texts: SentTexts): JsonObject {
  const fields = repeated[draft.kind];
  const payload = draft.payload as JsonObject;
  if (fields === undefined) return payload;
  const stored: Record<string, Json | undefined> = { ...payload };
  for (const field of fields) {
    const column = draft[columns[field]];
    if (column === undefined) continue;
    // What is missing here has the column's value when it is read, so another value is written out.
    if (stored[field] === column) delete stored[field];
    else stored[field] ??= null;
  }
  if (draft.kind === "delivery_queued" && texts.get(draft.payload.message_id) === stored["text"])
    delete stored["text"];
  return stored;
}

/** The texts of messages by their ids. */
type SentTexts = ReadonlyMap<string | null | undefined, string>;

export const listSentTexts = (drafts: readonly EventDraft[]): SentTexts =>
  new Map(
    drafts.flatMap((draft) =>
      draft.kind === "message_sent" ? [[draft.payload.id, draft.payload.text] as const] : [],
    ),
  );

/** The row's columns that a payload may leave out. */
export interface StoredColumns {
  readonly kind: string;
  readonly payload_json: JsonObject;
  readonly account_id: string | null;
  readonly conversation_id: string | null;
  readonly turn_id: string | null;
}

/** The payload as it was recorded, except a delivery's text: its handler takes that from the message. */
export function fromStoredPayload(row: StoredColumns): JsonObject {
  const missing = repeated[row.kind as EventKind]?.filter(
    (field) => row.payload_json[field] === undefined && row[field] !== null,
  );
  if (missing === undefined || missing.length === 0) return row.payload_json;
  return {
    ...row.payload_json,
    ...Object.fromEntries(missing.map((field) => [field, row[field]])),
  };
}
