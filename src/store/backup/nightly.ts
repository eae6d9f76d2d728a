import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Actor } from "../../domain/views/audit.ts";
import type { Log } from "../../domain/ports/log.ts";
import { engine } from "../../domain/principal.ts";
import { noteAudit } from "../audit/audit.ts";
import { startChore } from "../work/chore.ts";
import type { Database, Sql } from "../database/database.ts";
import { lastHour } from "../erasure/night.ts";
import { makeBackup, type BackupOptions, type MadeBackup } from "./backup.ts";
import { dropOldBackups } from "./backup-files.ts";

/** The newest backup, wherever it is stored, as numbers only. */
export interface LastBackup {
  readonly at: string;
  readonly bytes: number;
  readonly events: number;
}

export interface NightlyDeps extends Omit<BackupOptions, "at" | "keyring"> {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Opened when the first backup is made. */
  readonly keyring: () => BackupOptions["keyring"];
  readonly keep: number;
  readonly hour: number;
  readonly timezone: string;
}

/**
 * Not right after a start: a process that runs for minutes only, such as a test, makes no backup.
 */
const everyMs = 600_000;

/**
 * Makes a backup every night after the configured hour, or as soon as the machine runs again. One
 * of several processes that share a database does it.
 */
export function startNightlyBackups(on: NightlyDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: everyMs,
    everyMs,
    failed: "the backup could not be made; the next round tries again",
    run: (signal) => backUpIfDue(on, signal),
  });
}

export async function backUpIfDue(
  on: NightlyDeps,
  signal?: AbortSignal,
): Promise<MadeBackup | undefined> {
  const now = on.clock.now();
  // The round is reserved before the work, so that another process that checks a moment later skips
  // it.
  if (!(await takeTurn(on, now))) return undefined;
  const made = await makeBackup({ ...on, keyring: on.keyring(), at: iso(now), signal });
  await noteBackup(on, made, {
    credential: "nightly",
    accountId: null,
    role: "operator",
    network: null,
  });
  const dropped = await dropOldBackups(on.directory, { keep: on.keep, now });
  on.log.info(
    { bytes: made.bytes, events: made.contents.events, dropped: dropped.length },
    "a backup was made",
  );
  return made;
}

/** A failed backup is tried again after an hour. */
const patienceMs = 3_600_000;

async function takeTurn(on: NightlyDeps, now: number): Promise<boolean> {
  return on.db.transaction(engine, async (sql) => {
    await sql.rows(
      "insert into installation (key, value) values ('backup_begun', 'null') on conflict (key) do nothing",
    );
    const [begun] = await sql.rows<{ at: string | null }>(
      "select value #>> '{}' as at from installation where key = 'backup_begun' for update",
    );
    const last = await lastBackup(sql);
    const isMade = last !== undefined && Date.parse(last.at) >= lastHour(now, on);
    const isTaken =
      begun?.at !== null && begun?.at !== undefined && now - Date.parse(begun.at) < patienceMs;
    if (isMade || isTaken) return false;
    await sql.rows(
      "update installation set value = to_jsonb($1::text) where key = 'backup_begun'",
      [iso(now)],
    );
    return true;
  });
}

/**
 * Records the backup for doctor and metrics, and in the audit: a copy of everything has left the
 * database.
 */
export function noteBackup(
  on: { readonly db: Database; readonly clock: Clock },
  made: MadeBackup,
  by: Actor,
): Promise<void> {
  const last: LastBackup = {
    at: iso(on.clock.now()),
    bytes: made.bytes,
    events: made.contents.events,
  };
  return on.db.transaction(engine, async (sql) => {
    await sql.rows(
      `insert into installation (key, value) values ('last_backup', $1::jsonb) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(last)],
    );
    const details = { bytes: made.bytes, events: made.contents.events, files: made.contents.files };
    await noteAudit(sql, on.clock, { action: "backup_made", by, details });
  });
}

export async function lastBackup(sql: Sql): Promise<LastBackup | undefined> {
  const [row] = await sql.rows<{ value: LastBackup }>(
    "select value from installation where key = 'last_backup'",
  );
  return row?.value;
}

interface Gauges {
  gauge(
    name: string,
    help: string,
    read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
  ): void;
}

/**
 * Reports the age of the newest backup. Without one the metric is absent, and monitoring notices
 * that.
 */
export function watchBackups(db: Database, metrics: Gauges, clock: Pick<Clock, "now">): void {
  const figure = (read: (last: LastBackup) => number) => async () => {
    const last = await lastBackup(db);
    return last === undefined ? [] : [{ labels: {}, value: read(last) }];
  };
  metrics.gauge(
    "meanwhile_backup_age_seconds",
    "Age of the newest backup",
    figure(({ at }) => (clock.now() - Date.parse(at)) / 1_000),
  );
  metrics.gauge(
    "meanwhile_backup_bytes",
    "Size of the newest backup",
    figure(({ bytes }) => bytes),
  );
}
