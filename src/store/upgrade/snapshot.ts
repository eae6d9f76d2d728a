import { asOwner } from "../database/owner.ts";
import { migrate, readMigrations } from "../database/migrate.ts";
import type { ConnectionSettings } from "../database/postgres-database.ts";
import type { Projector } from "../log/projector.ts";
import type { Keyring } from "../secrets.ts";
import { type BackupOptions, type MadeBackup, makeBackup, readInto } from "../backup/backup.ts";
import { type BackupFile, listBackups } from "../backup/backup-files.ts";
import { checksumTables, listTables } from "../backup/contents.ts";
import { readHead, type SealedHead, type SnapshotHead } from "../backup/sealed-file.ts";

/**
 * A snapshot is a backup that also holds the rows which the log could rebuild: the program that could
 * rebuild them in their old form may not be there any more.
 */
export async function makeSnapshot(
  on: Omit<BackupOptions, "snapshot" | "media">,
  to: number,
): Promise<MadeBackup> {
  const newestEvent = await readNewestEvent(on.connection);
  return makeBackup({ ...on, media: undefined, snapshot: { to, newestEvent } });
}

export const readNewestEvent = (connection: ConnectionSettings): Promise<number> =>
  asOwner(connection, async (sql) => {
    const [row] = await sql.rows<{ id: number | null }>("select max(id) as id from event_log");
    return row?.id ?? 0;
  });

export interface SnapshotSource {
  readonly file: string;
  readonly keyring: Keyring;
  readonly projector: Projector;
}

/** Loads a snapshot into an empty database with the schema of that time, and compares every table. */
export async function loadSnapshot(
  connection: ConnectionSettings,
  { file, keyring, projector }: SnapshotSource,
): Promise<void> {
  const { head } = await readHead(file);
  const migrations = await readMigrations();
  await migrate(
    connection,
    migrations.filter(({ version }) => version <= head.schema),
  );
  await asOwner(connection, async (sql) => {
    const { tables } = await readInto(sql, { file, keyring, media: undefined });
    const found = await checksumTables(
      sql,
      (await listTables(sql)).map((name) => projector.tables.get(name) ?? { name }),
    );
    const different = Object.keys(tables).filter(
      (name) => found[name]?.hash !== tables[name]?.hash,
    );
    if (different.length > 0)
      throw new Error(`The snapshot could not be loaded unchanged: ${different.join(", ")}.`);
  });
}

export interface FoundSnapshot extends BackupFile {
  readonly head: SealedHead & { readonly snapshot: SnapshotHead };
}

/** The newest snapshot of an upgrade that led to this schema. */
export async function findSnapshot(
  directory: string,
  schema: number,
): Promise<FoundSnapshot | undefined> {
  for (const file of await listBackups(directory)) {
    const { head } = await readHead(file.file);
    if (head.snapshot?.to === schema && head.schema < schema)
      return { ...file, head: { ...head, snapshot: head.snapshot } };
  }
  return undefined;
}
