import { rm } from "node:fs/promises";
import { iso } from "../../domain/ports/clock.ts";
import { startChore } from "../work/chore.ts";
import { makeBackup } from "./backup.ts";
import { listBackups } from "./backup-files.ts";
import { type NightlyDeps, noteBackup } from "./nightly.ts";

const dayMs = 86_400_000;
const everyMs = 3_600_000;

/**
 * Runs even where nightly backups are off: older or manual backup files still hold data of accounts
 * that were erased since.
 */
export function startDroppingErased(on: NightlyDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: everyMs,
    everyMs,
    failed: "backups with data of erased accounts could not be deleted; the next round tries again",
    run: (signal) => dropErasedBackups(on, signal),
  });
}

/**
 * Deletes backups made before an erasure `keep` days after it, including the newest: if no later
 * one exists, one is made first. Returns the deleted files.
 */
export async function dropErasedBackups(on: NightlyDeps, signal?: AbortSignal): Promise<string[]> {
  const now = on.clock.now();
  const [erased] = await on.db.rows<{ at: string | null }>(
    "select max(rows_gone_at) as at from erasure where rows_gone_at <= $1",
    [iso(now - on.keep * dayMs)],
  );
  if (erased === undefined || erased.at === null) return [];
  const before = Date.parse(erased.at);
  const backups = await listBackups(on.directory);
  const old = backups.filter(({ at }) => Date.parse(at) <= before);
  if (old.length === 0) return [];
  if (old.length === backups.length) {
    const made = await makeBackup({ ...on, keyring: on.keyring(), at: iso(now), signal });
    await noteBackup(on, made, {
      credential: "nightly",
      accountId: null,
      role: "operator",
      network: null,
    });
  }
  for (const { file } of old) await rm(file, { force: true });
  on.log.info({ dropped: old.length }, "backups from before an erasure were deleted");
  return old.map(({ file }) => file);
}
