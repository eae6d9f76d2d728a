import { randomUUID } from "node:crypto";
import { Client } from "pg";
import type { DatabaseAddress } from "../../src/store/bundled/postgres.ts";
import { askRunService } from "./run-services.ts";
import { template } from "./throw-away-server.ts";

export interface FreshDatabase {
  readonly connection: DatabaseAddress;
  /** Runs statements in it as its superuser. */
  run(statements: string): Promise<void>;
  /** Ends its connections and removes it. */
  drop(): Promise<void>;
}

/** The run's bundled PostgreSQL: the first caller of the run starts it, and the run's end removes it. */
const findSharedPostgres = (): Promise<DatabaseAddress> => askRunService("postgres");

/** An empty database of the caller's own, which is not migrated. */
export const freshDatabase = (): Promise<FreshDatabase> => create("");

/** A migrated database of the caller's own, in which nothing has happened yet: a copy, since migrating takes longer. */
export const createMigratedDatabase = (): Promise<FreshDatabase> =>
  create(`template ${template} strategy wal_log`);

async function create(how: string): Promise<FreshDatabase> {
  const server = await findSharedPostgres();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const administration = { ...server, database: "postgres" };
  const connection = { ...server, database: name };
  await run(administration, `create database ${name} ${how}`);
  return {
    connection,
    run: (statements) => run(connection, statements),
    drop: () => run(administration, `drop database if exists ${name} with (force)`),
  };
}

async function run(connection: DatabaseAddress, statements: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
