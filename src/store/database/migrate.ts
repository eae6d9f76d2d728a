import { readdir, readFile } from "node:fs/promises";
import { Client, type QueryResultRow } from "pg";
import { clientConfig, type ConnectionSettings, ourRoles } from "./postgres-database.ts";
import { asUnavailable } from "./postgres-transaction.ts";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export async function readMigrations(): Promise<Migration[]> {
  const folder = new URL("../migrations/", import.meta.url);
  const files = (await readdir(folder))
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort();
  return Promise.all(
    files.map(async (file) => ({
      version: Number(file.slice(0, 4)),
      name: file,
      sql: await readFile(new URL(file, folder), "utf8"),
    })),
  );
}

/**
 * The database is newer than this program. Continuing would write rows that the newer version does
 * not expect.
 */
export class SchemaTooNew extends Error {
  override readonly name = "SchemaTooNew";
}

const lockKey = 7_788_001;
const versionTable =
  "create table if not exists schema_version (version integer primary key, name text not null, applied_at timestamptz not null default now())";
/**
 * Processes of an earlier version may still run. Each of their transactions begins with a light lock
 * on the log, so those already running end, and later ones wait without holding anything.
 */
const shutOutOthers = `do $$ begin
  if to_regclass('event_log') is not null then lock table event_log in access exclusive mode; end if;
end $$`;

/** Called before a database with data is migrated. An error leaves the database as it is. */
export type Rehearse = (pending: readonly Migration[]) => Promise<void>;

/**
 * Brings the database to this program's schema in one transaction. Processes that start at once
 * wait for each other: the first migrates, the others find nothing left to do.
 */
export async function migrate(
  settings: ConnectionSettings,
  migrations?: readonly Migration[],
  rehearse?: Rehearse,
): Promise<string[]> {
  const ours = migrations ?? (await readMigrations());
  const isBundled = settings.connectionString === undefined;
  const first = await onConnection(settings, async (run) => {
    const done = await applyMigrations(run, ours, rehearse === undefined);
    if (isBundled && !("pending" in done)) await letRolesLogIn(run);
    return done;
  });
  if (!("pending" in first)) return first.applied;
  // The connection is closed meanwhile: a database that is in use cannot be copied.
  await rehearse?.(first.pending);
  return migrate(settings, ours);
}

type Run = <R>(text: string) => Promise<R[]>;

async function onConnection<T>(
  settings: ConnectionSettings,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...clientConfig(settings), query_timeout: 0 });
  // Without an error handler a lost connection would end the process; the running statement fails
  // by itself.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw asUnavailable(error, true);
  });
  try {
    return await work(
      async <R>(text: string) => (await client.query<R & QueryResultRow>(text)).rows,
    );
  } finally {
    await client.end();
  }
}

/**
 * All pending migrations and their version rows are one transaction: there is no half-migrated
 * database. With `evenWithData` false, pending migrations of a database that has a schema already
 * are returned instead.
 */
export async function applyMigrations(
  run: Run,
  given?: readonly Migration[],
  evenWithData = true,
): Promise<{ readonly applied: string[] } | { readonly pending: readonly Migration[] }> {
  const migrations = given ?? (await readMigrations());
  // Held until the transaction ends, so it also excludes others where a pooler lends connections.
  await run(`begin; select pg_advisory_xact_lock(${lockKey}); ${versionTable}`);
  try {
    const known = await readVersions(run);
    const pending = migrations.filter(({ version }) => !known.has(version));
    assertNotNewer(known, migrations);
    if (pending.length > 0 && known.size > 0 && !evenWithData) {
      await run("rollback");
      return { pending };
    }
    if (pending.length > 0) await run(shutOutOthers);
    for (const migration of pending) await apply(run, migration);
    await run("commit");
    return { applied: pending.map(({ name }) => name) };
  } catch (error) {
    await run("rollback");
    throw error;
  }
}

async function readVersions(run: Run): Promise<ReadonlySet<number>> {
  const rows = await run<{ version: number }>("select version from schema_version");
  return new Set(rows.map(({ version }) => version));
}

function assertNotNewer(known: ReadonlySet<number>, migrations: readonly Migration[]): void {
  const newest = Math.max(0, ...known);
  const ours = migrations.at(-1)?.version ?? 0;
  if (newest > ours)
    throw new SchemaTooNew(
      `The database has schema ${newest}, this program knows ${ours}. Start the newer Meanwhile, or go back with its \`npx meanwhile upgrade --back\`.`,
    );
}

async function apply(run: Run, { version, name, sql }: Migration): Promise<void> {
  await run(
    `insert into schema_version (version, name) values (${version}, '${name}'); ${sql}`,
  ).catch((cause: unknown) => {
    throw new Error(`migration ${name} failed; the database is as it was before`, { cause });
  });
}

/**
 * Roles log in to the bundled database directly: its socket admits only the user that runs
 * Meanwhile.
 */
async function letRolesLogIn(run: Run): Promise<void> {
  const names = ourRoles.map((role) => `'${role}'`).join(", ");
  const barred = await run<{ name: string }>(
    `select rolname as name from pg_roles where rolname in (${names}) and not rolcanlogin`,
  );
  for (const { name } of barred) await run(`alter role ${name} login`);
}
