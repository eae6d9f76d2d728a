import { type Clock, iso } from "../../domain/ports/clock.ts";
import { dayEnd, dayStart } from "../../domain/local-day.ts";
import type { TokensToday } from "../../domain/ports/model.ts";
import type { Database } from "../database/database.ts";

interface TokenCounts {
  /** Tokens spent today. `written` is awaited before the database is queried. */
  today(accountId: string, written: () => Promise<void>): Promise<TokensToday>;
  /** Counts a finished call of this process. */
  addTokens(accountId: string | undefined, tokens: number): void;
}

interface Count {
  tokens: number;
  /** When the day ends. */
  readonly until: number;
  /** Other processes spend tokens too: after this time the database is queried again. */
  readonly freshUntil: number;
}

const freshMs = 60_000;
const mostRemembered = 10_000;
/** All accounts together. */
const allAccounts = Symbol("everybody");

const sumSql =
  "select coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::bigint as tokens from model_call";

/**
 * Tokens of the day, read from the database once a minute and counted locally in between: a turn
 * with many calls queries once.
 */
export function openTokenCounts(on: {
  db: Database;
  clock: Pick<Clock, "now">;
  zone: string;
}): TokenCounts {
  const counts = new Map<string | symbol, Count>();

  function fresh(key: string | symbol): number | undefined {
    const known = counts.get(key);
    const now = on.clock.now();
    return known !== undefined && now < known.freshUntil && now < known.until
      ? known.tokens
      : undefined;
  }

  function keep(key: string | symbol, tokens: number, zone: string): number {
    const now = on.clock.now();
    if (counts.size >= mostRemembered) counts.clear();
    counts.set(key, { tokens, until: dayEnd(now, zone), freshUntil: now + freshMs });
    return tokens;
  }

  async function ofAccount(accountId: string): Promise<number> {
    const [account] = await on.db.rows<{ zone: string }>(
      "select default_timezone as zone from account where id = $1",
      [accountId],
    );
    const zone = account?.zone ?? on.zone;
    const since = iso(dayStart(on.clock.now(), zone));
    const [row] = await on.db.rows<{ tokens: number }>(
      `${sumSql} where account_id = $1 and started_at >= $2`,
      [accountId, since],
    );
    return keep(accountId, row?.tokens ?? 0, zone);
  }

  async function ofAll(): Promise<number> {
    const [row] = await on.db.rows<{ tokens: number }>(`${sumSql} where started_at >= $1`, [
      iso(dayStart(on.clock.now(), on.zone)),
    ]);
    return keep(allAccounts, row?.tokens ?? 0, on.zone);
  }

  return {
    async today(accountId, written) {
      if (fresh(accountId) === undefined || fresh(allAccounts) === undefined) await written();
      return {
        account: fresh(accountId) ?? (await ofAccount(accountId)),
        server: fresh(allAccounts) ?? (await ofAll()),
      };
    },
    addTokens(accountId, tokens) {
      for (const key of [allAccounts, ...(accountId === undefined ? [] : [accountId])]) {
        const known = counts.get(key);
        if (known !== undefined) known.tokens += tokens;
      }
    },
  };
}
