import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { Piece, TriedWays } from "../domain/events/delivery.ts";
import type { ReminderRoute } from "../domain/ports/reminder-routes.ts";
import { engine } from "../domain/principal.ts";
import { say } from "../domain/say.ts";
import { piecesIn } from "../domain/timed-words.ts";
import { isSerializationFailure, type Sql } from "../store/database/database.ts";
import { notifyAccountChanges } from "../store/log/notify-account-changes.ts";
import { record } from "../store/log/record.ts";
import { type DeliveryRow, fact } from "./delivery-row.ts";
import { repeatMark } from "./marks.ts";
import { readRule } from "./outlook.ts";
import type { OutboxDeps } from "./outbox-deps.ts";
import { readWays, wayOf } from "./reminder-routes.ts";
import { splitText } from "./split.ts";

/** The code of a part that another way has taken over. */
const elsewhere = "another_way";
const dayMs = 24 * 3_600_000;
/** A channel that is not ready may be so again in a moment. */
const notReadyMs = 60_000;
/** A vendor that can't be reached may be so again in a few minutes. */
const unreachableMs = 180_000;
/** Before a reminder with an unknown outcome would be repeated where it was. */
const beforeRepeatMs = 6_000;
/** A reminder without another way is looked at again, in case there is one by then. */
const againMs = 60_000;
const atOnce = 50;

type StuckRow = DeliveryRow & {
  readonly status: string;
  readonly created_at: string;
  readonly error_code: string | null;
};

/**
 * Reminders that their way can't carry: the window is closed, the login is dead, the vendor refused
 * them or can't be reached, or the outcome was not known in time. Of `pending` ones only those that
 * provably were not sent, or whose repeat would be due.
 */
const stuckSql = `select d.* from delivery_attempt d where d.id in (
    select id from delivery_attempt where status in ('waiting_for_user', 'failed', 'unknown') and updated_at > $1
    union all
    select id from delivery_attempt where status = 'pending' and merged_into is null and (
      next_attempt_at <= $2 or (error_code is not null and created_at <= $3)
      or (payload -> 'repeated' = 'true' and retry_attempt > 0 and next_attempt_at <= $4)))
  and d.delivery_source = 'reminder' and d.merged_into is null and d.created_at > $1
  and d.payload ? 'pieces' and not d.payload ? 'merged' and coalesce(d.payload -> 'ways' ->> 'over', '') <> 'true'
  and not d.id = any($5)
  order by d.ordinal limit ${atOnce} for update skip locked`;

/**
 * Lets reminders that are stuck take the person's next way, each way once. The part that is stuck is
 * withdrawn in the transaction that queues the next one, so there is never more than one that could
 * arrive. Where no way is left, the reminder waits where it began. Returns how many moved.
 */
export function createFallBack(deps: OutboxDeps): () => Promise<number> {
  const looked = new Map<string, number>();
  return async () => {
    const now = deps.clock.now();
    for (const [id, at] of looked) if (at <= now - againMs) looked.delete(id);
    try {
      const moved = await deps.db.transaction(engine, (sql) =>
        moveStuck({ deps, sql, now }, looked),
      );
      for (const { conversations, accountId } of moved) {
        for (const id of conversations) deps.db.notify(`log:${id}`);
        notifyAccountChanges(deps.db, [{ events: [{ accountId }] }]);
      }
      if (moved.length > 0) deps.db.notify("outbox");
      return moved.length;
    } catch (error) {
      if (!isSerializationFailure(error)) throw error;
      return 0;
    }
  };
}

interface Moving {
  readonly deps: OutboxDeps;
  readonly sql: Sql;
  readonly now: number;
}

interface Moved {
  readonly accountId: string;
  readonly conversations: readonly string[];
}

async function moveStuck(on: Moving, looked: Map<string, number>): Promise<Moved[]> {
  const { deps, sql, now } = on;
  const rows = await sql.rows<StuckRow>(stuckSql, [
    iso(now - dayMs),
    iso(now - notReadyMs),
    iso(now - unreachableMs),
    iso(now + beforeRepeatMs),
    [...looked.keys()],
  ]);
  const moved: Moved[] = [];
  for (const row of rows) {
    const drafts = (await isStuck(on, row)) ? await move(on, row) : [];
    if (drafts.length === 0) looked.set(row.id, now);
    else {
      await record(sql, deps.projector, drafts);
      deps.metrics.count("meanwhile_reminders_other_way_total", { from: row.provider_type });
      moved.push({
        accountId: row.account_id,
        conversations: [...new Set(drafts.flatMap(({ conversationId }) => conversationId ?? []))],
      });
    }
  }
  return moved;
}

