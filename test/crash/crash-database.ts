import { randomUUID } from "node:crypto";
import { Client } from "pg";
import type { Sql } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { clientConfig, type ConnectionSettings } from "../../src/store/postgres-database.ts";
import { sharedPostgres } from "../support/postgres.ts";

/** A migrated, empty database that any number of processes may share. */
export interface CrashDatabase {
  readonly url: string;
  readonly connection: ConnectionSettings;
  /** Back to the shelf, emptied. Whoever still uses it is cut off. */
  giveBack(): Promise<void>;
}

export interface DatabaseShelf {
  take(): Promise<CrashDatabase>;
}

/**
 * Emptying a database is ten times faster than making one, and copying one is faster than migrating it. None is dropped:
 * that waits for everything the server has not written yet, and the server itself goes away at the end of the run.
 */
export async function databaseShelf(): Promise<DatabaseShelf> {
  const server = await sharedPostgres();
  const free: string[] = [];
  return {
    async take() {
      const name = free.pop() ?? (await copy(server));
      const connection = { ...server, database: name };
      return {
        connection,
        url: `postgres://${server.user}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
        async giveBack() {
          await asOwner(connection, empty);
          free.push(name);
        },
      };
    },
  };
}

const template = "crash_template";

/** One at a time: the first of the run makes the template, and no two copy it at once. */
async function copy(server: ConnectionSettings): Promise<string> {
  const name = `crash_${randomUUID().replaceAll("-", "")}`;
  await asOwner({ ...server, database: "postgres" }, async (sql) => {
    await sql.rows("select pg_advisory_lock(7788)");
    const known = await sql.rows("select 1 from pg_database where datname = $1", [template]);
    if (known.length === 0) {
      await sql.rows(`create database ${template}`);
      await migrate({ ...server, database: template });
    }
    await sql.rows(`create database ${name} template ${template}`);
  });
  return name;
}

async function empty(sql: Sql): Promise<void> {
  await sql.rows("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()");
  const tables = await sql.rows<{ name: string }>(
    // The audit says nothing about conversations, and nobody takes anything out of it.
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('schema_version', 'audit_entry', 'audit_head')",
  );
  await sql.rows("alter table event_log disable trigger user");
  await sql.rows(`truncate ${tables.map(({ name }) => name).join(", ")} restart identity`);
  await sql.rows("alter table event_log enable trigger user");
}

/** One connection as the owner of the schema, for what no role of the product may do. */
export async function asOwner<T>(connection: ConnectionSettings, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = new Client({ ...clientConfig(connection), query_timeout: 60_000 });
  await client.connect();
  try {
    return await work({
      rows: async <R>(text: string, params: readonly unknown[] = []) => (await client.query(text, [...params])).rows as R[],
    });
  } finally {
    await client.end();
  }
}
