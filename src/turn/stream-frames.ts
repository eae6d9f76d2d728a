import { type Clock, iso } from "../domain/ports/clock.ts";
import type { Database } from "../store/database/database.ts";

/** A turn's text on its way into the database. */
export interface Shown {
  readonly turnId: string;
  readonly conversationId: string;
  readonly accountId: string;
  readonly attempt: number;
  text: string;
  /** How much of it is there. */
  written: number;
}

/**
 * Adds what is new to what was written before. Where a text begins again, the longest one so far is
 * kept with it for readers who have seen it; thoughts are not, since an answer takes their place.
 * Only while the turn runs in this attempt: a late frame of a stopped turn finds no row to touch. A
 * frame that cannot be written is not lost text: the next one is whole, and the reply is committed
 * with its turn.
 */
export async function writeFrame(
  on: { db: Database; clock: Clock },
  frame: readonly Shown[],
): Promise<void> {
  const rows = frame.map((turn) => {
    const from = turn.written;
    // Half of a character waits for its other half.
    turn.written = turn.text.length - (/[\ud800-\udbff]$/.test(turn.text) ? 1 : 0);
    return {
      turn_id: turn.turnId,
      conversation_id: turn.conversationId,
      account_id: turn.accountId,
      attempt: turn.attempt,
      whole: from === 0,
      // One text that the database refuses would hold back everybody's frame.
      text: turn.text.slice(from, turn.written).toWellFormed().replaceAll("\0", ""),
    };
  });
  try {
    await on.db.rows(frameSql, [JSON.stringify(rows), iso(on.clock.now())]);
  } catch {
    for (const turn of frame) turn.written = 0;
  }
}

const frameSql = `with frame as materialized (
  select f.* from json_to_recordset($1::json) as f(turn_id text, conversation_id text, account_id text, attempt int, whole boolean, text text)
  join (select id, attempt from turn where id in (select turn_id from json_to_recordset($1::json) as f(turn_id text))
    and completed_at is null order by id for share) t on t.id = f.turn_id and t.attempt = f.attempt
), grown as (
  update turn_stream s set text = s.text || frame.text, updated_at = $2 from frame
  where not frame.whole and s.turn_id = frame.turn_id and s.attempt = frame.attempt
)
insert into turn_stream as s (turn_id, conversation_id, account_id, attempt, text, updated_at)
select turn_id, conversation_id, account_id, attempt, text, $2 from frame where whole
on conflict (turn_id) do update set attempt = excluded.attempt, text = excluded.text, updated_at = excluded.updated_at,
  read_before = case when length(without_thoughts(s.text)) > length(s.read_before) then without_thoughts(s.text) else s.read_before end
where s.attempt <= excluded.attempt`;
