import { iso } from "../domain/ports/clock.ts";
import type { PeerWindow } from "../domain/ports/channel-ports.ts";
import type { DeliverySource } from "../domain/delivery.ts";
import type { EventDraft, Payload } from "../domain/events.ts";
import { engine } from "../domain/principal.ts";
import { endingIn, type PieceEnd, piecesIn, type TimedWords } from "../domain/timed-words.ts";
import { claim } from "../store/work/claim.ts";
import type { Sql } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import type { OutboxDeps } from "./outbox.ts";
import { findSleepers, wakeReady } from "./sleepers.ts";
import { waitingParts } from "./waiting-parts.ts";
import { wordedParts } from "./worded-parts.ts";
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
  readonly holds_until: string | null;
  readonly may_wake: boolean | null;
  readonly interruptions: number;
}

export interface ClaimedDelivery extends DeliveryRow {
  /** When this process took it, by its own clock. */
  readonly claimedAt: number;
  /** As it stood in the transaction that took it. */
  readonly window: PeerWindow;
  /** A later part of its conversation went before it. */
  readonly isLate: boolean;
}

/** A part with the words that it goes out with. */
export interface Worded extends DeliveryRow {
  /** They are others than those it was queued with. */
  readonly isReworded: boolean;
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
 * Parts that may go now: due, with nothing before them in their conversation's line, on a channel that is ready and not paced.
 * Claiming and `sending` are one transaction; a part whose time is over expires instead of being sent.
 */
export async function claimDeliveries(
  deps: OutboxDeps,
  asleep: Set<string>,
  { limit, ids }: Wanted,
): Promise<ClaimedDelivery[]> {
  const now = deps.clock.now();
  await wakeReady(deps, asleep);
  if (ids === undefined && !(await isAnyDue(deps.db, now))) return [];
  const sorted = await deps.db.transaction(engine, async (sql) => {
    const rows = await claim<DeliveryRow>(
      sql,
      waitingParts(deps.channels.values(), { now, asleep, ids }),
      {
        holder: deps.settings.holder,
        leaseMs: deps.settings.leaseMs,
        limit,
      },
    );
    if (rows.length === 0) return { going: [], over: [], sleepers: new Map<string, string>() };
    const over = rows.filter((row) => isOver(row, now));
    const sleepers = await findSleepers(
      deps,
      sql,
      rows.filter((row) => !over.includes(row)),
    );
    const unready = rows.filter(({ id }) => sleepers.has(id));
    const able = rows.filter((row) => !unready.includes(row) && !over.includes(row));
    const crowding = able.filter((row, index) => isCrowding(deps, able.slice(0, index), row));
    const free = able.filter((row) => !crowding.includes(row));
    const { worded, moot } = await wordedParts({ words: deps.words, sql, now }, free);
    const going = await start({ deps, sql, now }, { going: worded, over, moot });
    await putBack(sql, [...unready, ...crowding]);
    return { going, over: [...over, ...moot], sleepers };
  });
  for (const row of sorted.over) deps.db.notify(`log:${row.conversation_id}`);
  for (const key of sorted.sleepers.values()) asleep.add(key);
  // What expired freed the line behind it; what is not ready must not stand in the way of what is.
  const again = sorted.going.length === 0 && (sorted.over.length > 0 || sorted.sleepers.size > 0);
  return again ? claimDeliveries(deps, asleep, { limit }) : sorted.going;
}

interface Starting {
  readonly deps: OutboxDeps;
  readonly sql: Sql;
  readonly now: number;
}

async function start(
  { deps, sql, now }: Starting,
  {
    going,
    over,
    moot,
  }: {
    readonly going: readonly Worded[];
    readonly over: readonly DeliveryRow[];
    readonly moot: readonly DeliveryRow[];
  },
): Promise<ClaimedDelivery[]> {
  const late = await overtaken(sql, going);
  const drafts = [
    ...over.flatMap((row) => expired(now, row, deps.words)),
    ...moot.flatMap((row) =>
      withMerged(
        row,
        fact(now, row, { kind: "delivery_discarded", payload: { code: "not_wanted" } }),
      ),
    ),
    ...going.map((row) =>
      fact(now, row, {
        kind: "delivery_started",
        payload: {
          attempt: row.retry_attempt + 1,
          ...(late.has(row.id) ? { late: true } : {}),
          ...(row.isReworded ? { text: row.text } : {}),
        },
      }),
    ),
  ];
  const conversations = going.map((row) => row.conversation_id);
  const [windows] = await Promise.all([
    readWindows(sql, conversations),
    record(sql, deps.projector, drafts),
  ]);
  return going.map((row) => ({
    ...row,
    retry_attempt: row.retry_attempt + 1,
    claimedAt: now,
    window: windows.get(row.conversation_id) ?? unknownWindow,
    isLate: late.has(row.id),
  }));
}

/** Which of these come after parts that stood behind them. Only one that failed can. */
async function overtaken(sql: Sql, rows: readonly DeliveryRow[]): Promise<ReadonlySet<string>> {
  const failed = rows.filter(({ holds_until: hold }) => hold !== null).map(({ id }) => id);
  if (failed.length === 0) return new Set();
  const found = await sql.rows<{ id: string }>(
    `select t.id from delivery_attempt t where t.id = any($1) and exists (select from delivery_attempt later
       where later.conversation_id = t.conversation_id and later.attempted_at >= t.created_at and later.ordinal > t.ordinal
         and later.sent_at is not null)`,
    [failed],
  );
  return new Set(found.map(({ id }) => id));
}

/** Of two parts for one conversation that may both go, the second waits for the pace that the first one sets. */
function isCrowding(deps: OutboxDeps, before: readonly DeliveryRow[], row: DeliveryRow): boolean {
  const isPaced = (deps.channels.get(row.provider_type)?.limits.paceMs ?? 0) > 0;
  return isPaced && before.some(({ conversation_id: id }) => id === row.conversation_id);
}

async function putBack(sql: Sql, rows: readonly DeliveryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.rows(
    "update delivery_attempt set lease_until = null, lease_holder = null where id = any($1)",
    [rows.map(({ id }) => id)],
  );
}

/** After every delivery it is asked whether there is more, and mostly there is not: that much can be known without planning a claim. */
async function isAnyDue(sql: Sql, now: number): Promise<boolean> {
  const due =
    "select 1 from delivery_attempt where status = 'pending' and merged_into is null and next_attempt_at <= $1 limit 1";
  return (await sql.rows(due, [iso(now)])).length > 0;
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
    payload: {
      ...event.payload,
      delivery_id: part.id,
      message_id: part.message_id,
      merged_into: row.id,
    },
  }));
  return [event, ...guests];
}

