import type { ProjectionTable } from "../../domain/events/projection.ts";
import type { Sql } from "../database/database.ts";
import type { Projector } from "../log/projector.ts";
import { digest } from "../log/rebuild.ts";

/**
 * Contents of a backup as lines: `#table <name>` with its rows as PostgreSQL writes them in JSON,
 * `#file <name>` with its bytes in base64, and `#end` with the count and hash of every table. Rows
 * are never parsed on the way, so numbers and times keep their exact form.
 */
export const mark = { table: "#table ", file: "#file ", end: "#end " } as const;

export interface TableChecksum {
  readonly rows: number;
  readonly hash: string;
}

export interface Contents {
  readonly format: 1;
  readonly events: number;
  readonly files: number;
  /** By table: rows in the file, and rows that the log rebuilds. */
  readonly tables: Readonly<Record<string, TableChecksum>>;
}

/**
 * Leases, presence and schema version, which mean nothing in another database, and embeddings and
 * words for search, which are made again.
 */
const leftOut = new Set([
  "schema_version",
  "sole_worker",
  "live_process",
  "memory_vectors",
  "message_search",
  "message_search_mark",
  "request_key",
  "table_rewrite",
  "setting_seen",
]);

/**
 * Every persistent table of the database as it is now, which may have an older schema than this
 * program. The log comes first, because others refer to it.
 */
export async function listTables(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p'
       and (has_table_privilege('meanwhile_engine', c.oid, 'select') or has_table_privilege('meanwhile_reader', c.oid, 'select'))
     order by c.relname <> 'event_log', c.relname`,
  );
  return rows.map(({ name }) => name).filter((name) => !leftOut.has(name));
}

/** Those of them that are not rebuilt from the log. */
export const listStoredTables = async (sql: Sql, projector: Projector): Promise<string[]> =>
  (await listTables(sql)).filter((name) => !projector.tables.has(name));

/** Checksums that are equal for equal rows on every server: times are written in one zone. */
export async function checksumTables(
  sql: Sql,
  tables: readonly Pick<ProjectionTable, "name" | "work">[],
): Promise<Record<string, TableChecksum>> {
  await sql.rows("set local timezone = 'UTC'");
  const found: Record<string, TableChecksum> = {};
  for (const table of tables) {
    const { rows, hash } = await digest(sql, table);
    found[table.name] = { rows, hash };
  }
  return found;
}
