import { createReadStream } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../bundled/data-directory.ts";
import {
  type DumpedFile,
  fileForm,
  idForm,
  type ListedFile,
  type MediaNote,
  type MediaPlace,
  noteName,
} from "./place.ts";

/**
 * `<data>/media`: created if missing, for this user only. The sender's file name is in a note beside
 * the file and never used as a path; a file must be inside the directory itself, so that a planted
 * link leads nowhere.
 */
export async function openFolder(directory: string): Promise<MediaPlace> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const root = await realpath(directory);
  const remove = async (id: string): Promise<void> => {
    await rm(join(root, id), { force: true });
    await rm(join(root, noteName(id)), { force: true });
  };
  return {
    name: "folder",
    remove,
    async weigh(id) {
      const file = await stat(join(root, id)).catch(ignoreMissing);
      if (file === undefined) return undefined;
      return { bytes: file.size, accountId: (await readNote(root, id))?.accountId };
    },
    async write(id, { note, bytes }) {
      try {
        await writeNew(join(root, id), bytes);
        // The note is written last: a file without one was never finished.
        await writeNew(join(root, noteName(id)), Buffer.from(JSON.stringify(note)));
      } catch (error) {
        if (errorCode(error) !== "EEXIST") await remove(id);
        throw error;
      }
    },
    async read(id) {
      const note = await readNote(root, id);
      const bytes = note === undefined ? undefined : await readInside(root, id);
      return note === undefined || bytes === undefined ? undefined : { note, bytes };
    },
    async list() {
      const found: ListedFile[] = [];
      for (const id of (await readdir(root)).filter((name) => idForm.test(name))) {
        const file = await stat(join(root, id)).catch(ignoreMissing);
        if (file === undefined) continue;
        const at = (await readNote(root, id))?.keptAt ?? file.mtimeMs;
        found.push({ id, bytes: file.size, at });
      }
      return found;
    },
    size: () => sizeOf(root),
    dump: () => dumpFolder(root),
  };
}

const pieceBytes = 1 << 20;

async function* dumpFolder(root: string): AsyncGenerator<DumpedFile> {
  const names = (await readdir(root)).filter((name) => fileForm.test(name)).sort();
  for (const name of names) yield { name, pieces: piecesOf(join(root, name)) };
}

/** A file that is deleted meanwhile is left out; its row is deleted too. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes }))
      yield bytes as Buffer;
  } catch (error) {
    ignoreMissing(error);
  }
}

/** Never overwrites a file and never follows a link. */
async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
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

async function readNote(root: string, id: string): Promise<MediaNote | undefined> {
  const bytes = await readInside(root, noteName(id));
  return bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as MediaNote);
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
