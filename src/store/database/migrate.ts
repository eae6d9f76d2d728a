import { readdir, readFile } from "node:fs/promises";
import type { QueryResultRow } from "pg";
import { isSerializationFailure } from "./database.ts";
import { clientConfig, type ConnectionSettings, ourRoles } from "./postgres-database.ts";
import { asUnavailable } from "./run-query.ts";
import { ServerClient } from "./server-client.ts";

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

/**
 * Called before a database with data is migrated. An error leaves the database as it is. Says whether
 * tables have to be rebuilt from the log afterwards.
 */
export type Rehearse = (pending: readonly Migration[]) => Promise<{ readonly rebuild: boolean }>;

export interface Migrated {
  readonly applied: string[];
  /** A migration, this one or one before, left tables that must be rebuilt from the log. */
  readonly owesRebuild: boolean;
}

/**
 * Brings the database to this program's schema in one transaction. Processes that start at once
 * wait for each other: the first migrates, the others find nothing left to do.
 */
export async function migrate(
  settings: ConnectionSettings,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const ours = migrations ?? (await readMigrations());
  return (await migrateOnce(settings, { ours })).applied;
}

/** The same, with the pending migrations tried before they run. */
export async function migrateRehearsed(
  settings: ConnectionSettings,
  rehearse: Rehearse,
): Promise<Migrated> {
  const ours = await readMigrations();
  const first = await migrateOnce(settings, { ours, evenWithData: false });
  if (first.pending.length === 0) return first;
  // The connection is closed meanwhile: a database that is in use cannot be copied.
  const { rebuild } = await rehearse(first.pending);
  return migrateOnce(settings, { ours, owesRebuild: rebuild });
}

interface Migrating {
  readonly ours: readonly Migration[];
  /** False: pending migrations of a database that has a schema already are returned instead. */
  readonly evenWithData?: boolean;
  /** Written with the migrations: the rebuild is not forgotten if this process dies before it. */
  readonly owesRebuild?: boolean;
}

interface Outcome extends Migrated {
  readonly pending: readonly Migration[];
}

/**
 * Transactions of running processes that read other tables before the log can hold each other and
 * the migration up; PostgreSQL ends one of them. The others are through when it is tried again.
 */
const deadlockTries = 5;

async function migrateOnce(settings: ConnectionSettings, how: Migrating): Promise<Outcome> {
  const isBundled = settings.connectionString === undefined;
  for (let tried = 1; ; tried += 1)
    try {
      return await onConnection(settings, async (run) => {
        const done = await applyMigrations(run, how);
        if (isBundled && done.pending.length === 0) await letRolesLogIn(run);
        return done;
      });
    } catch (error) {
      const cause = error instanceof MigrationFailed ? error.cause : error;
      if (tried === deadlockTries || !isSerializationFailure(cause)) throw error;
    }
}

class MigrationFailed extends Error {
  override readonly name = "MigrationFailed";
}

type Run = <R>(text: string) => Promise<R[]>;

async function onConnection<T>(
  settings: ConnectionSettings,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = new ServerClient({ ...clientConfig(settings), query_timeout: 0 });
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
 * database.
 */
export async function applyMigrations(
  run: Run,
  { ours, evenWithData = true, owesRebuild = false }: Migrating,
): Promise<Outcome> {
  // Held until the transaction ends, so it also excludes others where a pooler lends connections.
  await run(`begin; select pg_advisory_xact_lock(${lockKey}); ${versionTable}`);
  try {
    const { known, isOwed } = await readVersions(run);
    const pending = ours.filter(({ version }) => !known.has(version));
    assertNotNewer(known, ours);
    if (pending.length > 0 && known.size > 0 && !evenWithData) {
      await run("rollback");
      return { pending, applied: [], owesRebuild: isOwed };
    }
    if (pending.length > 0) await run(shutOutOthers);
    for (const migration of pending) await apply(run, migration);
    const newest = pending.at(-1);
    if (owesRebuild && newest !== undefined)
      await run(`update schema_version set owes_rebuild = true where version = ${newest.version}`);
    await run("commit");
    const applied = pending.map(({ name }) => name);
    return { pending: [], applied, owesRebuild: isOwed || (owesRebuild && applied.length > 0) };
  } catch (error) {
    await run("rollback");
    throw error;
  }
}

/** Read as JSON, because earlier schemas lack the column for rebuilds that are owed. */
async function readVersions(
  run: Run,
): Promise<{ readonly known: ReadonlySet<number>; readonly isOwed: boolean }> {
  const rows = await run<{ version: number; owes: string | null }>(
    "select version, to_jsonb(v) ->> 'owes_rebuild' as owes from schema_version v",
  );
  return {
    known: new Set(rows.map(({ version }) => version)),
    isOwed: rows.some(({ owes }) => owes === "true"),
  };
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
    throw new MigrationFailed(`migration ${name} failed; the database is as it was before`, {
      cause,
    });
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
