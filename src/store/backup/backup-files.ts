import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../bundled/data-directory.ts";

/** `meanwhile-2026-01-05T03-00-00Z.backup`, a name that sorts by time. */
export const backupName = (at: string): string =>
  `meanwhile-${at.slice(0, 19).replaceAll(":", "-")}Z.backup`;

const form = /^meanwhile-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;
const dayMs = 86_400_000;

export interface BackupFile {
  readonly file: string;
  readonly at: string;
  readonly bytes: number;
}

/** Undefined for a file that is not a backup of ours. */
export function timeOfBackup(name: string): string | undefined {
  const [, day, hour, minute, second] = form.exec(name) ?? [];
  return day === undefined ? undefined : `${day}T${hour}:${minute}:${second}.000Z`;
}

/** Newest first. Other files in the directory are ignored. */
export async function listBackups(directory: string): Promise<BackupFile[]> {
  const names = await namesIn(directory);
  const found: BackupFile[] = [];
  for (const name of names.sort().toReversed()) {
    const at = timeOfBackup(name);
    if (at === undefined) continue;
    const { size } = await stat(join(directory, name));
    found.push({ file: join(directory, name), at, bytes: size });
  }
  return found;
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
}

interface KeepRule {
  readonly keep: number;
  readonly now: number;
}

/**
 * All but the newest `keep` backups, and those older than `keep` days; the newest always stays.
 */
export const findOldBackups = (newestFirst: readonly BackupFile[], of: KeepRule): BackupFile[] =>
  newestFirst.filter(
    ({ at }, nth) => nth > 0 && (nth >= of.keep || of.now - Date.parse(at) > of.keep * dayMs),
  );

export async function dropOldBackups(directory: string, of: KeepRule): Promise<string[]> {
  const dropped: string[] = [];
  for (const { file } of findOldBackups(await listBackups(directory), of)) {
    await rm(file, { force: true });
    dropped.push(file);
  }
  // Left behind by a process that was killed.
  const left = (await namesIn(directory)).filter(
    (name) => name.endsWith(partial) && form.test(name.slice(0, -partial.length)),
  );
  for (const name of left) {
    const { mtimeMs } = await stat(join(directory, name));
    if (of.now - mtimeMs > dayMs) await rm(join(directory, name), { force: true });
  }
  return dropped;
}

/** Suffix of a file that is not complete yet. */
export const partial = ".partial";
