import { sqlState } from "../database/database.ts";
import type { OwnersConnection } from "../database/owner.ts";

/** Why a table's file still may hold what its rows no longer do. */
export type NotRewritten = "busy" | "read by a long transaction" | "not permitted";

/**
 * Makes a table's file, its indexes and its long values anew from the living rows; the old files are gone with the next checkpoint. The table is
 * locked meanwhile. What the planner had noted of values goes as well.
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
    // A lock that did not come in time, or a circle of waiting that was cut here.
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
  // Somebody may still see the rows as they were, so they are in the new file, too.
  if (
    remarks.some(({ detail }) => /^[1-9]\d* dead row versions cannot be removed yet/.test(detail))
  )
    return "read by a long transaction";
  return undefined;
}

/** Since PostgreSQL 18 what was noted of a column's values can be dropped; before, that of an emptied table stays. */
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
