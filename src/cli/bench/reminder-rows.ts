import { iso } from "../../domain/ports/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { asOwner } from "../../store/database/owner.ts";
import { systemClock } from "../system.ts";

export interface ReminderLoad {
  readonly people: number;
  readonly pending: number;
  /** Fires, spread evenly over a number of seconds. */
  readonly spread: { readonly count: number; readonly seconds: number };
  /** Fires at one moment, each of a different account. */
  readonly burst: number;
}

export async function people(store: Store, count: number): Promise<void> {
  await asOwner(store.connection, async (sql) => {
    await sql.rows(
      `insert into account (id, origin, language, default_timezone, created_at, updated_at)
       select 'person-' || n, 'messaging_first', 'en', 'UTC', now(), now() from generate_series(0, $1::int - 1) n`,
      [count],
    );
    await sql.rows(
      `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, created_at, updated_at)
       select 'talk-' || n, 'person-' || n, 'bench', 'bench', 'user:' || n, n, now(), now() from generate_series(0, $1::int - 1) n`,
      [count],
    );
  });
}

const columns = `id, owner_account_id, conversation_id, content, content_hash, kind, local_start, captured_timezone, next_fire_at, source,
  version, created_at, updated_at`;
const timerOf = `'reminder:' || owner_account_id || ':' || (extract(epoch from next_fire_at) * 1000)::bigint, 'reminder', owner_account_id, next_fire_at`;

/** Over the coming year. Version 0 means that the log has no event of it yet. */
export async function pendingRows(store: Store, load: ReminderLoad): Promise<void> {
  await asOwner(store.connection, async (sql) => {
    await sql.rows(
      `with made as (
         insert into reminder (${columns})
         select 'pending-' || n, 'person-' || n % $2, 'talk-' || n % $2, 'something to do ' || n, n, 'timed',
           to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'UTC', at, 'api', 0, now(), now()
         from generate_series(1, $1::int) n, lateral (select date_trunc('second', now() + interval '1 day' + n * interval '31 second') as at)
         returning owner_account_id, next_fire_at)
       insert into timer (id, kind, account_id, due_at) select ${timerOf} from made on conflict do nothing`,
      [load.pending, load.people],
    );
    await sql.rows("analyze");
  });
}

/**
 * The database vacuums a million new rows for a while: a load of the benchmark, not of a normal
 * day.
 */
export async function quietDatabase(store: Store): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    const busy = await asOwner(store.connection, (sql) =>
      sql.rows("select 1 from pg_stat_activity where backend_type = 'autovacuum worker' limit 1"),
    );
    if (busy.length === 0) return;
    await systemClock.wait(500);
  }
}

export async function dueRows(
  store: Store,
  due: readonly { id: string; at: number }[],
  count: number,
): Promise<void> {
  const rows = due.map(({ id, at }, nth) => ({ id, at: iso(at), n: nth % count }));
  await asOwner(store.connection, (sql) =>
    sql.rows(
      `with made as (
         insert into reminder (${columns})
         select id, 'person-' || n, 'talk-' || n, 'do ' || id, id, 'timed', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'UTC', at, 'api', 0, now(), now()
         from jsonb_to_recordset($1::jsonb) as d(id text, at timestamptz, n int)
         returning owner_account_id, next_fire_at)
       insert into timer (id, kind, account_id, due_at) select distinct ${timerOf} from made on conflict do nothing`,
      [JSON.stringify(rows)],
    ),
  );
}
