import { rm } from "node:fs/promises";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { type BackupOptions, readSchema } from "../backup/backup.ts";
import type { Migration } from "../database/migrate.ts";
import { asOwner } from "../database/owner.ts";
import type { ConnectionSettings } from "../database/postgres-database.ts";
import type { Keyring } from "../secrets.ts";
import { makeBeside, NoDatabaseBeside } from "./database-beside.ts";
import { loadSnapshot, makeSnapshot } from "./snapshot.ts";
import { type Trial, tryMigrations } from "./try-migrations.ts";

export interface RehearsalDeps extends Pick<BackupOptions, "projector" | "randomBytes"> {
  readonly keyring: () => Keyring;
  /** Where snapshots are written: the backups' folder, under the same rules of retention. */
  readonly directory: string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** A temporary server of our own, for an operator's server on which no database can be made. */
  withScratch<T>(work: (connection: ConnectionSettings) => Promise<T>): Promise<T>;
}

export interface Rehearsal extends Trial {
  readonly snapshot: string;
  readonly from: number;
  readonly to: number;
  /** How the copy was made. */
  readonly copy: "template" | "snapshot" | "scratch server";
  readonly seconds: { readonly snapshot: number; readonly trial: number };
}

/** The upgrade would fail or change data. The database is as it was. */
export class RehearsalFailed extends Error {
  override readonly name = "RehearsalFailed";
}

/** Two processes that start at once on one server do not rehearse at the same time. */
const lockKey = 7_788_003;

/**
 * Takes a snapshot, runs the pending migrations on a copy, and checks the copy. Returns what was
 * done, or throws: the database itself is only read.
 */
export async function rehearse(
  connection: ConnectionSettings,
  pending: readonly Migration[],
  on: RehearsalDeps,
): Promise<Rehearsal | undefined> {
  // The data directory has a lock, and a connection here would keep the database from being copied.
  if (connection.connectionString === undefined) return rehearseAlone(connection, pending, on);
  return asOwner(connection, async (sql) => {
    await sql.rows("set local idle_in_transaction_session_timeout = 0");
    await sql.rows("select pg_advisory_xact_lock($1)", [lockKey]);
    // Another process may have upgraded the database meanwhile.
    const isDone = (await readSchema(sql)) >= (pending.at(-1)?.version ?? 0);
    return isDone ? undefined : rehearseAlone(connection, pending, on);
  });
}

async function rehearseAlone(
  connection: ConnectionSettings,
  pending: readonly Migration[],
  on: RehearsalDeps,
): Promise<Rehearsal> {
  const from = await asOwner(connection, readSchema);
  const to = pending.at(-1)?.version ?? from;
  on.log.info({ from, to }, "an upgrade of the database is tried on a copy first");
  const began = on.clock.now();
  const { file } = await makeSnapshot(
    { ...on, connection, keyring: on.keyring(), at: iso(began) },
    to,
  );
  const taken = on.clock.now();
  try {
    const { copy, ...trial } = await onCopy(connection, { ...on, file }, (place) =>
      tryMigrations(place, { projector: on.projector, pending, at: iso(taken) }),
    );
    const seconds = {
      snapshot: (taken - began) / 1_000,
      trial: (on.clock.now() - taken) / 1_000,
    };
    const done: Rehearsal = { ...trial, copy, snapshot: file, from, to, seconds };
    on.log.info({ ...done }, "the upgrade worked on the copy; the database follows");
    return done;
  } catch (cause) {
    const reason = cause instanceof Error ? withReason(cause) : String(cause);
    // A process that is started again and again must not fill the disk.
    await rm(file, { force: true });
    throw new RehearsalFailed(
      `The upgrade from schema ${from} to ${to} was tried on a copy and failed: ${reason} Nothing was changed: the version that you had before still runs.`,
      { cause },
    );
  }
}

function withReason({ message, cause }: Error): string {
  const text = cause instanceof Error ? `${message} (${cause.message})` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Alone with the bundled database, it is copied as it is. An operator's own server may be in use, so
 * the snapshot is loaded into a new database there.
 */
async function onCopy(
  connection: ConnectionSettings,
  on: RehearsalDeps & { readonly file: string },
  work: (copy: ConnectionSettings) => Promise<Trial>,
): Promise<Trial & Pick<Rehearsal, "copy">> {
  const isBundled = connection.connectionString === undefined;
  const load = async (place: ConnectionSettings): Promise<Trial> => {
    await loadSnapshot(place, { file: on.file, keyring: on.keyring(), projector: on.projector });
    return work(place);
  };
  try {
    const beside = await makeBeside(connection, "rehearsal", isBundled ? "copy" : "empty");
    try {
      return isBundled
        ? { ...(await work(beside.connection)), copy: "template" }
        : { ...(await load(beside.connection)), copy: "snapshot" };
    } finally {
      await beside.drop();
    }
  } catch (error) {
    if (!(error instanceof NoDatabaseBeside)) throw error;
    return { ...(await on.withScratch(load)), copy: "scratch server" };
  }
}
