import { isBareFile } from "../domain/attachment.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { MessagePayload } from "../domain/events/conversation.ts";
import type { Sql } from "../store/database/database.ts";
import type { Lane } from "./scope.ts";

/**
 * Whether the person was already notified that this turn keeps their conversation busy. Asked with
 * the conversation locked. The log is read from the turn's own input on, because messages refused
 * during the turn came later.
 */
export async function wasTold(
  sql: Sql,
  lane: Lane,
  drafts: readonly EventDraft[],
): Promise<boolean> {
  const during = lane.runningTurnId;
  const here = drafts.some(
    (draft) => draft.kind === "message_rejected" && draft.payload.during_turn === during,
  );
  if (here) return true;
  const rows = await sql.rows(
    `select 1 from turn t join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound' and m.seq = t.input_to_seq
     join event_log e on e.conversation_id = t.conversation_id and e.id > m.event_id
     where t.id = $1 and e.kind = 'message_rejected' and e.payload_json ->> 'during_turn' = t.id limit 1`,
    [during],
  );
  return rows.length > 0;
}

/** Whether everything that waits to be answered is files without a word of the person's own. */
export async function readsBareFiles(sql: Sql, lane: Lane): Promise<boolean> {
  const open = await sql.rows<{ text: string; payload: MessagePayload }>(
    "select text, payload from message where conversation_id = $1 and direction = 'inbound' and seq > $2 order by seq",
    [lane.id, lane.closedSeq],
  );
  return open.length > 0 && open.every(({ text, payload }) => isBareFile(text, payload));
}
