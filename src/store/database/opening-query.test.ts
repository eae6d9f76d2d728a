import { Client, type QueryConfig } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMigratedDatabase, type FreshDatabase } from "../../../test/support/postgres.ts";
import { OpeningQuery } from "./opening-query.ts";

let fresh: FreshDatabase;
let client: Client;
beforeAll(async () => {
  fresh = await createMigratedDatabase();
  client = new Client({ ...fresh.connection, pipeline: true });
  await client.connect();
  await client.query("create temporary table noted (word text)");
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

const note: QueryConfig = {
  name: "note",
  text: "insert into noted values ($1) returning word",
  values: ["tea"],
};

const send = (
  statements: readonly string[],
  config = note,
): Promise<{ rows: unknown[]; opened: boolean }> =>
  new Promise((resolve, reject) => {
    let opened = false;
    const onDone = (): void => void (opened = true);
    const query = new OpeningQuery(config, { statements, onDone }, (error, result) =>
      error === null ? resolve({ rows: result?.rows ?? [], opened }) : reject(error),
    );
    client.query(query as never);
  });

const countNoted = async (): Promise<unknown> =>
  (await client.query("select count(*)::int as count from noted")).rows[0].count;

it("a statement that begins its transaction runs in it, after what was set with it", async () => {
  const shown = { text: "select current_setting('meanwhile.account') as account" };
  const first = await send(["begin", "set local meanwhile.account = 'ada'"], shown);
  expect(first).toEqual({ rows: [{ account: "ada" }], opened: true });
  await client.query("rollback");
  await send(["begin"]);
  await client.query("rollback");
  expect(await countNoted()).toBe(0);
});

it("a statement whose transaction can't begin does not run, and runs the next time", async () => {
  const refused = send(["begin", "set local role nobody_has_it"]);
  // Sent before the failure is known.
  const behind = client.query("select 1 as one");
  await expect(refused).rejects.toThrow("nobody_has_it");
  await behind.catch(() => undefined);
  await client.query("rollback");
  expect(await countNoted()).toBe(0);
  await client.query("begin");
  expect(await send(["savepoint here"])).toEqual({ rows: [{ word: "tea" }], opened: true });
  await client.query("rollback");
});

it("a statement that fails behind its BEGIN leaves a transaction that is rolled back", async () => {
  const bad = { ...note, name: "bad", text: "insert into noted values ($1::int)", values: ["tea"] };
  await expect(send(["begin"], bad)).rejects.toThrow("invalid input syntax");
  await expect(client.query("select 1")).rejects.toMatchObject({ code: "25P02" });
  await client.query("rollback");
  await expect(send(["begin"], bad)).rejects.toThrow("invalid input syntax");
  await client.query("rollback");
});
