import { z } from "@hono/zod-openapi";
import { isOnPage } from "../../domain/page.ts";
import type { Sql } from "../../store/database/database.ts";

/** Messages and turns on the page that played a scene which the person has not unsealed. */
export interface SealedMessages {
  readonly turns: ReadonlySet<string | null>;
  readonly messages: ReadonlySet<string>;
  /** The messages by their positions in the log. */
  readonly eventIds: readonly number[];
}

export const nothingSealed: SealedMessages = {
  turns: new Set(),
  messages: new Set(),
  eventIds: [],
};

/** What a chat app has shown stays shown: only the page's own conversations are covered. */
export async function readSealedMessages(sql: Sql, accountId: string): Promise<SealedMessages> {
  const rows = await sql.rows<{ turn_id: string; id: string | null; event_id: number | null }>(
    `with sealed as (
       select distinct t.id, t.conversation_id, t.input_from_seq, t.input_to_seq
       from digests g join scene_turns l on l.chat_id = g.chat_id and l.scene_id = g.scene_id
       join turn t on t.id = l.turn_id join conversation c on c.id = t.conversation_id
       where g.account_id = $1 and g.sealed and t.account_id = $1 and ${isOnPage("c")})
     select s.id as turn_id, m.id, m.event_id from sealed s left join message m on m.turn_id = s.id
     union all
     select s.id as turn_id, m.id, m.event_id from sealed s join message m on m.conversation_id = s.conversation_id
       and m.direction = 'inbound' and m.seq between s.input_from_seq and s.input_to_seq`,
    [accountId],
  );
  return {
    turns: new Set(rows.map(({ turn_id }) => turn_id)),
    messages: new Set(rows.flatMap(({ id }) => id ?? [])),
    eventIds: rows.flatMap(({ event_id }) => event_id ?? []),
  };
}

export const unseenQuery = z.enum(["show", "hide"]).default("hide").openapi({
  description: "`hide` leaves out the text of messages that belong to sealed scenes of a story.",
});
