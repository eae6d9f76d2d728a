import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Memory that Linux shows as a directory. Some containers have little of it, or let no program run from there. */
const memory = "/dev/shm";
const enough = 2 * 1024 ** 3;

/**
 * One directory for all that a run makes: its database, and every temporary directory of every test. It lies in memory
 * where there is room, and goes as a whole. What killed runs left goes first: their names say whose they were.
 */
export async function createRunDirectory(): Promise<{
  readonly path: string;
  remove(): Promise<void>;
}> {
  await Promise.all([memory, tmpdir()].map(removeLeftovers));
  const path = (await placeIn(memory)) ?? (await mkdtemp(join(tmpdir(), prefix)));
  // Started by root, databases run as the user `nobody`, who has to get through.
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Short, because sockets lie below it, and their paths have room for hundred characters only. */
const prefix = `mw-run-${process.pid}-`;

async function placeIn(parent: string): Promise<string | undefined> {
  const room = await statfs(parent).catch(() => undefined);
  if (room === undefined || room.bavail * room.bsize < enough) return undefined;
  const path = await mkdtemp(join(parent, prefix)).catch(() => undefined);
  if (path === undefined || (await runsProgramsIn(path))) return path;
  await rm(path, { recursive: true, force: true });
  return undefined;
}

async function runsProgramsIn(directory: string): Promise<boolean> {
  const program = join(directory, "program");
  await writeFile(program, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  return promisify(execFile)(program).then(
    () => true,
    () => false,
  );
}

async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  const dead = names.filter((name) => {
    const pid = /^mw-run-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  // Another user's left-overs are not ours to remove.
  await Promise.allSettled(
    dead.map((name) => rm(join(parent, name), { recursive: true, force: true })),
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
