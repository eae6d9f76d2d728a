import type { ProjectionTable } from "../domain/events.ts";
import type { Sql } from "./database.ts";
import { readLog } from "./event-log.ts";
import { project, type Projector } from "./projector.ts";

export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  readonly hash: string;
}

export interface RebuildReport {
  readonly events: number;
  readonly tables: readonly { readonly table: string; readonly before: TableDigest; readonly after: TableDigest; readonly same: boolean }[];
}

/** Drops every projection and makes it again from the log, in the caller's transaction. Marks of work in progress are kept. */
export async function rebuild(sql: Sql, projector: Projector, batch = 2_000): Promise<RebuildReport> {
  const tables = [...projector.tables.values()].sort((a, b) => a.name.localeCompare(b.name));
  // The log is locked against writers, so that its order is final while it is read.
  await sql.rows("lock table event_log in share mode");
  for (const table of tables) await sql.rows(`lock table ${table.name} in access exclusive mode`);
  const before = new Map<string, TableDigest>();
  for (const table of tables) {
    before.set(table.name, await digest(sql, table));
    await saveWork(sql, table);
    await sql.rows(`truncate ${table.name}`);
  }
  const events = await replay(sql, projector, batch);
  const report = [];
  for (const table of tables) {
    await restoreWork(sql, table);
    const was = before.get(table.name) as TableDigest;
    const is = await digest(sql, table);
    report.push({ table: table.name, before: was, after: is, same: was.hash === is.hash && was.rows === is.rows });
  }
  return { events, tables: report };
}

async function replay(sql: Sql, projector: Projector, batch: number): Promise<number> {
  let after = 0;
  let count = 0;
  // The next batch is read while the last one is folded; the connection still runs one statement at a time.
  let next = readLog(sql, after, batch);
  for (;;) {
    const events = await next;
    const last = events.at(-1);
    if (last === undefined) return count;
    after = last.id;
    count += events.length;
    next = readLog(sql, after, batch);
    await project(sql, projector, events);
  }
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
}

/** A sum over row hashes: the same for the same rows, whatever order they lie in. */
export async function digest(sql: Sql, table: ProjectionTable): Promise<TableDigest> {
  const work = table.work ?? [];
  const columns = await sql.rows<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    [table.name],
  );
  const list = columns.map((column) => column.name).filter((name) => !work.includes(name));
  const [found] = await sql.rows<{ rows: number; hash: string }>(
    `select count(*) as rows, coalesce(sum(('x' || md5(row(${list.join(", ")})::text))::bit(64)::bigint::numeric), 0)::text as hash from ${table.name}`,
  );
  return { table: table.name, rows: found?.rows ?? 0, hash: found?.hash ?? "0" };
}
