import { Refusal } from "../../../domain/errors.ts";
import type { ImportReport } from "../../../domain/views/reminders.ts";
import { slices } from "../../../domain/slices.ts";
import { type RemindersApiDeps, morningOf, zoneOf } from "./reminder-views.ts";
import { forecastsOf } from "./delivery-forecast.ts";
import { factsOf, maker } from "./record-commands.ts";
import { type Command, create, type Revision, update } from "../commands/commands.ts";
import { feedUid, ownId, rowUid } from "../ics/write.ts";
import type { ReadCalendar, Skipped } from "../ics/read.ts";
import type { Maker, NewReminder } from "../commands/new-row.ts";
import type { ReminderRow } from "../rows.ts";
import { skip } from "../commands/occurrence-commands.ts";
import type { ImportedItem } from "../ics/split-series.ts";

/**
 * Imports a calendar as reminders. Entries that were imported before are found by their ids:
 * importing the same file again changes nothing, a newer file changes what differs. Entries that
 * are over or cannot be stored are listed with the reason.
 */
export async function importInto(
  on: RemindersApiDeps,
  accountId: string,
  text: string,
): Promise<ImportReport> {
  const zone = await on.decisions.run(accountId, async ({ read }) => ({
    events: [],
    result: await zoneOf(read, accountId),
  }));
  const bytes = new TextEncoder().encode(text);
  // Read before anything is locked, so that no other request waits for it.
  const calendar = (await on.fileReader.read({
    accountId,
    kind: "calendar",
    bytes,
    options: { zone },
  })) as ReadCalendar | undefined;
  if (calendar === undefined)
    throw new Refusal("invalid_request", { field: "body" }, "This is not an iCalendar file.");
  const { latest, ...report } = await record(on, accountId, calendar);
  const forecasts = [...(await forecastsOf(on, accountId, latest)).values()];
  return { ...report, delivery: forecasts.find((each) => !each.on_time) ?? forecasts[0] ?? null };
}

/** `latest`: what comes last of all that is imported. If it can come at its time, the rest can. */
function record(
  on: RemindersApiDeps,
  accountId: string,
  calendar: ReadCalendar,
): Promise<Omit<ImportReport, "delivery"> & { readonly latest: readonly string[] }> {
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const morning = await morningOf(read, accountId);
    const by = maker(on, { accountId, now, newId, source: "import", morning });
    const uids = calendar.items.map(({ uid }) => uid);
    const known = await read.rows<ReminderRow>(
      `select * from reminder where owner_account_id = $1 and (uid = any($2) or id = any($3) or series_id = any($3))
       order by lifecycle <> 'deleted', occurrence nulls first`,
      [accountId, uids, uids.flatMap((uid) => ownId(uid) ?? [])],
    );
    const work: Work = {
      by,
      known: new Map(known.flatMap((row) => namesOf(row).map((name) => [keyOf(name), row]))),
      commands: [],
      skipped: [...calendar.skipped],
      unchanged: 0,
    };
    // Series first, because a changed occurrence is taken out of its series.
    const slice = await slices.begin();
    for (const item of calendar.items.toSorted(
      (a, b) => Number(a.occurrence !== null) - Number(b.occurrence !== null),
    )) {
      take(work, item);
      await slice.yieldIfDue();
    }
    const facts = await factsOf({ on, read, by }, work.commands);
    const imported = work.commands.filter(({ operation }) => operation !== "skip_occurrence");
    const result = {
      imported: imported.length,
      unchanged: work.unchanged,
      skipped: work.skipped,
      latest: latestOf(imported.flatMap(({ changes }) => changes.map(({ after }) => after))),
    };
    return { ...facts, result };
  });
}

/** Of what comes once and of series: a series goes on, whatever comes after its next time. */
function latestOf(rows: readonly ReminderRow[]): string[] {
  const ahead = rows
    .filter((row) => row.next_fire_at !== null)
    .toSorted((a, b) => Date.parse(a.next_fire_at ?? "") - Date.parse(b.next_fire_at ?? ""));
  const last = [false, true].map((isSeries) =>
    ahead.findLast(({ rrule }) => (rrule !== null) === isSeries),
  );
  return last.flatMap((row) => row?.id ?? []);
}

interface Work {
  readonly by: Maker;
  /** By calendar id and occurrence, as this import has left them. */
  readonly known: Map<string, ReminderRow>;
  readonly commands: Command[];
  readonly skipped: {
    uid: string;
    title: string;
    reason: Skipped["reason"] | "over" | "removed";
  }[];
  unchanged: number;
}

