import { type Maker, type NewReminder, newRow } from "./new-row.ts";
import type { ReminderRow } from "../rows.ts";
import { type Command, describeRow, reviseRow, type RowChange, update } from "./commands.ts";
import { atRest } from "./insist.ts";
import { nextFireAt, occurrenceAfter } from "./schedule.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";

/** Skips one occurrence; the series continues. If none is left, the reminder is over. */
export function skip(maker: Maker, row: ReminderRow, occurrence: string): Command {
  const after = without(maker, row, occurrence);
  const payload = { ...describeRow(after), occurrence };
  return {
    operation: "skip_occurrence",
    payload,
    changes: [{ kind: "reminder_updated", before: row, after, fact: { skipped: occurrence } }],
  };
}

/** Restores a skipped occurrence. Undefined when it was not skipped. */
export function unskip(maker: Maker, row: ReminderRow, occurrence: string): Command | undefined {
  if (row.rrule === null || !row.exdates.includes(occurrence)) return undefined;
  const exdates = row.exdates.filter((day) => day !== occurrence);
  const { local_start: start, captured_timezone: zone, rrule, workdays } = row;
  return update(maker, row, { timing: { start, zone, rrule, workdays, exdates } });
}

function without(maker: Maker, row: ReminderRow, occurrence: string): ReminderRow {
  const exdates = [...new Set([...row.exdates, occurrence])].toSorted();
  const next = nextFireAt({ ...row, exdates }, maker.now);
  const over =
    next === null
      ? ({ lifecycle: "completed", completion: "skipped", completed_at: iso(maker.now) } as const)
      : {};
  return {
    ...row,
    exdates,
    next_fire_at: next,
    ...over,
    updated_at: iso(maker.now),
    version: row.version + 1,
  };
}

/** Makes one occurrence a reminder of its own; the series no longer has it. */
export function editOccurrence(
  maker: Maker,
  row: ReminderRow,
  to: { occurrence: string; wish: NewReminder },
): Command {
  const series = without(maker, row, to.occurrence);
  const single = newRow(maker, { ...to.wish, of: { seriesId: row.id, occurrence: to.occurrence } });
  const changes: RowChange[] = [
    { kind: "reminder_updated", before: row, after: series },
    {
      kind: "reminder_created",
      before: null,
      after: {
        ...single,
        late_policy: to.wish.latePolicy ?? row.late_policy,
        insist: to.wish.insist ?? row.insist,
      },
    },
  ];
  return {
    operation: "edit_occurrence",
    payload: { ...describeRow(single), series_id: row.id, occurrence: to.occurrence },
    changes,
  };
}

/**
 * Completes a reminder. Of a series only one occurrence: later ones of today no longer fire, the
 * others do.
 */
export function complete(maker: Maker, row: ReminderRow): Command {
  const payload = { reminder_id: row.id, content: row.content };
  if (row.rrule === null) {
    const over = {
      lifecycle: "completed",
      completion: "done",
      next_fire_at: null,
      ...atRest,
      completed_at: iso(maker.now),
    } as const;
    const after = { ...row, ...over, updated_at: iso(maker.now), version: row.version + 1 };
    return {
      operation: "complete_reminder",
      payload,
      changes: [{ kind: "reminder_completed", before: row, after }],
    };
  }
  const occurrence = todaysOccurrence(row, maker.now);
  const ahead = occurrence !== undefined && occurrence.instant > maker.now;
  const after = {
    ...(ahead
      ? without(maker, row, occurrence.wall)
      : { ...row, updated_at: iso(maker.now), version: row.version + 1 }),
    ...atRest,
  };
  const done = occurrence?.wall ?? wallTimeAt(maker.now, row.captured_timezone);
  const fact = { completed_occurrence: done };
  return {
    operation: "complete_reminder",
    payload: { ...payload, occurrence: done },
    changes: [{ kind: "reminder_completed", before: row, after, fact }],
  };
}

/** The occurrence that fired today was completed; otherwise the one that would fire later today. */
function todaysOccurrence(
  row: ReminderRow,
  now: number,
): { wall: string; instant: number } | undefined {
  const today = wallTimeAt(now, row.captured_timezone).slice(0, 10);
  const fired = row.last_fired_at === null ? undefined : { instant: Date.parse(row.last_fired_at) };
  if (fired !== undefined) {
    const wall = wallTimeAt(fired.instant, row.captured_timezone);
    // Repeats may go on after midnight: "done" then means the one that is repeated.
    if (row.nag_at !== null || wall.startsWith(today)) return { wall, instant: fired.instant };
  }
  const next = occurrenceAfter(row, now);
  return next?.wall.startsWith(today) === true ? next : undefined;
}

/**
 * Once more at another time. A series keeps its own times, and a whole day its date: the repeat is
 * a reminder of its own.
 */
export function snooze(
  maker: Maker,
  row: ReminderRow,
  {
    insist,
    ...to
  }: {
    readonly start: string;
    readonly zone: string;
    readonly instant?: number | undefined;
    readonly insist?: ReminderRow["insist"] | undefined;
  },
): Command {
  if (row.rrule === null && !row.all_day) {
    const after = reviseRow(maker, row, { insist, timing: { ...to, rrule: null } });
    return {
      operation: "snooze_reminder",
      payload: describeRow(after),
      changes: [{ kind: "reminder_updated", before: row, after }],
    };
  }
  const occurrence = wallTimeAt(
    row.last_fired_at === null ? maker.now : Date.parse(row.last_fired_at),
    row.captured_timezone,
  );
  const wish = {
    content: row.content,
    durationMinutes: row.all_day ? null : row.duration_minutes,
    latePolicy: row.late_policy,
    insist: insist ?? row.insist,
    ...to,
    ...(row.rrule === null ? {} : { of: { seriesId: row.id, occurrence } }),
  };
  const single = newRow(maker, wish);
  return {
    operation: "snooze_reminder",
    payload: { ...describeRow(single), ...(row.rrule === null ? {} : { series_id: row.id }) },
    changes: [{ kind: "reminder_created", before: null, after: single }, ...quieten(maker, row)],
  };
}

/** No more repeats of the time that has come; a series goes on with its next one. */
export function endRepeats(maker: Maker, row: ReminderRow): Command {
  const over = {
    lifecycle: "completed",
    completion: "fired",
    completed_at: iso(maker.now),
  } as const;
  const [change] = quieten(maker, row);
  const changes =
    change === undefined
      ? []
      : [{ ...change, after: { ...change.after, ...(row.next_fire_at === null ? over : {}) } }];
  return { operation: "update_reminder", payload: describeRow(row), changes };
}

/** It goes off once, at its own time. */
export const callOffRepeats = (maker: Maker, row: ReminderRow): Command => ({
  operation: "update_reminder",
  payload: describeRow(row),
  changes: [
    {
      kind: "reminder_updated",
      before: row,
      after: { ...row, insist: null, updated_at: iso(maker.now), version: row.version + 1 },
    },
  ],
});

const quieten = (maker: Maker, row: ReminderRow): RowChange[] =>
  row.nag_at === null
    ? []
    : [
        {
          kind: "reminder_updated",
          before: row,
          after: { ...row, ...atRest, updated_at: iso(maker.now), version: row.version + 1 },
        },
      ];
