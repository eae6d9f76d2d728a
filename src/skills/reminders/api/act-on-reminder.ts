import { Refusal } from "../../../domain/errors.ts";
import type { ReminderAct, ReminderChange, ReminderView } from "../../../domain/views/reminders.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { wallTimeAt } from "../../../language/instants.ts";
import {
  activeRows,
  type BookDeps,
  notPersonal,
  ownOccurrences,
  theRow,
  viewOf,
} from "./reminder-views.ts";
import { factsOf, maker } from "./record-commands.ts";
import {
  cancel,
  type Command,
  complete,
  editOccurrence,
  restore,
  skip,
  snooze,
  unskip,
  update,
} from "../commands/commands.ts";
import type { Maker } from "../commands/new-row.ts";
import { overlapping, twinOf } from "../commands/overlap.ts";
import type { ReminderRow } from "../rows.ts";
import { occurrencesBetween } from "../commands/schedule.ts";
import { keptDays } from "../commands/series-days.ts";
import { momentOf, wishOf } from "./requested-reminder.ts";

interface Which {
  readonly accountId: string;
  readonly id: string;
  readonly version?: number | undefined;
}

/** One thing done to one reminder. The answer is the row as it is afterwards. */
export function actOn(on: BookDeps, which: Which, act: ReminderAct): Promise<ReminderView> {
  return on.desk.work(which.accountId, async ({ read, now, newId }) => {
    const row = await theRow(read, which.accountId, which.id);
    if (which.version !== undefined && which.version !== row.version) {
      throw new Refusal(
        "version_conflict",
        "Somebody else changed this first. Read it again and retry.",
        { version: row.version },
      );
    }
    const by = maker(on, { accountId: which.accountId, now, newId, source: "api" });
    const command = await commandFor({ by, read }, row, act);
    const facts = await factsOf({ on, read, by }, [command]);
    const after =
      command.changes.findLast((change) => change.after.id === row.id)?.after ??
      command.changes.at(-1)?.after ??
      row;
    const other =
      act.kind === "change" && on.overlap !== "off" ? await metBy(read, command, by) : undefined;
    return {
      ...facts,
      result: { ...viewOf(after), ...(other === undefined ? {} : { overlaps: other }) },
    };
  });
}

/** What the changed one falls on now, as for a new one. */
async function metBy(
  read: Reads,
  { changes }: Command,
  by: Maker,
): Promise<ReminderView["overlaps"]> {
  const moved = changes.find(({ before }) => before === null) ?? changes[0];
  if (moved === undefined || (moved.before !== null && isAsLong(moved.before, moved.after)))
    return undefined;
  const after = new Map(changes.map((change) => [change.after.id, change.after]));
  const others = (await activeRows(read, by.accountId)).map((row) => after.get(row.id) ?? row);
  const other = overlapping(moved.after, others, { now: by.now });
  return other === undefined
    ? undefined
    : { reminder_id: other.id, content: other.content, next_fire_at: other.next_fire_at };
}

const isAsLong = (before: ReminderRow, after: ReminderRow): boolean =>
  before.next_fire_at === after.next_fire_at &&
  before.rrule === after.rrule &&
  before.duration_minutes === after.duration_minutes;

const refuse = (reason: string): Refusal =>
  new Refusal("invalid_request", "This reminder cannot be changed like that.", { reason });

async function commandFor(
  at: { by: Maker; read: Reads },
  row: ReminderRow,
  act: ReminderAct,
): Promise<Command> {
  const { by, read } = at;
  const other = notPersonal(row);
  if (other !== undefined) throw refuse(other);
  if (act.kind === "restore")
    return restore(by, row, await goneAlong(read, row)) ?? raise("time_has_passed");
  if (row.lifecycle === "deleted") throw refuse("not_active");
  if (act.kind === "snooze") {
    const instant = by.now + act.minutes * 60_000;
    return snooze(by, row, {
      start: wallTimeAt(instant, row.captured_timezone),
      zone: row.captured_timezone,
      instant,
    });
  }
  // Its last occurrence may have been the one that was left out.
  if (row.lifecycle !== "active" && !(act.kind === "unskip" && row.completion === "skipped"))
    throw refuse("not_active");
  if (act.kind === "complete") return complete(by, row);
  if (act.kind === "delete") return cancel(by, row, await ownOccurrences(read, row));
  if (act.kind === "unskip") return unskip(by, row, act.occurrence) ?? raise("no_such_occurrence");
  if (act.kind === "skip") return skip(by, row, occurrenceOf(row, act.occurrence));
  if (act.kind === "clear_time") {
    // What comes again and again has no "some time".
    if (row.rrule !== null) throw refuse("recurring_needs_a_time");
    return update(by, row, { timing: { start: null, zone: row.captured_timezone } });
  }
  const command = change({ by, own: await ownOccurrences(read, row) }, row, act.change);
  if ("reason" in command) raise(command.reason);
  return twinOf(command.changes, await activeRows(read, by.accountId)) === undefined
    ? command
    : raise("duplicate_reminder");
}

