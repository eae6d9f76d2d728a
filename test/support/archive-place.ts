import { randomBytes } from "node:crypto";
import { type ArchiveDeps, archiveCalls } from "../../src/store/archive/archive-calls.ts";
import type { ArchivePlace } from "../../src/store/archive/archive-place.ts";
import type { Database } from "../../src/store/database/database.ts";

/** Archives in memory. */
function memoryPlace(): ArchivePlace {
  const files = new Map<string, Uint8Array>();
  return {
    write: async (name, file) => void files.set(name, file),
    read: async (name) => files.get(name),
    has: async (name) => files.has(name),
    remove: async (name) => void files.delete(name),
  };
}

/** Moves the words of every model call out of the database. */
export async function archiveEverything(db: Database): Promise<ArchiveDeps> {
  const on = { db, clock: { now: Date.now }, place: memoryPlace(), randomBytes };
  await Array.fromAsync(archiveCalls(on, "2999-01-01T00:00:00Z"));
  return on;
}
