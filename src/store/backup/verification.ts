import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { engine } from "../../domain/principal.ts";
import { noteAudit } from "../audit/audit.ts";
import { startChore } from "../work/chore.ts";
import type { Database, Sql } from "../database/database.ts";
import { type BackupFile, listBackups } from "./backup-files.ts";

/** The result of the last trial restore. */
export interface Verification {
  readonly at: string;
  /** When that backup was made. */
  readonly of: string;
  readonly ok: boolean;
  /** Tables whose restored rows differ from the backup's checksums. */
  readonly different: readonly string[];
  /** Why the restore failed, if it did. */
  readonly problem: string | null;
}

export interface VerificationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: string;
  /** Restores a file into a temporary database and returns the tables that differ. */
  tryRestore(file: string, signal: AbortSignal | undefined): Promise<readonly string[]>;
}

const everyMs = 900_000;
const weekMs = 7 * 86_400_000;
/** Backups up to this size are verified every time, larger ones once a week. */
const smallBytes = 32 << 20;

/**
 * A backup that was never restored proves nothing, so the newest is restored in the background as a
 * check.
 */
export function startVerifying(on: VerificationDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: everyMs,
    everyMs,
    failed: "the newest backup could not be verified; the next round tries again",
    run: (signal) => verifyIfDue(on, signal),
  });
}

export async function verifyIfDue(
  on: VerificationDeps,
  signal?: AbortSignal,
): Promise<Verification | undefined> {
  const [newest] = await listBackups(on.directory);
  if (newest === undefined || !isDue(newest, await lastVerification(on.db), on.clock.now()))
    return undefined;
  const [different, problem] = await on.tryRestore(newest.file, signal).then(
    (tables) => [tables, null] as const,
    (error: unknown) => [[], error instanceof Error ? error.message : String(error)] as const,
  );
  if (signal?.aborted === true) return undefined;
  const found: Verification = {
    at: iso(on.clock.now()),
    of: newest.at,
    ok: problem === null && different.length === 0,
    different,
    problem,
  };
  await on.db.transaction(engine, async (sql) => {
    await sql.rows(
      "insert into installation (key, value) values ('last_verification', $1::jsonb) on conflict (key) do update set value = excluded.value",
      [JSON.stringify(found)],
    );
    const details = { made_at: newest.at, ok: found.ok, different: [...different] };
    await noteAudit(sql, on.clock, {
      action: "backup_verified",
      by: { credential: "nightly", accountId: null, role: "operator", network: null },
      details,
    });
  });
  on.log[found.ok ? "info" : "error"](
    { of: found.of, different, problem },
    found.ok
      ? "the newest backup can be restored"
      : "the newest backup can't be restored unchanged",
  );
  return found;
}

function isDue(newest: BackupFile, last: Verification | undefined, now: number): boolean {
  if (last === undefined) return true;
  if (last.of >= newest.at) return false;
  return !last.ok || newest.bytes <= smallBytes || now - Date.parse(last.at) >= weekMs;
}

export async function lastVerification(sql: Sql): Promise<Verification | undefined> {
  const [row] = await sql.rows<{ value: Verification }>(
    "select value from installation where key = 'last_verification'",
  );
  return row?.value;
}
