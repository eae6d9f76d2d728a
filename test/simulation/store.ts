import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import {
  applyMigrations,
  type Migration,
  readMigrations,
} from "../../src/store/database/migrate.ts";
import { openSession, type Session } from "./session.ts";

/** A migrated database in memory that one run after the other uses. */
export interface Store {
  readonly session: Session;
  /** The clock of its SQL. */
  clock: () => number;
  /** Empties it for the next run. */
  reset(): void;
  close(): Promise<void>;
}

/** A connection that ends takes its advisory lock with it. There is one session for all of them here, so the lock is looked up instead. */
const presenceSql = `create function try_simulated_lock(key bigint) returns boolean language sql as $$
  select not exists (select from unnest(string_to_array(current_setting('simulation.present', true), ',')) as p (holder)
    where hashtextextended('meanwhile process ' || p.holder, 0) = key) $$`;

/**
 * Between two runs the log lets its rows go. To put all triggers to sleep would throw away every
 * plan, and to make them again takes longer than a run.
 */
const emptySql = `create or replace trigger event_log_is_append_only before update or delete on event_log
  for each row when (current_setting('simulation.empties', true) is distinct from 'on') execute function refuse_log_change()`;

/** Few enough runs that the write-ahead log, which nothing clears here, stays small. */
const runsPerCheckpoint = 25;

export async function openStore(
  change: (migration: Migration) => Migration = (same) => same,
): Promise<Store> {
  const migrations = (await readMigrations()).map(change);
  const lite = await unpack(migrations);
  // Not the time of day, which is this clock while a statement runs.
  const store = { clock: () => 0 };
  const session = openSession(lite, () => store.clock());
  const tables = session
    .exec(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_version'",
    )
    .rows.map(({ name }) => String(name));
  const filled = tables.flatMap((name) => {
    const [row] = session.exec(
      `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
    ).rows;
    return row === undefined || row["rows"] === "[]" ? [] : [{ name, rows: String(row["rows"]) }];
  });
  let resets = 0;
  return Object.assign(store, {
    session,
    reset() {
      session.exec("rollback; reset role; discard temp");
      const used = session
        .exec(
          tables
            .map((name) => `select '${name}' as name where exists (select from ${name})`)
            .join(" union all "),
        )
        .rows.map(({ name }) => String(name));
      session.exec(
        [
          "begin",
          "set local simulation.empties = 'on'",
          ...used.map((name) => `delete from ${name}`),
          ...filled.map(
            ({ name, rows }) =>
              `insert into ${name} select * from json_populate_recordset(null::${name}, '${rows.replaceAll("'", "''")}')`,
          ),
          "select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences",
          "commit",
        ].join("; "),
      );
      resets += 1;
      if (resets % runsPerCheckpoint !== 0) return;
      for (const name of used) session.exec(`vacuum ${name}`);
      session.exec("checkpoint");
    },
    close: () => lite.close(),
  });
}

/** To unpack a copy takes a second, to make one takes several: the first who needs this schema makes it for all. */
async function unpack(migrations: readonly Migration[]): Promise<PGlite> {
  const hash = createHash("sha256")
    .update(JSON.stringify([migrations, presenceSql, emptySql]))
    .digest("hex");
  const copy = join(tmpdir(), `meanwhile-simulation-${hash.slice(0, 16)}.tar`);
  const packed = await readFile(copy).catch(() => undefined);
  if (packed !== undefined) return PGlite.create({ loadDataDir: new Blob([packed]) });
  const lite = await PGlite.create();
  await applyMigrations(
    async <R>(text: string) => ((await lite.exec(text)).at(-1)?.rows ?? []) as R[],
    { ours: migrations },
  );
  await lite.exec(`${presenceSql}; ${emptySql}`);
  const bytes = new Uint8Array(await (await lite.dumpDataDir("none")).arrayBuffer());
  // No reader sees half of it.
  await writeFile(`${copy}.${process.pid}`, bytes);
  await rename(`${copy}.${process.pid}`, copy);
  return lite;
}
