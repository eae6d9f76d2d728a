import type { Language } from "../domain/language.ts";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { Log } from "../domain/ports/log.ts";
import { startBundledPostgres } from "../store/bundled/postgres.ts";
import {
  type DataLock,
  type Holder,
  readHolder,
  takeDataLock,
} from "../store/bundled/data-lock.ts";
import { findLogins } from "../store/database/logins.ts";
import { asOwner } from "../store/database/owner.ts";
import { readMigrations } from "../store/database/migrate.ts";
import { DataDirectoryTaken } from "../store/open-store.ts";
import type { ConnectionSettings } from "../store/database/postgres-database.ts";
import { CommandFailure } from "./command.ts";

/** The database for the duration of one command. */
export interface Attached {
  readonly connection: ConnectionSettings;
  /**
   * `running`: of the instance that runs here. `url`: the operator's own server. `started`: no instance was
   * running, so the bundled database was started under the lock and stops with the command.
   */
  readonly how: "running" | "url" | "started";
  readonly holder: Holder | undefined;
  close(): Promise<void>;
}

export interface AttachOptions {
  readonly config: Config;
  readonly command: string;
  readonly language: Language;
}

/** The operator's own server, never a pooler before it. */
export const serverUrl = ({ database }: Pick<Config, "database">): string | undefined =>
  database.direct_url ?? database.url;

export const startCommand = "meanwhile start";
const patienceMs = 30_000;

export async function attach(options: AttachOptions): Promise<Attached> {
  const { config } = options;
  const url = serverUrl(config);
  if (url !== undefined) {
    const owner = { connectionString: url };
    const connection = config.database.separate_logins ? await findLogins(owner) : owner;
    return { connection, how: "url", holder: undefined, close: async () => undefined };
  }
  const until = Date.now() + patienceMs;
  for (;;) {
    const holder = await readHolder(config.data_dir);
    if (holder?.database !== undefined && isRunning(holder)) {
      return { connection: holder.database, how: "running", holder, close: async () => undefined };
    }
    if (!(await hasDatabase(config.data_dir)) && holder === undefined)
      throw new CommandFailure(words.nothingYet(config.data_dir)[options.language]);
    const lock = await takeDataLock(config.data_dir, {
      pid: process.pid,
      startedAt: new Date().toISOString(),
      command: options.command,
    });
    if ("lock" in lock) return startBriefly(config.data_dir, lock.lock);
    // Another process is starting, or holds the directory for one command: it will be free soon.
    if (Date.now() > until) throw new DataDirectoryTaken(lock.sentence);
    await pause(100);
  }
}

/**
 * Only an instance that serves people has an address. Another command's database would stop while
 * we use it.
 */
export const isRunning = (holder: Holder): boolean => holder.url !== undefined;

/**
 * Starts an instance. Another command may hold the directory for a moment: it is waited for. Another instance holds it
 * for good, and the start fails with the sentence that names it.
 */
export async function whenFree<T>(
  dataDir: string,
  how: { readonly stop: AbortSignal; onWait(holder: Holder): void; start(): Promise<T> },
): Promise<T> {
  const until = Date.now() + patienceMs;
  for (let told = false; ; await pause(100)) {
    const holder = await readHolder(dataDir);
    const brief =
      holder !== undefined &&
      holder.command !== startCommand &&
      Date.now() < until &&
      !how.stop.aborted;
    if (brief) {
      if (!told) how.onWait(holder);
      told = true;
      continue;
    }
    try {
      return await how.start();
    } catch (error) {
      // Another command may have started between our check and the start.
      if (!(error instanceof DataDirectoryTaken) || holder !== undefined || Date.now() > until)
        throw error;
    }
  }
}

export const hasDatabase = (dataDir: string): Promise<boolean> =>
  lstat(join(dataDir, "postgres")).then(
    () => true,
    () => false,
  );

/** The bundled database under a lock that is ours, for the duration of one command. */
export async function startBriefly(dataDir: string, lock: DataLock): Promise<Attached> {
  try {
    const server = await startBundledPostgres({
      dataDir,
      uid: process.getuid?.() ?? -1,
      log: quietLog,
    });
    return {
      connection: server.connection,
      how: "started",
      holder: undefined,
      async close() {
        await server.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Runs the work on the database and closes it in any case. */
export async function withDatabase<T>(
  options: AttachOptions,
  work: (on: Attached) => Promise<T>,
): Promise<T> {
  const on = await attach(options);
  try {
    return await work(on);
  } finally {
    await on.close();
  }
}

export async function schemaVersions(
  connection: ConnectionSettings,
): Promise<{ readonly found: number; readonly ours: number }> {
  const ours = (await readMigrations()).at(-1)?.version ?? 0;
  const found = await asOwner(connection, async (sql) => {
    const [there] = await sql.rows<{ there: boolean }>(
      "select to_regclass('schema_version') is not null as there",
    );
    if (there?.there !== true) return 0;
    const [row] = await sql.rows<{ version: number | null }>(
      "select max(version) as version from schema_version",
    );
    return row?.version ?? 0;
  });
  return { found, ours };
}

/**
 * A command reports what matters itself; the database's notices belong in the log of a running
 * instance.
 */
export const quietLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const words = {
  nothingYet: (dataDir: string) => ({
    en: `There is no database in ${dataDir} yet. Start Meanwhile once (npm start), or set the data directory with --data.`,
    zh: `${dataDir} 里还没有数据库。请先启动一次 Meanwhile（npm start），或用 --data 指定数据目录。`,
  }),
};
