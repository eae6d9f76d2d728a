import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { auditEnd } from "../audit/audit-anchors.ts";
import { migrate, readMigrations } from "../database/migrate.ts";
import { asOwner } from "../database/owner.ts";
import type { ConnectionSettings } from "../database/postgres-database.ts";
import type { Projector } from "../log/projector.ts";
import { rebuild } from "../log/rebuild.ts";
import type { Keyring } from "../secrets.ts";
import type { Sql } from "../database/database.ts";
import { type Contents, listStoredTables, checksumTables } from "./contents.ts";
import { dumpLines } from "./dump.ts";
import { backupName, partial } from "./backup-files.ts";
import type { DumpedFile } from "../media/place.ts";
import { linesIn, loadLines } from "./load.ts";
import { readHead, sealStream, type SnapshotHead, unsealFile } from "./sealed-file.ts";

export interface BackupOptions {
  readonly connection: ConnectionSettings;
  readonly projector: Projector;
  readonly keyring: Keyring;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly directory: string;
  /** The files of messages, if they are included. */
  readonly media: (() => AsyncIterable<DumpedFile>) | undefined;
  readonly at: string;
  /** For a snapshot before an upgrade: the rows of every table. */
  readonly snapshot?: SnapshotHead | undefined;
  /** Aborts the backup and removes its file. */
  readonly signal?: AbortSignal | undefined;
}

export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  readonly contents: Contents;
}

/**
 * Writes a snapshot of the database to one sealed file. It gets its final name only after it is
 * complete and on disk.
 */
export async function makeBackup(on: BackupOptions): Promise<MadeBackup> {
  await mkdir(on.directory, { recursive: true, mode: 0o700 });
  const file = freeFile(on);
  const unfinished = `${file}${partial}`;
  const [schema, audit] = await asOwner(
    on.connection,
    async (sql) => [await readSchema(sql), await readSealedEnd(sql)] as const,
  );
  let contents: Contents | undefined;
  try {
    await asOwner(on.connection, (sql) =>
      pipeline(
        Readable.from(
          dumpLines(sql, {
            ...on,
            whole: on.snapshot !== undefined,
            onEnd: (found) => (contents = found),
          }),
        ),
        createGzip({ level: 4 }),
        (zipped: AsyncIterable<Uint8Array>) => sealStream(zipped, { ...on, schema, audit }),
        createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
        on.signal === undefined ? {} : { signal: on.signal },
      ),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { file, bytes: (await stat(file)).size, contents: contents as unknown as Contents };
}

/** Two that are made within one second must not replace each other. */
function freeFile({ directory, at }: Pick<BackupOptions, "directory" | "at">): string {
  for (let time = Date.parse(at); ; time += 1_000) {
    const file = join(directory, backupName(new Date(time).toISOString()));
    if (!existsSync(file)) return file;
  }
}

/** A database that is about to be upgraded may be older than the seals of the audit. */
export async function readSealedEnd(sql: Sql): ReturnType<typeof auditEnd> {
  const [found] = await sql.rows<{ there: boolean }>(
    "select to_regclass('audit_seal') is not null as there",
  );
  return found?.there === true ? auditEnd(sql) : undefined;
}

export async function readSchema(sql: Sql): Promise<number> {
  const [row] = await sql.rows<{ version: number }>(
    "select max(version) as version from schema_version",
  );
  return row?.version ?? 0;
}

export interface RestoreOptions {
  readonly connection: ConnectionSettings;
  readonly projector: Projector;
  readonly keyring: Keyring;
  readonly file: string;
  readonly media: string | undefined;
  /** Called last, when everything is restored. */
  onDone?(sql: Sql): Promise<void>;
}

export interface RestoreReport {
  readonly at: string;
  readonly events: number;
  readonly files: number;
  readonly tables: number;
  /** Tables whose restored rows differ from the backup's checksums. */
  readonly different: readonly string[];
  /**
   * False for a backup of an older version: its tables had other columns, so checksums cannot be
   * compared.
   */
  readonly compared: boolean;
}

/** The backup was made by a newer version of the program. */
class BackupTooNew extends Error {
  override readonly name = "BackupTooNew";
}

/**
 * Restores into an empty database: stored rows as they were, everything else rebuilt from the log
 * and compared.
 */
export async function restoreBackup(on: RestoreOptions): Promise<RestoreReport> {
  const { head } = await readHead(on.file);
  // A wrong key is reported before anything is created.
  on.keyring.fileKey(Buffer.from(head.salt, "base64"), head.key);
  const migrations = await readMigrations();
  const ours = migrations.at(-1)?.version ?? 0;
  if (head.schema > ours)
    throw new BackupTooNew(
      `The backup has schema ${head.schema}, this program knows ${ours}. Use the newer Meanwhile.`,
    );
  const load = (sql: Sql): Promise<Contents> => readInto(sql, on);
  if (head.schema === ours) {
    await migrate(on.connection);
    return asOwner(on.connection, async (sql) =>
      finish(sql, on, { contents: await load(sql), at: head.at, compare: true }),
    );
  }
  // Rows are loaded into the schema of their time; later migrations then change them as they would
  // have.
  await migrate(
    on.connection,
    migrations.filter(({ version }) => version <= head.schema),
  );
  const contents = await asOwner(on.connection, load);
  await migrate(on.connection);
  return asOwner(on.connection, (sql) =>
    finish(sql, on, { contents, at: head.at, compare: false }),
  );
}

/** Loads a backup's rows into empty tables of the schema that they were read from. */
export async function readInto(
  sql: Sql,
  on: Pick<RestoreOptions, "file" | "keyring" | "media">,
): Promise<Contents> {
  let contents: Contents | undefined;
  await pipeline(
    Readable.from(unsealFile(on.file, on.keyring)),
    createGunzip(),
    async (plain: AsyncIterable<Uint8Array>) => {
      contents = await loadLines(sql, linesIn(plain), on);
    },
  );
  return contents as unknown as Contents;
}

async function finish(
  sql: Sql,
  on: RestoreOptions,
  was: { readonly contents: Contents; readonly at: string; readonly compare: boolean },
): Promise<RestoreReport> {
  const { contents } = was;
  await rebuild(sql, on.projector);
  const names = [
    ...(await listStoredTables(sql, on.projector)).map((name) => ({ name })),
    ...on.projector.tables.values(),
  ];
  const found = was.compare ? await checksumTables(sql, names) : {};
  const different = Object.keys(found).filter(
    (name) =>
      found[name]?.hash !== contents.tables[name]?.hash ||
      found[name]?.rows !== contents.tables[name]?.rows,
  );
  // Messages that were being sent during the backup may have arrived: they are treated as after a
  // crash and not sent again.
  await sql.rows("update delivery_attempt set lease_until = '-infinity' where status = 'sending'");
  await on.onDone?.(sql);
  const { events, files } = contents;
  return { at: was.at, events, files, tables: names.length, different, compared: was.compare };
}
