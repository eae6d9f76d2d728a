import { iso } from "../../../domain/ports/clock.ts";
import type { Payload } from "../../../domain/events.ts";
import { wallTimeAt } from "../../../language/instants.ts";
import { cleanContent, contentHash } from "./content.ts";
import { type Maker, newRow, type NewReminder } from "./new-row.ts";
import type { ReminderRow } from "../rows.ts";
import { nextFireAt, occurrenceAfter, ruleParts } from "./schedule.ts";
import { renamed } from "./series-days.ts";

export interface RowChange {
  readonly kind:
    | "reminder_created"
    | "reminder_updated"
    | "reminder_completed"
    | "reminder_deleted"
    | "reminder_restored";
  readonly before: ReminderRow | null;
  readonly after: ReminderRow;
  /** What the fact says besides the row. */
  readonly fact?: Payload | undefined;
}

/** One thing that was asked for, and the rows that it changes. Nothing has happened yet. */
export interface Command {
  readonly operation:
    | "create"
    | "update_reminder"
    | "delete_reminder"
    | "complete_reminder"
    | "snooze_reminder"
    | "skip_occurrence"
    | "edit_occurrence"
    | "restore_reminder"
    | "undo";
  readonly payload: Payload;
  readonly changes: readonly RowChange[];
}

export function create(maker: Maker, wish: NewReminder): Command {
  const row = newRow(maker, wish);
  return {
    operation: "create",
    payload: described(row),
    changes: [{ kind: "reminder_created", before: null, after: row }],
  };
}

/** What is new about it; what is not named stays. A new time of something that has gone off makes it active again. */
export interface Revision {
  readonly content?: string | undefined;
  readonly durationMinutes?: number | null | undefined;
  readonly latePolicy?: ReminderRow["late_policy"] | undefined;
  readonly timing?: Pick<NewReminder, "start" | "zone" | "rrule" | "workdays" | "instant"> & {
    readonly exdates?: readonly string[];
  };
  /** Of a series: its occurrences that live on their own. They go by its hour. */
  readonly own?: readonly ReminderRow[] | undefined;
}

/** The row as it would be. */
export function revised(
  maker: Maker,
  row: ReminderRow,
  { content, durationMinutes, latePolicy, timing }: Revision,
): ReminderRow {
  const named =
    content === undefined
      ? {}
      : { content: cleanContent(content), content_hash: contentHash(cleanContent(content)) };
  const length = durationMinutes === undefined ? {} : { duration_minutes: durationMinutes };
  const changed = {
    ...row,
    ...named,
    ...length,
    late_policy: latePolicy ?? row.late_policy,
    updated_at: iso(maker.now),
    version: row.version + 1,
  };
  if (timing === undefined) return changed;
  const rrule = timing.rrule ?? null;
  const timed: ReminderRow = {
    ...changed,
    kind:
      row.kind === "shared_projection"
        ? row.kind
        : timing.start === null
          ? "no_trigger_time"
          : rrule === null
            ? "timed"
            : "recurring",
    lifecycle: "active",
    completion: null,
    completed_at: null,
    local_start: timing.start,
    captured_timezone: timing.zone,
    instant: timing.instant === undefined ? null : iso(timing.instant),
    rrule,
    workdays: timing.workdays ?? null,
    exdates: timing.exdates ?? [],
    recurrence_rule: ruleParts(rrule),
  };
  return { ...timed, next_fire_at: nextFireAt(timed, maker.now) };
}

export function update(maker: Maker, row: ReminderRow, revision: Revision): Command {
  const after = revised(maker, row, revision);
  const changes = [
    { before: row, after },
    ...renamed(revision.own ?? [], { row, after, now: maker.now }),
  ];
  return {
    operation: "update_reminder",
    payload: described(after),
    changes: changes.map((each) => ({ kind: "reminder_updated", ...each })),
  };
}

/** One occurrence is left out; the rest goes on. Without a rest the reminder is over. */
export function skip(maker: Maker, row: ReminderRow, occurrence: string): Command {
  const after = without(maker, row, occurrence);
  const payload = { ...described(after), occurrence };
  return {
    operation: "skip_occurrence",
    payload,
    changes: [{ kind: "reminder_updated", before: row, after, fact: { skipped: occurrence } }],
  };
}

/** What was left out is in the series again. Undefined when it was not left out. */
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

/** One occurrence gets a life of its own; the series has it no more. */
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
      after: { ...single, late_policy: to.wish.latePolicy ?? row.late_policy },
    },
  ];
  return {
    operation: "edit_occurrence",
    payload: { ...described(single), series_id: row.id, occurrence: to.occurrence },
    changes,
  };
}

