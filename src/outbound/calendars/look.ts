import { iso } from "../../domain/ports/clock.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { FileReader } from "../../domain/ports/file-reader.ts";
import { Refusal } from "../../domain/errors.ts";
import { engine } from "../../domain/principal.ts";
import type { OutsideCalendarProblem } from "../../domain/views/outside-calendars.ts";
import type { Database, Sql } from "../../store/database/database.ts";

/** Where a calendar is, as it is sealed. */
export interface SealedAddress {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** An entry as the reader of calendars finds it. */
interface FoundItem {
  readonly uid: string;
  readonly occurrence: string | null;
  readonly title: string;
  readonly start: string | null;
  readonly zone: string;
  readonly rrule: string | null;
  readonly exdates: readonly string[];
  readonly durationMinutes: number | null;
  readonly isAllDay: boolean;
  readonly isFree?: boolean | undefined;
}

export interface FoundCalendar {
  readonly items: readonly FoundItem[];
  readonly skipped: readonly unknown[];
}

export interface LookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly fileReader: FileReader;
  /** The bytes of the calendar, or a thrown problem. */
  fetch(of: SealedAddress & { readonly byOperator: boolean }, since: number): Promise<Uint8Array>;
  /** The problem that an error of `fetch` stands for; undefined for a bug. */
  problemOf(error: unknown): OutsideCalendarProblem | undefined;
  instantOf(wall: string, zone: string): number;
}

const dayMs = 86_400_000;
/** Entries that were over before are not kept. */
const keptMs = 62 * dayMs;

export interface Looked {
  readonly items: readonly FoundItem[];
  readonly skipped: number;
}

/** Fetches and reads a calendar. What is wrong with it is a word, not an error. */
export async function lookAt(
  on: LookDeps,
  of: SealedAddress & { readonly accountId: string; readonly byOperator: boolean },
): Promise<Looked | OutsideCalendarProblem> {
  const since = on.clock.now() - keptMs;
  try {
    const bytes = await on.fetch(of, since);
    const [account] = await on.db.rows<{ zone: string }>(
      "select default_timezone as zone from account where id = $1",
      [of.accountId],
    );
    const found = (await on.fileReader.read({
      accountId: of.accountId,
      kind: "calendar",
      bytes,
      options: { zone: account?.zone ?? "UTC", since: iso(since).slice(0, 10) },
    })) as FoundCalendar | undefined;
    if (found === undefined) return "not_a_calendar";
    return { items: found.items, skipped: found.skipped.length };
  } catch (error) {
    if (error instanceof Refusal) return "not_a_calendar";
    const problem = on.problemOf(error);
    if (problem === undefined) throw error;
    return problem;
  }
}

/** Replaces all entries of a calendar at once, so that none is shown twice or missing meanwhile. */
export async function keepEntries(
  on: LookDeps,
  of: { readonly id: string; readonly accountId: string },
  { items, skipped }: Looked,
): Promise<void> {
  const rows = toRows(on, items);
  await on.db.transaction(engine, async (sql) => {
    const there = await sql.rows("select 1 from outside_calendar where id = $1 for update", [
      of.id,
    ]);
    if (there.length === 0) return;
    await sql.rows("delete from outside_entry where calendar_id = $1", [of.id]);
    await insertRows(sql, of, rows);
    await noteLook(sql, { id: of.id, now: on.clock.now(), skipped, problem: null });
  });
}

const lookMs = 30 * 60_000;

/** A look that failed leaves what was found before. */
export const noteLook = (
  sql: Sql,
  look: {
    readonly id: string;
    readonly now: number;
    readonly skipped?: number | undefined;
    readonly problem: OutsideCalendarProblem | null;
  },
): Promise<unknown> =>
  sql.rows(
    `update outside_calendar set looked_at = $2, next_look_at = $3, error_code = $4, skipped = coalesce($5, skipped) where id = $1`,
    [look.id, iso(look.now), iso(look.now + lookMs), look.problem, look.skipped ?? null],
  );

interface EntryRow {
  readonly title: string;
  readonly local_start: string;
  readonly captured_timezone: string;
  readonly starts_at: string;
  readonly rrule: string | null;
  readonly exdates: readonly string[];
  readonly duration_minutes: number | null;
  readonly all_day: boolean;
  readonly is_busy: boolean;
}

/** A changed day stands for itself and is left out of its series. */
function toRows(on: LookDeps, items: readonly FoundItem[]): EntryRow[] {
  const changed = Map.groupBy(
    items.filter(({ occurrence }) => occurrence !== null),
    ({ uid }) => uid,
  );
  return items.flatMap((item) => {
    if (item.start === null) return [];
    const moved = item.occurrence === null ? (changed.get(item.uid) ?? []) : [];
    return [
      {
        title: item.title,
        local_start: item.start,
        captured_timezone: item.zone,
        starts_at: iso(on.instantOf(item.start, item.zone)),
        rrule: item.occurrence === null ? item.rrule : null,
        exdates: [...item.exdates, ...moved.flatMap(({ occurrence }) => occurrence ?? [])],
        duration_minutes: item.durationMinutes,
        all_day: item.isAllDay,
        is_busy: item.isFree !== true,
      },
    ];
  });
}

const insertRows = (
  sql: Sql,
  of: { readonly id: string; readonly accountId: string },
  rows: readonly EntryRow[],
): Promise<unknown> =>
  sql.rows(
    `insert into outside_entry (calendar_id, nth, account_id, title, local_start, captured_timezone, starts_at, rrule, exdates, duration_minutes, all_day, is_busy)
     select $1, r.nth, $2, e.title, e.local_start, e.captured_timezone, e.starts_at, e.rrule, e.exdates, e.duration_minutes, e.all_day, e.is_busy
     from jsonb_array_elements($3::jsonb) with ordinality r (entry, nth)
     cross join lateral jsonb_to_record(r.entry) e (title text, local_start text, captured_timezone text, starts_at timestamptz, rrule text,
       exdates jsonb, duration_minutes integer, all_day boolean, is_busy boolean)`,
    [of.id, of.accountId, JSON.stringify(rows)],
  );
