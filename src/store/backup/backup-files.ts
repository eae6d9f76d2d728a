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

/** Newest first. Other files in the directory are ignored. */
export async function listBackups(directory: string): Promise<BackupFile[]> {
  const names = await namesIn(directory);
  const found: BackupFile[] = [];
  for (const name of names
    .filter((each) => form.test(each))
    .sort()
    .toReversed()) {
    const [, day, hour, minute, second] = form.exec(name) ?? [];
    const { size } = await stat(join(directory, name));
    found.push({
      file: join(directory, name),
      at: `${day}T${hour}:${minute}:${second}.000Z`,
      bytes: size,
    });
  }
  return found;
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
}

/**
 * Keeps the newest `keep` backups, without those older than `keep` days; the newest always stays.
 */
export async function dropOldBackups(
  directory: string,
  of: { readonly keep: number; readonly now: number },
): Promise<string[]> {
  const dropped: string[] = [];
  for (const [nth, { file, at }] of (await listBackups(directory)).entries()) {
    if (nth === 0 || (nth < of.keep && of.now - Date.parse(at) <= of.keep * dayMs)) continue;
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
