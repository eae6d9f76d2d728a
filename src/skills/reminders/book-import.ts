import { Refusal } from "../../domain/errors.ts";
import type { ImportReport } from "../../domain/reminder-book.ts";
import { type BookDeps, zoneOf } from "./book-rows.ts";
import { factsOf, maker } from "./book-facts.ts";
import { type Command, create, skip, update } from "./commands.ts";
import { type ImportedItem, readCalendar, type Skipped } from "./ics-read.ts";
import type { Maker, NewReminder } from "./new-row.ts";
import type { ReminderRow } from "./rows.ts";

/**
 * A calendar of somebody else becomes reminders. What was imported before is found by its id: a second import of the same
 * file changes nothing, one of a newer file changes what is different. What is over or cannot be kept is named with its reason.
 */
export function importInto(on: BookDeps, accountId: string, text: string): Promise<ImportReport> {
  return on.desk.work(accountId, async ({ read, now, newId }) => {
    const calendar = readCalendar(text, await zoneOf(read, accountId));
    if (calendar === undefined) throw new Refusal("invalid_request", "That is not an iCalendar file.", { field: "body" });
    const by = maker(on, { accountId, now, newId, source: "import" });
    const known = await read.rows<ReminderRow>(
      "select * from reminder where owner_account_id = $1 and uid = any($2) and lifecycle <> 'deleted' order by occurrence nulls first",
      [accountId, calendar.items.map(({ uid }) => uid)],
    );
    const work: Work = {
      by,
      known: new Map(known.map((row) => [keyOf(row), row])),
      commands: [],
      skipped: [...calendar.skipped],
      unchanged: 0,
    };
    // Series first: an occurrence of its own is taken out of its series.
    for (const item of calendar.items.toSorted((a, b) => Number(a.occurrence !== null) - Number(b.occurrence !== null))) take(work, item);
    const facts = await factsOf({ on, read, by }, work.commands);
    const imported = work.commands.filter(({ operation }) => operation !== "skip_occurrence").length;
    return { ...facts, result: { imported, unchanged: work.unchanged, skipped: work.skipped } };
  });
}

interface Work {
  readonly by: Maker;
  /** By calendar id and occurrence, as this import has left them. */
  readonly known: Map<string, ReminderRow>;
  readonly commands: Command[];
  readonly skipped: { uid: string; title: string; reason: Skipped["reason"] | "over" }[];
  unchanged: number;
}

const keyOf = (of: { uid: string | null; occurrence: string | null }): string => `${of.uid ?? ""}\n${of.occurrence ?? ""}`;

function take(work: Work, item: ImportedItem): void {
  const was = work.known.get(keyOf(item));
  const wish = wishFor(work, item);
  const command =
    was === undefined
      ? create(work.by, wish)
      : update(work.by, was, { content: wish.content, durationMinutes: wish.durationMinutes, timing: { ...wish, exdates: item.exdates } });
  const after = withDays(work, command, item);
  if (was !== undefined && isSame(was, after.row)) {
    work.unchanged += 1;
    return;
  }
  if (after.row.kind !== "no_trigger_time" && after.row.next_fire_at === null) {
    work.skipped.push({ uid: item.uid, title: item.title, reason: "over" });
    return;
  }
  work.commands.push(...after.commands);
  work.known.set(keyOf(item), after.row);
  leaveOut(work, item);
}

function wishFor(work: Work, item: ImportedItem): NewReminder {
  const series = item.occurrence === null ? undefined : work.known.get(keyOf({ uid: item.uid, occurrence: null }));
  const of = series === undefined || item.occurrence === null ? undefined : { seriesId: series.id, occurrence: item.occurrence };
  return {
    content: item.title,
    zone: item.zone,
    start: item.start,
    rrule: item.rrule,
    durationMinutes: item.durationMinutes,
    uid: item.uid,
    of,
  };
}

/** Days that the calendar leaves out are left out one by one, as a person would. */
function withDays(work: Work, command: Command, item: ImportedItem): { row: ReminderRow; commands: Command[] } {
  const [made] = command.changes;
  if (made === undefined) throw new Error("an import made no row");
  if (command.operation !== "create" || item.exdates.length === 0) return { row: made.after, commands: [command] };
  const commands = [command];
  let row = made.after;
  for (const day of item.exdates) {
    const left = skip(work.by, row, day);
    commands.push(left);
    row = left.changes[0]?.after ?? row;
  }
  return { row, commands };
}

/** The series has no more what lives on its own. */
function leaveOut(work: Work, item: ImportedItem): void {
  const key = keyOf({ uid: item.uid, occurrence: null });
  const series = work.known.get(key);
  if (item.occurrence === null || series === undefined || series.exdates.includes(item.occurrence)) return;
  const left = skip(work.by, series, item.occurrence);
  work.commands.push(left);
  work.known.set(key, left.changes[0]?.after ?? series);
}

/** A series may have lost days here that the calendar still has: those are the person's own doing and stay. */
const isSame = (was: ReminderRow, now: ReminderRow): boolean =>
  was.content === now.content &&
  was.local_start === now.local_start &&
  was.captured_timezone === now.captured_timezone &&
  was.rrule === now.rrule &&
  was.duration_minutes === now.duration_minutes &&
  now.exdates.every((day) => was.exdates.includes(day));
