import { iso } from "../domain/clock.ts";
import type { PeerWindow } from "../domain/channel-ports.ts";
import type { DeliverySource } from "../domain/delivery.ts";
import type { EventDraft, Payload } from "../domain/events.ts";
import { engine } from "../domain/principal.ts";
import { claim, type ClaimSpec } from "../store/claim.ts";
import type { Sql } from "../store/database.ts";
import { record } from "../store/record.ts";
import type { OutboxDeps } from "./outbox.ts";
import { readWindows, unknownWindow } from "./window.ts";

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

export interface ClaimedDelivery extends DeliveryRow {
  /** When this process took it, by its own clock. */
  readonly claimedAt: number;
  /** As it stood in the transaction that took it. */
  readonly window: PeerWindow;
}

/** A part that travels inside another one's text and shares its fate. */
export interface MergedPart {
  readonly id: string;
  readonly message_id: string | null;
  readonly turn_id: string | null;
}

export const mergedParts = (row: Pick<DeliveryRow, "payload">): readonly MergedPart[] =>
  (row.payload["merged"] ?? []) as unknown as readonly MergedPart[];

export interface Wanted {
  readonly limit: number;
  /** Only these. */
  readonly ids?: readonly string[] | undefined;
}

/**
 * Parts that may go now: due, first in their conversation's line, on a channel that is ready and not paced. Claiming and
 * `sending` are one transaction; a part whose time is over expires instead of being sent.
 */
export async function claimDeliveries(deps: OutboxDeps, asleep: Set<string>, { limit, ids }: Wanted): Promise<ClaimedDelivery[]> {
  const now = deps.clock.now();
  for (const key of asleep) if (isReady(deps, key)) asleep.delete(key);
  if (ids === undefined && !(await isAnyDue(deps.db, now))) return [];
  const sorted = await deps.db.transaction(engine, async (sql) => {
    const rows = await claim<DeliveryRow>(sql, waitingParts(deps, { now, asleep, ids }), {
      holder: deps.settings.holder,
      leaseMs: deps.settings.leaseMs,
      limit,
    });
    if (rows.length === 0) return { going: [], late: [], unready: [] };
    const late = rows.filter((row) => row.expires_at !== null && Date.parse(row.expires_at) <= now);
    const unready = rows.filter((row) => !late.includes(row) && !isReady(deps, accountKey(row)));
    const sendable = rows.filter((row) => !unready.includes(row) && !late.includes(row));
    const drafts = [
      ...late.flatMap((row) => withMerged(row, fact(now, row, { kind: "delivery_expired", payload: { code: "too_late" } }))),
      ...sendable.map((row) => fact(now, row, { kind: "delivery_started", payload: { attempt: row.retry_attempt + 1 } })),
    ];
    const conversations = sendable.map((row) => row.conversation_id);
    const [windows] = await Promise.all([readWindows(sql, conversations), record(sql, deps.projector, drafts)]);
    const going = sendable.map((row) => ({
      ...row,
      retry_attempt: row.retry_attempt + 1,
      claimedAt: now,
      window: windows.get(row.conversation_id) ?? unknownWindow,
    }));
    const put = [...late, ...unready].map((row) => row.id);
    if (put.length > 0) await sql.rows("update delivery_attempt set lease_until = null, lease_holder = null where id = any($1)", [put]);
    return { going, late, unready };
  });
  for (const row of sorted.late) deps.db.notify(`log:${row.conversation_id}`);
  for (const row of sorted.unready) asleep.add(accountKey(row));
  // What expired freed the line behind it; what is not ready must not stand in the way of what is.
  const again = sorted.going.length === 0 && (sorted.late.length > 0 || sorted.unready.length > 0);
  return again ? claimDeliveries(deps, asleep, { limit }) : sorted.going;
}

/** After every delivery it is asked whether there is more, and mostly there is not: that much can be known without planning a claim. */
async function isAnyDue(sql: Sql, now: number): Promise<boolean> {
  const due = "select 1 from delivery_attempt where status = 'pending' and merged_into is null and next_attempt_at <= $1 limit 1";
  return (await sql.rows(due, [iso(now)])).length > 0;
}

function waitingParts(deps: OutboxDeps, at: { now: number; asleep: ReadonlySet<string>; ids: readonly string[] | undefined }): ClaimSpec {
  const paces = Object.fromEntries(
    [...deps.channels.values()].filter((channel) => channel.limits.paceMs > 0).map((channel) => [channel.name, channel.limits.paceMs]),
  );
  const paced = `and coalesce((select max(paced.attempted_at) from delivery_attempt paced where paced.conversation_id = t.conversation_id),
    '-infinity') <= $4::timestamptz - coalesce(($6::jsonb ->> t.provider_type)::int, 0) * interval '1 millisecond'`;
  const anyPace = Object.keys(paces).length > 0;
  const params = [iso(at.now), [...at.asleep], ...(anyPace ? [JSON.stringify(paces)] : [])];
  // First in line, asked as a question of its own: as a join it could be planned as everybody against everybody.
  const waiting = `t.next_attempt_at <= $4 and t.merged_into is null
      and ((t.provider_type || chr(31) || t.channel_account) <> all($5) or t.expires_at <= $4)
      and t.ordinal = (select min(first.ordinal) from delivery_attempt first where first.conversation_id = t.conversation_id
        and first.status in ('pending', 'sending') and first.merged_into is null) ${anyPace ? paced : ""}`;
  const table = "delivery_attempt";
  if (at.ids === undefined) return { table, waiting: `t.status = 'pending' and ${waiting}`, order: "t.next_attempt_at, t.ordinal", params };
  // Written so that no index of what is due fits: these are looked up by their key, however many wait, and that plan may be kept.
  const [only, ...others] = at.ids;
  const isNamed = others.length === 0 ? `t.id = $${params.length + 4}` : `t.id = any($${params.length + 4})`;
  const named = `${isNamed} and t.status || '' = 'pending' and ${waiting}`;
  return { table, waiting: named, order: "t.ordinal", indexed: true, params: [...params, others.length === 0 ? only : at.ids] };
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

/** What happens to a part happens to those that travel in it. */
export function withMerged(row: DeliveryRow, event: EventDraft): EventDraft[] {
  const guests = mergedParts(row).map((part) => ({
    ...event,
    turnId: part.turn_id ?? undefined,
    payload: { ...event.payload, delivery_id: part.id, message_id: part.message_id, merged_into: row.id },
  }));
  return [event, ...guests];
}

const accountKey = (row: Pick<DeliveryRow, "provider_type" | "channel_account">): string =>
  `${row.provider_type}\u001f${row.channel_account}`;

function isReady(deps: OutboxDeps, key: string): boolean {
  const [channel = "", account = ""] = key.split("\u001f");
  return deps.channels.get(channel)?.ready(account) ?? false;
}

/** What is due already but cannot go is woken by what it waits for; a timer is only for what becomes due. */
export async function earliestDue(deps: OutboxDeps): Promise<number | undefined> {
  const now = deps.clock.now();
  const [row] = await deps.db.rows<{ at: string | null }>(
    "select min(next_attempt_at) as at from delivery_attempt where status = 'pending' and merged_into is null and next_attempt_at > $1",
    [iso(now)],
  );
  return row === undefined || row.at === null ? undefined : Date.parse(row.at) - now;
}
