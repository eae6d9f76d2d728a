import type { Item } from "../../../language/request.ts";
import type { BatchItem, BatchResult } from "../../../domain/views/reminders.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import { zoneName } from "../../../domain/zone.ts";
import { interpret } from "../../../language/interpret.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";
import {
  activeRows,
  type RemindersApiDeps,
  morningOf,
  notPersonal,
  ownOccurrences,
  zoneOf,
} from "./reminder-views.ts";
import { change } from "./change-reminder.ts";
import { forecastsOf } from "./delivery-forecast.ts";
import { cancel, type Command, create } from "../commands/commands.ts";
import { reviseDetails } from "../commands/details.ts";
import { toAsked } from "../commands/insist.ts";
import { factsOf, maker } from "./record-commands.ts";
import type { Maker } from "../commands/new-row.ts";
import { overlapping, findDuplicate } from "../commands/overlap.ts";
import { isRunning } from "../commands/schedule.ts";
import type { ReminderRow } from "../rows.ts";
import { parseRequested } from "./requested-reminder.ts";
import { complete } from "../commands/occurrence-commands.ts";

/** Budgets for all rules of one request, and for its search for overlaps. */
const mostSteps = 300_000;
const mostLooks = 100_000;

interface Batch {
  readonly on: RemindersApiDeps;
  readonly read: Reads;
  readonly by: Maker;
  readonly home: string;
  readonly now: number;
  readonly commands: Command[];
  /** The remaining budget of the request's rules. */
  readonly steps: Steps;
  readonly looks: Steps;
  /** The active reminders before the batch, once they have been read. */
  stored?: readonly ReminderRow[];
}

/**
 * Each item has its own result: one that fails says why and does not affect the others. All that
 * succeed are one commit.
 */
export async function runBatch(
  on: RemindersApiDeps,
  accountId: string,
  items: readonly BatchItem[],
): Promise<readonly BatchResult[]> {
  const results = await record(on, accountId, items);
  const done = results.flatMap(({ state, reminder_id: id }) =>
    state === "succeeded" && id !== null ? [id] : [],
  );
  const forecasts = await forecastsOf(on, accountId, done);
  return results.map((result) =>
    result.state === "succeeded"
      ? { ...result, delivery: forecasts.get(result.reminder_id ?? "") ?? null }
      : result,
  );
}

function record(
  on: RemindersApiDeps,
  accountId: string,
  items: readonly BatchItem[],
): Promise<readonly BatchResult[]> {
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const morning = await morningOf(read, accountId);
    const by = maker(on, { accountId, now, newId, source: "api", morning });
    const budget = { steps: { left: mostSteps }, looks: { left: mostLooks } };
    const batch: Batch = {
      on,
      read,
      by,
      home: await zoneOf(read, accountId),
      now,
      commands: [],
      ...budget,
    };
    const results: BatchResult[] = [];
    const slice = await slices.begin();
    for (const item of items) {
      results.push(await runItem(batch, item));
      await slice.yieldIfDue();
    }
    return { ...(await factsOf({ on, read, by }, batch.commands)), result: results };
  });
}

const refuseOperation = (
  reason: string,
  needsPerson = false,
  fact: BatchResult["fact"] = {},
): BatchResult => ({
  state: needsPerson ? "needs_follow_up" : "failed",
  reminder_id: null,
  reason,
  time_state: reason === "needs_past_time_confirmation" ? "past" : null,
  fact,
  delivery: null,
});

async function runItem(batch: Batch, item: BatchItem): Promise<BatchResult> {
  if (item.operation === "create") return createItem(batch, item);
  if (item.reminder_id === undefined) return refuseOperation("missing_match", true);
  const row = await rowFor(batch, item.reminder_id);
  if (row === undefined) return refuseOperation("not_found");
  if (row.lifecycle !== "active" && !isRunning(row, batch.by.now))
    return {
      ...refuseOperation("not_active"),
      reminder_id: row.id,
      fact: { lifecycle: row.lifecycle },
    };
  const other = notPersonal(row);
  if (other !== undefined)
    return {
      ...refuseOperation(other),
      reminder_id: row.id,
      fact: { shared_reminder_id: row.shared_reminder_id },
    };
  if (item.operation === "complete") return addItem(batch, complete(batch.by, row));
  const own = currentRows(batch, await ownOccurrences(batch.read, row)).filter(
    (each) => each.series_id === row.id,
  );
  if (item.operation === "delete") return addItem(batch, cancel(batch.by, row, own));
  const command = change({ by: batch.by, own }, row, item);
  if ("reason" in command)
    return { ...refuseOperation(command.reason, command.needsPerson), reminder_id: row.id };
  return createOnce(batch, command);
}

