import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Sql } from "../database/database.ts";

/**
 * A row that waits for work is its own queue entry. Claiming it takes a lease and raises its fence;
 * every later write of that work asserts the fence, so a worker that was paused, cut off or
 * replaced writes nothing. All times are the database's.
 */
export interface ClaimSpec {
  readonly table: string;
  /** Which rows wait for work, as SQL over the alias `t`. */
  readonly waiting: string;
  readonly order: string;
  /** What else a claim sets on the row, as SQL over `t` before the update. */
  readonly note?: string | undefined;
  readonly params?: readonly unknown[] | undefined;
  /**
   * An index matches this order, so a plan cached while the queue was short stays good when it is
   * long.
   */
  readonly indexed?: boolean | undefined;
  /** Extra query per claimed row, over `t` after the update; left-joined. */
  readonly joined?: string | undefined;
  /** What a choice reads beside the row, as columns over `t`. */
  readonly read?: string | undefined;
}

export interface ClaimOptions {
  readonly holder: string;
  readonly leaseMs: number;
  readonly limit: number;
}

/**
 * Usually nothing waits, and the planner still assumes so when a thousand rows do: a cached plan,
 * or one that sorts them all for the first few, took half a minute for five thousand. A query for
 * waiting rows therefore gets a custom plan each time and reads in index order. Needs a
 * transaction, which limits the settings.
 */
export async function withCustomPlan<R>(
  sql: Sql,
  text: string,
  params: readonly unknown[],
): Promise<R[]> {
  const set = async (statement: string): Promise<void> => {
    if (sql.later === undefined) await sql.rows(statement);
    else sql.later(statement, []);
  };
  await set(
    "select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_sort', 'off', true)",
  );
  const rows = await sql.rows<R>(text, params);
  await set(
    "select set_config('plan_cache_mode', 'auto', true), set_config('enable_sort', 'on', true)",
  );
  return rows;
}

/**
 * The rows are chosen once, in a CTE that the planner cannot repeat, so a claim never exceeds its
 * limit.
 */
export async function claim<R>(sql: Sql, spec: ClaimSpec, options: ClaimOptions): Promise<R[]> {
  const params = [options.holder, options.leaseMs, options.limit, ...(spec.params ?? [])];
  return spec.indexed === true
    ? sql.rows<R>(claimSql(spec), params)
    : withCustomPlan<R>(sql, claimSql(spec), params);
}

/**
 * Locks rows that wait for work until the transaction ends. The caller records what becomes of
 * them, and takes its lease by the same write (`leaseColumns`).
 */
export async function choose<R>(
  sql: Sql,
  spec: ClaimSpec,
  limit: number,
): Promise<(R & { readonly chosenAt: string })[]> {
  const read = spec.read === undefined ? "" : `, ${spec.read}`;
  const text = choiceSql(spec, `t.*, now() as "chosenAt"${read}`, "$1");
  const params = [limit, ...(spec.params ?? [])];
  return spec.indexed === true ? sql.rows(text, params) : withCustomPlan(sql, text, params);
}

/** A lease from the database's time on, with the next fence. */
export const leaseColumns = (
  from: { readonly fence: number; readonly at: string },
  options: Pick<ClaimOptions, "holder" | "leaseMs">,
) => ({
  lease_holder: options.holder,
  lease_until: iso(Date.parse(from.at) + options.leaseMs),
  fence: from.fence + 1,
});

const choiceSql = (spec: ClaimSpec, columns: string, limit: string): string =>
  `select ${columns} from ${spec.table} t
       where (t.lease_until is null or t.lease_until < now()) and (${spec.waiting})
       order by ${spec.order}
       limit ${limit}
       for update skip locked`;

function claimSql(spec: ClaimSpec): string {
  const chosen = choiceSql(spec, "id", "$3");
  const taken = `update ${spec.table} t
     set lease_holder = $1, lease_until = now() + $2 * interval '1 millisecond', fence = t.fence + 1${spec.note === undefined ? "" : `, ${spec.note}`}
     from chosen
     where t.id = chosen.id
     returning t.*`;
  if (spec.joined === undefined) return `with chosen as materialized (${chosen}) ${taken}`;
  return `with chosen as materialized (${chosen}), taken as (${taken}) select t.*, joined.* from taken t left join lateral (${spec.joined}) joined on true`;
}

export interface Held {
  readonly table: string;
  readonly id: string;
  readonly fence: number;
}

/**
 * True while the fence is still held; the row stays locked until the transaction ends, so no other
 * worker can claim it in between.
 */
export async function assertFence(sql: Sql, held: Held): Promise<boolean> {
  const rows = await sql.rows(
    `select 1 from ${held.table} where id = $1 and fence = $2 for update`,
    [held.id, held.fence],
  );
  return rows.length === 1;
}

/**
 * Only while the lease is held: a renewal that overtakes the end of the work must not lock the
 * released row.
 */
export async function renew(sql: Sql, held: Held, leaseMs: number): Promise<boolean> {
  const rows = await sql.rows(
    `update ${held.table} set lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and fence = $2 and lease_until is not null returning id`,
    [held.id, held.fence, leaseMs],
  );
  return rows.length === 1;
}

/**
 * Renews the lease while the work runs, until the signal aborts. A lost fence is reported at once;
 * an unavailable database is not a lost fence yet.
 */
export async function keepLease(
  on: { sql: Sql; clock: Clock; leaseMs: number; signal: AbortSignal },
  held: Held,
  onLost: () => void,
): Promise<void> {
  while (!on.signal.aborted) {
    await on.clock.wait(on.leaseMs / 3, on.signal);
    if (on.signal.aborted) return;
    const ours = await renew(on.sql, held, on.leaseMs).catch(() => true);
    if (!ours) return onLost();
  }
}
