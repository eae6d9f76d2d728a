import { iso } from "../domain/clock.ts";
import type { DeliverySource } from "../domain/delivery.ts";
import type { EventDraft, Payload } from "../domain/events.ts";
import { engine } from "../domain/principal.ts";
import { claim } from "../store/claim.ts";
import { record } from "../store/record.ts";
import type { OutboxDeps } from "./outbox.ts";

export interface DeliveryRow {
  readonly id: string;
  readonly account_id: string;
  readonly conversation_id: string;
  readonly turn_id: string | null;
  readonly message_id: string | null;
  readonly provider_type: string;
  readonly channel_account: string;
  readonly scope: string;
  readonly peer: string;
  readonly delivery_source: DeliverySource;
  readonly text: string;
  readonly payload: Payload;
  readonly provider_idempotency_key: string;
  readonly retry_attempt: number;
  readonly expires_at: string | null;
  readonly fence: number;
}

/**
 * Parts that may go now: due, first in their conversation's line, on a channel that is ready and not paced. Claiming and
 * `sending` are one transaction; a part whose time is over expires instead of being sent.
 */
export async function claimDeliveries(deps: OutboxDeps, limit: number): Promise<DeliveryRow[]> {
  const now = deps.clock.now();
  const ready = await readyAccounts(deps);
  if (ready.length === 0) return [];
  const going = await deps.db.transaction(engine, async (sql) => {
    const rows = await claim<DeliveryRow>(
      sql,
      {
        table: "delivery_attempt",
        waiting: `t.status = 'pending' and t.next_attempt_at <= $4
          and (t.provider_type || chr(31) || t.channel_account) = any($5)
          and not exists (select from delivery_attempt earlier where earlier.conversation_id = t.conversation_id
            and earlier.ordinal < t.ordinal and earlier.status in ('pending', 'sending'))
          and not exists (select from delivery_attempt paced where paced.conversation_id = t.conversation_id
            and coalesce(($6::jsonb ->> t.provider_type)::int, 0) > 0
            and paced.attempted_at > $4::timestamptz - coalesce(($6::jsonb ->> t.provider_type)::int, 0) * interval '1 millisecond')`,
        order: "t.next_attempt_at, t.ordinal",
        params: [iso(now), ready, JSON.stringify(paces(deps))],
      },
      { holder: deps.settings.holder, leaseMs: deps.settings.leaseMs, limit },
    );
    const late = rows.filter((row) => row.expires_at !== null && Date.parse(row.expires_at) <= now);
    const going = rows.filter((row) => !late.includes(row)).map((row) => ({ ...row, retry_attempt: row.retry_attempt + 1 }));
    await record(sql, deps.projector, [
      ...late.map((row) => fact(now, row, { kind: "delivery_expired", payload: { code: "too_late" } })),
      ...going.map((row) => fact(now, row, { kind: "delivery_started", payload: { attempt: row.retry_attempt } })),
    ]);
    if (late.length > 0) {
      await sql.rows("update delivery_attempt set lease_until = null, lease_holder = null where id = any($1)", [late.map((row) => row.id)]);
    }
    return { going, late };
  });
  for (const row of going.late) deps.db.notify(`log:${row.conversation_id}`);
  // What expired freed the line behind it.
  return going.going.length === 0 && going.late.length > 0 ? claimDeliveries(deps, limit) : going.going;
}

export function fact(
  now: number,
  row: Pick<DeliveryRow, "id" | "account_id" | "conversation_id" | "turn_id" | "message_id">,
  event: Pick<EventDraft, "kind" | "payload">,
): EventDraft {
  return {
    stream: `conversation:${row.conversation_id}`,
    kind: event.kind,
    at: iso(now),
    accountId: row.account_id,
    conversationId: row.conversation_id,
    turnId: row.turn_id ?? undefined,
    payload: { delivery_id: row.id, message_id: row.message_id, ...event.payload },
  };
}

/** Channel accounts with something pending, less those that cannot send now. Their deliveries wait and lose no attempt. */
async function readyAccounts(deps: OutboxDeps): Promise<string[]> {
  const accounts = await deps.db.rows<{ provider_type: string; channel_account: string }>(
    "select distinct provider_type, channel_account from delivery_attempt where status = 'pending'",
  );
  return accounts
    .filter((account) => deps.channels.get(account.provider_type)?.ready(account.channel_account) ?? false)
    .map((account) => `${account.provider_type}\u001f${account.channel_account}`);
}

function paces(deps: OutboxDeps): Record<string, number> {
  return Object.fromEntries([...deps.channels.values()].map((channel) => [channel.name, channel.limits.paceMs]));
}

/** What is due already but cannot go is woken by what it waits for; a timer is only for what becomes due. */
export async function earliestDue(deps: OutboxDeps): Promise<number | undefined> {
  const now = deps.clock.now();
  const [row] = await deps.db.rows<{ at: string | null }>(
    "select min(next_attempt_at) as at from delivery_attempt where status = 'pending' and next_attempt_at > $1",
    [iso(now)],
  );
  return row?.at == null ? undefined : Date.parse(row.at) - now;
}
