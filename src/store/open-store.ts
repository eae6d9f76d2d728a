import { setTimeout as pause } from "node:timers/promises";
import { type Clock, iso } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import type { AuditSeals } from "./audit/audit-seals.ts";
import { startBundledPostgres } from "./bundled/postgres.ts";
import type { DatabasePrograms } from "./bundled/system.ts";
import { assertKeyFits } from "./channel-secrets.ts";
import { type Owner, takeDataLock } from "./bundled/data-lock.ts";
import { type Database, DatabaseUnavailable, sqlState } from "./database/database.ts";
import { freeLeases } from "./work/free-leases.ts";
import { assertRolesCanBeMade, prepareLogins } from "./database/logins.ts";
import { asOwner } from "./database/owner.ts";
import { type ConnectionSettings, openPostgres } from "./database/postgres-database.ts";
import { assertWalls } from "./database/walls.ts";
import type { Keys } from "./secrets.ts";
import type { RehearsalDeps } from "./upgrade/rehearse.ts";
import { upgradeDatabase } from "./upgrade/upgrade.ts";

export interface StoreOptions {
  readonly dataDir: string;
  /** The operator's own PostgreSQL server; undefined for the bundled one. */
  readonly url: string | undefined;
  /** The server behind `url`, if that is a pooler in transaction mode. */
  readonly directUrl?: string | undefined;
  readonly poolSize: number;
  /** Which PostgreSQL programs run the database in the data directory. */
  readonly programs?: DatabasePrograms | undefined;
  /** Work that needs no database: it runs while a bundled server's own process starts. */
  readonly whileStarting?: (() => void) | undefined;
  /** Settings of the bundled server that differ from the product's. Only measurements use this. */
  readonly settings?: Readonly<Record<string, string>>;
  /** False: at the URL, its own user assumes the product's roles. */
  readonly separateLogins?: boolean | undefined;
  /** How pending migrations are tried before they run. Without it they run at once. */
  readonly rehearsal?: RehearsalDeps | undefined;
  /** The keys that must open existing secrets, and the seals of the audit. */
  readonly keys?: { readonly existing: Keys; readonly auditSeals: AuditSeals } | undefined;
  readonly owner: Owner;
  readonly uid: number;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export interface Store {
  readonly db: Database;
  /** Connects as the owner of the schema, for rebuilds and read-only queries. */
  readonly connection: ConnectionSettings;
  readonly kind: "bundled" | "url";
  /** A note for the operator if something is not where they would expect it. */
  readonly note: string | undefined;
  readonly failed: Promise<Error>;
  /** Publishes the product's address to other commands on this data directory. */
  publish(facts: { readonly url: string }): void;
  ready(): Promise<{ ok: boolean; checks: Record<string, string> }>;
  close(): Promise<void>;
}

/** How long a start waits for the bundled server to answer after it reported ready. */
const startMs = 60_000;

/** Another process uses this data directory. */
export class DataDirectoryTaken extends Error {
  override readonly name = "DataDirectoryTaken";
}

/**
 * Opens a migrated database with row-level security verified: the bundled one or the operator's.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  return options.url === undefined ? openBundled(options) : openByUrl(options, options.url);
}

async function openBundled(options: StoreOptions): Promise<Store> {
  const taken = await takeDataLock(options.dataDir, options.owner);
  if (!("lock" in taken)) throw new DataDirectoryTaken(taken.sentence);
  const { lock } = taken;
  const server = await startBundledPostgres(options).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await lock.release();
  };
  const open = await waitForDatabase(
    { log: options.log, now: options.clock.now, mostMs: startMs },
    () => openAlone(options, server.connection),
  ).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  lock.publish({ database: server.connection });
  let closing = false;
  return {
    ...open,
    kind: "bundled",
    note: server.note,
    failed: server.exited.then(() =>
      closing
        ? new Promise<Error>(() => undefined)
        : new Error("The database stopped unexpectedly."),
    ),
    publish: (facts) => lock.publish(facts),
    async close() {
      closing = true;
      await open.db.close();
      await stop();
    },
  };
}

/**
 * Holding the lock proves that no other process is here, so leases of a dead process are freed at
 * once.
 */
async function openAlone(
  options: StoreOptions,
  connection: ConnectionSettings,
): ReturnType<typeof openDatabase> {
  const open = await openDatabase(options, connection);
  await freeLeases(open.db).catch(async (error: unknown) => {
    await open.db.close();
    throw error;
  });
  return open;
}

async function openByUrl(options: StoreOptions, url: string): Promise<Store> {
  const { directUrl } = options;
  const open = await openDatabase(
    options,
    directUrl === undefined
      ? { connectionString: url }
      : { connectionString: directUrl, pooler: url },
  );
  if (options.separateLogins === false)
    options.log.warn(
      {},
      "every role logs in as the user of DATABASE_URL: a statement that escapes its role has that user's rights",
    );
  return {
    ...open,
    kind: "url",
    note: undefined,
    failed: new Promise(() => undefined),
    publish: () => undefined,
    close: () => open.db.close(),
  };
}

async function openDatabase(
  options: StoreOptions,
  owner: ConnectionSettings,
): Promise<Pick<Store, "db" | "connection" | "ready">> {
  const { separateLogins = true } = options;
  const isByUrl = owner.connectionString !== undefined;
  const { keys } = options;
  if (keys !== undefined) await asOwner(owner, (sql) => assertKeyFits(sql, keys.existing));
  if (isByUrl) await assertRolesCanBeMade(owner);
  const { migrations: applied } = await upgradeDatabase(owner, options.rehearsal);
  if (applied.length > 0)
    options.log.info(
      { migrations: applied.length, newest: applied.at(-1) },
      "the database was migrated",
    );
  const connection = isByUrl && separateLogins ? await prepareLogins(owner) : owner;
  const db = openPostgres(connection, { ...options, auditSeals: keys?.auditSeals });
  const clock = watchClock(db, options);
  await assertWalls(db, separateLogins)
    .then(clock)
    .catch(async (error: unknown) => {
      // Open connections would keep the process from ending.
      await db.close();
      throw refusalByPooler(connection, error) ?? error;
    });
  let last: "ok" | "behind" = "ok";
  return {
    db,
    connection,
    async ready() {
      const database = await clock().then(
        (found) => ((last = found), "ok"),
        () => "away",
      );
      return { ok: database === "ok", checks: { database, clock: last } };
    },
  };
}

/** A pooler has a list of users of its own, or asks the server who may come in. */
function refusalByPooler(
  { pooler, logins }: ConnectionSettings,
  error: unknown,
): Error | undefined {
  const state = error instanceof DatabaseUnavailable ? sqlState(error.cause) : sqlState(error);
  if (pooler === undefined || logins === undefined || !/^(28|08P01)/.test(state ?? ""))
    return undefined;
  const names = Object.values(logins).map(({ user }) => user);
  return new Error(
    `The pooler of database.url does not let ${names.slice(0, 2).join(" and ")} in. Let it ask the server for passwords (auth_query in PgBouncer), or set database.separate_logins to false: then a statement that leaves its role has the rights of the URL's user.`,
    { cause: error },
  );
}

/**
 * A clock before the newest event was set back: timers fire late, and new events look older than
 * old ones.
 */
function watchClock(db: Database, { clock, log }: StoreOptions): () => Promise<"ok" | "behind"> {
  let told = false;
  return async () => {
    const [newest] = await db.rows<{ at: string }>(
      "select at from event_log order by id desc limit 1",
    );
    const now = clock.now();
    const behind = newest !== undefined && Date.parse(newest.at) - now >= 60_000;
    if (behind && !told)
      log.warn(
        { newest: newest.at, now: iso(now) },
        "this machine's clock is behind the newest event; correct it",
      );
    told = behind;
    return behind ? "behind" : "ok";
  };
}

interface WaitOptions {
  readonly log: Log;
  readonly now: () => number;
  /** Gives up after this time. */
  readonly mostMs: number;
}

/**
 * A database that was just started may be slow to answer: a start waits for it, and reports that,
 * before it fails.
 */
async function waitForDatabase<T>(on: WaitOptions, work: () => Promise<T>): Promise<T> {
  for (const began = on.now(); ;) {
    try {
      return await work();
    } catch (error) {
      const seconds = Math.round((on.now() - began) / 1000);
      if (!(error instanceof DatabaseUnavailable) || on.now() - began >= on.mostMs) throw error;
      on.log.warn({ seconds, error }, "the database does not answer yet; waiting for it");
      await pause(500);
    }
  }
}
