import { engine } from "../domain/principal.ts";
import type { ReminderRoute, ReminderRoutes } from "../domain/reminder-routes.ts";
import type { Database } from "../store/database.ts";

/**
 * Only conversations that are the person's own: on the page, with somebody who is bound to the account, or through a
 * login that the account has linked. A group that they happened to open is none, unless the reminder was made there.
 */
const place = `select c.id as "conversationId", c.provider_type as channel, c.channel_account as "channelAccount", c.scope, c.peer
  from conversation c join account a on a.id = $1
  where c.scope <> 'retired:' || c.id and (c.id = $2 or (c.account_id = $1 and (
    c.provider_type = 'web'
    or exists (select from channel_identity i where i.account_id = $1 and i.lifecycle = 'active' and i.provider_type = c.provider_type
      and i.channel_account = c.channel_account and i.provider_subject = c.peer)
    or exists (select from channel ch where ch.account_id = $1 and ch.lifecycle = 'active' and ch.provider_type = c.provider_type
      and ch.channel_account = c.channel_account))))`;

/** Where it was made, then the account's order, then the chat app that was there first. Never where somebody wrote last. */
const order = `order by (c.id = $2) desc nulls last,
  array_position(array(select jsonb_array_elements_text(a.reminder_channels)), c.provider_type) nulls last,
  c.provider_type = 'web', c.created_at, c.id limit 1`;

export function openReminderRoutes(db: Database): ReminderRoutes {
  return {
    routeFor: ({ accountId, conversationId }) =>
      db.transaction(engine, async (sql) => {
        const [route] = await sql.rows<ReminderRoute>(`${place} ${order}`, [accountId, conversationId]);
        return route;
      }),
  };
}