const isOver = (row: DeliveryRow, now: number): boolean =>
  row.expires_at !== null && Date.parse(row.expires_at) <= now && mayExpire(row);

/** Reminders of earlier versions have a time at which they would expire; they are kept all the same. */
export const mayExpire = ({
  delivery_source: source,
  payload,
}: Pick<DeliveryRow, "delivery_source" | "payload">): boolean =>
  source !== "reminder" || payload["fleeting"] === true || piecesIn(payload).length > 0;

export const expired = (
  now: number,
  row: DeliveryRow,
  words: TimedWords | undefined,
): EventDraft[] => [
  ...withMerged(row, fact(now, row, { kind: "delivery_expired", payload: { code: "too_late" } })),
  ...endOfPieces(words, row, { end: "given_up", now }),
];

/** What follows for the things that a part speaks of. */
export const endOfPieces = (
  words: TimedWords | undefined,
  { payload }: Pick<DeliveryRow, "payload">,
  { end, now }: { readonly end: PieceEnd; readonly now: number },
): readonly EventDraft[] => {
  const pieces = [...piecesIn(payload), ...endingIn(payload)];
  return pieces.length === 0 ? [] : (words?.facts(pieces, end, now) ?? []);
};

export const accountKey = (row: Pick<DeliveryRow, "provider_type" | "channel_account">): string =>
  `${row.provider_type}\u001f${row.channel_account}`;

/** What is due already but cannot go is woken by what it waits for; a timer is only for what becomes due. */
export async function earliestDue(deps: OutboxDeps): Promise<number | undefined> {
  const now = deps.clock.now();
  const [row] = await deps.db.rows<{ at: string | null }>(
    "select min(next_attempt_at) as at from delivery_attempt where status = 'pending' and merged_into is null and next_attempt_at > $1",
    [iso(now)],
  );
  return row === undefined || row.at === null ? undefined : Date.parse(row.at) - now;
}
