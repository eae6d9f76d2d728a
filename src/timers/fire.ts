import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import type { ReminderRoute } from "../domain/ports/reminder-routes.ts";
import { say, type Utterance } from "../domain/say.ts";
import type { TimerOutcome } from "../domain/timers.ts";
import { withCustomPlan } from "../store/work/claim.ts";
import type { Sql } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import { notifyAccountChanges } from "../store/log/notify-account-changes.ts";
import type { TimerEngine } from "./engine.ts";
import { type ClaimedTimer, postpone, type Trouble } from "./postpone.ts";

/** Which timers to take: as SQL over the table, with its values from `$2` on. */
export interface Choice {
  readonly where: string;
  params(now: string): readonly unknown[];
  readonly limit: number;
}

export interface Batch {
  readonly claimed: readonly ClaimedTimer[];
  readonly now: number;
}

/**
 * Due timers become events and messages in one short transaction: their end first, then the events
 * of their kinds, then the messages, queued for their channels. A process that dies in it leaves
 * nothing behind, and no other process sees the rows meanwhile. `seen` learns which timers were
 * claimed, whether or not the transaction commits.
 */
export async function fireBatch(
  on: TimerEngine,
  choice: Choice,
  seen: (timers: readonly ClaimedTimer[]) => void,
): Promise<Batch> {
  const done = await on.db.transaction(engine, async (sql) => {
    const now = await on.now(sql);
    const claimed = await claimTimers(sql, choice, now);
    seen(claimed);
    if (claimed.length === 0)
      return { claimed, now, conversations: [], fired: [], wakesLane: false };
    on.failpoints.hit("timers.claimed");
    const fired = await withRoutes(on, sql, await askKinds(on, { sql, now }, claimed));
    await record(sql, on.projector, {
      drafts: facts(on, { claimed, now }, fired),
      expected: listExpected(fired),
    });
    on.failpoints.hit("timers.firing");
    const wakesLane = fired.some(({ events }) =>
      events.some(({ kind }) => kind === "message_received"),
    );
    return {
      claimed,
      now,
      fired,
      conversations: fired.flatMap(({ route }) => route?.conversationId ?? []),
      wakesLane,
    };
  });
  if (done.claimed.length > 0) on.failpoints.hit("timers.fired");
  if (done.wakesLane) on.db.notify("lane");
  if (done.conversations.length > 0) on.db.notify("outbox");
  for (const id of new Set(done.conversations)) on.db.notify(`log:${id}`);
  notifyAccountChanges(on.db, done.fired);
  return done;
}

/** In the order of their due times. Timers that another process holds are left to it. */
async function claimTimers(sql: Sql, choice: Choice, now: number): Promise<ClaimedTimer[]> {
  const rows = await withCustomPlan<Omit<ClaimedTimer, "dueAt"> & { dueAt: string }>(
    sql,
    `select id, kind, account_id as "accountId", conversation_id as "conversationId", due_at as "dueAt", failures from timer
     where ${choice.where} order by due_at, id limit $1 for update skip locked`,
    [choice.limit, ...choice.params(iso(now))],
  );
  return rows.map((row) => ({ ...row, dueAt: Date.parse(row.dueAt) }));
}

async function askKinds(
  on: TimerEngine,
  at: { sql: Sql; now: number },
  claimed: readonly ClaimedTimer[],
): Promise<TimerOutcome[]> {
  const fired: TimerOutcome[] = [];
  for (const [name, timers] of Map.groupBy(claimed, ({ kind }) => kind)) {
    const kind = on.kinds.get(name);
    if (kind !== undefined)
      fired.push(
        ...(await kind.fire(timers, { now: at.now, read: at.sql, newId: () => on.chance.id() })),
      );
  }
  return fired;
}

interface PlacedOutcome extends TimerOutcome {
  readonly route: ReminderRoute | undefined;
  /** It has a message but no conversation to send it in. */
  readonly isStuck: boolean;
}

async function withRoutes(
  on: TimerEngine,
  sql: Sql,
  fired: readonly TimerOutcome[],
): Promise<PlacedOutcome[]> {
  const speaking = fired.filter(({ words }) => words !== undefined);
  const wishes = speaking.map(({ accountId, words }) => ({
    accountId,
    conversationId: words?.conversationId ?? null,
    way: words?.way,
  }));
  const routes = wishes.length === 0 ? [] : await on.routes(sql, wishes);
  const routeOf = new Map(speaking.map((each, index) => [each, routes[index]]));
  return fired.map((each) => ({
    ...each,
    route: routeOf.get(each),
    isStuck: each.words !== undefined && routeOf.get(each) === undefined,
  }));
}

/** The end of the timers comes first: a kind may set the same timer again. */
function facts(
  on: TimerEngine,
  { claimed, now }: Batch,
  fired: readonly PlacedOutcome[],
): EventDraft[] {
  const stuck = new Set(fired.filter(({ isStuck }) => isStuck).map(({ accountId }) => accountId));
  const troubleOf = (timer: ClaimedTimer): Trouble | undefined =>
    on.kinds.has(timer.kind)
      ? stuck.has(timer.accountId)
        ? "no_route"
        : undefined
      : "unknown_kind";
  const over = claimed.filter((timer) => troubleOf(timer) === undefined);
  const going = fired.filter(({ isStuck }) => !isStuck);
  // The stream is this process's own: no two of them wait for each other because of it.
  const end: EventDraft<"timers_fired"> = {
    stream: `timers:${on.settings.holder}`,
    kind: "timers_fired",
    at: iso(now),
    payload: { ids: over.map(({ id }) => id) },
  };
  return [
    ...(over.length === 0 ? [] : [end]),
    ...claimed.flatMap((timer) => postpone(on, { timer, now, code: troubleOf(timer) })),
    ...going.flatMap(({ events }) => events),
    ...going.flatMap((each) => toMessages(on, each)),
  ];
}

function toMessages(on: TimerEngine, { accountId, words, route }: PlacedOutcome): EventDraft[] {
  if (words === undefined || route === undefined) return [];
  const now = on.clock.now();
  return say(on, {
    to: { ...route, accountId },
    source: "reminder",
    segments: [words.text],
    messageIds: [words.messageId],
    carries: words.carries,
    pieces: words.pieces,
    // The outbox of this process reads its own clock.
    now,
    ...expiry(words.expiresAt, { now, usually: on.settings.expiresMs }),
  });
}

function expiry(
  at: number | null | undefined,
  of: { now: number; usually: number },
): Pick<Utterance, "expiresMs" | "isFleeting"> {
  if (at === null) return { expiresMs: undefined };
  return { expiresMs: at === undefined ? of.usually : at - of.now, isFleeting: true };
}

const listExpected = (fired: readonly PlacedOutcome[]): Record<string, number> =>
  Object.fromEntries(
    fired.filter(({ isStuck }) => !isStuck).flatMap(({ expects = {} }) => Object.entries(expects)),
  );
