import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import type { StopResult } from "../domain/turn.ts";
import type { Sql } from "../store/database/database.ts";
import { lockLanes } from "../store/work/lane-lock.ts";
import { createAccountCommits } from "../store/log/account-commits.ts";
import { record } from "../store/log/record.ts";
import { createOwnClaims } from "../store/work/own-claims.ts";
import { createWorkLoop } from "../store/work/work-loop.ts";
import { createImmediateStart, type ImmediateStart } from "./immediate-start.ts";
import { type TurnEngine } from "./engine.ts";
import type { Notice } from "../domain/notices.ts";
import { runTurn } from "./run.ts";
import { createRunningTurns, type RunningTurns } from "./running.ts";
import { type Lane, noticeDrafts, stopLane, type Stopped, supersedeLane } from "./stop.ts";
import { takeLanes, type TakenLane } from "./take.ts";
import { createEndTogether } from "./write-ends.ts";

/** One turn at a time per conversation, over any number of processes. */
export interface Lanes {
  start(): void;
  wake(): void;
  /** For one transaction that accepts a message. */
  immediateStart(): ImmediateStart;
  stop(sql: Sql, lane: Lane): Promise<Stopped>;
  supersede(sql: Sql, lane: Lane, bySeq: number): Promise<EventDraft[]>;
  notice(
    lane: Lane,
    what: Notice,
    to: { readonly language: string | null; readonly sample: string },
  ): EventDraft[];
  abort(turnId: string): void;
  /** Stops a conversation that the account owns. */
  stopTurn(which: { conversationId: string; accountId: string }): Promise<StopResult>;
  onTopic(topic: string): void;
  /** Claims nothing new, lets running turns finish for a while, then releases their lanes. */
  close(graceMs: number): Promise<void>;
}

export function openLanes(
  parts: Omit<TurnEngine, "closeTogether" | "endTogether" | "ownLanes">,
  options: { work: boolean; concurrency: number; sweepMs: number },
): Lanes {
  const on: TurnEngine = {
    ...parts,
    closeTogether: createAccountCommits(parts.db),
    endTogether: createEndTogether(parts),
    ownLanes: createOwnClaims((workedOn) => freeLanes(parts, workedOn)),
  };
  const running = createRunningTurns();
  const loop = options.work ? createWorkLoop(on, laneSource(on, running, options)) : undefined;
  const abortHere = (turnId: string): void => running.end(turnId, "lost");

  return {
    start: () => loop?.start(),
    wake: () => loop?.wake(),
    immediateStart: () => createImmediateStart(on, loop),
    stop: (sql, lane) => stopLane(on, sql, lane),
    supersede: (sql, lane, bySeq) => supersedeLane(on, sql, { lane, bySeq }),
    notice: (lane, notice, to) => noticeDrafts(on, lane, { notice, ...to }),
    abort(turnId) {
      abortHere(turnId);
      on.db.notify(`abort:${turnId}`);
    },
    async stopTurn(which) {
      const stopped = await stopOwned(on, which);
      if (stopped.turnId !== null) this.abort(stopped.turnId);
      on.db.notify(`log:${which.conversationId}`);
      on.db.notify("lane");
      return stopped.result;
    },
    onTopic(topic) {
      if (topic === "lane") loop?.wake();
      else if (topic.startsWith("abort:")) abortHere(topic.slice(6));
    },
    async close(graceMs) {
      const drained = loop?.stop() ?? Promise.resolve();
      const grace = new AbortController();
      const late = on.clock.wait(graceMs, grace.signal).then(() => {
        if (!grace.signal.aborted) running.endAll();
      });
      await drained;
      grace.abort();
      await late;
    },
  };
}

/**
 * A ready lane that was not claimed is locked by another transaction, such as a second copy of the
 * message, which may release it without a wake-up.
 */
const heldElsewhereMs = 50;

function laneSource(
  on: TurnEngine,
  running: RunningTurns,
  options: { concurrency: number; sweepMs: number },
) {
  return {
    name: "lanes",
    concurrency: options.concurrency,
    sweepMs: options.sweepMs,
    pauseMs: () => on.backpressure.pauseMs(),
    // After a turn there is usually no other work, which can be checked without a transaction.
    claim: (limit: number, news: boolean) =>
      on.ownLanes.claim(async () => (news || (await isAnyReady(on)) ? takeLanes(on, limit) : [])),
    run: (taken: TakenLane) => on.ownLanes.work(taken.lane.id, () => runTurn(on, running, taken)),
    async nextDueMs() {
      const now = on.clock.now();
      const [row] = await on.db.rows<{ at: string | null }>(
        `select coalesce(ready_at, $1::timestamptz) as at from conversation
         where has_open_input and lease_until is null order by ready_at nulls first limit 1`,
        [iso(now)],
      );
      if (row === undefined || row.at === null) return undefined;
      const at = Date.parse(row.at);
      return at <= now ? heldElsewhereMs : at - now;
    },
  };
}

/** No failure of the turn: the database was away. */
const freeLanes = (
  { db, settings }: Pick<TurnEngine, "db" | "settings">,
  workedOn: readonly string[],
): Promise<unknown> =>
  db.rows(
    `update conversation set lease_until = null, lease_holder = null
     where has_open_input and lease_until is not null and lease_holder = $1 and id <> all($2::text[])`,
    [settings.holder, workedOn],
  );

async function isAnyReady(on: TurnEngine): Promise<boolean> {
  const ready = `select 1 from conversation
    where has_open_input and (ready_at is null or ready_at <= $1) and (lease_until is null or lease_until < now()) limit 1`;
  return (await on.db.rows(ready, [iso(on.clock.now())])).length > 0;
}

async function stopOwned(
  on: TurnEngine,
  which: { conversationId: string; accountId: string },
): Promise<{ result: StopResult; turnId: string | null }> {
  return on.db.transaction(engine, async (sql) => {
    const [lane] = await lockLanes(sql, [which.conversationId]);
    if (lane?.accountId !== which.accountId) return { result: "nothing_to_stop", turnId: null };
    const { drafts, result } = await stopLane(on, sql, lane);
    await record(sql, on.projector, drafts);
    return { result, turnId: lane.runningTurnId };
  });
}
