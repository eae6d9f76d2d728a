import type { ProjectionTable } from "../../domain/events.ts";
import type { Sql } from "../database/database.ts";
import type { Projector } from "../log/projector.ts";
import { digest } from "../log/rebuild.ts";

/**
 * What a backup holds, as lines: `#table <name>` and its rows as PostgreSQL writes them in JSON, `#file <name>` and its bytes in base64,
 * and `#end` with a count and a hash of every table. Rows are never parsed on the way, so numbers and times lose nothing.
 */
export const mark = { table: "#table ", file: "#file ", end: "#end " } as const;

export interface TableSum {
  readonly rows: number;
  readonly hash: string;
}

export interface Contents {
  readonly format: 1;
  readonly events: number;
  readonly files: number;
  /** By table: the rows that are in the file, and those that the log makes again. */
  readonly tables: Readonly<Record<string, TableSum>>;
}

/** Who holds what at this very moment, and which program made the tables: of no meaning in another database. What a memory means is asked again. */
const leftOut = new Set([
  "schema_version",
  "sole_worker",
  "live_process",
  "memory_vectors",
  "request_key",
  "table_rewrite",
  "setting_seen",
]);

/** Every table of ours that is kept on disk and that the log does not make, the log first: what follows may refer to it. */
export async function keptTables(sql: Sql, projector: Projector): Promise<string[]> {
  const rows = await sql.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p'
       and (has_table_privilege('meanwhile_engine', c.oid, 'select') or has_table_privilege('meanwhile_reader', c.oid, 'select'))
     order by c.relname <> 'event_log', c.relname`,
  );
  return rows
    .map(({ name }) => name)
    .filter((name) => !leftOut.has(name) && !projector.tables.has(name));
}

/** The same rows have the same sums on every server: times are written in one zone. */
export async function sums(
  sql: Sql,
  tables: readonly Pick<ProjectionTable, "name" | "work">[],
): Promise<Record<string, TableSum>> {
  await sql.rows("set local timezone = 'UTC'");
  const found: Record<string, TableSum> = {};
  for (const table of tables) {
    const { rows, hash } = await digest(sql, table);
    found[table.name] = { rows, hash };
  }
  return found;
}
