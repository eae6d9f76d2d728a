import { chmod, mkdir, open, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import {
  type KeptMedia,
  type MediaAbout,
  MediaRefused,
  type MediaStore,
} from "../domain/ports/media.ts";
import { errorCode } from "./bundled/data-directory.ts";

export interface MediaStoreOptions {
  /** `<data>/media`. Created if missing, for this user only. */
  readonly directory: string;
  readonly maxBytes: number;
  /** Limit for all files together. */
  readonly quotaBytes: number;
  /** Limit for one account. */
  readonly accountBytes?: number | undefined;
  /** Bytes used per account, by the database: read at the start and with every sweep. */
  readonly usedByAccount?: (() => Promise<ReadonlyMap<string, number>>) | undefined;
  readonly clock: Clock;
  readonly chance: Chance;
}

export interface FileMediaStore extends MediaStore {
  /**
   * Deletes older files and counts the rest again, because other processes write here too. Returns
   * the number deleted.
   */
  sweep(keepMs: number): Promise<number>;
  room(): MediaRoom;
}

/** Used and available room, in bytes. */
export interface MediaRoom {
  readonly used: number;
  readonly quota: number;
}

interface Note extends MediaAbout {
  readonly keptAt: number;
}

const idForm = /^[0-9a-f]{32}$/;

/**
 * Files are stored under opaque names. The sender's file name is in a note beside the file and
 * never used as a path; a file must be inside the directory itself, so that a planted link leads
 * nowhere.
 */
export async function openMediaStore(on: MediaStoreOptions): Promise<FileMediaStore> {
  await mkdir(on.directory, { recursive: true, mode: 0o700 });
  await chmod(on.directory, 0o700);
  const root = await realpath(on.directory);
  let used = await sizeOf(root);
  let owned = new Map(await on.usedByAccount?.());
  const count = (accountId: string | undefined, bytes: number): void => {
    if (accountId !== undefined)
      owned.set(accountId, Math.max(0, (owned.get(accountId) ?? 0) + bytes));
  };

  /**
   * A full server still has room for accounts that use less than their share; those that use more
   * make room with the next sweep.
   */
  function assertRoom(bytes: number, accountId: string | undefined): void {
    if (bytes > on.maxBytes) throw new MediaRefused("too_large", on.maxBytes);
    const own = accountId === undefined ? used : (owned.get(accountId) ?? 0);
    const most = on.accountBytes ?? Infinity;
    if (accountId !== undefined && own + bytes > most) throw new MediaRefused("account_full", most);
    const others = [...owned].filter(([id, size]) => id !== accountId && size > 0).length;
    if (used + bytes > on.quotaBytes && own + bytes > on.quotaBytes / (others + 1))
      throw new MediaRefused("no_room", on.quotaBytes);
  }

  async function drop(id: string): Promise<void> {
    if (!idForm.test(id)) return;
    const size = await stat(join(root, id)).then(({ size }) => size, ignoreMissing);
    const owner = size === undefined ? undefined : (await readNote(root, id))?.accountId;
    await rm(join(root, id), { force: true });
    await rm(join(root, noteOf(id)), { force: true });
    used = Math.max(0, used - (size ?? 0));
    count(owner, -(size ?? 0));
  }

  return {
    put: async (bytes, { type, name, channel, accountId }) => {
      assertRoom(bytes.length, accountId);
      used += bytes.length;
      count(accountId, bytes.length);
      const id = Buffer.from(on.chance.bytes(16)).toString("hex");
      const note: Note = { type, name, channel, accountId, keptAt: on.clock.now() };
      try {
        await write(join(root, id), bytes);
        // The note is written last: a file without one was never finished.
        await write(join(root, noteOf(id)), Buffer.from(JSON.stringify(note)));
        return id;
      } catch (error) {
        await drop(id);
        throw error;
      }
    },
    get: async (id) => {
      const note = idForm.test(id) ? await readNote(root, id) : undefined;
      const bytes = note === undefined ? undefined : await readInside(root, id);
      return note === undefined || bytes === undefined ? undefined : toKeptMedia(note, bytes);
    },
    drop,
    sweep: async (keepMs) => {
      const ids = (await readdir(root)).filter((name) => idForm.test(name));
      let dropped = 0;
      for (const id of ids) {
        const keptAt =
          (await readNote(root, id))?.keptAt ??
          (await stat(join(root, id)).then(({ mtimeMs }) => mtimeMs, ignoreMissing));
        if (keptAt === undefined || on.clock.now() - keptAt <= keepMs) continue;
        await drop(id);
        dropped += 1;
      }
      used = await sizeOf(root);
      owned = new Map(await on.usedByAccount?.());
      return dropped;
    },
    room: () => ({ used, quota: on.quotaBytes }),
  };
}

const noteOf = (id: string): string => `${id}.json`;

const toKeptMedia = ({ type, name, channel }: Note, bytes: Uint8Array): KeptMedia => ({
  type,
  name,
  channel,
  bytes,
});

/** Never overwrites a file and never follows a link. */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

async function readInside(root: string, name: string): Promise<Uint8Array | undefined> {
  const path = await realpath(join(root, name)).catch(ignoreMissing);
  return path === undefined || dirname(path) !== root
    ? undefined
    : readFile(path).catch(ignoreMissing);
}

async function readNote(root: string, id: string): Promise<Note | undefined> {
  const bytes = await readInside(root, noteOf(id));
  return bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as Note);
}

async function sizeOf(root: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(root)) {
    if (idForm.test(name)) sum += (await stat(join(root, name)).catch(ignoreMissing))?.size ?? 0;
  }
  return sum;
}

/** Another process may delete a file between the check and its use. */
function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
  return undefined;
}
