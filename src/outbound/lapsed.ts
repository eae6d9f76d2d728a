import type { EventDraft } from "../domain/events/catalogue.ts";
import { pickLanguage } from "../domain/language.ts";
import { notices } from "../domain/notices.ts";
import type { Chance } from "../domain/ports/clock.ts";
import { say } from "../domain/say.ts";
import type { Sql } from "../store/database/database.ts";
import type { DeliveryRow } from "./delivery-row.ts";

export interface LapsedDeps {
  readonly chance: Chance;
}

type LapsedRow = DeliveryRow & { readonly updated_at?: string };

/**
 * Answers whose time is over are not sent, and the chat says so: one sentence for a
 * conversation, however many there are. It is kept until it has arrived.
 */
export async function sayLapsed(
  on: LapsedDeps,
  sql: Sql,
  { rows, now }: { readonly rows: readonly DeliveryRow[]; readonly now: number },
): Promise<EventDraft[]> {
  const replies = rows.filter(({ delivery_source: source }) => source === "reply");
  const unwanted = await findStopped(sql, replies);
  const lapsed = new Map(
    replies.filter(({ id }) => !unwanted.has(id)).map((row) => [row.conversation_id, row]),
  );
  if (lapsed.size === 0) return [];
  const said = await sql.rows<{ id: string }>(
    `select conversation_id as id from delivery_attempt where conversation_id = any($1)
       and status in ('pending', 'sending') and payload ? 'lapsed'
     union select conversation_id from delivery_attempt where conversation_id = any($1)
       and status = 'waiting_for_user' and payload ? 'lapsed'`,
    [[...lapsed.keys()]],
  );
  for (const { id } of said) lapsed.delete(id);
  return [...lapsed.values()].flatMap((row) =>
    say(
      { chance: on.chance, partsOf: (_channel, text) => [text] },
      {
        to: {
          conversationId: row.conversation_id,
          accountId: row.account_id,
          channel: row.provider_type,
          channelAccount: row.channel_account,
          scope: row.scope,
          peer: row.peer,
        },
        source: "notice",
        segments: [notices.lapsed[pickLanguage(null, row.text)]],
        now,
        expiresMs: undefined,
        marks: { lapsed: true },
      },
    ),
  );
}

/**
 * A stop gives the part that is being sent no further try, by ending its time. Only a part that
 * changed after its time was over can be such a one.
 */
async function findStopped(sql: Sql, rows: readonly LapsedRow[]): Promise<ReadonlySet<string>> {
  const doubtful = rows.filter(
    ({ expires_at: end, updated_at: changed }) =>
      end !== null && changed !== undefined && Date.parse(changed) >= Date.parse(end),
  );
  if (doubtful.length === 0) return new Set();
  const found = await sql.rows<{ id: string }>(
    `select payload_json ->> 'delivery_id' as id from event_log where conversation_id = any($1)
       and kind = 'delivery_last_try' and payload_json ->> 'delivery_id' = any($2)`,
    [[...new Set(doubtful.map((row) => row.conversation_id))], doubtful.map(({ id }) => id)],
  );
  return new Set(found.map(({ id }) => id));
}
