import type { BatchItem, BatchResult } from "../../domain/reminder-book.ts";
import type { Reads } from "../../domain/reads.ts";
import { interpret } from "../../language/interpret.ts";
import { wallTimeAt } from "../../language/instants.ts";
import { type BookDeps, zoneOf } from "./book-rows.ts";
import { change } from "./book-acts.ts";
import { cancel, type Command, complete, create } from "./commands.ts";
import { contentHash } from "./content.ts";
import { factsOf, maker } from "./book-facts.ts";
import type { Maker } from "./new-row.ts";
import type { ReminderRow } from "./rows.ts";
import { wishOf } from "./wish.ts";

interface Batch {
  readonly read: Reads;
  readonly by: Maker;
  readonly home: string;
  readonly commands: Command[];
}

/** Each item stands for itself: one that cannot be done says why and holds up no other. All that can be done is one commit. */
export function runBatch(on: BookDeps, accountId: string, items: readonly BatchItem[]): Promise<readonly BatchResult[]> {
  return on.desk.work(accountId, async ({ read, now, newId }) => {
    const by = maker(on, { accountId, now, newId, source: "api" });
    const batch: Batch = { read, by, home: await zoneOf(read, accountId), commands: [] };
    const results: BatchResult[] = [];
    for (const item of items) results.push(await runItem(batch, item));
    return { ...(await factsOf({ on, read, by }, batch.commands)), result: results };
  });
}

const refused = (reason: string, needsPerson = false, fact: BatchResult["fact"] = {}): BatchResult => ({
  state: needsPerson ? "needs_follow_up" : "failed",
  reminder_id: null,
  reason,
  time_state: reason === "needs_past_time_confirmation" ? "past" : null,
  fact,
});

async function runItem(batch: Batch, item: BatchItem): Promise<BatchResult> {
  if (item.operation === "create") return createItem(batch, item);
  if (item.reminder_id === undefined) return refused("missing_match", true);
  const row = await rowFor(batch, item.reminder_id);
  if (row === undefined) return refused("not_found");
  if (row.lifecycle !== "active") return { ...refused("not_active"), reminder_id: row.id, fact: { lifecycle: row.lifecycle } };
  const command =
    item.operation === "delete"
      ? cancel(batch.by, row)
      : item.operation === "complete"
        ? complete(batch.by, row)
        : change(batch, row, item);
  if ("reason" in command) return { ...refused(command.reason, command.needsPerson), reminder_id: row.id };
  batch.commands.push(command);
  return succeeded(command.changes[0]?.after ?? row, batch.by.now);
}

async function createItem(batch: Batch, item: BatchItem): Promise<BatchResult> {
  const wish = wishOf(spoken(batch, item), batch.home, batch.by.now);
  if ("reason" in wish) return refused(wish.reason, wish.needsPerson);
  const command = create(batch.by, wish.wish);
  const row = command.changes[0]?.after;
  if (row === undefined) throw new Error("a create made no row");
  if (row.kind === "recurring" && row.next_fire_at === null) return refused("no_future_occurrence");
  const twin = await twinOf(batch, row);
  if (twin !== undefined) return { ...refused("duplicate_reminder"), reminder_id: twin };
  batch.commands.push(command);
  return succeeded(row, batch.by.now);
}

/** Words without a time are read by the rules; what they cannot read stays a wish without a time. */
function spoken(batch: Batch, item: BatchItem): BatchItem {
  if (item.trigger_time !== undefined || item.raw_text === undefined || item.kind === "no_trigger_time") return item;
  const zone = item.captured_timezone ?? batch.home;
  const { intent, items } = interpret({ text: item.raw_text, now: wallTimeAt(batch.by.now, batch.home), tz: zone });
  const [only, second] = items;
  if (intent !== "create" || only === undefined || second !== undefined) return { ...item, kind: item.kind ?? "timed" };
  return {
    ...item,
    content: item.content ?? only.title,
    trigger_time: only.start,
    recurrence_rule: item.recurrence_rule ?? only.rrule,
    duration_minutes: item.duration_minutes ?? only.durationMinutes,
  };
}

/** A row as this batch has left it. */
async function rowFor(batch: Batch, id: string): Promise<ReminderRow | undefined> {
  const changed = batch.commands.flatMap(({ changes }) => changes).findLast(({ after }) => after.id === id);
  if (changed !== undefined) return changed.after;
  const [row] = await batch.read.rows<ReminderRow>("select * from reminder where id = $2 and owner_account_id = $1", [
    batch.by.accountId,
    id,
  ]);
  return row;
}

async function twinOf(batch: Batch, row: ReminderRow): Promise<string | undefined> {
  const made = batch.commands.flatMap(({ changes }) => changes).map(({ after }) => after);
  const stored = await batch.read.rows<ReminderRow>(
    "select * from reminder where owner_account_id = $1 and lifecycle = 'active' and content_hash = $2",
    [batch.by.accountId, contentHash(row.content)],
  );
  const isTwin = (other: ReminderRow): boolean =>
    other.lifecycle === "active" &&
    other.content_hash === row.content_hash &&
    other.rrule === row.rrule &&
    other.kind === row.kind &&
    other.next_fire_at === row.next_fire_at;
  return [...made, ...stored].find(isTwin)?.id;
}

const succeeded = (row: ReminderRow, now: number): BatchResult => ({
  state: "succeeded",
  reminder_id: row.id,
  reason: null,
  time_state: row.next_fire_at === null ? "none" : Date.parse(row.next_fire_at) > now ? "future" : "past",
  fact: {
    content: row.content,
    kind: row.kind,
    lifecycle: row.lifecycle,
    local_start: row.local_start,
    captured_timezone: row.captured_timezone,
    next_fire_at: row.next_fire_at,
    rrule: row.rrule,
    duration_minutes: row.duration_minutes,
  },
});
