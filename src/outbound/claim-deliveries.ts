import { iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import { choose, leaseColumns } from "../store/work/claim.ts";
import type { Sql } from "../store/database/database.ts";
import { recordUnread } from "../store/log/record.ts";
import { sayLapsed } from "./lapsed.ts";
import { findSleepers, wakeReady } from "./sleepers.ts";
import { waitingParts } from "./waiting-parts.ts";
import { windowOfPart, type WithWindow } from "./window.ts";
import {
  type ClaimedDelivery,
  type DeliveryRow,
  createExpiry,
  fact,
  mayExpire,
  factWithMerged,
} from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";
import { type TimedWords, piecesIn } from "../domain/timed-words.ts";
import { repeatMark } from "./marks.ts";

export interface DeliveryFilter {
  readonly limit: number;
  /** Only these. */
  readonly ids?: readonly string[] | undefined;
}

/**
 * Parts that may go now: due, with nothing before them in their conversation's line, on a channel
 * that is ready and not paced. Claiming and `sending` are one transaction; a part whose time is
 * over expires instead of being sent.
 */
export async function claimDeliveries(
  deps: OutboxDeps,
  asleep: Set<string>,
  { limit, ids }: DeliveryFilter,
): Promise<ClaimedDelivery[]> {
  const now = deps.clock.now();
  await wakeReady(deps, asleep);
  const sorted = await deps.db.transaction(engine, async (sql) => {
    const rows = await choose<DeliveryRow & WithWindow>(
      sql,
      waitingParts(deps.channels.values(), { now, asleep, ids }),
      limit,
    );
    if (rows.length === 0) return { going: [], over: [], sleepers: new Map<string, string>() };
    const over = rows.filter((row) => isOver(row, now));
    const sleepers = findSleepers(
      deps,
      rows.filter((row) => !over.includes(row)),
    );
    const unready = rows.filter(({ id }) => sleepers.has(id));
    const able = rows.filter((row) => !unready.includes(row) && !over.includes(row));
    const crowding = able.filter((row, index) => isCrowding(deps, able.slice(0, index), row));
    const free = able.filter((row) => !crowding.includes(row));
    const { worded, moot } = await wordParts({ words: deps.words, sql, now }, free);
    const going = await start({ deps, sql, now }, { going: worded, over, moot });
    return { going, over: [...over, ...moot], sleepers };
  });
  for (const row of sorted.over) deps.db.notify(`log:${row.conversation_id}`);
  for (const key of sorted.sleepers.values()) asleep.add(key);
  // Expired parts free the parts after them; parts that are not ready must not hold up those that
  // are.
  const again = sorted.going.length === 0 && (sorted.over.length > 0 || sorted.sleepers.size > 0);
  return again ? claimDeliveries(deps, asleep, { limit }) : sorted.going;
}

/** A part that this transaction has locked, by the database's time. */
type ChosenRow = DeliveryRow & WithWindow & { readonly chosenAt: string };

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
  const late = await findOvertaken(sql, going);
  const drafts = [
    ...over.flatMap((row) => createExpiry(now, row, deps.words)),
    ...(await sayLapsed(deps, sql, { rows: over, now })),
    ...moot.flatMap((row) =>
      factWithMerged(now, row, (part) => ({
        kind: "delivery_discarded",
        payload: { ...part, code: "not_wanted" },
      })),
    ),
    ...going.map((row) =>
      fact(now, row, (part) => ({
        kind: "delivery_started",
        payload: {
          ...part,
          attempt: row.retry_attempt + 1,
          ...(late.has(row.id) ? { late: true } : {}),
          ...(row.isReworded ? { text: row.text } : {}),
        },
      })),
    ),
  ];
  const work = going.map((row) => ({
    table: "delivery_attempt",
    key: { id: row.id },
    set: leaseColumns({ fence: row.fence, at: row.chosenAt }, deps.settings),
  }));
  await recordUnread(sql, deps.projector, { drafts, work });
  return going.map((row) => ({
    ...row,
    fence: row.fence + 1,
    retry_attempt: row.retry_attempt + 1,
    claimedAt: now,
    window: windowOfPart(row),
    isLate: late.has(row.id),
  }));
}

/** Parts that are sent after later ones. Only a part that failed can be overtaken. */
async function findOvertaken(sql: Sql, rows: readonly DeliveryRow[]): Promise<ReadonlySet<string>> {
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

/**
 * Of two parts for one conversation that may both go, the second waits for the pace that the first
 * one sets.
 */
function isCrowding(deps: OutboxDeps, before: readonly DeliveryRow[], row: DeliveryRow): boolean {
  const isPaced = (deps.channels.get(row.provider_type)?.limits.paceMs ?? 0) > 0;
  return isPaced && before.some(({ conversation_id: id }) => id === row.conversation_id);
}

const isOver = (row: DeliveryRow, now: number): boolean =>
  row.expires_at !== null && Date.parse(row.expires_at) <= now && mayExpire(row);

interface DueParts {
  readonly isAny: boolean;
  /** When another part becomes due. */
  readonly nextAt: number | undefined;
}

const pending = "from delivery_attempt where status = 'pending' and merged_into is null";

/**
 * After every delivery the loop looks for more, and usually there is none: a cheap query finds that
 * out without planning a claim, and when the next part is due. Parts that are due but cannot be sent
 * are woken by the thing they wait for.
 */
export async function findDueParts(deps: OutboxDeps): Promise<DueParts> {
  const [row] = await deps.db.rows<{ isAny: boolean; at: string | null }>(
    `select exists (select ${pending} and next_attempt_at <= $1) as "isAny",
       (select min(next_attempt_at) ${pending} and next_attempt_at > $1) as at`,
    [iso(deps.clock.now())],
  );
  const at = row?.at ?? undefined;
  return { isAny: row?.isAny === true, nextAt: at === undefined ? undefined : Date.parse(at) };
}

/** A part with the text that is sent. */
interface Worded extends ChosenRow {
  /** The words differ from those it was queued with. */
  readonly isReworded: boolean;
}

interface Wording {
  readonly words: TimedWords | undefined;
  readonly sql: Sql;
  readonly now: number;
}

/** Words younger than this are still true. */
const freshMs = 60_000;

type Dated = ChosenRow & { readonly created_at: string };

/**
 * Words the parts as of now: a late one says how late it is, and pieces that were done, moved or
 * dismissed meanwhile are left out. `moot`: nothing is left to say. Runs in the transaction that
 * claims them, so the text is in the log before it is sent.
 */
async function wordParts(
  on: Wording,
  rows: readonly ChosenRow[],
): Promise<{ worded: Worded[]; moot: DeliveryRow[] }> {
  const worded: Worded[] = [];
  const moot: DeliveryRow[] = [];
  for (const row of rows) {
    const text = await textNow(on, row as Dated);
    if (text === undefined) moot.push(row);
    else worded.push({ ...row, text, isReworded: text !== row.text });
  }
  return { worded, moot };
}

async function textNow({ words, sql, now }: Wording, row: Dated): Promise<string | undefined> {
  const pieces = piecesIn(row.payload);
  const isFresh = row.retry_attempt === 0 && now - Date.parse(row.created_at) < freshMs;
  if (words === undefined || pieces.length === 0 || isFresh) return row.text;
  const current = await words.current(sql, pieces, now);
  if (current.length === 0) return undefined;
  const text = words.text(current, now);
  return row.payload.repeated === true ? repeatMark(text) + text : text;
}
