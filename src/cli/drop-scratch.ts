import { lstat, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeDataLock } from "../store/bundled/data-lock.ts";

/**
 * Temporary databases for checking a backup are in directories of this name, each with a lock of
 * its own.
 */
export const scratchPrefix = "meanwhile-verify-";

/**
 * A killed process leaves its scratch database behind, with everyone's messages in it. Deletes
 * those of this user that no process holds any more, and returns how many.
 */
export async function dropScratch(place = tmpdir()): Promise<number> {
  const uid = process.getuid?.();
  let dropped = 0;
  for (const name of (await readdir(place)).filter((each) => each.startsWith(scratchPrefix))) {
    const directory = join(place, name);
    const found = await lstat(directory).catch(() => undefined);
    if (found?.isDirectory() !== true || (uid !== undefined && found.uid !== uid)) continue;
    const taken = await takeDataLock(directory, {
      pid: process.pid,
      startedAt: "",
      command: "meanwhile",
    });
    if (!("lock" in taken)) continue;
    await taken.lock.release();
    await rm(directory, { recursive: true, force: true });
    dropped += 1;
  }
  return dropped;
}
