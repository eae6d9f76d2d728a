import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Actor } from "../../domain/views/audit.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import { engine } from "../../domain/principal.ts";
import { noteAudit } from "../audit/audit.ts";
import { startChore } from "../work/chore.ts";
import { type Database, sqlState } from "../database/database.ts";
import { lastHour } from "./night.ts";
import { type OwnersConnection, ownersConnection } from "../database/owner.ts";
import type { ConnectionSettings } from "../database/postgres-database.ts";
import { rotateWal } from "./rotate-wal.ts";

export interface CleanDeps {
  readonly db: Database;
  readonly connection: ConnectionSettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly media: Pick<MediaStore, "drop"> | undefined;
  /** Start of the quiet hours at night. */
  readonly hour: number;
  readonly timezone: string;
  /** Tables up to this size are rewritten at once, which locks each for about a second. */
  readonly smallBytes?: number | undefined;
}

export interface Cleaned {
  /** Accounts whose data is now gone from the files. */
  readonly accounts: number;
  /** Tables still to be rewritten, and why they wait. */
  readonly waiting: Readonly<Record<string, NotRewritten | "night">>;
}

const smallBytes = 64 << 20;
const quietMs = 3 * 3_600_000;
const lockMs = { day: 1_000, night: 10_000 };
const lockKey = 7_788_003;
const itself: Actor = {
  credential: "clean_files",
  accountId: null,
  role: "operator",
  network: null,
};

/** Removes erased data from the database's own files: small tables soon, large ones at night. */
export function startCleaning(on: CleanDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: 10_000,
    everyMs: 60_000,
    failed:
      "erased data could not be removed from the database's files; the next round tries again",
    run: () => cleanFiles(on),
  });
}

/** One round. Undefined if there is nothing to do, or another process does it. */
export async function cleanFiles(on: CleanDeps): Promise<Cleaned | undefined> {
  const open = await on.db.rows<Erasure>(
    "select id, account_id, rows_gone_at, media, waiting_for from erasure where files_gone_at is null order by id",
  );
  const newest = open.at(-1);
  if (newest === undefined) return undefined;
  return ownersConnection(on.connection, async (sql) => {
    const [turn] = await sql.rows<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      lockKey,
    ]);
    if (turn?.taken !== true) return undefined;
    const since = open.reduce((latest, { rows_gone_at: at }) => (at > latest ? at : latest), "");
    const waiting = await rewriteAll(on, sql, since);
    if (Object.keys(waiting).length === 0) await finish(on, sql, open);
    else await note(on, open, waiting);
    return { accounts: Object.keys(waiting).length === 0 ? open.length : 0, waiting };
  });
}

interface Erasure {
  readonly id: number;
  readonly account_id: string;
  readonly rows_gone_at: string;
  readonly media: readonly string[];
  readonly waiting_for: string | null;
}

/** Rewrites every table: earlier versions of a row stay wherever it once was. */
async function rewriteAll(
  on: CleanDeps,
  sql: OwnersConnection,
  since: string,
): Promise<Cleaned["waiting"]> {
  const tables = await sql.rows<{ name: string; bytes: number }>(
    `select c.oid::regclass::text as name, pg_total_relation_size(c.oid) as bytes from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_total_relation_size(c.oid) > 0
       and not exists (select from table_rewrite r where r.name = c.relname and r.at > $1)
     order by 2`,
    [since],
  );
  const now = on.clock.now();
  const isNight = now - lastHour(now, on) < quietMs;
  const waiting: Record<string, NotRewritten | "night"> = {};
  for (const { name, bytes } of tables) {
    const isSmall = bytes <= (on.smallBytes ?? smallBytes);
    const at = iso(on.clock.now());
    const problem =
      isSmall || isNight
        ? await rewriteTable(sql, name, isSmall ? lockMs.day : lockMs.night)
        : "night";
    if (problem !== undefined) {
      waiting[name] = problem;
      continue;
    }
    await forgetValues(sql, name);
    await sql.rows(
      "insert into table_rewrite (name, at) values ($1, $2) on conflict (name) do update set at = excluded.at",
      [name, at],
    );
  }
  return waiting;
}

