import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Firing, ReviewOutcome, ReviewPage } from "../../../domain/timers.ts";
import { type ReminderRow, reminderStream, timerId } from "../rows.ts";
import { nextAlert } from "../commands/alerts.ts";
import { nextFireAt } from "../commands/schedule.ts";

/**
 * At the start: every reminder with an upcoming time has a timer, whatever happened to the table,
 * and when the rules of a time zone have changed, future instants are derived again from the wall
 * time that was meant.
 */
export async function reviewReminders(page: ReviewPage, on: Firing): Promise<ReviewOutcome> {
  const lost = await restoreLostTimers(page, on);
  if (!page.zonesChanged)
    return { events: lost, next: lost.length === page.size ? "more" : undefined };
  const rows = await on.read.rows<ReminderRow>(
    "select * from reminder where id > $1 and next_fire_at > $2 and instant is null order by id limit $3",
    [page.after, iso(on.now), page.size],
  );
  const moved = rows
    .map((row) => ({ row, next: nextFireAt(row, on.now) }))
    .filter(({ row, next }) => next !== null && next !== row.next_fire_at);
  return {
    events: [...lost, ...moved.map(({ row, next }) => rederive(row, next as string, on.now))],
    expects: Object.fromEntries(moved.map(({ row }) => [reminderStream(row.id), row.version])),
    next: rows.length === page.size ? rows.at(-1)?.id : undefined,
  };
}

function rederive(row: ReminderRow, next: string, now: number): EventDraft {
  const { id, owner_account_id, conversation_id } = row;
  return {
    stream: reminderStream(id),
    kind: "reminder_updated",
    at: iso(now),
    accountId: owner_account_id,
    payload: {
      id,
      owner_account_id,
      conversation_id,
      next_fire_at: next,
      alert_at: nextAlert(row, now),
      reason: "zone_rules_changed",
    },
  };
}

async function restoreLostTimers(page: ReviewPage, on: Firing): Promise<EventDraft[]> {
  const rows = await on.read.rows<{ account_id: string; due_at: string }>(
    `select distinct r.owner_account_id as account_id, due.at as due_at
     from reminder r cross join lateral (values (r.next_fire_at), (r.nag_at), (r.alert_at)) as due(at)
     where due.at is not null and not exists (select from timer t
       where t.id = 'reminder:' || r.owner_account_id || ':' || (extract(epoch from due.at) * 1000)::bigint)
     limit $1`,
    [page.size],
  );
  return rows.map(({ account_id, due_at }) => ({
    stream: `account:${account_id}`,
    kind: "timer_set",
    at: iso(on.now),
    accountId: account_id,
    payload: {
      id: timerId(account_id, due_at),
      kind: "reminder",
      account_id,
      conversation_id: null,
      due_at,
    },
  }));
}
