import { iso } from "../../../domain/ports/clock.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { cleanContent, contentHash } from "./content.ts";
import { isToDo } from "./details.ts";
import { atRest, startAgain } from "./insist.ts";
import { dayFields, keepDay, type Maker, newRow, type NewReminder } from "./new-row.ts";
import type { ReminderRow } from "../rows.ts";
import { nextFireAt, ruleParts } from "./schedule.ts";
import { rekeyOccurrence } from "./series-days.ts";

export interface RowChange {
  readonly kind:
    | "reminder_created"
    | "reminder_updated"
    | "reminder_completed"
    | "reminder_deleted"
    | "reminder_restored";
  readonly before: ReminderRow | null;
  readonly after: ReminderRow;
  /** Fields of the event in addition to the row. */
  readonly fact?: { readonly skipped: string } | { readonly completed_occurrence: string };
}

/** One request and the rows that it changes. Nothing is written yet. */
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
  readonly payload: JsonObject;
  readonly changes: readonly RowChange[];
}

export function create(maker: Maker, wish: NewReminder): Command {
  const row = newRow(maker, wish);
  return {
    operation: "create",
    payload: describeRow(row),
    changes: [{ kind: "reminder_created", before: null, after: row }],
  };
}

/** The changed fields; others stay. A new time makes a reminder that has fired active again. */
export interface Revision {
  readonly content?: string | undefined;
  readonly durationMinutes?: number | null | undefined;
  readonly latePolicy?: ReminderRow["late_policy"] | undefined;
  readonly insist?: ReminderRow["insist"] | undefined;
  readonly calendar?: ReminderRow["calendar"] | undefined;
  readonly timing?: Pick<
    NewReminder,
    "start" | "zone" | "rrule" | "workdays" | "instant" | "allDay"
  > & {
    readonly exdates?: readonly string[];
  };
  /** Of a series: its occurrences that live on their own. They go by its hour. */
  readonly own?: readonly ReminderRow[] | undefined;
}

/** The row as it would be. */
export function reviseRow(
  maker: Maker,
  row: ReminderRow,
  { content, durationMinutes, latePolicy, timing, insist, calendar }: Revision,
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
    ...(calendar === undefined ? {} : { calendar }),
    late_policy: latePolicy ?? row.late_policy,
    ...reviseInsistence(maker, row, insist),
    updated_at: iso(maker.now),
    version: row.version + 1,
  };
  if (timing === undefined) return changed;
  const rrule = timing.rrule ?? null;
  const timed: ReminderRow = {
    ...changed,
    ...atRest,
    ...(timing.start === null ? { insist: null } : {}),
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
    ...reviseDays(maker, row, timing),
  };
  return keepDay({ ...timed, next_fire_at: nextFireAt(timed, maker.now) }, maker.now);
}

/** Another pattern counts from now where the reminder is repeating already. */
function reviseInsistence(
  { now }: Maker,
  row: ReminderRow,
  insist: Revision["insist"],
): Partial<ReminderRow> {
  if (insist === undefined) return {};
  if (insist !== null)
    return row.nag_at === null ? { insist } : { insist, ...startAgain({ ...row, insist }, now) };
  const isOver = row.nag_at !== null && row.next_fire_at === null;
  const over = { lifecycle: "completed", completion: "fired", completed_at: iso(now) } as const;
  return { insist, ...atRest, ...(isOver ? over : {}) };
}

/** Whole days that only move to another date are whole days still. */
function reviseDays(
  maker: Maker,
  row: ReminderRow,
  { start, allDay }: NonNullable<Revision["timing"]>,
): Pick<ReminderRow, "all_day" | "remind_at"> {
  const fields = dayFields(maker, allDay ?? (row.all_day && start?.endsWith("T00:00:00") === true));
  return fields.all_day && row.all_day ? { ...fields, remind_at: row.remind_at } : fields;
}

export function update(maker: Maker, row: ReminderRow, revision: Revision): Command {
  const after = reviseRow(maker, row, revision);
  const changes = [
    { before: row, after },
    ...rekeyOccurrence(revision.own ?? [], { row, after, now: maker.now }),
  ];
  return {
    operation: "update_reminder",
    payload: describeRow(after),
    changes: changes.map((each) => ({ kind: "reminder_updated", ...each })),
  };
}

/** Cancels a reminder together with its changed occurrences. */
export function cancel(maker: Maker, row: ReminderRow, own: readonly ReminderRow[] = []): Command {
  const changes = [row, ...own].map((before): RowChange => {
    const gone = {
      lifecycle: "deleted",
      next_fire_at: null,
      ...atRest,
      deleted_at: iso(maker.now),
    } as const;
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

/**
 * Restores a deleted or completed reminder. Undefined when its time has passed meanwhile, unless it
 * repeats until it is done.
 */
export function restoreRow(maker: Maker, row: ReminderRow): ReminderRow | undefined {
  const next = nextFireAt(row, maker.now);
  const back = {
    lifecycle: "active",
    completion: null,
    completed_at: null,
    deleted_at: null,
    next_fire_at: next,
  } as const;
  const hasFired = row.last_fired_at !== null && next === null;
  // A row of an earlier version knows nothing of repeats.
  const { insist = null, nag_at = null } = row as Partial<ReminderRow>;
  const isRepeating = hasFired || nag_at !== null;
  const repeats = isRepeating ? startAgain({ ...row, insist }, maker.now) : atRest;
  const there = keepDay({ ...row, ...back, insist, ...repeats }, maker.now);
  const isOver =
    row.kind !== "no_trigger_time" &&
    next === null &&
    there.nag_at === null &&
    there.lifecycle === "active";
  // A to-do is open until it is done, also after its date.
  if (isOver && isToDo(row))
    return {
      ...row,
      lifecycle: "completed",
      completion: "fired",
      deleted_at: null,
      updated_at: iso(maker.now),
      version: row.version + 1,
    };
  return isOver ? undefined : { ...there, updated_at: iso(maker.now), version: row.version + 1 };
}

/**
 * With the occurrences that were called off along with it, as far as their time is still to come.
 */
export function restore(
  maker: Maker,
  row: ReminderRow,
  along: readonly ReminderRow[] = [],
): Command | undefined {
  const after = restoreRow(maker, row);
  if (after === undefined) return undefined;
  const changes = [row, ...along].flatMap((before): RowChange[] => {
    const back = restoreRow(maker, before);
    return back === undefined ? [] : [{ kind: "reminder_restored", before, after: back }];
  });
  return { operation: "restore_reminder", payload: describeRow(after), changes };
}

/** A command's name for the row it writes. */
export function describeRow(row: ReminderRow): JsonObject {
  return {
    reminder_id: row.id,
    content: row.content,
    kind: row.kind,
    local_start: row.local_start,
    captured_timezone: row.captured_timezone,
    rrule: row.rrule,
    duration_minutes: row.duration_minutes,
    ...(row.all_day ? { all_day: true } : {}),
    ...(row.insist === null ? {} : { insist: row.insist }),
    next_fire_at: row.next_fire_at,
  };
}
