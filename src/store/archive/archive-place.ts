import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../bundled/data-directory.ts";
import type { ObjectStorage } from "../offsite/object-storage.ts";

/** Where archives are kept. */
export interface ArchivePlace {
  /** Under its name only when it is complete. */
  write(name: string, file: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array | undefined>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

export function openArchiveFolder(directory: string): ArchivePlace {
  return {
    async write(name, file) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const unfinished = join(directory, `${name}.partial`);
      await writeFile(unfinished, file, { mode: 0o600, flush: true });
      await rename(unfinished, join(directory, name));
    },
    read: (name) =>
      readFile(join(directory, name)).catch((error: unknown) => {
        if (errorCode(error) === "ENOENT") return undefined;
        throw error;
      }),
    has: (name) =>
      access(join(directory, name)).then(
        () => true,
        () => false,
      ),
    remove: (name) => rm(join(directory, name), { force: true }),
  };
}

const folder = "archive/";

export const openArchiveBucket = (storage: ObjectStorage): ArchivePlace => ({
  write: (name, file) => storage.put(`${folder}${name}`, file),
  read: (name) => storage.get(`${folder}${name}`),
  has: async (name) => (await storage.sizeOf(`${folder}${name}`)) !== undefined,
  remove: (name) => storage.remove(`${folder}${name}`),
});

/** Archives are written to the first and found in all. */
export function joinPlaces(places: readonly [ArchivePlace, ...ArchivePlace[]]): ArchivePlace {
  return {
    write: (name, file) => places[0].write(name, file),
    async read(name) {
      for (const place of places) {
        const file = await place.read(name);
        if (file !== undefined) return file;
      }
      return undefined;
    },
    async has(name) {
      for (const place of places) if (await place.has(name)) return true;
      return false;
    },
    async remove(name) {
      for (const place of places) await place.remove(name);
    },
  };
}
