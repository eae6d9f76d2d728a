import { chmod, lchown, lstat, mkdir, readdir, realpath, stat } from "node:fs/promises";
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";

/** The user that runs the database when the product runs as root, which PostgreSQL refuses. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Creates the directory if needed and returns its real path. A new or empty directory becomes
 * private; one with content keeps its mode, because others may use it.
 */
export async function ownDirectory(dataDir: string): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error;
  });
  if ((await readdir(dataDir)).length === 0) await chmod(dataDir, 0o700);
  return realpath(dataDir);
}

/** A directory for this user only, regardless of the umask. */
export async function privateDirectory(path: string, runAs: RunAs | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (runAs !== undefined) await lchown(path, runAs.uid, runAs.gid);
}

/**
 * Whether this user may open the file or enter the directory, by the permission bits from the root
 * down.
 */
export async function canReach(path: string, user: RunAs): Promise<boolean> {
  const target = await realpath(path);
  const found = await stat(target);
  if (!isAllowed(found, user, found.isDirectory() ? 0o1 : 0o4)) return false;
  for (let directory = dirname(target); ; directory = dirname(directory)) {
    if (!isAllowed(await stat(directory), user, 0o1)) return false;
    if (directory === dirname(directory)) return true;
  }
}

function isAllowed(rights: Stats, user: RunAs, bit: number): boolean {
  const shift = rights.uid === user.uid ? 6 : rights.gid === user.gid ? 3 : 0;
  return ((rights.mode >> shift) & bit) !== 0;
}

/**
 * Gives a tree to the database's user. The top comes last: until it changes owner, the work counts
 * as unfinished.
 */
export async function giveTree(path: string, runAs: RunAs): Promise<void> {
  if ((await lstat(path)).isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), runAs);
  }
  await lchown(path, runAs.uid, runAs.gid);
}

export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );

export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
