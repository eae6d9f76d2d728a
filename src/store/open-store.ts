import { type Clock, iso } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import type { AuditSeals } from "./audit/audit-seals.ts";
import { startBundledPostgres } from "./bundled/postgres.ts";
import type { DatabasePrograms } from "./bundled/system.ts";
import { assertKeyFits, type Keys } from "./channel-secrets.ts";
import { type Owner, takeDataLock } from "./bundled/data-lock.ts";
import type { Database } from "./database/database.ts";
import { freeHeld } from "./work/free-held.ts";
import { assertRolesCanBeMade, prepareLogins } from "./database/logins.ts";
import { migrate } from "./database/migrate.ts";
import { asOwner } from "./database/owner.ts";
import { type ConnectionSettings, openPostgres } from "./database/postgres-database.ts";
import { assertWalls } from "./database/walls.ts";
import { untilItAnswers } from "./database/until-it-answers.ts";

export interface StoreOptions {
  readonly dataDir: string;
  /** A PostgreSQL server of the operator's; the bundled one when undefined. */
  readonly url: string | undefined;
  readonly poolSize: number;
  /** Whose PostgreSQL programs run the database in the data directory. */
  readonly programs?: DatabasePrograms | undefined;
  /** False: at the URL our roles are taken on by its own user. */
  readonly separateLogins?: boolean | undefined;
  /** The keys that must open what is sealed already, and what seals the audit. */
  readonly keys?: { readonly existing: Keys; readonly auditSeals: AuditSeals } | undefined;
  readonly owner: Owner;
  readonly uid: number;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export interface Store {
  readonly db: Database;
  /** How the owner of the schema connects: for rebuild and read-only queries. */
  readonly connection: ConnectionSettings;
  readonly kind: "bundled" | "url";
  /** A sentence for the operator, where something is not where they would look for it. */
  readonly note: string | undefined;
  readonly failed: Promise<Error>;
  /** Tells other commands on this data directory where the product listens. */
  publish(facts: { readonly url: string }): void;
  ready(): Promise<{ ok: boolean; checks: Record<string, string> }>;
  close(): Promise<void>;
}

/** How long a start waits for our own server to answer, after it has said that it is ready. */
const startMs = 60_000;

/** Another process works on this data directory. */
export class DataDirectoryTaken extends Error {
  override readonly name = "DataDirectoryTaken";
}

/** A migrated database behind its walls, ours or the operator's. */
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
  const open = await untilItAnswers(
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
        : new Error("The database has stopped by itself."),
    ),
    publish: (facts) => lock.publish(facts),
    async close() {
      closing = true;
      await open.db.close();
      await stop();
    },
  };
}

/** The lock says that nobody else is here: what a dead process held is free at once, not after its lease. */
async function openAlone(
  options: StoreOptions,
  connection: ConnectionSettings,
): ReturnType<typeof openDatabase> {
  const open = await openDatabase(options, connection);
  await freeHeld(open.db).catch(async (error: unknown) => {
    await open.db.close();
    throw error;
  });
  return open;
}

async function openByUrl(options: StoreOptions, url: string): Promise<Store> {
  const open = await openDatabase(options, { connectionString: url });
  if (options.separateLogins === false)
    options.log.warn(
      {},
      "the user of DATABASE_URL stands behind every role: a statement that leaves its role has that user's rights",
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
  const applied = await migrate(owner);
  if (applied.length > 0)
    options.log.info(
      { migrations: applied.length, newest: applied.at(-1) },
      "the database was brought up to date",
    );
  const connection = isByUrl && separateLogins ? await prepareLogins(owner) : owner;
  const db = openPostgres(connection, { ...options, auditSeals: keys?.auditSeals });
  const clock = watchClock(db, options);
  await assertWalls(db, separateLogins)
    .then(clock)
    .catch(async (error: unknown) => {
      // Connections that nobody closes would keep the process from ending.
      await db.close();
      throw error;
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

/** A clock that stands before the newest event was set back: what is due is late, and new events look older than old ones. */
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
        "this machine's clock is behind the newest event; set it right",
      );
    told = behind;
    return behind ? "behind" : "ok";
  };
}
