import { iso } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type {
  CalendarEntry,
  CalendarPage,
  CalendarQuery,
} from "../../../domain/views/reminders.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";
import { wallText } from "../../../language/calendar/wall.ts";
import { zoneClock, type ZoneClock } from "../../../language/calendar/zone-clock.ts";
import type { ReminderRow } from "../rows.ts";
import { bothRuleWords } from "../words/rule-words.ts";
import { occurrencesBetween } from "../commands/schedule.ts";

/** One series fills no more of a page than this; the page lists which ones have more. */
const mostOfOne = 400;
const mostOfAll = 10_000;
/** For all series of a page together. */
const mostSteps = 200_000;

interface CalendarRows {
  readonly rows: readonly ReminderRow[];
  readonly fires: readonly FireRow[];
  readonly ended: readonly ReminderRow[];
}

/** Whatever a page between two moments may show. */
export async function calendarRows(
  read: Reads,
  accountId: string,
  query: CalendarQuery,
): Promise<CalendarRows> {
  const rows = await read.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and lifecycle = 'active' and not hidden_from_calendar order by created_at, id limit 5000`,
    [accountId],
  );
  const fires = await read.rows<FireRow>(
    `select f.reminder_id, f.content, f.due_at, f.fired_at, f.fire_state, r.kind, r.rrule, r.workdays, r.captured_timezone, r.duration_minutes,
       r.series_id, r.shared_reminder_id
     from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.account_id = $1 and not r.hidden_from_calendar and f.due_at >= $2 and f.due_at < $3 order by f.due_at limit 5000`,
    [accountId, iso(query.from), iso(query.to)],
  );
  return {
    rows,
    fires,
    ended: query.ended === true ? await endedRows(read, accountId, query) : [],
  };
}

/**
 * What a calendar shows between two moments: what will go off, what has, and what has no time yet.
 */
export async function calendarPage(
  { rows, fires, ended }: CalendarRows,
  query: CalendarQuery,
): Promise<CalendarPage> {
  const slice = await slices.begin();
  const on = { query, clock: zoneClock(query.zone), steps: { left: mostSteps } };
  const entries: CalendarEntry[] = [];
  const cut: string[] = [];
  for (const fire of fires) {
    entries.push(past(fire, on));
    await slice.yieldIfDue();
  }
  for (const row of ended) entries.push(...listEndedEntries(row, on));
  for (const row of rows) {
    // Better no page than one that lacks things without a word about it: the first that does not
    // fit ends it.
    const room = mostOfAll - entries.length;
    const found = ahead(row, on, Math.min(mostOfOne, room) + 1);
    if (found.length > room || on.steps.left <= 0)
      throw new Refusal(
        "invalid_request",
        {
          field: "visible_end",
          limit: mostOfAll,
        },
        "That is more than fits on a page. Ask for a shorter time.",
      );
    if (found.length > mostOfOne) cut.push(row.id);
    entries.push(...found.slice(0, mostOfOne));
    await slice.yieldIfDue();
  }
  const sorted = entries.toSorted(
    (a, b) =>
      compare(a.starts_at ?? "", b.starts_at ?? "") || compare(a.reminder_id, b.reminder_id),
  );
  return { entries: sorted, cut };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface Drawing {
  readonly query: CalendarQuery;
  readonly clock: ZoneClock;
  readonly steps: Steps;
}

interface FireRow extends Pick<
  ReminderRow,
  | "content"
  | "kind"
  | "rrule"
  | "workdays"
  | "captured_timezone"
  | "duration_minutes"
  | "series_id"
  | "shared_reminder_id"
> {
  readonly reminder_id: string;
  readonly due_at: string;
  readonly fired_at: string;
  readonly fire_state: CalendarEntry["fire_state"];
}

/** A second thought within minutes was never an appointment. */
const secondThought = "5 minutes";

/**
 * What was done or called off before its time came. A series that ended has left its fires behind,
 * and nothing else.
 */
const endedRows = (
  read: Reads,
  accountId: string,
  { from, to }: CalendarQuery,
): Promise<ReminderRow[]> =>
  read.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and not hidden_from_calendar and rrule is null and local_start between $2 and $3
       and (completion = 'done' or (lifecycle = 'deleted' and deleted_at - created_at > $4::interval))
       and not exists (select from reminder_fire f where f.reminder_id = reminder.id)
     order by local_start limit 1000`,
    // The clocks of no zone are further from UTC than this.
    [
      accountId,
      iso(from - 86_400_000).slice(0, 19),
      iso(to + 86_400_000).slice(0, 19),
      secondThought,
    ],
  );

function listEndedEntries(row: ReminderRow, on: Drawing): CalendarEntry[] {
  const instant =
    row.instant === null
      ? instantOf(row.local_start ?? "", row.captured_timezone)
      : Date.parse(row.instant);
  if (instant < on.query.from || instant >= on.query.to) return [];
  return [
    {
      ...common(row, row.id),
      entry_type: row.lifecycle === "deleted" ? "cancelled" : "done",
      ...toShownTime(instant, row.duration_minutes, on.clock),
      occurrence: row.local_start,
      fired_at: null,
      fire_state: null,
    },
  ];
}

function ahead(row: ReminderRow, { query, clock, steps }: Drawing, most: number): CalendarEntry[] {
  if (row.local_start === null) {
    const nowhere = {
      display_start: null,
      display_end: null,
      starts_at: null,
      occurrence: null,
      fired_at: null,
      fire_state: null,
    };
    return [{ ...common(row, row.id), entry_type: "unscheduled", ...nowhere }];
  }
  // What has fired is shown by its fire, not twice.
  const from = Math.max(
    query.from,
    row.last_fired_at === null ? -Infinity : Date.parse(row.last_fired_at) + 1,
  );
  if (row.next_fire_at === null || from >= query.to) return [];
  const base = common(row, row.id);
  return occurrencesBetween(row, {
    from: Math.max(from, Date.parse(row.next_fire_at)),
    to: query.to,
    most,
    steps,
  }).map(({ wall, instant }) => ({
    ...base,
    entry_type: "occurrence",
    ...toShownTime(instant, row.duration_minutes, clock),
    occurrence: wall,
    fired_at: null,
    fire_state: null,
  }));
}

const past = (fire: FireRow, on: Drawing): CalendarEntry => ({
  ...common(fire, fire.reminder_id),
  entry_type: "fired",
  ...toShownTime(Date.parse(fire.due_at), fire.duration_minutes, on.clock),
  occurrence: wallTimeAt(Date.parse(fire.due_at), fire.captured_timezone),
  fired_at: fire.fired_at,
  fire_state: fire.fire_state,
});

type Shown = Pick<
  ReminderRow,
  | "content"
  | "kind"
  | "rrule"
  | "workdays"
  | "series_id"
  | "duration_minutes"
  | "shared_reminder_id"
>;

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

const toShownTime = (instant: number, minutes: number | null, clock: ZoneClock) => ({
  display_start: wallText(clock.wallAt(instant)),
  display_end: minutes === null ? null : wallText(clock.wallAt(instant + minutes * 60_000)),
  starts_at: iso(instant),
});