/** Occurrences that lived on their own and were called off with their series. */
const goneAlong = (read: Reads, row: ReminderRow): Promise<ReminderRow[]> =>
  row.rrule === null || row.deleted_at === null
    ? Promise.resolve([])
    : read.rows<ReminderRow>(
        "select * from reminder where owner_account_id = $1 and series_id = $2 and lifecycle = 'deleted' and deleted_at = $3",
        [row.owner_account_id, row.id, row.deleted_at],
      );

function raise(reason: string): never {
  throw refuse(reason);
}

interface Unchanged {
  readonly reason: string;
  readonly needsPerson?: boolean;
}

/** One occurrence, or all of them. What is not named stays as it is. */
export function change(
  at: { readonly by: Maker; readonly own: readonly ReminderRow[] },
  row: ReminderRow,
  asked: ReminderChange,
): Command | Unchanged {
  const touchesTime =
    asked.trigger_time !== undefined ||
    asked.captured_timezone !== undefined ||
    asked.recurrence_rule !== undefined ||
    asked.occurrence !== undefined;
  const content = asked.content?.trim();
  if (content === "") return { reason: "missing_content", needsPerson: true };
  const latePolicy = asked.late_policy;
  if (!touchesTime)
    return update(at.by, row, { content, durationMinutes: asked.duration_minutes, latePolicy });
  if (asked.occurrence !== undefined && row.rrule === null) return { reason: "not_recurring" };
  if (
    asked.occurrence === undefined &&
    asked.trigger_time === null &&
    row.rrule !== null &&
    asked.recurrence_rule !== null
  )
    return { reason: "recurring_needs_a_time" };
  const isOne = asked.occurrence !== undefined;
  const wish = wishOf(
    {
      content: content ?? row.content,
      trigger_time:
        asked.trigger_time === undefined
          ? (asked.occurrence ?? row.local_start)
          : asked.trigger_time,
      captured_timezone: asked.captured_timezone ?? row.captured_timezone,
      recurrence_rule: isOne
        ? null
        : asked.recurrence_rule === undefined
          ? row.rrule
          : asked.recurrence_rule,
      duration_minutes:
        asked.duration_minutes === undefined ? row.duration_minutes : asked.duration_minutes,
      late_policy: latePolicy,
    },
    { home: row.captured_timezone, now: at.by.now },
  );
  if ("reason" in wish) return wish;
  if (isOne)
    return editOccurrence(at.by, row, {
      occurrence: occurrenceOf(row, asked.occurrence),
      wish: wish.wish,
    });
  const { start, zone, rrule = null, instant } = wish.wish;
  const workdays = rrule === row.rrule ? row.workdays : null;
  const timing = { start, zone, rrule, instant, workdays, exdates: keptDays(row, wish.wish) };
  const command = update(at.by, row, {
    content,
    durationMinutes: asked.duration_minutes,
    latePolicy,
    timing,
    own: at.own,
  });
  const isOver = rrule !== null && command.changes[0]?.after.next_fire_at === null;
  return isOver ? { reason: "no_future_occurrence" } : command;
}

/** An occurrence is named by its wall time in the reminder's own zone, or by the moment. It must be one of the series. */
function occurrenceOf(row: ReminderRow, named = ""): string {
  if (row.rrule === null) throw refuse("not_recurring");
  const wall = momentOf(named, row.captured_timezone)?.start;
  const around = wall === undefined ? Number.NaN : Date.parse(`${wall}Z`);
  const near = Number.isNaN(around)
    ? []
    : occurrencesBetween(row, {
        from: around - 2 * 86_400_000,
        to: around + 2 * 86_400_000,
        most: 1_000,
      });
  if (wall === undefined || !near.some((each) => each.wall === wall))
    throw refuse("no_such_occurrence");
  return wall;
}
