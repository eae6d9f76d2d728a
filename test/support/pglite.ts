import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import type { Database } from "../../src/store/database/database.ts";
import { applyMigrations, readMigrations } from "../../src/store/database/migrate.ts";
import { openPglite } from "../../src/store/database/pglite-database.ts";

/** A database in memory, and what it was like before its first test. */
interface Shelved {
  readonly lite: PGlite;
  readonly schema: string;
  readonly tables: readonly { readonly name: string; readonly rows: string }[];
}

/** Test files follow each other in one process, and to empty a database takes a hundredth of the time to make one. */
const shelf: Shelved[] = [];

/** An empty, migrated database in memory, the caller's until it is closed. The clock of its SQL is the clock of this process. */
export async function pgliteDatabase(): Promise<{ db: Database; lite: PGlite }> {
  const taken = shelf.pop() ?? (await make());
  const { lite } = taken;
  const db = openPglite({
    query: (text, params, options) => lite.query(text, params, options),
    exec: (text) => lite.exec(text),
    transaction: (work) => lite.transaction(work),
    listen: (channel, onNotice) => lite.listen(channel, onNotice),
    close: () => giveBack(taken),
  });
  return { db, lite };
}

async function make(): Promise<Shelved> {
  // To unpack a copy takes a second, to make one takes several: the first process of the run makes it for all.
  const copy = join(dirname(inject("runServices")), "pglite.tar");
  const packed = await readFile(copy).catch(() => undefined);
  const lite =
    packed === undefined
      ? await makeFirst(copy)
      : await PGlite.create({ loadDataDir: new Blob([packed]) });
  const { rows: names } = await lite.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_version'",
  );
  const tables = [];
  for (const { name } of names) {
    const { rows } = await lite.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
    );
    tables.push({ name, rows: rows[0]?.rows ?? "[]" });
  }
  return { lite, tables, schema: await schemaOf(lite) };
}

async function makeFirst(copy: string): Promise<PGlite> {
  const lite = await PGlite.create();
  await applyMigrations(
    async <R>(text: string) => ((await lite.exec(text)).at(-1)?.rows ?? []) as R[],
    { ours: await readMigrations() },
  );
  const packed = await lite.dumpDataDir("none");
  // No reader sees half of it, and of two who made one at the same time either is as good.
  await writeFile(`${copy}.${process.pid}`, new Uint8Array(await packed.arrayBuffer()));
  await rename(`${copy}.${process.pid}`, copy);
  return lite;
}

/** Only a database that is as it was before goes to the next. */
async function giveBack(used: Shelved): Promise<void> {
  const { lite, tables, schema } = used;
  if ((await schemaOf(lite)) !== schema) return lite.close();
  await lite.exec("discard all");
  await lite.exec(
    [
      "begin",
      // A replica's triggers sleep: the log lets its rows go.
      "set local session_replication_role = replica",
      ...tables.map(({ name }) => `delete from ${name}`),
      ...tables.filter(({ rows }) => rows !== "[]").map(refill),
      "select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences",
      "commit",
    ].join("; "),
  );
  shelf.push(used);
}

const refill = ({ name, rows }: Shelved["tables"][number]): string =>
  `insert into ${name} select * from json_populate_recordset(null::${name}, '${rows.replaceAll("'", "''")}')`;

/** Tables with their columns, triggers, functions and roles, as one word. */
async function schemaOf(lite: PGlite): Promise<string> {
  const { rows } = await lite.query<{ schema: string }>(
    `select md5(string_agg(line, ',' order by line)) as schema from (
       select concat_ws(' ', c.relname, c.relkind, c.relforcerowsecurity, a.attname, a.atttypid) as line
         from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace
       union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger
       union all select concat_ws(' ', oid::regprocedure, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
       union all select concat_ws(' ', rolname, rolsuper, rolbypassrls) from pg_roles
     ) as lines`,
  );
  return rows[0]?.schema ?? "";
}