/**
 * Clears the planner's statistics, which hold column values, then removes the replaced files and
 * the write-ahead log that led to them.
 */
async function finish(
  on: CleanDeps,
  sql: OwnersConnection,
  open: readonly Erasure[],
): Promise<void> {
  const statistics = await rewriteTable(sql, "pg_catalog.pg_statistic", lockMs.day);
  if (statistics === "busy" || statistics === "read by a long transaction")
    return note(on, open, { pg_statistic: statistics });
  const isBundled = on.connection.connectionString === undefined;
  if (isBundled && !(await rotateWal(sql))) return note(on, open, { pg_wal: "busy" });
  // On the operator's own server this may not be permitted: its next checkpoint comes by itself.
  if (!isBundled) await sql.rows("checkpoint").catch(unlessRefused);
  for (const { media } of open) for (const id of media) await on.media?.drop(id);
  const at = iso(on.clock.now());
  await on.db.transaction(engine, async (tx) => {
    for (const { id, account_id: accountId } of open) {
      await tx.rows(
        "update erasure set files_gone_at = $2, waiting_for = null, media = '{}' where id = $1",
        [id, at],
      );
      await noteAudit(tx, on.clock, {
        action: "words_gone_from_files",
        by: itself,
        accountId,
        details: { write_ahead_log: isBundled },
      });
    }
  });
  on.log.info(
    { accounts: open.length },
    "the data of erased accounts is gone from the database's files",
  );
}

function unlessRefused(error: unknown): void {
  if (sqlState(error) !== "42501") throw error;
}

async function note(
  on: CleanDeps,
  open: readonly Erasure[],
  waiting: Readonly<Record<string, string>>,
): Promise<void> {
  const text = Object.entries(waiting)
    .map(([table, why]) => `${table}: ${why}`)
    .join(", ")
    .slice(0, 500);
  if (open.every(({ waiting_for: known }) => known === text)) return;
  await on.db.rows("update erasure set waiting_for = $1 where files_gone_at is null", [text]);
  on.log.info({ waiting }, "erased data stays in the files of these tables for now");
}

/** Why a table's file may still hold deleted rows. */
type NotRewritten = "busy" | "read by a long transaction" | "not permitted";

/**
 * Rewrites a table's file, its indexes and its TOAST values from the live rows; the old files
 * disappear with the next checkpoint. The table is locked meanwhile. The planner's statistics are
 * cleared as well.
 */
async function rewriteTable(
  sql: OwnersConnection,
  name: string,
  lockMs: number,
): Promise<NotRewritten | undefined> {
  const before = sql.remarks.length;
  await sql.rows(`set lock_timeout = ${lockMs}`);
  try {
    await sql.rows(`vacuum (full, verbose) ${name}`);
  } catch (error) {
    // A lock timeout, or a deadlock that was resolved here.
    if (["55P03", "40P01"].includes(sqlState(error) ?? "")) return "busy";
    throw error;
  }
  const remarks = sql.remarks.slice(before);
  if (
    remarks.some(
      ({ severity, message }) => severity === "WARNING" && message.includes("permission denied"),
    )
  )
    return "not permitted";
  // A transaction may still see the old rows, so they are in the new file too.
  if (
    remarks.some(({ detail }) => /^[1-9]\d* dead row versions cannot be removed yet/.test(detail))
  )
    return "read by a long transaction";
  return undefined;
}

/**
 * Since PostgreSQL 18 the statistics of a column can be cleared; before that, those of an emptied
 * table stay.
 */
async function forgetValues(sql: OwnersConnection, name: string): Promise<void> {
  await sql.rows(
    `do $$ begin
       if current_setting('server_version_num')::integer >= 180000 then
         perform pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited)
           from pg_stats where (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass = '${name}'::regclass;
       end if;
     end $$`,
  );
  await sql.rows(`analyze ${name}`);
}
