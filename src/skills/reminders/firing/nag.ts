import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { QuietHours } from "../../../domain/views/friends.ts";
import { quietUntil } from "../../../language/calendar/quiet-until.ts";
import { endOf, nextNag } from "../commands/insist.ts";
import { type ReminderRow, reminderStream } from "../rows.ts";

/** A repeat of a reminder that is not done, or its own time where it will repeat. */
export interface Nag {
  /** Which repeat; 0 at the reminder's own time. */
  readonly nth: number;
  /** The reminder's own time. */
  readonly since: number;
  /** The repeat after it; null: this was the last one. */
  readonly next: string | null;
  /** It falls into the quiet hours: nothing is said, and `next` is their end. */
  readonly waits: boolean;
}

interface Insisting extends ReminderRow {
  readonly account_zone: string;
  readonly quiet: QuietHours | null;
}

/** A repeat that is due. */
export function nagOf(row: Insisting, { since, now }: { since: number; now: number }): Nag {
  const end = quietEnd(row, since, now);
  if (end === undefined || row.insist === null) {
    const nth = row.nags + 1;
    const last = Date.parse(row.nag_at ?? "");
    return { nth, since, next: nextNag(row, { since, last, nags: nth, now }), waits: false };
  }
  const isOver = end > endOf(row.insist, row.captured_timezone, since);
  return { nth: row.nags, since, next: isOver ? null : iso(end), waits: true };
}

/**
 * The end of the quiet hours that a repeat falls into. A reminder whose own time lies in the same
 * quiet hours was wanted in them: an alarm at six repeats before seven.
 */
function quietEnd({ quiet, account_zone }: Insisting, since: number, now: number) {
  if (quiet === null) return undefined;
  const end = quietUntil(now, quiet, account_zone);
  return end === quietUntil(since, quiet, account_zone) ? undefined : end;
}

/** It waits for the end of the quiet hours; where its own end comes first, it is over. */
export function draftWait(row: ReminderRow, { next }: Nag, now: number): EventDraft {
  const isOver = next === null && row.next_fire_at === null;
  return {
    stream: reminderStream(row.id),
    kind: "reminder_updated",
    at: iso(now),
    accountId: row.owner_account_id,
    payload: {
      id: row.id,
      owner_account_id: row.owner_account_id,
      conversation_id: row.conversation_id,
      nag_at: next,
      reason: "quiet_hours",
      ...(isOver ? { lifecycle: "completed", completion: "fired", completed_at: iso(now) } : {}),
    },
  };
}

/** How many messages go by one way before an important reminder takes the next one. */
const perWay = 3;

/** Which of the person's ways it takes, counted from the one it was made in. */
export const wayOf = ({ insist }: ReminderRow, nag: Nag | undefined): number =>
  insist?.important === true && nag !== undefined ? Math.floor(nag.nth / perWay) : 0;
