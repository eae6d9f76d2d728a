import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { inject } from "vitest";
import type { DatabaseAddress } from "../../src/store/bundled-postgres.ts";
import type { DeskAnswer } from "./postgres-setup.ts";

export interface FreshDatabase {
  readonly connection: DatabaseAddress;
  /** Runs statements in it as its superuser. */
  run(statements: string): Promise<void>;
  /** Ends its connections and removes it. */
  drop(): Promise<void>;
}

/** The run's bundled PostgreSQL: the first caller of the run starts it, and the run's end removes it. */
export async function sharedPostgres(): Promise<DatabaseAddress> {
  const answer = JSON.parse(await text(connect(inject("postgresDesk")))) as DeskAnswer;
  if ("failure" in answer) throw new Error(answer.failure);
  return answer.connection;
}

/** An empty database of the caller's own. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = await sharedPostgres();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const administration = { ...server, database: "postgres" };
  const connection = { ...server, database: name };
  await run(administration, `create database ${name}`);
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
