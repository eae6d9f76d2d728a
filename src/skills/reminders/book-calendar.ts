import { iso } from "../../domain/clock.ts";
import { Refusal } from "../../domain/errors.ts";
import type { CalendarEntry, CalendarQuery } from "../../domain/reminder-book.ts";
import type { Reads } from "../../domain/reads.ts";
import { wallTimeAt } from "../../language/instants.ts";
import type { ReminderRow } from "./rows.ts";
import { occurrencesBetween } from "./schedule.ts";

/** One series fills no more of a page than this. */
const mostOfOne = 400;
const mostOfAll = 20_000;

/** What a calendar shows between two moments: what will go off, what has, and what has no time yet. */
export async function calendarEntries(read: Reads, accountId: string, query: CalendarQuery): Promise<CalendarEntry[]> {
  const rows = await read.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and lifecycle = 'active' and not hidden_from_calendar order by created_at, id limit 5000`,
    [accountId],
  );
  const fires = await read.rows<FireRow>(
    `select f.reminder_id, f.content, f.due_at, f.fired_at, r.kind, r.rrule, r.captured_timezone, r.duration_minutes, r.shared_reminder_id
     from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.account_id = $1 and not r.hidden_from_calendar and f.due_at >= $2 and f.due_at < $3 order by f.due_at limit 5000`,
    [accountId, iso(query.from), iso(query.to)],
  );
  const entries: CalendarEntry[] = fires.map((fire) => past(fire, query));
  for (const row of rows) {
    entries.push(...ahead(row, query));
    // Better no page than one that lacks things without saying so.
    if (entries.length > mostOfAll)
      throw new Refusal("invalid_request", "That is more than fits on a page. Ask for a shorter time.", { field: "visible_end" });
  }
  return entries.toSorted((a, b) => (a.starts_at ?? "").localeCompare(b.starts_at ?? "") || a.reminder_id.localeCompare(b.reminder_id));
}

interface FireRow extends Pick<
  ReminderRow,
  "content" | "kind" | "rrule" | "captured_timezone" | "duration_minutes" | "shared_reminder_id"
> {
  readonly reminder_id: string;
  readonly due_at: string;
  readonly fired_at: string;
}

function ahead(row: ReminderRow, query: CalendarQuery): CalendarEntry[] {
  const base = common(row, row.id);
  if (row.local_start === null) {
    return [
      { ...base, entry_type: "unscheduled", display_start: null, display_end: null, starts_at: null, occurrence: null, fired_at: null },
    ];
  }
  // What has fired is told by its fire, not once more.
  const from = Math.max(query.from, row.last_fired_at === null ? -Infinity : Date.parse(row.last_fired_at) + 1);
  if (row.next_fire_at === null || from >= query.to) return [];
  return occurrencesBetween(row, { from: Math.max(from, Date.parse(row.next_fire_at)), to: query.to, most: mostOfOne }).map(
    ({ wall, instant }) => ({
      ...base,
      entry_type: "occurrence",
      ...shown(instant, row.duration_minutes, query.zone),
      occurrence: wall,
      fired_at: null,
    }),
  );
}

const past = (fire: FireRow, query: CalendarQuery): CalendarEntry => ({
  ...common(fire, fire.reminder_id),
  entry_type: "fired",
  ...shown(Date.parse(fire.due_at), fire.duration_minutes, query.zone),
  occurrence: wallTimeAt(Date.parse(fire.due_at), fire.captured_timezone),
  fired_at: fire.fired_at,
});

const common = (row: Pick<ReminderRow, "content" | "kind" | "rrule" | "shared_reminder_id">, id: string) => ({
  reminder_id: id,
  content: row.content,
  kind: row.kind,
  is_recurring: row.rrule !== null,
  shared_reminder_id: row.shared_reminder_id,
});

const shown = (instant: number, minutes: number | null, zone: string) => ({
  display_start: wallTimeAt(instant, zone),
  display_end: minutes === null ? null : wallTimeAt(instant + minutes * 60_000, zone),
  starts_at: iso(instant),
});
