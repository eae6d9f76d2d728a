import { iso } from "../domain/ports/clock.ts";
import type { TurnEngine } from "./engine.ts";
import type { ClaimedLane } from "./start.ts";

/**
 * Gives the lane up without closing its window. After a failure the next attempt waits a little
 * longer each time.
 */
export async function handBack(
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
