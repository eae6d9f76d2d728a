import { basename } from "node:path";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import {
  type BackupFile,
  findOldBackups,
  listBackups,
  timeOfBackup,
} from "../backup/backup-files.ts";
import type { Database, Sql } from "../database/database.ts";
import { startChore } from "../work/chore.ts";
import type { ObjectStorage } from "./object-storage.ts";

export interface OffsiteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: ObjectStorage;
  /** The folder of backups on this machine. */
  readonly directory: string;
  readonly keep: number;
}

/** The newest backup that was sent off this machine, and the last failure since. */
export interface LastOffsite {
  readonly name: string;
  readonly at: string;
  readonly problem: string | null;
}

const everyMs = 600_000;
const dayMs = 86_400_000;

/** Sends the newest backup to a storage elsewhere, and removes old ones there by the same rules as here. */
export function startSendingBackups(on: OffsiteDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: everyMs,
    everyMs,
    failed: "the newest backup could not be sent off this machine; the next round tries again",
    run: (signal) => sendNewest(on, signal),
  });
}

/** Returns the name of what was sent, if anything was due. */
export async function sendNewest(
  on: OffsiteDeps,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const [newest] = await listBackups(on.directory);
  if (newest === undefined) return undefined;
  const name = basename(newest.file);
  const last = await lastOffsite(on.db);
  if (last?.name === name && last.problem === null) return undefined;
  try {
    await on.storage.send(newest.file, name, signal);
    await note(on, { name, at: iso(on.clock.now()), problem: null });
    on.log.info({ name, bytes: newest.bytes }, "a backup was sent off this machine");
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await note(on, { name: last?.name ?? "", at: last?.at ?? "", problem });
    throw error;
  }
  // A key that may only write cannot list or delete: what was sent stays sent.
  await dropOldObjects(on).catch((error: unknown) =>
    on.log.warn({ error }, "old backups off this machine could not be dropped"),
  );
  return name;
}

export async function listObjects(storage: ObjectStorage): Promise<BackupFile[]> {
  const found = (await storage.list()).flatMap(({ name, bytes }) => {
    const at = timeOfBackup(name);
    return at === undefined ? [] : [{ file: name, at, bytes }];
  });
  return found.sort((a, b) => b.at.localeCompare(a.at));
}

/** Words of erased accounts leave the storage as they leave this machine: `keep` days later. */
async function dropOldObjects(on: OffsiteDeps): Promise<number> {
  const now = on.clock.now();
  const all = await listObjects(on.storage);
  const [erased] = await on.db.rows<{ at: string | null }>(
    "select max(rows_gone_at) as at from erasure where rows_gone_at <= $1",
    [iso(now - on.keep * dayMs)],
  );
  const before = erased?.at ?? null;
  const old = new Set([
    ...findOldBackups(all, { keep: on.keep, now }),
    ...all.slice(1).filter(({ at }) => before !== null && at <= before),
  ]);
  for (const { file } of old) await on.storage.remove(file);
  return old.size;
}

async function note(on: OffsiteDeps, last: LastOffsite): Promise<void> {
  await on.db.rows(
    "insert into installation (key, value) values ('last_offsite', $1::jsonb) on conflict (key) do update set value = excluded.value",
    [JSON.stringify(last)],
  );
}

export async function lastOffsite(sql: Sql): Promise<LastOffsite | undefined> {
  const [row] = await sql.rows<{ value: LastOffsite }>(
    "select value from installation where key = 'last_offsite'",
  );
  return row?.value;
}