/** It is called off, with the occurrences of it that were changed on their own. */
export function cancel(maker: Maker, row: ReminderRow, own: readonly ReminderRow[] = []): Command {
  const changes = [row, ...own].map((before): RowChange => {
    const gone = { lifecycle: "deleted", next_fire_at: null, deleted_at: iso(maker.now) } as const;
    return {
      kind: "reminder_deleted",
      before,
      after: { ...before, ...gone, updated_at: iso(maker.now), version: before.version + 1 },
    };
  });
  return {
    operation: "delete_reminder",
    payload: { reminder_id: row.id, content: row.content },
    changes,
  };
}

/** It is done. Of a series only one occurrence is: what is still to come today does not go off any more, the rest goes on. */
export function complete(maker: Maker, row: ReminderRow): Command {
  const payload = { reminder_id: row.id, content: row.content };
  if (row.rrule === null) {
    const over = {
      lifecycle: "completed",
      completion: "done",
      next_fire_at: null,
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
  const after = ahead
    ? without(maker, row, occurrence.wall)
    : { ...row, updated_at: iso(maker.now), version: row.version + 1 };
  const done = occurrence?.wall ?? wallTimeAt(maker.now, row.captured_timezone);
  const fact = { completed_occurrence: done };
  return {
    operation: "complete_reminder",
    payload: { ...payload, occurrence: done },
    changes: [{ kind: "reminder_completed", before: row, after, fact }],
  };
}

/** What has gone off today is what was done; otherwise what would go off later today. */
function todaysOccurrence(
  row: ReminderRow,
  now: number,
): { wall: string; instant: number } | undefined {
  const today = wallTimeAt(now, row.captured_timezone).slice(0, 10);
  const fired = row.last_fired_at === null ? undefined : { instant: Date.parse(row.last_fired_at) };
  if (fired !== undefined) {
    const wall = wallTimeAt(fired.instant, row.captured_timezone);
    if (wall.startsWith(today)) return { wall, instant: fired.instant };
  }
  const next = occurrenceAfter(row, now);
  return next?.wall.startsWith(today) === true ? next : undefined;
}

/** Once more at another time. A series keeps its own times: the repeat is a reminder of its own. */
export function snooze(
  maker: Maker,
  row: ReminderRow,
  to: { start: string; zone: string; instant?: number | undefined },
): Command {
  if (row.rrule === null) {
    const after = revised(maker, row, { timing: { ...to, rrule: null } });
    return {
      operation: "snooze_reminder",
      payload: described(after),
      changes: [{ kind: "reminder_updated", before: row, after }],
    };
  }
  const occurrence = wallTimeAt(
    row.last_fired_at === null ? maker.now : Date.parse(row.last_fired_at),
    row.captured_timezone,
  );
  const wish = {
    content: row.content,
    durationMinutes: row.duration_minutes,
    latePolicy: row.late_policy,
    ...to,
    of: { seriesId: row.id, occurrence },
  };
  const single = newRow(maker, wish);
  return {
    operation: "snooze_reminder",
    payload: { ...described(single), series_id: row.id },
    changes: [{ kind: "reminder_created", before: null, after: single }],
  };
}

/** What was deleted or done is there again. Undefined when its time has passed meanwhile. */
export function restored(maker: Maker, row: ReminderRow): ReminderRow | undefined {
  const next = nextFireAt(row, maker.now);
  if (row.kind !== "no_trigger_time" && next === null) return undefined;
  const back = {
    lifecycle: "active",
    completion: null,
    completed_at: null,
    deleted_at: null,
  } as const;
  return {
    ...row,
    ...back,
    next_fire_at: next,
    updated_at: iso(maker.now),
    version: row.version + 1,
  };
}

/** With the occurrences that were called off along with it, as far as their time is still to come. */
export function restore(
  maker: Maker,
  row: ReminderRow,
  along: readonly ReminderRow[] = [],
): Command | undefined {
  const after = restored(maker, row);
  if (after === undefined) return undefined;
  const changes = [row, ...along].flatMap((before): RowChange[] => {
    const back = restored(maker, before);
    return back === undefined ? [] : [{ kind: "reminder_restored", before, after: back }];
  });
  return { operation: "restore_reminder", payload: described(after), changes };
}

/** How a command names what it writes. */
function described(row: ReminderRow): Payload {
  return {
    reminder_id: row.id,
    content: row.content,
    kind: row.kind,
    local_start: row.local_start,
    captured_timezone: row.captured_timezone,
    rrule: row.rrule,
    duration_minutes: row.duration_minutes,
    next_fire_at: row.next_fire_at,
  };
}
