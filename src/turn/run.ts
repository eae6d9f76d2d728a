import { Refusal } from "../domain/errors.ts";
import { ModelFailure } from "../domain/ports/model.ts";
import { findQuotaFact } from "../domain/quotas.ts";
import { keepLease } from "../store/work/claim.ts";
import { DatabaseUnavailable } from "../store/database/database.ts";
import { abandon } from "./abandon.ts";
import { commitTurn, type Decided, failTurn } from "./commit.ts";
import { CutShort, decide } from "./decide.ts";
import { type TurnEngine, TurnEnded, untilAborted } from "./engine.ts";
import { readyWindow } from "./ready-window.ts";
import type { Notice } from "../domain/notices.ts";
import type { RunningTurns } from "./running.ts";
import { type ClaimedLane, startTurn, type StartedTurn } from "./start.ts";
import type { TakenLane } from "./take.ts";
import { iso, noLongerNeeded } from "../domain/ports/clock.ts";
import { stripThoughts } from "../domain/text.ts";

/**
 * The life of a turn:
 *
 *   claimed and started → decided → committed
 *                 ╰────────┴─ stopped or superseded elsewhere: the fence is stale, nothing is written
 *                 ╰────────┴─ too long, or no answer from the model: the person is notified, nothing else happens
 *                 ╰────────┴─ this process ends or fails: the lane is handed back, the next attempt starts over
 *
 * Input that failed too often is abandoned, in whatever step it failed: the person is notified, and
 * the next message is processed.
 */
export async function runTurn(
  on: TurnEngine,
  running: RunningTurns,
  { lane, turn: started }: TakenLane,
): Promise<void> {
  if (lane.failures >= on.settings.maxAttempts)
    return abandon(on, lane).catch((error: unknown) => settle(on, { lane }, error));
  const turn =
    started ??
    (await startTurn(on, lane).catch((error: unknown) =>
      settle(on, { lane }, error).then(() => "settled" as const),
    ));
  if (turn === "settled") return;
  if (turn === undefined) return handBack(on, lane, { failed: false });
  on.failpoints.hit("turn.started");
  on.db.notify(`log:${lane.id}`);
  const abort = new AbortController();
  const end = (why: TurnEnded["why"]): void => abort.abort(new TurnEnded(why));
  const finished = new AbortController();
  const lease = {
    sql: on.db,
    clock: on.clock,
    leaseMs: on.settings.leaseMs,
    signal: finished.signal,
  };
  const keeper = keepLease(lease, turn.held, () => end("lost"));
  running.add(turn.id, end);
  const alarm = on.clock
    .wait(limitOf(on, turn), finished.signal)
    .then(() => finished.signal.aborted || end("timeout"));
  const typing = showTyping(on, turn);
  try {
    // No transaction is open while files are fetched and while the skill and its model work.
    const ready = await untilAborted(abort.signal, readyWindow(on, turn, abort.signal));
    const decided = await decideAndCommit(on, ready, abort.signal);
    on.metrics.count("meanwhile_turns_total", {
      end: decided.result.disposition,
      skill: decided.skill,
    });
  } catch (error) {
    await settle(on, { lane, turn }, error);
  } finally {
    typing?.end();
    finished.abort(noLongerNeeded);
    running.remove(turn.id);
    await Promise.all([keeper, alarm]);
  }
}

const limitOf = ({ channels, settings }: TurnEngine, { to }: StartedTurn): number =>
  channels.get(to.channel)?.limits.turnTimeoutMs ?? settings.timeoutMs;

function showTyping(
  on: TurnEngine,
  { to, window, lane }: StartedTurn,
): { end(): void } | undefined {
  const newest = window.at(-1);
  if (typeof newest?.vendorId !== "string") return undefined;
  return on.channels.get(to.channel)?.typing?.({
    channelAccount: to.channelAccount,
    peer: to.peer,
    scope: to.scope,
    vendorId: newest.vendorId,
    contextToken: newest.payload.context_token,
    shown: () => stripThoughts(on.streams.shownHere(lane.id)),
  });
}

/**
 * The rows that a decision was based on may have changed meanwhile, such as a reminder that fired
 * while its owner cancelled it. Then the turn decides again.
 */
async function decideAndCommit(
  on: TurnEngine,
  turn: StartedTurn,
  signal: AbortSignal,
): Promise<Decided> {
  for (let tries = 1; ; tries += 1) {
    const decided = await decide(on, turn, signal);
    try {
      await commitTurn(on, turn, decided);
      return decided;
    } catch (error) {
      const isStale = error instanceof Refusal && error.code === "version_conflict";
      if (!isStale || tries >= 3) throw error;
      on.metrics.count("meanwhile_turn_decided_again_total", {});
    }
  }
}

/** The kind of a turn's end alone decides what follows. */
async function settle(
  on: TurnEngine,
  at: { lane: ClaimedLane; turn?: StartedTurn },
  failure: unknown,
): Promise<void> {
  const [error, read] = failure instanceof CutShort ? [failure.cause, failure.read] : [failure, ""];
  const why = error instanceof TurnEnded ? error.why : undefined;
  on.metrics.count("meanwhile_turn_ends_total", {
    why: why ?? (error instanceof ModelFailure ? error.code : "error"),
  });
  if (why === "lost") return;
  if (why === "shutdown") return handBack(on, at.lane, { failed: false });
  // A quota was exceeded: another try would exceed it as well.
  const notice =
    why === "timeout"
      ? "timeout"
      : error instanceof ModelFailure
        ? modelNotice(error)
        : findQuotaFact(error);
  if (notice !== undefined && at.turn !== undefined) {
    await failTurn(on, at.turn, { why: notice, read }).catch((again: unknown) =>
      settle(on, { lane: at.lane }, again),
    );
    return;
  }
  // The database is away: the lease runs out by itself, and the commit that may have happened is
  // found by the next claim.
  if (error instanceof DatabaseUnavailable)
    on.log.warn({ error }, "a turn lost its database connection; it will be resumed");
  else
    on.log.error(
      { error, turn: at.turn?.id, attempt: at.turn?.attempt },
      "a turn failed; it will be tried again",
    );
  await handBack(on, at.lane, { failed: true });
}

function modelNotice(failure: ModelFailure): Notice {
  return failure.code === "aborted" ? "unreachable" : failure.code;
}

/**
 * Gives the lane up without closing its window. After a failure the next attempt waits a little
 * longer each time.
 */
async function handBack(
  on: TurnEngine,
  lane: ClaimedLane,
  how: { failed: boolean },
): Promise<void> {
  const waits = [0, 1, 5, 15, 30];
  try {
    const [row] = await on.db.rows<{ failures: number }>(
      "select failures from conversation where id = $1",
      [lane.id],
    );
    const failures = how.failed ? (row?.failures ?? 0) + 1 : (row?.failures ?? 0);
    const waitMs = 1_000 * (waits[Math.min(failures, waits.length - 1)] ?? 30);
    await on.db.rows(
      "update conversation set lease_until = null, lease_holder = null, failures = $3, ready_at = $4 where id = $1 and fence = $2",
      [lane.id, lane.fence, failures, how.failed ? iso(on.clock.now() + waitMs) : null],
    );
    on.db.notify("lane");
  } catch (error) {
    on.log.warn({ error }, "a lane could not be released; its lease will expire");
  }
}
