import { iso } from "../../domain/clock.ts";
import { Refusal } from "../../domain/errors.ts";
import type { CalendarEntry, CalendarQuery } from "../../domain/reminder-book.ts";
import type { Reads } from "../../domain/reads.ts";
import { instantOf, wallTimeAt } from "../../language/instants.ts";
import type { ReminderRow } from "./rows.ts";
import { bothRuleWords } from "./rule-words.ts";
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
    `select f.reminder_id, f.content, f.due_at, f.fired_at, r.kind, r.rrule, r.workdays, r.captured_timezone, r.duration_minutes,
       r.series_id, r.shared_reminder_id
     from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.account_id = $1 and not r.hidden_from_calendar and f.due_at >= $2 and f.due_at < $3 order by f.due_at limit 5000`,
    [accountId, iso(query.from), iso(query.to)],
  );
  const entries: CalendarEntry[] = fires.map((fire) => past(fire, query));
  if (query.ended === true) entries.push(...(await endedRows(read, accountId, query)).flatMap((row) => ended(row, query)));
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
  "content" | "kind" | "rrule" | "workdays" | "captured_timezone" | "duration_minutes" | "series_id" | "shared_reminder_id"
> {
  readonly reminder_id: string;
  readonly due_at: string;
  readonly fired_at: string;
}

/** A second thought within minutes was never an appointment. */
const secondThought = "5 minutes";

/** What was done or called off before its time came. A series that ended has left its fires behind, and nothing else. */
const endedRows = (read: Reads, accountId: string, { from, to }: CalendarQuery): Promise<ReminderRow[]> =>
  read.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and not hidden_from_calendar and rrule is null and local_start between $2 and $3
       and (completion = 'done' or (lifecycle = 'deleted' and deleted_at - created_at > $4::interval))
       and not exists (select from reminder_fire f where f.reminder_id = reminder.id)
     order by local_start limit 1000`,
    // The clocks of no zone are further from UTC than this.
    [accountId, iso(from - 86_400_000).slice(0, 19), iso(to + 86_400_000).slice(0, 19), secondThought],
  );

function ended(row: ReminderRow, query: CalendarQuery): CalendarEntry[] {
  const instant = row.instant === null ? instantOf(row.local_start ?? "", row.captured_timezone) : Date.parse(row.instant);
  if (instant < query.from || instant >= query.to) return [];
  return [
    {
      ...common(row, row.id),
      entry_type: row.lifecycle === "deleted" ? "cancelled" : "done",
      ...shown(instant, row.duration_minutes, query.zone),
      occurrence: row.local_start,
      fired_at: null,
    },
  ];
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

type Shown = Pick<ReminderRow, "content" | "kind" | "rrule" | "workdays" | "series_id" | "duration_minutes" | "shared_reminder_id">;

const common = (row: Shown, id: string) => ({
  reminder_id: id,
  content: row.content,
  kind: row.kind,
  is_recurring: row.rrule !== null,
  rule_words: row.rrule === null ? null : bothRuleWords(row.rrule, row.workdays),
  series_id: row.series_id,
  duration_minutes: row.duration_minutes,
  shared_reminder_id: row.shared_reminder_id,
});

const shown = (instant: number, minutes: number | null, zone: string) => ({
  display_start: wallTimeAt(instant, zone),
  display_end: minutes === null ? null : wallTimeAt(instant + minutes * 60_000, zone),
  starts_at: iso(instant),
});
