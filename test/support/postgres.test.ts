import { Client } from "pg";
import { expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "./postgres.ts";

async function ask<R>(database: FreshDatabase, statement: string): Promise<R[]> {
  const client = new Client(database.connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows as R[];
  } finally {
    await client.end();
  }
}

it("the shared server gives every caller an empty database of its own", async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  await one.run("create table mark (word text)");
  const tables = "select tablename from pg_tables where schemaname = 'public'";
  expect(await ask(one, tables)).toEqual([{ tablename: "mark" }]);
  expect(await ask(other, tables)).toEqual([]);
  expect(one.connection.host).toBe(other.connection.host);
  await Promise.all([one.drop(), other.drop()]);
});

it("the shared server drops a database although a client is still connected", async () => {
  const database = await freshDatabase();
  const client = new Client(database.connection);
  client.on("error", () => undefined);
  await client.connect();
  await database.drop();
  await expect(ask(database, "select 1")).rejects.toThrow(/does not exist/);
  await client.end().catch(() => undefined);
});
