import type { Database, Sql } from "../../src/store/database.ts";
import { asOwner } from "../../src/store/owner.ts";
import { parsers } from "../../src/store/pglite-database.ts";
import { type ConnectionSettings, openPostgres } from "../../src/store/postgres-database.ts";
import { productProjector } from "../../src/main/projections.ts";
import { pgliteDatabase } from "./pglite.ts";
import { migratedDatabase } from "./postgres.ts";
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
  "memory_vectors",
  "sealed_secret",
  "stream_head",
  "channel_mark",
  "early_receipt",
  "sole_worker",
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
  ...["event_log", ...workTables, ...productProjector().tables.keys()].map((table) => `delete from ${table}`),
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
              rows: async <R>(text: string, params: readonly unknown[] = []) => (await tx.query<R>(text, [...params], { parsers })).rows,
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
      const fresh = await migratedDatabase();
      const db = openPostgres(fresh.connection, { poolSize: 8, log: silentLog });
      return {
        db,
        owner: (work) => asOwner(fresh.connection, work),
        connection: fresh.connection,
        empty: () => fresh.run(emptySql),
        async close() {
          await db.close();
          await fresh.drop();
        },
      };
    },
  },
];
