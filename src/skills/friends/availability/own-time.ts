import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { RowChange } from "../../reminders/commands/commands.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { socialStream } from "../social-stream.ts";

/** A time that was free before is taken now. */
function isTakingTime({ before, after }: RowChange): boolean {
  if (after.lifecycle !== "active" || after.next_fire_at === null || after.all_day) return false;
  const isSame =
    before?.lifecycle === "active" &&
    before.next_fire_at === after.next_fire_at &&
    before.rrule === after.rrule &&
    before.duration_minutes === after.duration_minutes;
  return !isSame;
}

/**
 * When a person with friends takes a time, an event on their social stream records it, so that a
 * friend who books the same hour at the same moment decides again, and so does the person if the
 * expected version is named.
 */
export function ownTime(
  by: Maker,
  changes: readonly RowChange[],
  version?: number,
): { events: EventDraft[]; expects: Record<string, number> } {
  if (
    !changes.some(
      (change) => change.after.owner_account_id === by.accountId && isTakingTime(change),
    )
  )
    return { events: [], expects: {} };
  const stream = socialStream(by.accountId);
  const event: EventDraft<"own_time_taken"> = {
    stream,
    kind: "own_time_taken",
    at: iso(by.now),
    accountId: by.accountId,
    payload: { account_id: by.accountId },
  };
  return { events: [event], expects: version === undefined ? {} : { [stream]: version } };
}

/** Not needed for people whom no friend can book. */
export async function hasFriends(read: Reads): Promise<boolean> {
  return (await read.rows("select 1 from my_friends() limit 1")).length > 0;
}
