import { createHash } from "node:crypto";
import { type Clock, iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { ReplyTickets } from "../domain/ports/channel-storage.ts";
import type { Database } from "../store/database/database.ts";
import type { Keys } from "../store/secrets.ts";

const purpose = "a reply ticket";

/**
 * An address grants access to a person's chat, so it is encrypted at rest and looked up by its
 * hash.
 */
export function openReplyTickets({
  db,
  clock,
  keys,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
}): ReplyTickets {
  return {
    keep: ({ channel, channelAccount, scope, url, vendorId, expiresAt, limit }) =>
      db.transaction(engine, async (sql) => {
        await sql.rows(
          `insert into reply_ticket (id, provider_type, channel_account, scope, sealed, expires_at, vendor_id) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict do nothing`,
          [
            createHash("sha256").update(url).digest("hex"),
            channel,
            channelAccount,
            scope,
            keys().seal(url, purpose),
            iso(expiresAt),
            vendorId,
          ],
        );
        await sql.rows(
          `delete from reply_ticket where id in (select id from reply_ticket where provider_type = $1 and channel_account = $2 and scope = $3
           and used_at is null order by expires_at desc, id offset $4)`,
          [channel, channelAccount, scope, limit],
        );
      }),
    async take({ channel, channelAccount, scope, turnId = null, id = null }) {
      const [row] = await db.rows<{ id: string; sealed: string }>(
        `update reply_ticket set used_at = $4 where id = (select id from reply_ticket where provider_type = $1 and channel_account = $2
           and scope = $3 and used_at is null and expires_at > $4 and ($6::text is null or id = $6)
           order by vendor_id is not distinct from (select m.causal_inbound_event_id from turn t join message m on m.conversation_id = t.conversation_id
             and m.direction = 'inbound' and m.seq = t.input_to_seq where t.id = $5) desc, expires_at, id limit 1 for update skip locked)
         returning id, sealed`,
        [channel, channelAccount, scope, iso(clock.now()), turnId, id],
      );
      return row === undefined ? undefined : { id: row.id, url: keys().open(row.sealed, purpose) };
    },
    async left({ channel, channelAccount, scope }) {
      const [row] = await db.rows<{ count: number }>(
        `select count(*) as count from reply_ticket where provider_type = $1 and channel_account = $2 and scope = $3 and used_at is null and expires_at > $4`,
        [channel, channelAccount, scope, iso(clock.now())],
      );
      return row?.count ?? 0;
    },
    giveBack: async (id) =>
      void (await db.rows("update reply_ticket set used_at = null where id = $1", [id])),
  };
}
