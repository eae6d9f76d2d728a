import type { ProjectionTable } from "../../domain/events/projection.ts";
import { type Sql, sqlState } from "../database/database.ts";
import { readLog } from "./event-log.ts";
import { fold, type Projector } from "./projector.ts";

export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  readonly hash: string;
}

export interface RebuildReport {
  readonly events: number;
  readonly tables: readonly {
    readonly table: string;
    readonly before: TableDigest;
    readonly after: TableDigest;
    readonly same: boolean;
  }[];
}

export interface RebuildOptions {
  readonly batch?: number | undefined;
  /**
   * From this many events on, building indexes at the end is faster than maintaining them row by
   * row.
   */
  readonly longLog?: number | undefined;
  /** Called with the share of the log that was read, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Drops every projection and recreates it from the log, in the caller's transaction. Work columns
 * are kept.
 */
export async function rebuild(
  sql: Sql,
  projector: Projector,
  options: RebuildOptions = {},
): Promise<RebuildReport> {
  const { batch = 5_000, longLog = 10_000 } = options;
  const tables = [...projector.tables.values()].sort((a, b) => a.name.localeCompare(b.name));
  await lockAll(
    sql,
    tables.map((table) => table.name),
  );
  const columns = await listAllColumns(sql, tables);
  const before = new Map<string, TableDigest>();
  for (const table of tables) {
    before.set(table.name, await hashRows(sql, table, columns));
    await saveWork(sql, table);
    await sql.rows(`truncate ${table.name}`);
  }
  const isLong = (await sql.rows("select from event_log offset $1 limit 1", [longLog])).length > 0;
  const restoreIndexes = await suspendIndexes(sql, tables, isLong ? "all" : "rules");
  const events = await replay(sql, projector, { batch, onProgress: options.onProgress });
  await restoreIndexes();
  const report = [];
  for (const table of tables) {
    await restoreWork(sql, table);
    const was = before.get(table.name) as TableDigest;
    const is = await hashRows(sql, table, columns);
    report.push({
      table: table.name,
      before: was,
      after: is,
      same: was.hash === is.hash && was.rows === is.rows,
    });
  }
  return { events, tables: report };
}

/** Shorter than the second after which PostgreSQL looks for deadlocks and aborts a transaction. */
const lockWaitMs = 300;
const lockPauseMs = 50;
const lockTries = 500;

/**
 * Waits until no transaction of the product is under way, and keeps later ones out: then the log's
 * order is final. The log comes last, because transactions go to it from the other tables. If one
 * holds a table that is needed here and waits for one that is held here, this side releases all of
 * its locks for a moment and tries again: the product's transactions pay nothing for a rebuild.
 */
async function lockAll(sql: Sql, tables: readonly string[]): Promise<void> {
  await sql.rows("savepoint before_locks");
  for (let tries = 1; ; tries += 1) {
    try {
      await sql.rows(`set local lock_timeout = ${lockWaitMs}`);
      await sql.rows(`lock table ${[...tables, "event_log"].join(", ")} in access exclusive mode`);
      break;
    } catch (error) {
      if (sqlState(error) !== "55P03" || tries === lockTries) throw error;
      await sql.rows("rollback to savepoint before_locks");
      await sql.rows("select pg_sleep($1)", [lockPauseMs / 1_000]);
    }
  }
  await sql.rows("set local lock_timeout = default");
}

/**
 * Three steps overlap: the database writes one batch while this process folds the next, which was
 * read ahead. Statements of one connection run in the order they are sent, so a handler that reads
 * a row sees the writes of all previous batches.
 */
async function replay(
  sql: Sql,
  projector: Projector,
  { batch, onProgress }: { readonly batch: number } & Pick<RebuildOptions, "onProgress">,
): Promise<number> {
  const [newest] = await sql.rows<{ id: number }>("select max(id) as id from event_log");
  let after = 0;
  let count = 0;
  let next = readLog(sql, after, batch);
  let written: Promise<void> = Promise.resolve();
  for (;;) {
    const events = await next;
    const last = events.at(-1);
    if (last === undefined) break;
    after = last.id;
    count += events.length;
    onProgress?.(after / Math.max(after, newest?.id ?? after));
    next = readLog(sql, after, batch);
    // If folding fails, this is no longer awaited, and an unhandled rejection would end the
    // process.
    next.catch(() => undefined);
    const rows = await fold(sql, projector, events);
    await written;
    written = rows.write(sql);
    written.catch(() => undefined);
  }
  await written;
  return count;
}

async function saveWork(sql: Sql, table: ProjectionTable): Promise<void> {
  if (table.work === undefined) return;
  await sql.rows(
    `create temporary table ${table.name}_work on commit drop as select ${[...table.key, ...table.work].join(", ")} from ${table.name}`,
  );
}

async function restoreWork(sql: Sql, table: ProjectionTable): Promise<void> {
  if (table.work === undefined) return;
  const set = table.work.map((column) => `${column} = w.${column}`).join(", ");
  const same = table.key.map((column) => `t.${column} = w.${column}`).join(" and ");
  await sql.rows(`update ${table.name} t set ${set} from ${table.name}_work w where ${same}`);
  await sql.rows(`drop table ${table.name}_work`);
}

/** The table's rows, without the columns that only live work uses. */
export async function digest(
  sql: Sql,
  table: Pick<ProjectionTable, "name" | "work">,
): Promise<TableDigest> {
  const work = table.work ?? [];
  const columns = await listColumns(sql, table.name);
  return digestColumns(
    sql,
    table.name,
    columns.filter((name) => !work.includes(name)),
  );
}

export async function listColumns(sql: Sql, table: string): Promise<string[]> {
  const columns = await sql.rows<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    [table],
  );
  return columns.map(({ name }) => name);
}

