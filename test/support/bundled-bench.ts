import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import {
  type BundledPostgres,
  type DatabaseAddress,
  startBundledPostgres,
} from "../../src/store/bundled/postgres.ts";
import type { Log } from "../../src/domain/ports/log.ts";
import { silentLog } from "./silent-log.ts";

export const uid = process.getuid?.() ?? -1;

/** Bundled databases in directories of their own, all of them stopped and removed at the end. */
export interface BundledBench {
  directory(): Promise<string>;
  /** A directory with a cluster in it: a copy, since making one takes longer. For root it is a restored backup, too. */
  seeded(): Promise<string>;
  start(dataDir: string, systemDir?: string, whileStarting?: () => void): Promise<BundledPostgres>;
  /** All that the servers said so far, line by line. */
  readonly said: readonly string[];
  /** Something else to stop before the next test. */
  also(stop: () => Promise<void>): void;
  stopAll(): Promise<void>;
  remove(): Promise<void>;
}

export async function openBundledBench(): Promise<BundledBench> {
  const said: string[] = [];
  const hear = (fields: object, words: string): void =>
    void said.push(`${words} ${JSON.stringify(fields)}`);
  const log: Log = { ...silentLog, debug: hear, info: hear, warn: hear, error: hear };
  const place = await mkdtemp(join(tmpdir(), "b-"));
  await chmod(place, 0o755);
  let stops: (() => Promise<void>)[] = [];
  const directory = (): Promise<string> => mkdtemp(join(place, "d-"));
  let seed: Promise<string> | undefined;

  async function start(
    dataDir: string,
    systemDir = join(place, "system"),
    whileStarting?: () => void,
  ): Promise<BundledPostgres> {
    const database = await startBundledPostgres({
      dataDir,
      systemDir,
      whileStarting,
      log,
      uid,
      settings: { fsync: "off" },
    });
    stops.push(() => database.stop());
    return database;
  }

  async function makeSeed(): Promise<string> {
    const dataDir = await directory();
    await (await start(dataDir)).stop();
    return join(dataDir, "postgres");
  }

  return {
    directory,
    start,
    said,
    async seeded() {
      seed ??= makeSeed();
      const dataDir = await directory();
      await cp(await seed, join(dataDir, "postgres"), { recursive: true });
      return dataDir;
    },
    also: (stop) => void stops.push(stop),
    async stopAll() {
      await Promise.all(stops.map((stop) => stop()));
      stops = [];
    },
    remove: () => rm(place, { recursive: true, force: true }),
  };
}

export async function query<R>(connection: DatabaseAddress, statement: string): Promise<R[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows as R[];
  } finally {
    await client.end();
  }
}

type Reachable = Pick<BundledPostgres, "connection">;

export const remember = (database: Reachable): Promise<unknown> =>
  query(database.connection, "create table kept as select 'still here' as word");

/** True if `remember` was called on this database; false on an empty one. */
export async function remembers(database: Reachable): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    database.connection,
    "select to_regclass('kept') is not null as found",
  );
  return row?.found === true && (await query(database.connection, "select from kept")).length === 1;
}
