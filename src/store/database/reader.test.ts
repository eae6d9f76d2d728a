import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../test/support/postgres.ts";
import { migrate } from "./migrate.ts";
import { asOwner } from "./owner.ts";
import { readAsReader } from "./reader.ts";

describe("the read-only role of the product's database", () => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase();
    await migrate(fresh.connection);
  });
  afterAll(() => fresh.drop());

  const answers = async (script: string): Promise<(string | null)[][]> =>
    (await Array.fromAsync(readAsReader(fresh.connection, script))).flatMap(({ rows }) =>
      rows.map((row) => [...row]),
    );
  const who = "select session_user, current_user";
  const onlyTheReader = ["meanwhile_reader", "meanwhile_reader"];

  it("the reader connects although no role may log in, and no stronger user stands behind it", async () => {
    await asOwner(fresh.connection, (sql) => sql.rows("alter role meanwhile_reader nologin"));
    expect(await answers(who)).toEqual([onlyTheReader]);
    expect(await answers(who)).toEqual([onlyTheReader]);
  });

  it.each([
    ["select set_config('role', 'none', false)"],
    ["reset role"],
    ["do $$ begin set role none; end $$"],
    ["do $$ begin perform set_config('role', 'none', false); end $$"],
    ["reset all"],
  ])("the reader keeps its role after %s", async (leaving) => {
    expect((await answers(`${leaving}; ${who}`)).at(-1)).toEqual(onlyTheReader);
    await expect(answers(`${leaving}; select pg_read_file('PG_VERSION')`)).rejects.toThrow(
      "permission denied",
    );
    await expect(answers(`${leaving}; table sealed_secret`)).rejects.toThrow("permission denied");
  });

  it.each([
    ["select set_config('role', 'meanwhile_engine', false)"],
    ["do $$ begin set role postgres; end $$"],
    ["select set_config('session_authorization', 'postgres', false)"],
    ["do $$ begin set session authorization postgres; end $$"],
    ["do $$ begin copy (select 1) to program 'true'; end $$"],
  ])("the reader cannot assume another role: %s", async (leaving) => {
    await expect(answers(leaving)).rejects.toThrow(/permission denied/);
  });
});
