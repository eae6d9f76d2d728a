import { sqlState } from "../database/database.ts";
import type { OwnersConnection } from "../database/owner.ts";

/** Why a table's file may still hold deleted rows. */
export type NotRewritten = "busy" | "read by a long transaction" | "not permitted";

/**
 * Rewrites a table's file, its indexes and its TOAST values from the live rows; the old files
 * disappear with the next checkpoint. The table is locked meanwhile. The planner's statistics are
 * cleared as well.
 */
export async function rewriteTable(
  sql: OwnersConnection,
  name: string,
  lockMs: number,
): Promise<NotRewritten | undefined> {
  const before = sql.remarks.length;
  await sql.rows(`set lock_timeout = ${lockMs}`);
  try {
    await sql.rows(`vacuum (full, verbose) ${name}`);
  } catch (error) {
    // A lock timeout, or a deadlock that was resolved here.
    if (["55P03", "40P01"].includes(sqlState(error) ?? "")) return "busy";
    throw error;
  }
  const remarks = sql.remarks.slice(before);
  if (
    remarks.some(
      ({ severity, message }) => severity === "WARNING" && message.includes("permission denied"),
    )
  )
    return "not permitted";
  // A transaction may still see the old rows, so they are in the new file too.
  if (
    remarks.some(({ detail }) => /^[1-9]\d* dead row versions cannot be removed yet/.test(detail))
  )
    return "read by a long transaction";
  return undefined;
}

/**
 * Since PostgreSQL 18 the statistics of a column can be cleared; before that, those of an emptied
 * table stay.
 */
export async function forgetValues(sql: OwnersConnection, name: string): Promise<void> {
  await sql.rows(
    `do $$ begin
       if current_setting('server_version_num')::integer >= 180000 then
         perform pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited)
           from pg_stats where (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass = '${name}'::regclass;
       end if;
     end $$`,
  );
  await sql.rows(`analyze ${name}`);
}
