import { Pool } from "pg";
import type { Database, Sql } from "../../src/store/database/database.ts";
import { parsers } from "../../src/store/database/pglite-database.ts";
import {
  clientConfig,
  type ConnectionSettings,
  openPostgres,
} from "../../src/store/database/postgres-database.ts";
import { productProjector } from "../../src/main/projections.ts";
import { pgliteDatabase } from "./pglite.ts";
import { poolTo } from "./pooling-proxy.ts";
import { createMigratedDatabase } from "./postgres.ts";
import { runs } from "./runs.ts";
import { silentLog } from "./silent-log.ts";

/** Every store that must keep the same laws. */
export interface TestStore {
  readonly name: string;
  open(): Promise<OpenStore>;
}

export interface OpenStore {
  readonly db: Database;
  /** One transaction as the owner of the schema, who is superuser here: rebuild, and looking behind the walls. */
  owner<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** How another process would connect. PGlite has one connection, and it is taken. */
  readonly connection: ConnectionSettings | undefined;
  /** Back to an empty, migrated database, faster than making a new one. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const workTables = [
  "turn_stream",
  "model_call",
  "archive",
  "program_call",
  "tool_call",
  "webhook_call",
  "outside_entry",
  "memory_vectors",
  "message_search",
  "message_search_mark",
  "request_key",
  "account_usage",
  "blob",
  "sealed_secret",
  "stream_head",
  "channel_mark",
  "early_receipt",
  "sole_worker",
  "live_process",
  "metric_sample",
  "answer_stream",
  "reply_ticket",
  "seen_callback",
  "push_slot",
  "push_rest",
  "installation",
];
/** Deleting the few rows of a test is many times quicker than truncating. A replica's triggers sleep: the log lets its rows go. */
const emptySql = [
  "begin",
  "set local session_replication_role = replica",
  ...["event_log", ...workTables, ...productProjector().tables.keys()].map(
    (table) => `delete from ${table}`,
  ),
  "commit",
].join("; ");

export const stores: readonly TestStore[] = [
  {
    name: "PGlite",
    async open() {
      const { db, lite } = await pgliteDatabase();
      return {
        db,
        owner: (work) =>
          lite.transaction((tx) =>
            work({
              rows: async <R>(text: string, params: readonly unknown[] = []) =>
                (await tx.query<R>(text, [...params], { parsers })).rows,
            }),
          ),
        connection: undefined,
        empty: async () => void (await lite.exec(emptySql)),
        close: () => db.close(),
      };
    },
  },
  {
    name: "PostgreSQL",
    async open() {
      const fresh = await createMigratedDatabase();
      const db = openPostgres(fresh.connection, { poolSize: 8, log: silentLog });
      const owners = ownerPool(fresh.connection);
      return {
        db,
        owner: (work) => asOwner(owners, work),
        connection: fresh.connection,
        empty: async () => void (await owners.query(emptySql)),
        async close() {
          await db.close();
          await owners.end();
          await fresh.drop();
        },
      };
    },
  },
];

/** A pooler in transaction mode between the pools and the server. */
export const pooledStore: TestStore = {
  name: "PostgreSQL behind a pooler",
  async open() {
    const fresh = await createMigratedDatabase();
    const pooler = await poolTo(fresh.connection);
    const connection = { ...fresh.connection, pooler: pooler.url };
    const db = openPostgres(connection, { poolSize: 8, log: silentLog });
    const owners = ownerPool(fresh.connection);
    return {
      db,
      owner: (work) => asOwner(owners, work),
      connection,
      empty: async () => void (await owners.query(emptySql)),
      async close() {
        await db.close();
        await owners.end();
        await pooler.close();
        await fresh.drop();
      },
    };
  },
};

/** What the product runs on, and quicker than the one in memory. */
export const [, postgresStore] = stores as readonly [TestStore, TestStore];

/**
 * For laws of the engines above the store. That the one in memory is a store like the other is held by the store's own laws
 * (event log, claims, projections, access, the spine); the long run goes through all of them on both.
 */
export const engineStores: readonly TestStore[] = runs(0, 1) === 1 ? stores : [postgresStore];

/** Connections that stay: to learn fifty tables again takes twenty times as long as to empty them. */
function ownerPool(connection: ConnectionSettings): Pool {
  const pool = new Pool({ ...clientConfig(connection), query_timeout: 0, pipeline: true, max: 4 });
  pool.on("error", () => undefined);
  return pool;
}

async function asOwner<T>(owners: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await owners.connect();
  let failure: Error | undefined;
  try {
    await client.query("begin");
    const result = await work({
      rows: async <R>(text: string, params: readonly unknown[] = []) =>
        (await client.query(text, [...params])).rows as R[],
    });
    await client.query("commit");
    // Settings that it made are not the next one's.
    await client.query("discard all");
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // After a failure the connection ends, and takes back what was not committed.
    client.release(failure);
  }
}
