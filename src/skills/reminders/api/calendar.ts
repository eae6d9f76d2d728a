import { iso } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { CalendarEntry, CalendarPage, CalendarQuery } from "../../../domain/views/calendar.ts";
import { slices } from "../../../domain/slices.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";
import { wallText } from "../../../language/calendar/wall.ts";
import { zoneClock, type ZoneClock } from "../../../language/calendar/zone-clock.ts";
import type { ReminderRow } from "../rows.ts";
import { bothRuleWords } from "../words/rule-words.ts";
import { readDetails } from "../commands/details.ts";
import type { CalendarRows, FireRow } from "./calendar-rows.ts";
import { countDays, endOfDays, occurrencesBetween } from "../commands/schedule.ts";

/** The most entries of one series on a page; the page lists the series that have more. */
const mostOfOne = 400;
const mostOfAll = 10_000;
/** For all series of a page together. */
const mostSteps = 200_000;

/** A calendar's entries between two times: upcoming, past, and without a time. */
export async function calendarPage(
  { rows, fires, ended, outside, toDos }: CalendarRows,
  query: CalendarQuery,
): Promise<CalendarPage> {
  const slice = await slices.begin();
  const on = { query, clock: zoneClock(query.zone), steps: { left: mostSteps } };
  const entries: CalendarEntry[] = [];
  const cut: string[] = [];
  for (const fire of fires) {
    entries.push(...past(fire, on));
    await slice.yieldIfDue();
  }
  for (const row of ended) entries.push(...listEndedEntries(row, on));
  const isOutside = new Set(outside);
  for (const row of [...rows, ...outside]) {
    // A page is refused rather than silently incomplete: the first entry that does not fit ends it.
    const room = mostOfAll - entries.length;
    const found = ahead(row, on, Math.min(mostOfOne, room) + 1);
    if (found.length > room || on.steps.left <= 0)
      throw new Refusal(
        "invalid_request",
        {
          field: "visible_end",
          limit: mostOfAll,
        },
        "That is too much for one page. Ask for a shorter period.",
      );
    if (found.length > mostOfOne) cut.push(row.id);
    const shown = found.slice(0, mostOfOne);
    entries.push(...(isOutside.has(row) ? shown.map(toOutside) : shown));
    await slice.yieldIfDue();
  }
  const sorted = entries.toSorted(
    (a, b) =>
      compare(a.starts_at ?? "", b.starts_at ?? "") || compare(a.reminder_id, b.reminder_id),
  );
  return { entries: sorted, cut, to_dos: toDos.map((row) => toDatedToDo(row, on)) };
}

/** By its date, also where that is not on the page. */
function toDatedToDo(row: ReminderRow, on: Drawing): CalendarEntry {
  const start = row.local_start ?? "";
  const instant =
    row.instant === null ? instantOf(start, row.captured_timezone) : Date.parse(row.instant);
  return {
    ...common(row, row.id),
    entry_type: "occurrence",
    ...(row.all_day
      ? toShownDays(start, row, on)
      : toShownTime(instant, row.duration_minutes, on.clock)),
    occurrence: start,
    fired_at: row.last_fired_at,
    fire_state: null,
  };
}

/** It can only be looked at: no command takes its day. */
const toOutside = (entry: CalendarEntry): CalendarEntry => ({
  ...entry,
  entry_type: "outside",
  occurrence: null,
});

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface Drawing {
  readonly query: CalendarQuery;
  readonly clock: ZoneClock;
  readonly steps: Steps;
}

