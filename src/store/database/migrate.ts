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

/**
 * Serialises processes that start at once: the first migrates, the others find nothing left to do.
 */
export async function migrate(
  settings: ConnectionSettings,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const client = new Client({ ...clientConfig(settings), query_timeout: 0 });
  // Without an error handler a lost connection would end the process; the running statement fails
  // by itself.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw asUnavailable(error, true);
  });
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    const run = async <R>(text: string): Promise<R[]> =>
      (await client.query<R & QueryResultRow>(text)).rows;
    const applied = await applyMigrations(run, migrations);
    if (settings.connectionString === undefined) await letRolesLogIn(run);
    return applied;
  } finally {
    await client.end();
  }
}

/** Each migration and its version row are one transaction: there is no half-applied migration. */
export async function applyMigrations(
  run: <R>(text: string) => Promise<R[]>,
  given?: readonly Migration[],
): Promise<string[]> {
  const migrations = given ?? (await readMigrations());
  await run(
    "create table if not exists schema_version (version integer primary key, name text not null, applied_at timestamptz not null default now())",
  );
  const applied = new Set(
    (await run<{ version: number }>("select version from schema_version")).map(
      (row) => row.version,
    ),
  );
  const newest = Math.max(0, ...applied);
  const ours = migrations.at(-1)?.version ?? 0;
  if (newest > ours) {
    throw new SchemaTooNew(
      `The database has schema ${newest}, this program knows ${ours}. Start the newer Meanwhile, or restore a backup.`,
    );
  }
  const done: string[] = [];
  for (const migration of migrations.filter(({ version }) => !applied.has(version))) {
    await run(
      // On a line of its own, so that a file ending with a comment cannot swallow the commit.
      `begin; insert into schema_version (version, name) values (${migration.version}, '${migration.name}'); ${migration.sql}\n; commit`,
    ).catch(async (error: unknown) => {
      await run("rollback");
      throw new Error(`migration ${migration.name} failed; the database is as it was before`, {
        cause: error,
      });
    });
    done.push(migration.name);
  }
  return done;
}

/**
 * Roles log in to the bundled database directly: its socket admits only the user that runs
 * Meanwhile.
 */
async function letRolesLogIn(run: <R>(text: string) => Promise<R[]>): Promise<void> {
  const names = ourRoles.map((role) => `'${role}'`).join(", ");
  const barred = await run<{ name: string }>(
    `select rolname as name from pg_roles where rolname in (${names}) and not rolcanlogin`,
  );
  for (const { name } of barred) await run(`alter role ${name} login`);
}