/** A row is known by the calendar that it came from, and by ours. */
const namesOf = (row: ReminderRow): Pick<ImportedItem, "uid" | "occurrence">[] => [
  { uid: rowUid(row), occurrence: null },
  { uid: feedUid(row), occurrence: row.occurrence },
];

const keyOf = (of: Pick<ImportedItem, "uid" | "occurrence">): string =>
  `${of.uid}\n${of.occurrence ?? ""}`;

function take(work: Work, item: ImportedItem): void {
  const was = work.known.get(keyOf(item));
  if (isRemoved(work, item, was)) {
    work.skipped.push({ uid: item.uid, title: item.title, reason: "removed" });
    return;
  }
  // Entries exported by this product exist here already, with more detail than a calendar has.
  if (was !== undefined && (was.uid === null || ownId(item.uid) === was.id)) {
    work.unchanged += 1;
    return;
  }
  const wish = toNewReminder(work, item);
  const command =
    was === undefined ? create(work.by, wish) : update(work.by, was, revisionFor(was, wish));
  const row = command.changes[0]?.after;
  if (row === undefined) throw new Error("an import made no row");
  // Also where nothing of it is new: the series may have been recreated just now.
  leaveOut(work, item);
  if (was !== undefined && isSame(was, row)) work.unchanged += 1;
  else if (row.kind !== "no_trigger_time" && row.next_fire_at === null && row.completion === null)
    work.skipped.push({ uid: item.uid, title: item.title, reason: "over" });
  else {
    work.commands.push(command);
    work.known.set(keyOf(item), row);
  }
}

/**
 * A reminder that the person deleted here stays deleted, including its changed days in the
 * calendar.
 */
function isRemoved(work: Work, item: ImportedItem, was: ReminderRow | undefined): boolean {
  const of = was ?? work.known.get(keyOf({ uid: item.uid, occurrence: null }));
  return of?.lifecycle === "deleted";
}

/** Days that the person left out of a series stay out as long as its times are the same. */
function revisionFor(was: ReminderRow, wish: NewReminder): Revision {
  const isDay = wish.allDay === true;
  const keepsDays =
    was.rrule === wish.rrule &&
    (isDay ? dateOf(was.local_start) === dateOf(wish.start) : was.local_start === wish.start) &&
    was.captured_timezone === wish.zone;
  // Before there were whole days, one of a file was a reminder in its morning.
  const left = keepsDays ? was.exdates.map((day) => (isDay ? `${dateOf(day)}T00:00:00` : day)) : [];
  const exdates = [...new Set([...left, ...(wish.exdates ?? [])])].toSorted();
  return {
    content: wish.content,
    durationMinutes: wish.durationMinutes,
    timing: { ...wish, exdates },
  };
}

const dateOf = (wall: string | null): string | undefined => wall?.slice(0, 10);

function toNewReminder(work: Work, item: ImportedItem): NewReminder {
  const series =
    item.occurrence === null
      ? undefined
      : work.known.get(keyOf({ uid: item.uid, occurrence: null }));
  const of =
    item.occurrence === null
      ? undefined
      : { seriesId: series?.id ?? null, occurrence: item.occurrence };
  return {
    content: item.title,
    zone: item.zone,
    start: item.start,
    rrule: item.rrule,
    durationMinutes: item.durationMinutes,
    allDay: item.isAllDay,
    uid: item.uid,
    exdates: item.exdates,
    of,
  };
}

/** The series loses the occurrences that are reminders of their own. */
function leaveOut(work: Work, item: ImportedItem): void {
  const key = keyOf({ uid: item.uid, occurrence: null });
  const series = work.known.get(key);
  // A file says nothing about what was made here.
  if (
    item.occurrence === null ||
    series === undefined ||
    series.uid === null ||
    series.exdates.includes(item.occurrence)
  )
    return;
  const left = skip(work.by, series, item.occurrence);
  work.commands.push(left);
  work.known.set(key, left.changes[0]?.after ?? series);
}

/**
 * A series may have lost days here that the calendar still has: those are the person's own doing
 * and stay.
 */
const isSame = (was: ReminderRow, now: ReminderRow): boolean =>
  was.content === now.content &&
  was.local_start === now.local_start &&
  was.captured_timezone === now.captured_timezone &&
  was.rrule === now.rrule &&
  was.duration_minutes === now.duration_minutes &&
  was.all_day === now.all_day &&
  now.exdates.every((day) => was.exdates.includes(day));