/** A sum over row hashes: equal for equal rows in any order. By their text, as backups keep it. */
export const digestColumns = (
  sql: Sql,
  table: string,
  columns: readonly string[],
): Promise<TableDigest> =>
  sumHashes(sql, table, `('x' || md5(row(${columns.join(", ")})::text))::bit(64)::bigint::numeric`);

/**
 * The same by values, in a third of the time: for two looks at a table in one transaction. A
 * record's hash adds up those of its columns, so a sum of them would not notice that two rows have
 * swapped a value: it is hashed once more.
 */
function hashRows(
  sql: Sql,
  { name, work = [] }: ProjectionTable,
  columns: ReadonlyMap<string, readonly string[]>,
): Promise<TableDigest> {
  const own = columns.get(name)?.filter((column) => !work.includes(column)) ?? [];
  const hash = `hash_record_extended(row(${own.join(", ")}), 0)`;
  return sumHashes(sql, name, `hashint8extended(${hash}, 0)`);
}

async function listAllColumns(
  sql: Sql,
  tables: readonly ProjectionTable[],
): Promise<Map<string, string[]>> {
  const rows = await sql.rows<{ table: string; columns: string[] }>(
    `select t.name as table, array_agg(a.attname::text order by a.attname) as columns
     from unnest($1::text[]) t(name) join pg_attribute a on a.attrelid = t.name::regclass
     where a.attnum > 0 and not a.attisdropped group by 1`,
    [tables.map(({ name }) => name)],
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

async function sumHashes(sql: Sql, table: string, hash: string): Promise<TableDigest> {
  const [found] = await sql.rows<{ rows: number; hash: string }>(
    `select count(*) as rows, coalesce(sum(${hash}), 0)::text as hash from ${table}`,
  );
  return { table, rows: found?.rows ?? 0, hash: found?.hash ?? "0" };
}

interface Index {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly isUnique: boolean;
  /** For an index that belongs to a constraint. */
  readonly constraint: string | null;
}

/**
 * Drops every index that is not needed to find a row by its key, and returns a function that
 * recreates them. Building an index from a full table costs a fraction of maintaining it row by
 * row. All of it is in the caller's transaction, so a failure leaves the indexes as they were.
 * `rules` selects the unique ones alone: two rows that swap values within one batch violate such a
 * rule for a moment, although every step of the log kept it. Recreating them at the end proves it.
 */
async function suspendIndexes(
  sql: Sql,
  tables: readonly ProjectionTable[],
  which: "all" | "rules",
): Promise<() => Promise<void>> {
  const restore: string[] = [];
  for (const index of await indexesBesideKeys(sql, tables)) {
    if (which === "rules" && !index.isUnique) continue;
    const { table, name, definition, constraint } = index;
    await sql.rows(
      constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`,
    );
    restore.push(
      constraint === null
        ? definition
        : `alter table ${table} add constraint ${name} ${constraint}`,
    );
  }
  return async () => {
    for (const statement of restore) await sql.rows(statement);
  };
}

function indexesBesideKeys(sql: Sql, tables: readonly ProjectionTable[]): Promise<Index[]> {
  return sql.rows<Index>(
    `select t.name as table, quote_ident(i.relname) as name, pg_get_indexdef(i.oid) as definition, x.indisunique as "isUnique", pg_get_constraintdef(c.oid) as constraint
     from unnest($1::text[], $2::text[]) with ordinality as t(name, key, nth) join pg_index x on x.indrelid = t.name::regclass
     join pg_class i on i.oid = x.indexrelid left join pg_constraint c on c.conindid = i.oid and c.conrelid = x.indrelid
     where not (x.indisunique and x.indpred is null and (
       select string_agg(a.attname, ',' order by a.attname) from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any(x.indkey)
     ) = t.key) order by t.nth, i.oid`,
    [tables.map(({ name }) => name), tables.map(({ key }) => [...key].sort().join())],
  );
}
