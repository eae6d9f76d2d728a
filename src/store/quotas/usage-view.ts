import { type Clock, iso } from "../../domain/ports/clock.ts";
import { dayStart, localDay } from "../../domain/local-day.ts";
import { asAccount, engine } from "../../domain/principal.ts";
import type { Limits } from "../../domain/quotas.ts";
import type { Database, Sql } from "../database/database.ts";
import { type Counts, countsSql, filesSql } from "./quota-gate.ts";

/** One measured value and its limit. */
export interface UsageValue {
  readonly what: string;
  readonly used: number;
  readonly most: number;
  readonly unit: "count" | "bytes";
  readonly per: "total" | "day";
}

export interface AccountUsage {
  readonly account_id: string;
  readonly display_name: string | null;
  readonly usage: readonly UsageValue[];
}

/** What all accounts use together, and the accounts that have written the most. */
export interface ServerUsage {
  readonly server: readonly UsageValue[];
  readonly accounts: readonly AccountUsage[];
}

export interface UsageDeps {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly limits: Limits;
  /** The time zone of the server's own day. */
  readonly zone: string;
}

/** Bytes of files and character pictures, by account. */
export async function filesByAccount(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db.transaction(engine, (sql) =>
    sql.rows<{ account_id: string; bytes: number }>(`${filesSql} group by account_id`),
  );
  return new Map(rows.map(({ account_id, bytes }) => [account_id, bytes]));
}

interface KnownUsage {
  readonly id: string;
  readonly display_name: string | null;
  readonly zone: string;
  readonly log_bytes: number | null;
  readonly day: string | null;
  readonly day_messages: number | null;
  readonly day_bytes: number | null;
}

const knownSql = `select a.id, a.display_name, a.default_timezone as zone, u.log_bytes, to_char(u.day, 'YYYY-MM-DD') as day, u.day_messages, u.day_bytes
  from account a left join account_usage u on u.account_id = a.id`;

/** One account's usage and limits. */
export async function usageOf(on: UsageDeps, accountId: string): Promise<readonly UsageValue[]> {
  const [found] = await on.db.transaction(asAccount(accountId), async (sql) =>
    readAccountUsage(
      on,
      sql,
      await sql.rows<KnownUsage>(`${knownSql} where a.id = $1`, [accountId]),
    ),
  );
  return found?.usage ?? [];
}

/** The accounts that use the most, and the server as a whole. */
export async function usageOfAll(on: UsageDeps, limit: number): Promise<ServerUsage> {
  return on.db.transaction(engine, async (sql) => {
    const known = await sql.rows<KnownUsage>(
      `${knownSql} order by u.log_bytes desc nulls last, a.created_at limit $1`,
      [limit],
    );
    return {
      server: await readServerUsage(on, sql),
      accounts: await readAccountUsage(on, sql, known),
    };
  });
}

async function readServerUsage(
  { clock, limits: { server }, zone }: UsageDeps,
  sql: Sql,
): Promise<UsageValue[]> {
  const today = iso(dayStart(clock.now(), zone));
  const [row] = await sql.rows<Record<"storage" | "media" | "tokens" | "accounts", number>>(
    `select pg_database_size(current_database()) as storage,
       coalesce((select sum(bytes) from media_file where dropped_at is null), 0)::bigint as media,
       coalesce((select sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)) from model_call where started_at >= $1), 0)::bigint as tokens,
       (select count(*) from account where created_at >= $1) as accounts`,
    [today],
  );
  const readUsed = (name: "storage" | "media" | "tokens" | "accounts"): number => row?.[name] ?? 0;
  return [
    {
      what: "storage",
      used: readUsed("storage"),
      most: server.storageBytes,
      unit: "bytes",
      per: "total",
    },
    {
      what: "media",
      used: readUsed("media"),
      most: server.mediaBytes,
      unit: "bytes",
      per: "total",
    },
    {
      what: "tokens",
      used: readUsed("tokens"),
      most: server.tokensPerDay,
      unit: "count",
      per: "day",
    },
    {
      what: "accounts",
      used: readUsed("accounts"),
      most: server.newAccountsPerDay,
      unit: "count",
      per: "day",
    },
  ];
}

async function readAccountUsage(
  { clock, limits: { account } }: UsageDeps,
  sql: Sql,
  known: readonly KnownUsage[],
): Promise<AccountUsage[]> {
  const ids = known.map(({ id }) => id);
  const starts = known.map(({ zone }) => iso(dayStart(clock.now(), zone)));
  const counts = new Map(
    (await sql.rows<{ id: string } & Counts>(countsSql(), [ids])).map((row) => [row.id, row]),
  );
  const files = await byAccount(sql, `${filesSql} where account_id = any($1) group by account_id`, [
    ids,
  ]);
  const tokens = await byAccount(
    sql,
    `select c.account_id, sum(coalesce(c.input_tokens, 0) + coalesce(c.output_tokens, 0))::bigint as bytes
     from unnest($1::text[], $2::timestamptz[]) d(id, since) join model_call c on c.account_id = d.id and c.started_at >= d.since group by c.account_id`,
    [ids, starts],
  );
  return known.map((of) => {
    const isToday = of.day === localDay(clock.now(), of.zone);
    const count = (what: keyof Counts): UsageValue => ({
      what,
      used: counts.get(of.id)?.[what] ?? 0,
      most: account[what],
      unit: "count",
      per: "total",
    });
    return {
      account_id: of.id,
      display_name: of.display_name,
      usage: [
        ...(["reminders", "series", "conversations", "bots", "stories"] as const).map(count),
        {
          what: "media",
          used: files.get(of.id) ?? 0,
          most: account.mediaBytes,
          unit: "bytes",
          per: "total",
        },
        {
          what: "storage",
          used: of.log_bytes ?? 0,
          most: account.storageBytes,
          unit: "bytes",
          per: "total",
        },
        {
          what: "written",
          used: isToday ? (of.day_bytes ?? 0) : 0,
          most: account.writtenBytesPerDay,
          unit: "bytes",
          per: "day",
        },
        {
          what: "messages",
          used: isToday ? (of.day_messages ?? 0) : 0,
          most: account.messagesPerDay,
          unit: "count",
          per: "day",
        },
        {
          what: "tokens",
          used: tokens.get(of.id) ?? 0,
          most: account.tokensPerDay,
          unit: "count",
          per: "day",
        },
      ],
    };
  });
}

async function byAccount(
  sql: Sql,
  text: string,
  params: readonly unknown[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows<{ account_id: string; bytes: number }>(text, params);
  return new Map(rows.map(({ account_id, bytes }) => [account_id, bytes]));
}
