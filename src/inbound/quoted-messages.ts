import { engine } from "../domain/principal.ts";
import type { QuotedMessage, QuotedMessages, QuotedPayload } from "../domain/ports/quotes.ts";
import type { Database } from "../store/database/database.ts";

/**
 * Looks in the existing rows: people's messages by the vendor's id, ours by the id that the vendor
 * assigned.
 */
export function openQuotedMessages(db: Database): QuotedMessages {
  return {
    find: ({ channel, channelAccount, scope, vendorId }) =>
      db.transaction(engine, async (sql) => {
        const rows = await sql.rows<{
          text: string;
          from: QuotedMessage["from"];
          payload: QuotedPayload;
        }>(
          `select m.text, 'person' as from, m.payload - 'pieces' - 'ending' as payload
           from message m join conversation c on c.id = m.conversation_id
           where m.direction = 'inbound' and m.provider_type = $1 and m.channel_account = $2 and m.causal_inbound_event_id = $4 and c.scope = $3
           union all
           select d.text, 'us' as from, d.payload
           from delivery_attempt d join conversation c on c.id = d.conversation_id
           where d.provider_message_id = $4 and d.provider_type = $1 and d.channel_account = $2 and c.scope = $3
           limit 1`,
          [channel, channelAccount, scope, vendorId],
        );
        return rows[0];
      }),
  };
}
