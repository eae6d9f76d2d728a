import { Refusal } from "../../../domain/errors.ts";
import type {
  ReminderAct,
  ReminderActOn,
  ReminderChange,
  ReminderView,
} from "../../../domain/views/reminders.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import {
  activeRows,
  type RemindersApiDeps,
  morningOf,
  notPersonal,
  ownOccurrences,
  theRow,
  viewOf,
} from "./reminder-views.ts";
import { forecastOf } from "./delivery-forecast.ts";
import { factsOf, maker } from "./record-commands.ts";
import { cancel, type Command, restore, update } from "../commands/commands.ts";
import type { Maker } from "../commands/new-row.ts";
import { overlapping, findDuplicate } from "../commands/overlap.ts";
import type { ReminderRow } from "../rows.ts";
import { isRunning } from "../commands/schedule.ts";
import { change, occurrenceOf, refuseChange } from "./change-reminder.ts";
import { complete, skip, snooze, unskip } from "../commands/occurrence-commands.ts";

interface Which {
  readonly accountId: string;
  readonly id: string;
  readonly version?: number | undefined;
}

/** One operation on one reminder. Returns the updated row. */
export async function actOn(
  on: RemindersApiDeps,
  which: Which,
  act: ReminderAct,
): Promise<ReminderView> {
  return withForecast(on, which.accountId, await decide(on, which, act));
}

/** A single reminder also shows whether it can be delivered on time. */
export async function withForecast(
  on: RemindersApiDeps,
  accountId: string,
  view: ReminderView,
): Promise<ReminderView> {
  const delivery = await forecastOf(on, accountId, view.id);
  return delivery === null ? view : { ...view, delivery };
}

async function readForChange(read: Reads, which: Which): Promise<ReminderRow> {
  const row = await theRow(read, which.accountId, which.id);
  if (which.version === undefined || which.version === row.version) return row;
  throw new Refusal(
    "version_conflict",
    { version: row.version },
    "Another request changed this first. Read it again and retry.",
  );
}

/** Several operations in one commit. A reminder may be named once: each is decided on its row. */
export function actOnAll(
  on: RemindersApiDeps,
  accountId: string,
  acts: readonly ReminderActOn[],
): Promise<readonly ReminderView[]> {
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const morning = await morningOf(read, accountId);
    const by = maker(on, { accountId, now, newId, source: "api", morning });
    const commands: Command[] = [];
    const views: ReminderView[] = [];
    for (const [index, { act, ...which }] of acts.entries()) {
      const isRepeated = acts.findIndex(({ id }) => id === which.id) < index;
      if (isRepeated) throw refuseChange("named_twice", index);
      const { row, command } = await decideOne({ by, read }, { ...which, accountId }, act).catch(
        (error: unknown) => {
          throw error instanceof Refusal
            ? new Refusal(error.code, { ...error.fact, index }, error.message)
            : error;
        },
      );
      commands.push(command);
      views.push(viewOf(latestOf(command, row)));
    }
    return { ...(await factsOf({ on, read, by }, commands)), result: views };
  });
}

async function decideOne(
  at: { by: Maker; read: Reads },
  which: Which,
  act: ReminderAct,
): Promise<{ readonly row: ReminderRow; readonly command: Command }> {
  const row = await readForChange(at.read, which);
  return { row, command: await commandFor(at, row, act) };
}

/** The row that the request named, or the one that it became. */
const latestOf = ({ changes }: Command, row: ReminderRow): ReminderRow =>
  changes.findLast(({ after }) => after.id === row.id)?.after ?? changes.at(-1)?.after ?? row;

function decide(on: RemindersApiDeps, which: Which, act: ReminderAct): Promise<ReminderView> {
  return on.decisions.run(which.accountId, async ({ read, now, newId }) => {
    const { accountId } = which;
    const morning = await morningOf(read, accountId);
    const by = maker(on, { accountId, now, newId, source: "api", morning });
    const { row, command } = await decideOne({ by, read }, which, act);
    const facts = await factsOf({ on, read, by }, [command]);
    const after = latestOf(command, row);
    const other =
      act.kind === "change" && on.overlap !== "off"
        ? await findOverlaps(read, command, by)
        : undefined;
    return {
      ...facts,
      result: { ...viewOf(after), ...(other === undefined ? {} : { overlaps: other }) },
    };
  });
}

/** Overlaps of the changed reminder, as for a new one. */
async function findOverlaps(
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

async function commandFor(
  at: { by: Maker; read: Reads },
  row: ReminderRow,
  act: ReminderAct,
): Promise<Command> {
  const { by, read } = at;
  assertActable(row, act, by.now);
  switch (act.kind) {
    case "restore":
      return (
        restore(by, row, await readCancelledOccurrences(read, row)) ?? raise("time_has_passed")
      );
    case "snooze":
      return snoozeBy(by, row, act.minutes);
    case "complete":
      return complete(by, row);
    case "delete":
      return cancel(by, row, await ownOccurrences(read, row));
    case "unskip":
      return unskip(by, row, act.occurrence) ?? raise("no_such_occurrence");
    case "skip":
      return skip(by, row, occurrenceOf(row, act.occurrence));
    case "clear_time":
      // A series can't be without a time.
      if (row.rrule !== null) throw refuseChange("recurring_needs_a_time");
      return update(by, row, { timing: { start: null, zone: row.captured_timezone } });
    case "change":
      return changeUnlessDuplicate(at, row, act.change);
    default:
      return act satisfies never;
  }
}

/** A deleted reminder can only be restored; a finished one can also be snoozed. */
function assertActable(row: ReminderRow, act: ReminderAct, now: number): void {
  const other = notPersonal(row);
  if (other !== undefined) throw refuseChange(other);
  if (act.kind === "restore") return;
  if (row.lifecycle === "deleted") throw refuseChange("not_active");
  // Its last occurrence may have been the one that was left out.
  const isReturning = act.kind === "unskip" && row.completion === "skipped";
  const isOpen = row.lifecycle === "active" || isRunning(row, now);
  if (!isOpen && act.kind !== "snooze" && !isReturning) throw refuseChange("not_active");
}

function snoozeBy(by: Maker, row: ReminderRow, minutes: number): Command {
  const instant = by.now + minutes * 60_000;
  const zone = row.captured_timezone;
  return snooze(by, row, { start: wallTimeAt(instant, zone), zone, instant });
}

async function changeUnlessDuplicate(
  { by, read }: { by: Maker; read: Reads },
  row: ReminderRow,
  asked: ReminderChange,
): Promise<Command> {
  const command = change({ by, own: await ownOccurrences(read, row) }, row, asked);
  if ("reason" in command) return raise(command.reason);
  return findDuplicate(command.changes, await activeRows(read, by.accountId)) === undefined
    ? command
    : raise("duplicate_reminder");
}

/** Occurrences that lived on their own and were called off with their series. */
const readCancelledOccurrences = (read: Reads, row: ReminderRow): Promise<ReminderRow[]> =>
  row.rrule === null || row.deleted_at === null
    ? Promise.resolve([])
    : read.rows<ReminderRow>(
        "select * from reminder where owner_account_id = $1 and series_id = $2 and lifecycle = 'deleted' and deleted_at = $3",
        [row.owner_account_id, row.id, row.deleted_at],
      );

function raise(reason: string): never {
  throw refuseChange(reason);
}
