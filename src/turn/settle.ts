import type { Notice } from "../domain/notices.ts";
import { iso } from "../domain/ports/clock.ts";
import { ModelFailure } from "../domain/ports/model.ts";
import { findQuotaFact } from "../domain/quotas.ts";
import { DatabaseUnavailable } from "../store/database/database.ts";
import { failTurn } from "./commit.ts";
import { CutShort } from "./decide.ts";
import { type TurnEngine, TurnEnded } from "./engine.ts";
import type { ClaimedLane, StartedTurn } from "./start.ts";

/** What follows a turn that was not committed. The kind of its end alone decides. */
export async function settle(
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
  // The database is away: the lane is released when it is back, and the commit that may have happened
  // is found by the next claim.
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

/** Seconds before the next attempt, which waits a little longer after each failure. */
const waits = [1, 5, 15, 30];

/** Gives the lane up without closing its window. */
export async function handBack(
  on: TurnEngine,
  lane: ClaimedLane,
  how: { failed: boolean },
): Promise<void> {
  try {
    await on.db.rows(
      `update conversation set lease_until = null, lease_holder = null, failures = failures + $3::int,
         ready_at = case when $3 = 1 then $4::timestamptz + ($5::int[])[least(failures + 1, ${waits.length})] * interval '1 second' end
       where id = $1 and fence = $2`,
      [lane.id, lane.fence, how.failed ? 1 : 0, iso(on.clock.now()), waits],
    );
    on.db.notify("lane");
  } catch (error) {
    on.ownLanes.doubt();
    on.log.warn({ error }, "a lane could not be released; it is when the database answers");
  }
}
