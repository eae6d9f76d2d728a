import { iso } from "../../../domain/ports/clock.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { CalendarEntry, CalendarQuery } from "../../../domain/views/calendar.ts";
import type { ReminderRow } from "../rows.ts";
import { readOutsideRows } from "./outside-rows.ts";

/** An entry of several days may begin before the page; none is longer than this. */
const longestDays = "33 days";

/** Whole days that were called off after their reminder: what is cancelled is the days. */
const isDayCalledOff = (row: string): string =>
  `${row}.all_day and ${row}.rrule is null and ${row}.lifecycle = 'deleted'`;

export interface CalendarRows {
  readonly rows: readonly ReminderRow[];
  readonly fires: readonly FireRow[];
  readonly ended: readonly ReminderRow[];
  /** To-dos with a date that are not done, whenever it is. */
  readonly toDos: readonly ReminderRow[];
  /** Entries of calendars elsewhere, as if they were reminders. */
  readonly outside: readonly ReminderRow[];
}

/** All rows that a page between two times may show. */
export async function calendarRows(
  read: Reads,
  accountId: string,
  query: CalendarQuery,
): Promise<CalendarRows> {
  // Whole days whose morning was over when they were written never fire, but are shown.
  const rows = await read.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and not hidden_from_calendar
       and (lifecycle = 'active' or (all_day and lifecycle = 'completed' and completion = 'skipped' and last_fired_at is null)) order by created_at, id limit 5000`,
    [accountId],
  );
  const fires = await read.rows<FireRow>(
    `select f.reminder_id, f.content, f.due_at, f.fired_at, f.fire_state, r.kind, r.rrule, r.workdays, r.captured_timezone, r.duration_minutes,
       r.all_day, r.local_start, r.series_id, r.shared_reminder_id, r.calendar, r.created_at
     from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.account_id = $1 and f.nag = 0 and not r.hidden_from_calendar and not (${isDayCalledOff("r")}) and f.due_at >= (case when r.all_day then $2::timestamptz - $4::interval else $2 end)
       and f.due_at < (case when r.all_day then $3::timestamptz + $4::interval else $3 end) order by f.due_at limit 5000`,
    [accountId, iso(query.from), iso(query.to), longestDays],
  );
  return {
    rows,
    fires,
    toDos: await read.rows<ReminderRow>(
      `select * from reminder where owner_account_id = $1 and not hidden_from_calendar and calendar ->> 'component' = 'VTODO'
         and local_start is not null and rrule is null and lifecycle <> 'deleted' and completion is distinct from 'done'
       order by local_start, id limit 500`,
      [accountId],
    ),
    ended: query.ended === true ? await readEndedRows(read, accountId, query) : [],
    outside: await readOutsideRows(read, accountId, query),
  };
}

export interface FireRow extends Pick<
  ReminderRow,
  | "content"
  | "kind"
  | "rrule"
  | "workdays"
  | "captured_timezone"
  | "duration_minutes"
  | "all_day"
  | "local_start"
  | "series_id"
  | "shared_reminder_id"
  | "calendar"
  | "created_at"
> {
  readonly reminder_id: string;
  readonly due_at: string;
  readonly fired_at: string;
  readonly fire_state: CalendarEntry["fire_state"];
}

/** A reminder that was cancelled within minutes is not shown. */
const secondThought = "5 minutes";

/**
 * Reminders that were completed or cancelled before their time. A series that ended has left its
 * fires behind, and nothing else.
 */
const readEndedRows = (
  read: Reads,
  accountId: string,
  { from, to }: CalendarQuery,
): Promise<ReminderRow[]> =>
  read.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and not hidden_from_calendar and rrule is null and local_start between $2 and $3
       and (completion = 'done' or (lifecycle = 'deleted' and deleted_at - created_at > $4::interval))
       and (${isDayCalledOff("reminder")} or not exists (select from reminder_fire f where f.reminder_id = reminder.id))
     order by local_start limit 1000`,
    // The clocks of no zone are further from UTC than this.
    [
      accountId,
      iso(from - 86_400_000).slice(0, 19),
      iso(to + 86_400_000).slice(0, 19),
      secondThought,
    ],
  );