async function createItem(batch: Batch, item: BatchItem): Promise<BatchResult> {
  const { asked, workdays } = parseSpokenItem(batch, item);
  const wish = parseRequested(asked, batch);
  if ("reason" in wish) return refuseOperation(wish.reason, wish.needsPerson);
  const command = create(batch.by, {
    ...wish.wish,
    workdays,
    calendar: reviseDetails(null, item, wish.wish.content),
  });
  const row = command.changes[0]?.after;
  if (row?.kind === "recurring" && row.next_fire_at === null)
    return refuseOperation("no_future_occurrence");
  return createOnce(batch, command);
}

/** Creates the reminder unless it exists already. Overlaps are reported with it. */
async function createOnce(batch: Batch, command: Command): Promise<BatchResult> {
  const row = command.changes[0]?.after;
  if (row === undefined) throw new Error("a command made no row");
  const others = await active(batch);
  const twin = findDuplicate(command.changes, others);
  if (twin !== undefined) return { ...refuseOperation("duplicate_reminder"), reminder_id: twin.id };
  const other =
    batch.on.overlap === "off"
      ? undefined
      : overlapping(row, others, { now: batch.by.now, steps: batch.looks });
  const result = addItem(batch, command);
  if (other === undefined) return result;
  const { id, content, next_fire_at } = other;
  return {
    ...result,
    fact: { ...result.fact, overlaps: { reminder_id: id, content, next_fire_at } },
  };
}

function addItem(batch: Batch, command: Command): BatchResult {
  batch.commands.push(command);
  const row = command.changes[0]?.after;
  if (row === undefined) throw new Error("a command changed no row");
  return toSuccess(row, batch.by.now);
}

/** Rows as this batch has left them, with those it has made. */
function currentRows(batch: Batch, rows: readonly ReminderRow[]): ReminderRow[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { after } of batch.commands.flatMap(({ changes }) => changes))
    found.set(after.id, after);
  return [...found.values()].filter(({ lifecycle }) => lifecycle === "active");
}

async function active(batch: Batch): Promise<ReminderRow[]> {
  batch.stored ??= await activeRows(batch.read, batch.by.accountId);
  return currentRows(batch, batch.stored);
}

interface Spoken {
  readonly asked: BatchItem;
  readonly workdays?: "CN" | null | undefined;
}

/**
 * Words without a time are read by the rules, by the clocks of their zone; a text that they cannot
 * read becomes a to-do without a time.
 */
function parseSpokenItem(batch: Batch, item: BatchItem): Spoken {
  const { raw_text: text } = item;
  if (item.trigger_time !== undefined || text === undefined || item.kind === "no_trigger_time")
    return { asked: item, workdays: item.workdays };
  const zone = zoneName(item.captured_timezone ?? batch.home) ?? batch.home;
  const { intent, items } = interpret({ text, now: wallTimeAt(batch.by.now, zone), tz: zone });
  const [only, second] = items;
  return intent !== "create" || only === undefined || second !== undefined
    ? { asked: { ...item, content: item.content ?? only?.title, kind: item.kind ?? "timed" } }
    : {
        asked: withReading(item, only),
        workdays: item.recurrence_rule === undefined ? only.workdays : null,
      };
}

/** The program's own fields take precedence over the words. */
const withReading = (item: BatchItem, read: Item): BatchItem => ({
  ...item,
  content: item.content ?? read.title,
  trigger_time: read.start,
  recurrence_rule: item.recurrence_rule ?? read.rrule,
  duration_minutes: item.duration_minutes ?? read.durationMinutes,
  all_day: item.all_day ?? read.allDay,
  late_policy: item.late_policy ?? read.late,
  insist: item.insist ?? toAsked(read.insist),
});

/** A row as this batch has left it. */
async function rowFor(batch: Batch, id: string): Promise<ReminderRow | undefined> {
  const changed = batch.commands
    .flatMap(({ changes }) => changes)
    .findLast(({ after }) => after.id === id);
  if (changed !== undefined) return changed.after;
  const [row] = await batch.read.rows<ReminderRow>(
    "select * from reminder where id = $2 and owner_account_id = $1",
    [batch.by.accountId, id],
  );
  return row;
}

const toSuccess = (row: ReminderRow, now: number): BatchResult => ({
  state: "succeeded",
  reminder_id: row.id,
  reason: null,
  time_state:
    row.next_fire_at === null ? "none" : Date.parse(row.next_fire_at) > now ? "future" : "past",
  fact: {
    content: row.content,
    kind: row.kind,
    lifecycle: row.lifecycle,
    local_start: row.local_start,
    captured_timezone: row.captured_timezone,
    next_fire_at: row.next_fire_at,
    rrule: row.rrule,
    duration_minutes: row.duration_minutes,
    all_day: row.all_day,
    late_policy: row.late_policy,
    insist: row.insist,
  },
  delivery: null,
});
