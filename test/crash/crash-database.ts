import type { Sql } from "../../src/store/database/database.ts";
import { ownersConnection } from "../../src/store/database/owner.ts";
import { type ConnectionSettings } from "../../src/store/database/postgres-database.ts";
import { createMigratedDatabase } from "../support/postgres.ts";

/** A migrated, empty database that any number of processes may share. */
export interface CrashDatabase {
  readonly url: string;
  readonly connection: ConnectionSettings;
  /** Back to the shelf, emptied. Connections that still use it are cut off. */
  giveBack(): Promise<void>;
}

export interface DatabasePool {
  take(): Promise<CrashDatabase>;
}

/**
 * Emptying a database is ten times faster than making one. None is dropped: that waits for everything the server has not
 * written yet, and the server itself goes away at the end of the run.
 */
export function createDatabasePool(): DatabasePool {
  const free: CrashDatabase["connection"][] = [];
  return {
    async take() {
      const connection = free.pop() ?? (await createMigratedDatabase()).connection;
      const { user = "", host = "", port = 0, database = "" } = connection;
      return {
        connection,
        url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
        async giveBack() {
          await ownersConnection(connection, empty);
          free.push(connection);
        },
      };
    },
  };
}

/** Deleting the few rows of a story is many times quicker than truncating. A replica's triggers sleep: the log lets its rows go. */
async function empty(sql: Sql): Promise<void> {
  await sql.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const tables = await sql.rows<{ name: string }>(
    // The audit says nothing about conversations, and nothing is taken out of it.
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('schema_version', 'audit_entry', 'audit_head')",
  );
  const deletions = tables.map(({ name }) => `delete from ${name}`);
  await sql.rows(
    ["begin", "set local session_replication_role = replica", ...deletions, "commit"].join("; "),
  );
  await sql.rows(
    "select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences",
  );
}
