import { type Clock, iso } from "../../domain/ports/clock.ts";
import { localDay } from "../../domain/local-day.ts";
import type { Log } from "../../domain/ports/log.ts";
import { engine } from "../../domain/principal.ts";
import { startChore } from "../work/chore.ts";
import type { Database, Sql } from "../database/database.ts";
import type { MeasuredUsage, UsageMeter } from "./usage-meter.ts";

export interface MeasureDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: UsageMeter;
}

const everyMs = 60_000;
/** Log positions per transaction: a long log is measured in many short ones. */
const atOnce = 20_000;

/**
 * Every process reads the measurements; the first to come continues measuring where the last one
 * stopped.
 */
export function startMeasuring(on: MeasureDeps): { close(): Promise<void> } {
  return startChore(on, {
    firstMs: 0,
    everyMs,
    failed: "usage could not be measured; the next round tries again",
    run: async (signal) => {
      while (!signal.aborted && (await measureNext(on))) await on.clock.wait(10, signal);
      await readUsage(on);
    },
  });
}

/** Loads the measurements into this process. */
export async function readUsage({ db, meter }: MeasureDeps): Promise<void> {
  const rows = await db.transaction(engine, (sql) =>
    sql.rows<MeasuredUsage>(
      `select u.account_id, a.default_timezone as zone, u.log_bytes, to_char(u.day, 'YYYY-MM-DD') as day, u.day_messages, u.day_bytes
       from account_usage u join account a on a.id = u.account_id`,
    ),
  );
  const [size] = await db.rows<{ bytes: number }>(
    "select pg_database_size(current_database()) as bytes",
  );
  meter.load(rows, size?.bytes ?? 0);
}

interface Slot {
  readonly account_id: string;
  readonly zone: string;
  /** A quarter of an hour: no zone's day begins inside one. */
  readonly slot: string;
  readonly bytes: number;
  readonly messages: number;
}

/**
 * Adds up the next stretch of the log and returns whether there is more. A payload's size on disk
 * counts twice, because its words are in a table too. Deliberately approximate: an event being
 * committed at this moment may be missed.
 */
export function measureNext({ db, clock }: Pick<MeasureDeps, "db" | "clock">): Promise<boolean> {
  return db.transaction(engine, async (sql) => {
    const from = await lockMark(sql);
    const [end] = await sql.rows<{ id: number | null }>(
      "select max(id) as id from (select id from event_log where id > $1 order by id limit $2) e",
      [from, atOnce],
    );
    const through = end?.id ?? from;
    if (through === from) return false;
    const slots = await sql.rows<Slot>(
      `select e.account_id, a.default_timezone as zone, date_bin('15 minutes', e.at, '2000-01-01Z') as slot,
         sum(2 * (pg_column_size(e.payload_json) + 100))::bigint as bytes, count(*) filter (where e.kind = 'message_received') as messages
       from event_log e join account a on a.id = e.account_id where e.id > $1 and e.id <= $2 group by 1, 2, 3`,
      [from, through],
    );
    await storeSums(sql, sumByAccount(slots), iso(clock.now()));
    await sql.rows(
      "update installation set value = to_jsonb($1::bigint) where key = 'usage_measured'",
      [through],
    );
    return through - from >= atOnce;
  });
}

/** One process at a time: the others wait here and continue after it. */
async function lockMark(sql: Sql): Promise<number> {
  await sql.rows(
    "insert into installation (key, value) values ('usage_measured', '0') on conflict (key) do nothing",
  );
  const [mark] = await sql.rows<{ value: number }>(
    "select value from installation where key = 'usage_measured' for update",
  );
  return mark?.value ?? 0;
}

interface UsageSum {
  readonly account_id: string;
  log_bytes: number;
  day: string;
  day_messages: number;
  day_bytes: number;
}

/** By account: everything, and the part of it from the newest day. */
function sumByAccount(slots: readonly Slot[]): UsageSum[] {
  const found = new Map<string, UsageSum>();
  for (const { account_id, zone, slot, bytes, messages } of slots) {
    const day = localDay(Date.parse(slot), zone);
    const sum = found.get(account_id) ?? {
      account_id,
      log_bytes: 0,
      day,
      day_messages: 0,
      day_bytes: 0,
    };
    sum.log_bytes += bytes;
    if (day > sum.day) Object.assign(sum, { day, day_messages: 0, day_bytes: 0 });
    if (day === sum.day) {
      sum.day_messages += messages;
      sum.day_bytes += bytes;
    }
    found.set(account_id, sum);
  }
  return [...found.values()];
}

async function storeSums(sql: Sql, rows: readonly UsageSum[], at: string): Promise<void> {
  if (rows.length === 0) return;
  await sql.rows(
    `insert into account_usage as u (account_id, log_bytes, day, day_messages, day_bytes, measured_at)
     select account_id, log_bytes, day, day_messages, day_bytes, $2 from json_populate_recordset(null::account_usage, $1::json)
     on conflict (account_id) do update set log_bytes = u.log_bytes + excluded.log_bytes, measured_at = excluded.measured_at,
       day = greatest(u.day, excluded.day),
       day_messages = case when u.day > excluded.day then u.day_messages when u.day = excluded.day then u.day_messages + excluded.day_messages else excluded.day_messages end,
       day_bytes = case when u.day > excluded.day then u.day_bytes when u.day = excluded.day then u.day_bytes + excluded.day_bytes else excluded.day_bytes end`,
    [JSON.stringify(rows), at],
  );
}
