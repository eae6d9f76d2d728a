import { asAccount } from "../../domain/principal.ts";
import type { WebhookCallView, WebhookView } from "../../domain/views/webhooks.ts";
import type { Database } from "../../store/database/database.ts";

export interface Which {
  readonly accountId: string;
  readonly id: string;
}

const callColumns = `c.id, c.type, c.status, c.attempt, c.error_code, c.created_at, c.attempted_at, c.next_attempt_at`;

/** With how its calls went. */
export const listViews = (
  db: Database,
  accountId: string,
  id: string | null = null,
): Promise<WebhookView[]> =>
  db.ask<WebhookView>(
    asAccount(accountId),
    `select w.id, w.url, w.types, w.is_on, w.off_reason, w.created_at, n.waiting, n.failed, l.last
     from webhook w
     cross join lateral (select count(*) filter (where status = 'pending')::int as waiting,
       count(*) filter (where status = 'failed')::int as failed from webhook_call where webhook_id = w.id) n
     left join lateral (select jsonb_build_object('id', c.id, 'type', c.type, 'status', c.status, 'attempt', c.attempt, 'error_code', c.error_code,
         'created_at', c.created_at, 'attempted_at', c.attempted_at, 'next_attempt_at', c.next_attempt_at) as last
       from webhook_call c where c.webhook_id = w.id and c.attempted_at is not null order by c.attempted_at desc, c.event_id desc limit 1) l on true
     where w.account_id = $1 and ($2::text is null or w.id = $2) order by w.created_at, w.id`,
    [accountId, id],
  );

/** Latest first. */
export async function listCalls(
  db: Database,
  { accountId, id }: Which,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<{ calls: WebhookCallView[]; next: number | null }> {
  const rows = await db.ask<WebhookCallView & { event_id: number }>(
    asAccount(accountId),
    `select ${callColumns}, c.event_id from webhook_call c
     where c.webhook_id = $1 and c.account_id = $2 and ($3::bigint is null or c.event_id < $3) order by c.event_id desc limit $4`,
    [id, accountId, before ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return {
    calls: shown.map(({ event_id: _position, ...call }) => call),
    next: rows.length > limit ? (shown.at(-1)?.event_id ?? null) : null,
  };
}
