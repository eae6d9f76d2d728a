import { listStoredTables } from "../backup/contents.ts";
import type { Sql } from "../database/database.ts";
import { migrate, type Migration } from "../database/migrate.ts";
import { asOwner } from "../database/owner.ts";
import { type ConnectionSettings, ourRoles } from "../database/postgres-database.ts";
import type { Projector } from "../log/projector.ts";
import { digestColumns, listColumns, rebuild, type TableDigest } from "../log/rebuild.ts";
import { record } from "../log/record.ts";

export interface Trial {
  readonly migrations: readonly string[];
  readonly events: number;
  /** Tables that were compared: those the log rebuilds, and those that it does not. */
  readonly tables: number;
  /** Tables that this version reads from the log with other values: the upgrade rebuilds them. */
  readonly rebuilt: readonly string[];
}

interface Trying {
  readonly projector: Projector;
  readonly pending: readonly Migration[];
  readonly at: string;
}

/**
 * Migrates a copy and checks it: what people wrote is unchanged, every other table has the rows of
 * the log, roles still have their limits, and the new program can write.
 */
export async function tryMigrations(copy: ConnectionSettings, on: Trying): Promise<Trial> {
  const before = await asOwner(copy, (sql) => readStored(sql, on.projector));
  const migrations = await migrate(copy, on.pending);
  await asOwner(copy, (sql) => assertUnchanged(sql, before));
  const { events, tables } = await asOwner(copy, (sql) => rebuild(sql, on.projector), isKept);
  const lost = tables.filter(({ before, after }) => before.rows !== after.rows);
  if (lost.length > 0)
    throw new Error(
      `These tables would have other rows than the log: ${lost.map(({ table, before: { rows }, after }) => `${table} (${rows}, ${after.rows} by the log)`).join(", ")}.`,
    );
  await asOwner(copy, assertLimits, isKept);
  await asOwner(copy, (sql) => assertWritable(sql, on), isKept);
  const rebuilt = tables.filter(({ same }) => !same).map(({ table }) => table);
  return { migrations, events, tables: before.length + tables.length, rebuilt };
}

/** Every check of the copy is rolled back, so that the next finds it as the migrations left it. */
const isKept = (): boolean => false;

interface StoredTable {
  readonly columns: readonly string[];
  readonly digest: TableDigest;
}

/** The log and the tables that it cannot rebuild: nothing could bring back what a migration loses there. */
async function readStored(sql: Sql, projector: Projector): Promise<StoredTable[]> {
  const found: StoredTable[] = [];
  for (const name of await listStoredTables(sql, projector)) {
    const columns = await listColumns(sql, name);
    found.push({ columns, digest: await digestColumns(sql, name, columns) });
  }
  return found;
}

/** New columns and tables are welcome; the values that were there stay. */
async function assertUnchanged(sql: Sql, before: readonly StoredTable[]): Promise<void> {
  for (const { columns, digest } of before) {
    const now = await digestColumns(sql, digest.table, columns).catch((cause: unknown) => {
      throw new Error(`The table ${digest.table} would lose a column.`, { cause });
    });
    if (now.rows !== digest.rows || now.hash !== digest.hash)
      throw new Error(
        `Rows of ${digest.table} would change: ${digest.rows} before, ${now.rows} after.`,
      );
  }
}

/** Row-level security shows no row to a session without an account, and no role passes it. */
async function assertLimits(sql: Sql): Promise<void> {
  const roles = await sql.rows<{ name: string }>(
    "select rolname as name from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls)",
    [ourRoles],
  );
  const open = await sql.rows<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relrowsecurity and has_table_privilege('meanwhile_app', c.oid, 'select')`,
  );
  await sql.rows("set local role meanwhile_app");
  const seen: string[] = [];
  for (const { name } of open)
    if ((await sql.rows(`select from ${name} limit 1`)).length > 0) seen.push(name);
  if (roles.length > 0 || seen.length > 0)
    throw new Error(
      `Accounts would no longer be kept apart: ${[...roles.map(({ name }) => name), ...seen].join(", ")}.`,
    );
}

/** The new program's own write path: an event with its rows as the engine, read back as the account. */
async function assertWritable(sql: Sql, { projector, at }: Trying): Promise<void> {
  const id = `rehearsal of ${at}`;
  await sql.rows("set local role meanwhile_engine");
  const payload = {
    id,
    origin: "web_first" as const,
    display_name: null,
    language: null,
    default_timezone: "UTC",
  };
  await record(sql, projector, [
    { stream: `account:${id}`, kind: "account_created", at, accountId: id, payload },
  ]);
  await sql.rows("set local role meanwhile_app");
  await sql.rows("select set_config('meanwhile.account', $1, true)", [id]);
  const rows = await sql.rows("select from account where id = $1", [id]);
  if (rows.length !== 1) throw new Error("A new account could not be written and read.");
}
