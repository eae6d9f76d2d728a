import { iso } from "../../../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../../../domain/events/catalogue.ts";
import type { QuietHours } from "../../../domain/views/friends.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { notificationTimer } from "../projection.ts";
import { fact, stageFriendship, views } from "../friend-events.ts";

/** Waiting notices are checked again at this time. */
export function noticeAt(
  id: string,
  on: { accountId: string; now: number; due: number },
): EventDraft {
  const { accountId } = on;
  const payload = {
    id: notificationTimer(id),
    kind: "notification",
    account_id: accountId,
    conversation_id: null,
    due_at: iso(on.due),
  };
  return {
    stream: `notifications:${accountId}`,
    kind: "timer_set",
    at: iso(on.now),
    accountId,
    payload,
  };
}

export async function readQuiet(read: Reads, accountId: string): Promise<QuietHours | undefined> {
  const [row] = await read.rows<QuietHours>(
    "select starts, ends from quiet_hours where account_id = $1",
    [accountId],
  );
  return row;
}

/**
 * Changes or removes the hours. Notices that wait because of the old ones do not wait for their
 * end.
 */
export async function setQuiet(
  by: Maker,
  read: Reads,
  hours: QuietHours | undefined,
): Promise<StagedCommand> {
  const { accountId, now } = by;
  const body: EventBody =
    hours === undefined
      ? { kind: "quiet_hours_ended", payload: { account_id: accountId } }
      : { kind: "quiet_hours_set", payload: { account_id: accountId, ...hours } };
  const waiting = await read.rows<{ id: string }>(
    "select id from notification where account_id = $1 and state = 'waiting' order by id",
    [accountId],
  );
  const events = [
    fact(by, views(by), body),
    ...waiting.map(({ id }) => noticeAt(id, { accountId, now, due: now })),
  ];
  return stageFriendship("set_quiet_hours", { ...hours }, { events });
}
