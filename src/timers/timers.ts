import { Refusal } from "../domain/errors.ts";
import { engine } from "../domain/principal.ts";
import { DatabaseUnavailable, isSerializationFailure } from "../store/database/database.ts";
import { createWorkLoop } from "../store/work/work-loop.ts";
import type { TimerEngine } from "./engine.ts";
import { type Batch, type Choice, fireBatch } from "./fire.ts";
import { type ClaimedTimer, postponeFailed } from "./postpone.ts";
import type { TimerKind } from "../domain/timers.ts";
import { record } from "../store/log/record.ts";

export interface Timers {
  start(): void;
  wake(): void;
  close(): Promise<void>;
}

/** Rows that are due and held by another process are looked at again after this. */
const heldElsewhereMs = 50;
const tries = 5;

/**
 * Sleeps until the nearest moment, or until something nearer is set, and fires what is due. Only
 * the sleep itself is in memory: after a restart, or when the machine wakes up, the rows show what
 * is overdue.
 */
export function openTimers(on: TimerEngine): Timers {
  const closing = new AbortController();
  let lookedAt = 0;
  let homelessAt = -Infinity;

  const fireAllDue = async (): Promise<void> => {
    for (let more = true; more && !closing.signal.aborted;) {
      const batch = await fire(on, {
        where: "due_at <= $2",
        params: (now) => [now],
        limit: on.settings.batch,
      });
      lookedAt = batch.now;
      more = batch.claimed.length === on.settings.batch;
    }
  };
  const loop = createWorkLoop<never>(on, {
    name: "timers",
    concurrency: 1,
    sweepMs: on.settings.sweepMs,
    async claim() {
      await fireAllDue();
      if (on.clock.now() - homelessAt >= on.settings.sweepMs) {
        homelessAt = on.clock.now();
        await fireWhatFoundAPlace(on);
      }
      return [];
    },
    run: () => Promise.resolve(),
    nextDueMs: () => nextDueMs(on, lookedAt),
  });
  let reviewing: Promise<void> | undefined;
  return {
    start() {
      loop.start();
      reviewing ??= keepReviewing(on, closing.signal);
    },
    wake: () => loop.wake(),
    async close() {
      closing.abort();
      await Promise.all([loop.stop(), reviewing]);
    },
  };
}

/** A database that is away, or a bug in one kind, does not keep the timers from firing. */
async function keepReviewing(on: TimerEngine, signal: AbortSignal): Promise<void> {
  for (let waitMs = 1_000; !signal.aborted; waitMs = Math.min(waitMs * 2, 600_000)) {
    try {
      return await review(on, signal);
    } catch (error) {
      on.log.warn({ error }, "upcoming times could not be reviewed; trying again");
      await on.clock.wait(waitMs, signal);
    }
  }
}

async function nextDueMs(on: TimerEngine, lookedAt: number): Promise<number | undefined> {
  return on.db.transaction(engine, async (sql) => {
    const [row] = await sql.rows<{ at: string | null }>("select min(due_at) as at from timer");
    if (row === undefined || row.at === null) return undefined;
    const at = Date.parse(row.at);
    return at <= lookedAt ? heldElsewhereMs : at - (await on.now(sql));
  });
}

/**
 * A message without a conversation is sent as soon as there is one, not when its next try is due.
 */
async function fireWhatFoundAPlace(on: TimerEngine): Promise<void> {
  const accounts = await on.db.transaction(engine, async (sql) => {
    const rows = await sql.rows<{ accountId: string; conversationId: null }>(
      `select distinct account_id as "accountId", null as "conversationId" from timer where last_error = 'no_route' limit 1000`,
    );
    const routes = rows.length === 0 ? [] : await on.routes(sql, rows);
    return rows.filter((_, index) => routes[index] !== undefined).map(({ accountId }) => accountId);
  });
  if (accounts.length === 0) return;
  await fire(on, {
    where: "last_error = 'no_route' and account_id = any($2)",
    params: () => [accounts],
    limit: on.settings.batch,
  });
}

/**
 * A timer whose kind fails does not hold up the others: the batch is halved until that timer is
 * alone, and it waits visibly. Decisions on rows that changed meanwhile are made again.
 */
