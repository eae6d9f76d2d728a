import { Refusal } from "../../../domain/errors.ts";
import type { ReminderChange } from "../../../domain/views/reminders.ts";
import { type Command, update } from "../commands/commands.ts";
import { copyDetails, reviseDetails } from "../commands/details.ts";
import { parseInsistence } from "../commands/insist.ts";
import type { Maker, NewReminder } from "../commands/new-row.ts";
import { editOccurrence } from "../commands/occurrence-commands.ts";
import { occurrencesBetween } from "../commands/schedule.ts";
import { keepSkippedDays } from "../commands/series-days.ts";
import type { ReminderRow } from "../rows.ts";
import { parseRequested, resolveRequestedStart } from "./requested-reminder.ts";

export const refuseChange = (reason: string, index?: number): Refusal =>
  new Refusal(
    "invalid_request",
    { reason, ...(index === undefined ? {} : { index }) },
    "This reminder can't be changed in this way.",
  );

interface Unchanged {
  readonly reason: string;
  readonly needsPerson?: boolean;
}

interface Changing {
  readonly by: Maker;
  /** Occurrences of a series that live on their own. */
  readonly own: readonly ReminderRow[];
}

/** Changes one occurrence, or all of them. Fields that are not named stay unchanged. */
export function change(at: Changing, row: ReminderRow, asked: ReminderChange): Command | Unchanged {
  const content = asked.content?.trim();
  if (content === "") return { reason: "missing_content", needsPerson: true };
  const calendar = reviseDetails(row.calendar, asked, content ?? row.content);
  if (!isTimeChange(asked))
    return update(at.by, row, {
      content,
      durationMinutes: asked.duration_minutes,
      latePolicy: asked.late_policy,
      insist: parseInsistence(asked.insist),
      calendar,
    });
  const { occurrence } = asked;
  if (occurrence !== undefined && row.rrule === null) return { reason: "not_recurring" };
  if (wouldLoseTime(row, asked)) return { reason: "recurring_needs_a_time" };
  const wish = parseRequested(
    { ...wholeWish(row, asked), content: content ?? row.content },
    { home: row.captured_timezone, now: at.by.now },
  );
  if ("reason" in wish) return wish;
  return occurrence === undefined
    ? changeAll(at, row, { ...asked, content, wish: { ...wish.wish, calendar } })
    : editOccurrence(at.by, row, {
        occurrence: occurrenceOf(row, occurrence),
        wish: { ...wish.wish, calendar: copyDetails(calendar ?? row.calendar, wish.wish.content) },
      });
}

const isTimeChange = (asked: ReminderChange): boolean =>
  [
    asked.trigger_time,
    asked.captured_timezone,
    asked.recurrence_rule,
    asked.occurrence,
    asked.all_day,
  ].some((part) => part !== undefined);

const wouldLoseTime = (row: ReminderRow, asked: ReminderChange): boolean =>
  asked.occurrence === undefined &&
  asked.trigger_time === null &&
  row.rrule !== null &&
  asked.recurrence_rule !== null;

/** The request, completed from the row. */
function wholeWish(row: ReminderRow, asked: ReminderChange): Parameters<typeof parseRequested>[0] {
  const { occurrence, trigger_time, recurrence_rule, duration_minutes } = asked;
  const rule = recurrence_rule === undefined ? row.rrule : recurrence_rule;
  const allDay = asked.all_day ?? row.all_day;
  return {
    all_day: allDay,
    trigger_time: trigger_time === undefined ? (occurrence ?? row.local_start) : trigger_time,
    captured_timezone: asked.captured_timezone ?? row.captured_timezone,
    recurrence_rule: occurrence === undefined ? rule : null,
    duration_minutes:
      duration_minutes !== undefined
        ? duration_minutes
        : allDay === row.all_day
          ? row.duration_minutes
          : null,
    late_policy: asked.late_policy,
    insist: asked.insist,
  };
}

function changeAll(
  at: Changing,
  row: ReminderRow,
  asked: Pick<ReminderChange, "content" | "duration_minutes" | "late_policy" | "insist"> & {
    readonly wish: NewReminder;
  },
): Command | Unchanged {
  const { start, zone, rrule = null, instant } = asked.wish;
  const workdays = rrule === row.rrule ? row.workdays : null;
  const command = update(at.by, row, {
    content: asked.content,
    durationMinutes: asked.wish.durationMinutes,
    latePolicy: asked.late_policy,
    insist: parseInsistence(asked.insist),
    calendar: asked.wish.calendar,
    timing: {
      start,
      zone,
      rrule,
      instant,
      workdays,
      exdates: keepSkippedDays(row, asked.wish),
      allDay: asked.wish.allDay ?? false,
    },
    own: at.own,
  });
  const isOver = rrule !== null && command.changes[0]?.after.next_fire_at === null;
  return isOver ? { reason: "no_future_occurrence" } : command;
}

/**
 * An occurrence is named by its wall time in the reminder's own zone, or by the moment. It must be
 * one of the series.
 */
export function occurrenceOf(row: ReminderRow, named = ""): string {
  if (row.rrule === null) throw refuseChange("not_recurring");
  const wall = resolveRequestedStart(named, row.captured_timezone)?.start;
  const around = wall === undefined ? Number.NaN : Date.parse(`${wall}Z`);
  const near = Number.isNaN(around)
    ? []
    : occurrencesBetween(row, {
        from: around - 2 * 86_400_000,
        to: around + 2 * 86_400_000,
        most: 1_000,
      });
  if (wall === undefined || !near.some((each) => each.wall === wall))
    throw refuseChange("no_such_occurrence");
  return wall;
}
