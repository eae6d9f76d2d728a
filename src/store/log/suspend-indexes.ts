import type { ProjectionTable } from "../../domain/events/projection.ts";
import type { Sql } from "../database/database.ts";

interface Index {
  readonly name: string;
  readonly definition: string;
  readonly isUnique: boolean;
  /** For an index that belongs to a constraint. */
  readonly constraint: string | null;
}

/**
 * Drops every index that is not needed to find a row by its key, and returns a function that
 * recreates them. Building an index from a full table costs a fraction of maintaining it row by
 * row. All of it is in the caller's transaction, so a failure leaves the indexes as they were.
 * `rules` selects the unique ones alone: two rows that swap values within one batch violate such a
 * rule for a moment, although every step of the log kept it. Recreating them at the end proves it.
 */
export async function suspendIndexes(
  sql: Sql,
  tables: readonly ProjectionTable[],
  which: "all" | "rules",
): Promise<() => Promise<void>> {
  const restore: string[] = [];
  for (const { name: table, key } of tables) {
    for (const index of await indexesBesideKey(sql, table, key)) {
      if (which === "rules" && !index.isUnique) continue;
      const { name, definition, constraint } = index;
      await sql.rows(
        constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`,
      );
      restore.push(
        constraint === null
          ? definition
          : `alter table ${table} add constraint ${name} ${constraint}`,
      );
    }
  }
  return async () => {
    for (const statement of restore) await sql.rows(statement);
  };
}

function indexesBesideKey(sql: Sql, table: string, key: readonly string[]): Promise<Index[]> {
  return sql.rows<Index>(
    `select quote_ident(i.relname) as name, pg_get_indexdef(i.oid) as definition, x.indisunique as "isUnique", pg_get_constraintdef(c.oid) as constraint
     from pg_index x join pg_class i on i.oid = x.indexrelid left join pg_constraint c on c.conindid = i.oid and c.conrelid = x.indrelid
     where x.indrelid = $1::regclass and not (x.indisunique and x.indpred is null and (
       select array_agg(a.attname::text order by a.attname) from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any(x.indkey)
     ) = (select array_agg(name order by name) from unnest($2::text[]) as name))`,
    [table, key],
  );
}
