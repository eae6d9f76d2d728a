import type { EventDraft } from "../domain/events.ts";
import type { Sql } from "../store/database.ts";
import type { Lane } from "./scope.ts";

/**
 * Was the person told already that this turn keeps their conversation busy? Asked with the conversation locked. The log
 * is read from the turn's own input on: what was turned away during it came later.
 */
export async function wasTold(sql: Sql, lane: Lane, drafts: readonly EventDraft[]): Promise<boolean> {
  const during = lane.runningTurnId;
  const here = drafts.some(({ kind, payload }) => kind === "message_rejected" && payload["during_turn"] === during);
  if (here) return true;
  const rows = await sql.rows(
    `select 1 from turn t join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound' and m.seq = t.input_to_seq
     join event_log e on e.conversation_id = t.conversation_id and e.id > m.event_id
     where t.id = $1 and e.kind = 'message_rejected' and e.payload_json ->> 'during_turn' = t.id limit 1`,
    [during],
  );
  return rows.length > 0;
}
