import { iso } from "../../../domain/ports/clock.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { CalendarQuery } from "../../../domain/views/calendar.ts";
import { outsideMark, type ReminderRow } from "../rows.ts";

export interface OutsideRow extends Pick<
  ReminderRow,
  "local_start" | "captured_timezone" | "rrule" | "exdates" | "duration_minutes" | "all_day"
> {
  readonly calendar_id: string;
  readonly nth: number;
  readonly account_id: string;
  readonly title: string;
  readonly starts_at: string;
}

const most = 5_000;

/** What calendars elsewhere have between two times, in the form in which a page draws reminders. */
export async function readOutsideRows(
  read: Reads,
  accountId: string,
  { from, to }: Pick<CalendarQuery, "from" | "to">,
): Promise<ReminderRow[]> {
  const rows = await read.rows<OutsideRow>(
    `select * from outside_entry where account_id = $1
       and (rrule is not null or starts_at between $2::timestamptz - interval '33 days' and $3::timestamptz + interval '1 day')
     order by starts_at, calendar_id, nth limit ${most}`,
    [accountId, iso(from), iso(to)],
  );
  return rows.map(toReminderRow);
}

/** As a row that nothing else knows: it is never written. */
export const toReminderRow = (row: OutsideRow): ReminderRow => ({
  ...nothing,
  id: `${outsideMark}${row.calendar_id}:${row.nth}`,
  owner_account_id: row.account_id,
  content: row.title,
  kind: row.rrule === null ? "timed" : "recurring",
  local_start: row.local_start,
  captured_timezone: row.captured_timezone,
  rrule: row.rrule,
  exdates: row.exdates,
  duration_minutes: row.duration_minutes,
  all_day: row.all_day,
  next_fire_at: row.starts_at,
  created_at: row.starts_at,
  updated_at: row.starts_at,
});

const nothing = {
  conversation_id: null,
  content_hash: "",
  lifecycle: "active",
  completion: null,
  instant: null,
  workdays: null,
  recurrence_rule: {},
  remind_at: null,
  late_policy: "fire",
  last_fired_at: null,
  insist: null,
  nag_at: null,
  nags: 0,
  alert_at: null,
  series_id: null,
  occurrence: null,
  shared_reminder_id: null,
  hidden_from_calendar: false,
  source: "import",
  uid: null,
  calendar: null,
  turn_id: null,
  version: 1,
  completed_at: null,
  deleted_at: null,
} as const;
