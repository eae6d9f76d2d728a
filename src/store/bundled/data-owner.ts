import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RunAs } from "./data-directory.ts";

/**
 * The user to whom a data directory belongs, unless that is root or the directory is not there yet. Where root runs
 * the product in another user's directory, the database in it has yet another owner.
 */
export async function findDataOwner(dataDir: string): Promise<RunAs | undefined> {
  const directory = await stat(dataDir).catch(() => undefined);
  if (directory === undefined || directory.uid === 0) return undefined;
  const cluster = await stat(join(dataDir, "postgres")).catch(() => undefined);
  if (cluster !== undefined && cluster.uid !== directory.uid) return undefined;
  return { uid: directory.uid, gid: directory.gid };
}

/**
 * Gives the owner a key that root put into their directory, as before a restore. Only a plain file with one name, opened by
 * the directory itself: the owner can put nothing in its place that root would give away.
 */
export async function handOverKey(dataDir: string, owner: RunAs): Promise<void> {
  const place = await open(dataDir, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    if ((await place.stat()).uid !== owner.uid) return;
    const key = await open(
      `/proc/self/fd/${place.fd}/secret.key`,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    ).catch(() => undefined);
    if (key === undefined) return;
    try {
      const found = await key.stat();
      if (found.isFile() && found.nlink === 1 && found.uid === 0)
        await key.chown(owner.uid, owner.gid);
    } finally {
      await key.close();
    }
  } finally {
    await place.close();
  }
}
