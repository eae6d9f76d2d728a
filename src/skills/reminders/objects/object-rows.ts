import type { Reads } from "../../../domain/ports/reads.ts";
import type { CalendarComponent, ObjectName } from "../../../domain/views/calendar-objects.ts";
import type { ReminderRow } from "../rows.ts";
import type { SharedPeople } from "./object-text.ts";

/** Rows as files: an occurrence that replaces a day of its series is in the file of the series. */
export interface Filed {
  readonly id: string;
  /** The version of what a file shows of it. */
  readonly shown: number;
  readonly lifecycle: ReminderRow["lifecycle"];
  readonly occurrence: string | null;
  readonly name: string;
  readonly component: CalendarComponent;
  /** The series in whose file it is. */
  readonly series: string | null;
}

export type FiledRow = ReminderRow & Filed;

export interface Filing<Row extends Filed> {
  readonly whole: Row;
  readonly occurrences: readonly Row[];
  readonly etag: string;
}

const filed = `coalesce(r.calendar ->> 'name', r.id || '.ics') as name,
  coalesce(r.calendar ->> 'component', case when r.local_start is null then 'VTODO' else 'VEVENT' end) as component, s.id as series,
  case when r.workdays is null and coalesce(r.rrule, '') not like '%RSCALE=%' then coalesce(r.file_version, r.version) else r.version end as shown`;

/** `$1` is the account. */
const from = `from reminder r left join reminder s on s.id = r.series_id and s.owner_account_id = $1 and s.lifecycle <> 'deleted'
    and s.rrule is not null and s.workdays is null and s.rrule not like '%RSCALE=%' and s.exdates ? r.occurrence
  where r.owner_account_id = $1 and r.kind <> 'proactive' and not r.hidden_from_calendar`;

/** The rows of all files, with as few columns as a list needs. */
export const readIndex = (read: Reads, accountId: string): Promise<Filed[]> =>
  read.rows<Filed>(
    `select r.id, r.lifecycle, r.occurrence, ${filed} ${from} order by r.created_at, r.id`,
    [accountId],
  );

export const readAllFiled = (read: Reads, accountId: string): Promise<FiledRow[]> =>
  read.rows<FiledRow>(`select r.*, ${filed} ${from} order by r.created_at, r.id`, [accountId]);

/** The rows of some files, by name. */
export const readFiled = (
  read: Reads,
  accountId: string,
  names: readonly string[],
): Promise<FiledRow[]> =>
  read.rows<FiledRow>(
    // Each part by its own index: there may be thousands of rows, and ten names.
    `with meant as (
       select m.id from reminder m where m.owner_account_id = $1 and m.calendar is not null and m.calendar ->> 'name' = any($2)
       union select m.id from reminder m where m.id = any($3) and m.owner_account_id = $1 and m.calendar ->> 'name' is null),
     every as (select id from meant union select o.id from reminder o where o.series_id in (select id from meant))
     select r.*, ${filed} ${from} and r.id = any(array(select id from every))
     order by r.created_at, r.id`,
    [accountId, names, names.map((name) => name.replace(/\.ics$/, ""))],
  );

/** The rows that were written by transactions that a snapshot has not seen. */
export const readChangedIds = (
  read: Reads,
  accountId: string,
  since: string,
): Promise<{ readonly id: string; readonly series_id: string | null }[]> =>
  read.rows(
    `select id, series_id from reminder where owner_account_id = $1 and changed_in >= pg_snapshot_xmin($2::pg_snapshot)
       and not pg_visible_in_snapshot(changed_in, $2::pg_snapshot) and changed_in < pg_snapshot_xmax(pg_current_snapshot())`,
    [accountId, since],
  );

/** The rows of some files, by the ids of any of their rows. */
export const readIndexOf = (
  read: Reads,
  accountId: string,
  ids: readonly string[],
): Promise<Filed[]> =>
  read.rows<Filed>(
    `select r.id, r.lifecycle, r.occurrence, ${filed} ${from} and (r.id = any($2) or r.series_id = any($2))`,
    [accountId, ids],
  );

/**
 * Tags are made of versions of what is shown, which only rise: those of deleted occurrences count, too, because the
 * file of their series has changed with them.
 */
export function fileRows<Row extends Filed>(
  rows: readonly Row[],
  mode: string,
): Map<string, Filing<Row>> {
  const taken = new Set<string>();
  const isOfSeries = (row: Row): boolean => {
    if (row.series === null) return false;
    if (row.lifecycle === "deleted") return true;
    const day = `${row.series} ${row.occurrence ?? ""}`;
    if (taken.has(day)) return false;
    taken.add(day);
    return true;
  };
  const [inSeries, alone] = [[] as Row[], [] as Row[]];
  for (const row of rows) (isOfSeries(row) ? inSeries : alone).push(row);
  const bySeries = Map.groupBy(inSeries, ({ series }) => series ?? "");
  const files = new Map<string, Filing<Row>>();
  for (const whole of alone) {
    if (whole.lifecycle === "deleted") continue;
    const own = bySeries.get(whole.id) ?? [];
    const versions = [whole, ...own].reduce((sum, { shown }) => sum + shown, 0);
    files.set(whole.id, {
      whole,
      occurrences: own.filter(({ lifecycle }) => lifecycle !== "deleted"),
      etag: `"${whole.id.slice(-6)}-${versions}-${own.length}${mode}"`,
    });
  }
  return files;
}

export const toNames = (files: Iterable<Filing<Filed>>): ObjectName[] =>
  [...files].map(({ whole, etag }) => ({ name: whole.name, etag }));

/** Who planned what the person takes part in. */
export async function readPeople(
  read: Reads,
  accountId: string,
  rows: readonly ReminderRow[],
): Promise<ReadonlyMap<string, SharedPeople>> {
  if (!rows.some(({ shared_reminder_id: id }) => id !== null)) return new Map();
  const found = await read.rows<{ id: string; creator: string; name: string | null }>(
    `select m.id, m.creator_account_id as creator, coalesce(f.display_name, a.display_name) as name from my_shared() m
     left join my_friends() f on f.account_id = m.creator_account_id left join account a on a.id = m.creator_account_id
     where m.own_part = 'active'`,
  );
  return new Map(
    found.map(({ id, creator, name }) => [
      id,
      { organizerId: creator, organizer: name ?? "Meanwhile", ownId: accountId },
    ]),
  );
}