/** A part that waits for its turn on a channel that works is not stuck. */
async function isStuck({ deps, sql, now }: Moving, row: StuckRow): Promise<boolean> {
  if (!piecesIn(row.payload).every(({ kind }) => kind === "reminders" || kind === undefined))
    return false;
  const isRepeat = row.payload.repeated === true && row.retry_attempt > 0;
  if (row.status !== "pending" || isRepeat) return true;
  const rule = await readRule(deps, sql, routeOf(row));
  // Tries that a dead login costs do not count, and between two of them its channel looks ready.
  const isFailing = row.error_code !== null && Date.parse(row.created_at) <= now - unreachableMs;
  return isFailing || (await rule(now)).kind === "closed";
}

const routeOf = (row: DeliveryRow): ReminderRoute => ({
  conversationId: row.conversation_id,
  channel: row.provider_type,
  channelAccount: row.channel_account,
  scope: row.scope,
  peer: row.peer,
});

async function move(on: Moving, row: StuckRow): Promise<readonly EventDraft[]> {
  const { deps, sql, now } = on;
  const before: TriedWays = row.payload.ways ?? { first: row.id, tried: [] };
  const ways = { ...before, tried: [...before.tried, wayOf(routeOf(row))] };
  const next = await findOpenWay(on, row.account_id, ways.tried);
  if (next === undefined) return before.first === row.id ? [] : goBack(on, row, ways);
  const pieces = (await deps.words?.current(sql, piecesIn(row.payload), now)) ?? [];
  if (pieces.length === 0) return [];
  return [withdraw(now, row), ...sayElsewhere(on, row, { next, ways, pieces })];
}

async function findOpenWay(
  { deps, sql, now }: Moving,
  accountId: string,
  tried: readonly string[],
): Promise<ReminderRoute | undefined> {
  for (const way of await readWays(sql, accountId)) {
    if (tried.includes(wayOf(way))) continue;
    const rule = await readRule(deps, sql, way);
    if ((await rule(now)).kind === "open") return way;
  }
  return undefined;
}

const withdraw = (now: number, row: DeliveryRow): EventDraft =>
  fact(now, row, (part) => ({ kind: "delivery_withdrawn", payload: { ...part, code: elsewhere } }));

function sayElsewhere(
  { deps, now }: Moving,
  row: StuckRow,
  to: {
    readonly next: ReminderRoute;
    readonly ways: TriedWays;
    readonly pieces: readonly Piece[];
  },
): EventDraft[] {
  const text = deps.words?.text(to.pieces, now) ?? row.text;
  // It may have arrived where it was.
  const { repeated, doubtful } = row.payload;
  const isDoubtful = row.status === "unknown" || repeated === true || doubtful === true;
  return say(
    { chance: deps.chance, partsOf: (channel, words) => splitFor(deps, channel, words) },
    {
      to: { ...to.next, accountId: row.account_id },
      source: "reminder",
      segments: [isDoubtful ? repeatMark(text) + text : text],
      pieces: to.pieces,
      now,
      expiresMs: undefined,
      marks: { ways: to.ways, ...(isDoubtful ? { repeated: true } : {}) },
    },
  );
}

function splitFor({ channels }: OutboxDeps, name: string, text: string): readonly string[] {
  const limits = channels.get(name)?.limits;
  return limits === undefined
    ? [text]
    : splitText(text, { length: limits.partLength, unit: limits.partUnit });
}

/** Every way was tried: it waits where it began, for the person's next message. */
async function goBack(
  { sql, now }: Moving,
  row: StuckRow,
  ways: TriedWays,
): Promise<readonly EventDraft[]> {
  const [first] = await sql.rows<StuckRow>(
    "select * from delivery_attempt where id = $1 and status = 'withdrawn' for update",
    [ways.first],
  );
  if (first === undefined) return [];
  const payload = { ...first.payload, ways: { ...ways, over: true } };
  return [
    withdraw(now, row),
    fact(now, first, (part) => ({
      kind: "delivery_released",
      payload: { ...part, next_attempt_at: iso(now), text: first.text, payload },
    })),
  ];
}