function listEndedEntries(row: ReminderRow, on: Drawing): CalendarEntry[] {
  const instant =
    row.instant === null
      ? instantOf(row.local_start ?? "", row.captured_timezone)
      : Date.parse(row.instant);
  const isShown = row.all_day
    ? isOnPage(row.local_start ?? "", row, on)
    : instant >= on.query.from && instant < on.query.to;
  if (!isShown) return [];
  return [
    {
      ...common(row, row.id),
      entry_type: row.lifecycle === "deleted" ? "cancelled" : "done",
      ...(row.all_day
        ? toShownDays(row.local_start ?? "", row, on)
        : toShownTime(instant, row.duration_minutes, on.clock)),
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
  if (row.all_day) return daysAhead(row, { query, clock, steps }, most);
  // An occurrence that has fired is shown once, by its fire.
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

/** Whole days that overlap the page. Those that have fired are shown by their fire. */
function daysAhead(row: ReminderRow, on: Drawing, most: number): CalendarEntry[] {
  const reach = (countDays(row.duration_minutes) + 2) * dayMs;
  const fired = row.last_fired_at === null ? -Infinity : Date.parse(row.last_fired_at) + 1;
  const first = row.rrule === null ? fired : Date.parse(row.next_fire_at ?? "");
  if (row.rrule !== null && row.next_fire_at === null) return [];
  return occurrencesBetween(row, {
    from: Math.max(on.query.from - reach, first),
    to: on.query.to + dayMs,
    most,
    steps: on.steps,
  })
    .filter(({ wall }) => isOnPage(wall, row, on))
    .map(({ wall }) => ({
      ...common(row, row.id),
      entry_type: row.lifecycle === "active" ? "occurrence" : "fired",
      ...toShownDays(wall, row, on),
      occurrence: wall,
      fired_at: null,
      fire_state: null,
    }));
}

type Days = Pick<ReminderRow, "duration_minutes">;

/** Dates are the same in every zone: they are compared with the dates of the page. */
function isOnPage(wall: string, { duration_minutes: minutes }: Days, on: Drawing): boolean {
  const [first, end] = [on.query.from, on.query.to].map((at) => wallText(on.clock.wallAt(at))) as [
    string,
    string,
  ];
  return wall < end && endOfDays(wall, minutes) > first;
}

const toShownDays = (wall: string, { duration_minutes: minutes }: Days, { query }: Drawing) => ({
  display_start: wall,
  display_end: endOfDays(wall, minutes),
  starts_at: iso(instantOf(wall, query.zone)),
});

function past(fire: FireRow, on: Drawing): CalendarEntry[] {
  const occurrence = wallTimeAt(Date.parse(fire.due_at), fire.captured_timezone);
  const day = `${occurrence.slice(0, 10)}T00:00:00`;
  if (fire.all_day && !isOnPage(day, fire, on)) return [];
  return [
    {
      ...common(fire, fire.reminder_id),
      entry_type: "fired",
      ...(fire.all_day
        ? toShownDays(day, fire, on)
        : toShownTime(Date.parse(fire.due_at), fire.duration_minutes, on.clock)),
      occurrence: fire.all_day ? day : occurrence,
      fired_at: fire.fired_at,
      fire_state: fire.fire_state,
    },
  ];
}

const dayMs = 86_400_000;

type ShownRow = Pick<
  ReminderRow,
  | "content"
  | "kind"
  | "rrule"
  | "workdays"
  | "series_id"
  | "duration_minutes"
  | "all_day"
  | "local_start"
  | "shared_reminder_id"
  | "calendar"
  | "created_at"
>;

const common = (row: ShownRow, id: string) => ({
  ...pickDetails(row),
  reminder_id: id,
  content: row.content,
  kind: row.kind,
  is_recurring: row.rrule !== null,
  rule_words: row.rrule === null ? null : bothRuleWords(row.rrule, row.workdays),
  series_id: row.series_id,
  duration_minutes: row.duration_minutes,
  all_day: row.all_day,
  shared_reminder_id: row.shared_reminder_id,
});

function pickDetails(row: ShownRow): Pick<CalendarEntry, "place" | "color" | "order" | "is_to_do"> {
  const { place, color, order, is_to_do } = readDetails(row);
  return { place, color, order, is_to_do };
}

const toShownTime = (instant: number, minutes: number | null, clock: ZoneClock) => ({
  display_start: wallText(clock.wallAt(instant)),
  display_end: minutes === null ? null : wallText(clock.wallAt(instant + minutes * 60_000)),
  starts_at: iso(instant),
});
