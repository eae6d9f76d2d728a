import type { Sql } from "./database.ts";

export interface GuardedTable {
  readonly name: string;
  /** The column with the owning account. */
  readonly owner: string;
  readonly key: readonly string[];
  /** Whether its rows name their conversation. */
  readonly has_conversation: boolean;
}

/**
 * Every table with row-level security between accounts, from the database's own catalogue: a new
 * table is included by being guarded.
 */
export function listGuardedTables(sql: Sql): Promise<GuardedTable[]> {
  return sql.rows<GuardedTable>(
    `select p.tablename as name, (regexp_match(p.qual, '(\\w+) = current_setting'))[1] as owner,
       array(select a.attname::text from pg_index i
         cross join lateral unnest(i.indkey::smallint[]) with ordinality as k(attnum, nth)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
         where i.indrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and i.indisprimary order by k.nth) as key,
       exists (select from pg_attribute a where a.attrelid = format('%I.%I', p.schemaname, p.tablename)::regclass
         and a.attname = 'conversation_id' and not a.attisdropped) as has_conversation
     from pg_policies p where p.schemaname = 'public' and p.policyname = 'account_touches_own_rows' order by p.tablename`,
  );
}
