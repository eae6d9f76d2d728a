import {
  type BackupOptions,
  type MadeBackup,
  makeBackup,
  readSchema,
  readSealedEnd,
} from "../backup/backup.ts";
import { asOwner } from "../database/owner.ts";
import type { ConnectionSettings } from "../database/postgres-database.ts";
import { NotEmpty } from "../backup/load.ts";
import { makeBeside, swapIn } from "./database-beside.ts";
import { findSnapshot, type FoundSnapshot, loadSnapshot, readNewestEvent } from "./snapshot.ts";

export interface WayBack {
  readonly snapshot: FoundSnapshot;
  /** The schema that the database has now. */
  readonly schema: number;
  /** Events that happened after the snapshot, and that the database will not have. */
  readonly eventsSince: number;
}

/** Finds the snapshot that was taken before the upgrade to the present schema. */
export async function findWayBack(
  connection: ConnectionSettings,
  directory: string,
): Promise<WayBack | undefined> {
  const schema = await asOwner(connection, readSchema);
  const snapshot = await findSnapshot(directory, schema);
  if (snapshot === undefined) return undefined;
  const newest = await readNewestEvent(connection);
  const eventsSince = Math.max(0, newest - snapshot.head.snapshot.newestEvent);
  return { snapshot, schema, eventsSince };
}

/**
 * Puts the database of before the upgrade in the place of the present one. The present one is written
 * to a backup first, and the other is complete before it takes the name.
 */
export async function goBack(
  { snapshot }: WayBack,
  on: Omit<BackupOptions, "media" | "snapshot">,
): Promise<{ readonly kept: MadeBackup; readonly end: Awaited<ReturnType<typeof readSealedEnd>> }> {
  const kept = await makeBackup({ ...on, media: undefined });
  const beside = await makeBeside(on.connection, "before", "empty");
  try {
    await loadBefore(beside.connection, snapshot, on);
    await swapIn(on.connection, beside);
  } catch (error) {
    await beside.drop().catch(() => undefined);
    throw error;
  }
  return { kept, end: await asOwner(on.connection, readSealedEnd) };
}

/**
 * Loads the database of before the upgrade into another, empty one, where the present one's user may
 * not make any. The present one stays as it is.
 */
export async function goBackInto(
  target: ConnectionSettings,
  { snapshot }: WayBack,
  on: Pick<BackupOptions, "keyring" | "projector">,
): Promise<void> {
  const [found] = await asOwner(target, (sql) =>
    sql.rows<{ taken: boolean }>("select to_regclass('schema_version') is not null as taken"),
  );
  if (found?.taken !== false) throw new NotEmpty("the database is not empty");
  await loadBefore(target, snapshot, on);
}

async function loadBefore(
  connection: ConnectionSettings,
  snapshot: FoundSnapshot,
  on: Pick<BackupOptions, "keyring" | "projector">,
): Promise<void> {
  await loadSnapshot(connection, { ...on, file: snapshot.file });
  // Messages that were being sent at that time may have arrived: they are not sent again.
  await asOwner(connection, (sql) =>
    sql.rows("update delivery_attempt set lease_until = '-infinity' where status = 'sending'"),
  );
}
