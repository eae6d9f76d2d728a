import { iso } from "../../../domain/ports/clock.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { RowChange } from "../commands/commands.ts";
import { nextFireAt } from "../commands/schedule.ts";
import type { ReminderRow } from "../rows.ts";
import { factsOf, maker } from "./record-commands.ts";
import type { RemindersApiDeps } from "./reminder-views.ts";

/** Another hour for whole days: what is still to come is reminded of then, too. */
export function setMorning(on: RemindersApiDeps, accountId: string, clock: string): Promise<void> {
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const by = maker(on, { accountId, now, newId, source: "api", morning: clock });
    const rows = await read.rows<ReminderRow>(
      "select * from reminder where owner_account_id = $1 and all_day and lifecycle = 'active' and next_fire_at is not null order by id",
      [accountId],
    );
    const changes = rows.flatMap((row) => moveMorning(row, clock, now));
    const facts = await factsOf({ on, read, by }, [
      { operation: "update_reminder", payload: {}, changes },
    ]);
    const event = {
      stream: `account:${accountId}`,
      kind: "account_updated",
      at: iso(now),
      accountId,
      payload: { id: accountId, morning: clock },
    } as const;
    return { ...facts, events: [event, ...facts.events], result: undefined };
  });
}

/** A day whose new morning is already over is reminded of at the old one: it is not lost. */
function moveMorning(row: ReminderRow, clock: string, now: number): RowChange[] {
  const moved = { ...row, remind_at: clock };
  const next = nextFireAt(moved, now);
  const dayOf = (at: string | null): string =>
    wallTimeAt(Date.parse(at ?? ""), row.captured_timezone).slice(0, 10);
  const isSameDay = next !== null && dayOf(next) === dayOf(row.next_fire_at);
  const after = { ...moved, next_fire_at: isSameDay ? next : row.next_fire_at };
  return row.remind_at === clock
    ? []
    : [
        {
          kind: "reminder_updated",
          before: row,
          after: { ...after, updated_at: iso(now), version: row.version + 1 },
        },
      ];
}