async function fire(on: TimerEngine, choice: Choice): Promise<Batch> {
  for (let nth = 1; ; nth += 1) {
    let seen: readonly ClaimedTimer[] = [];
    try {
      const batch = await fireBatch(on, choice, (timers) => (seen = timers));
      count(on, batch);
      return batch;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (hasMoved(error) && nth < tries) continue;
      if (seen.length === 0) throw error;
      await fireApart(on, seen, error);
      return { claimed: seen, now: 0 };
    }
  }
}

/**
 * Another transaction was faster: a change of the same rows, a process that fired another timer of
 * the same person, or a deadlock that the database resolved.
 */
function hasMoved(error: unknown): boolean {
  return (
    (error instanceof Refusal && ["version_conflict", "already_recorded"].includes(error.code)) ||
    isSerializationFailure(error)
  );
}

async function fireApart(
  on: TimerEngine,
  timers: readonly ClaimedTimer[],
  error: unknown,
): Promise<void> {
  const accounts = [...new Set(timers.map(({ accountId }) => accountId))];
  if (accounts.length === 1) return postponeFailed(on, timers, error);
  const first = new Set(accounts.slice(0, accounts.length >> 1));
  for (const half of [
    timers.filter(({ accountId }) => first.has(accountId)),
    timers.filter(({ accountId }) => !first.has(accountId)),
  ])
    await fire(on, {
      where: "id = any($2)",
      params: () => [half.map(({ id }) => id)],
      limit: half.length,
    });
}

function count(on: TimerEngine, { claimed, now }: Batch): void {
  for (const [kind, timers] of Map.groupBy(claimed, (timer) => timer.kind)) {
    on.metrics.count("meanwhile_timers_fired_total", { kind }, timers.length);
    for (const { dueAt } of timers)
      on.metrics.observe("meanwhile_timer_late_seconds", Math.max(0, now - dueAt) / 1000, { kind });
  }
}

const pageSize = 500;
const zonesKey = "time_zone_rules";

/**
 * Once after every start each kind reviews its future timers. When the rules of time zones are not
 * those of the last time, it derives its instants again. The version of the rules is recorded only
 * at the end, so an interrupted run starts over.
 */
async function review(on: TimerEngine, signal: AbortSignal): Promise<void> {
  const [known] = await on.db.rows<{ value: string }>(
    "select value from installation where key = $1",
    [zonesKey],
  );
  const zonesChanged = known !== undefined && known.value !== on.settings.zones;
  if (zonesChanged)
    on.log.info(
      { from: known.value, to: on.settings.zones },
      "the time zone rules have changed; upcoming times are computed again",
    );
  for (const kind of on.kinds.values()) await reviewKind(on, kind, { zonesChanged, signal });
  if (signal.aborted || known?.value === on.settings.zones) return;
  await on.db.rows(
    "insert into installation (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do update set value = excluded.value",
    [zonesKey, on.settings.zones],
  );
}

async function reviewKind(
  on: TimerEngine,
  kind: TimerKind,
  how: { zonesChanged: boolean; signal: AbortSignal },
): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined && !how.signal.aborted)
    after = await reviewPage(on, kind, { after, zonesChanged: how.zonesChanged });
}

/** A page that a person changes at the same moment is reviewed again. */
async function reviewPage(
  on: TimerEngine,
  kind: TimerKind,
  at: { after: string; zonesChanged: boolean },
): Promise<string | undefined> {
  try {
    const page = await on.db.transaction(engine, async (sql) => {
      const firing = { now: await on.now(sql), read: sql, newId: () => on.chance.id() };
      const reviewed = await kind.review?.({ ...at, size: pageSize }, firing);
      if (reviewed === undefined || reviewed.events.length === 0)
        return { next: reviewed?.next, events: 0 };
      await record(sql, on.projector, { drafts: reviewed.events, expected: reviewed.expects });
      return { next: reviewed.next, events: reviewed.events.length };
    });
    if (page.events > 0) on.db.notify("timers");
    return page.next;
  } catch (error) {
    if (error instanceof Refusal && error.code === "version_conflict") return at.after;
    throw error;
  }
}
