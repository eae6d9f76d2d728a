import { type Clock, iso } from "../../domain/ports/clock.ts";
import { dayStart, localDay } from "../../domain/local-day.ts";
import { engine } from "../../domain/principal.ts";
import type { Spending, Spent, SpentCost } from "../../domain/views/insight.ts";
import type { Database } from "../database/database.ts";

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly currency: string | null;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_micros: number | null;
}

const sums = `count(*) as calls, coalesce(sum(c.input_tokens), 0)::bigint as input_tokens,
  coalesce(sum(c.output_tokens), 0)::bigint as output_tokens, sum(c.cost_micros)::bigint as cost_micros`;
// Calls without tokens did not reach a server: the built-in voices, and what failed before.
const counted =
  "c.started_at >= $1 and (c.input_tokens is not null or c.output_tokens is not null)";

const dayMs = 86_400_000;
const mostAccounts = 50;

/** Tokens and costs of model calls, by day of the server's zone, and by account. */
export function openSpending(on: {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly zone: string;
}): Spending {
  return async ({ days, accountId }) => {
    const now = on.clock.now();
    const since = iso(dayStart(dayStart(now, on.zone) - (days - 1) * dayMs + dayMs / 2, on.zone));
    const { byDay, byAccount } = await on.db.transaction(engine, async (sql) => ({
      byDay: await sql.rows<Row>(
        `select to_char(c.started_at at time zone $2, 'YYYY-MM-DD') as id, null as name, c.currency, ${sums}
         from model_call c where ${counted} and ($3::text is null or c.account_id = $3) group by 1, c.currency`,
        [since, on.zone, accountId ?? null],
      ),
      byAccount: await sql.rows<Row>(
        `select c.account_id as id, a.display_name as name, c.currency, ${sums}
         from model_call c left join account a on a.id = c.account_id where ${counted} group by 1, 2, c.currency`,
        [since],
      ),
    }));
    const found = total(byDay);
    const listed = total(byAccount).toSorted((a, b) => tokensOf(b) - tokensOf(a));
    return {
      days: listDays(now, { days, zone: on.zone }).map((day) => {
        const { calls, input_tokens, output_tokens, costs } =
          found.find(({ id }) => id === day) ?? nothing;
        return { day, calls, input_tokens, output_tokens, costs };
      }),
      accounts: listed
        .slice(0, mostAccounts)
        .map(({ id, name, ...spent }) => ({ account_id: id, display_name: name, ...spent })),
      more_accounts: Math.max(0, listed.length - mostAccounts),
    };
  };
}

const nothing: Spent = { calls: 0, input_tokens: 0, output_tokens: 0, costs: [] };

const tokensOf = (spent: Spent): number => spent.input_tokens + spent.output_tokens;

/** Noon is in the same day before and after a clock change. */
const listDays = (now: number, { days, zone }: { days: number; zone: string }): string[] =>
  Array.from({ length: days }, (_, nth) =>
    localDay(dayStart(now, zone) + dayMs / 2 - (days - 1 - nth) * dayMs, zone),
  );

/** Rows of one id differ by currency. */
function total(rows: readonly Row[]): (Spent & { id: string; name: string | null })[] {
  return Array.from(
    Map.groupBy(rows, ({ id }) => id),
    ([id, of]) => ({
      id,
      name: of[0]?.name ?? null,
      calls: sum(of, "calls"),
      input_tokens: sum(of, "input_tokens"),
      output_tokens: sum(of, "output_tokens"),
      costs: of.flatMap(({ currency, cost_micros: micros }): SpentCost[] =>
        micros === null ? [] : [{ currency, micros }],
      ),
    }),
  );
}

const sum = (rows: readonly Row[], what: "calls" | "input_tokens" | "output_tokens"): number =>
  rows.reduce((all, row) => all + row[what], 0);
