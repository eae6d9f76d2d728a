import type { Clock } from "../domain/ports/clock.ts";
import { type Failpoints, noFailpoints } from "../domain/ports/failpoints.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ModelCallEnd, ModelCallLedger, ModelCallRecord } from "../domain/ports/model.ts";
import type { Log } from "../domain/ports/log.ts";
import type { Database } from "./database/database.ts";
import { openTokenCounts } from "./quotas/token-counts.ts";

/**
 * These writes do not wait for the disk: other connections see the rows at once, and they survive
 * the end of any process. The turn's own commit comes later, does wait and makes them durable: only
 * a call that no turn used can be lost in a power cut.
 */
const withoutDisk = "set_config('synchronous_commit', 'off', true)";

const startSql = `insert into model_call (id, account_id, conversation_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, viewer)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from ${withoutDisk}`;

/** Few enough that the database looks up each of them by key. */
const endsTogether = 8;

const endColumns = `id text, outcome text, error_code text, attempts int, input_tokens int, output_tokens int, first_token_ms int, total_ms int, output text,
  cost_micros bigint, currency text`;

const endSql = `update model_call c
  set outcome = e.outcome, error_code = e.error_code, attempts = e.attempts, input_tokens = e.input_tokens, output_tokens = e.output_tokens,
    first_token_ms = e.first_token_ms, total_ms = e.total_ms, output = e.output, cost_micros = e.cost_micros, currency = e.currency
  from (select * from json_to_recordset($1::json) r(${endColumns}) limit ${endsTogether}) e, ${withoutDisk} where c.id = e.id`;

/** Ends of calls in quick succession are written together, at the latest after this time. */
const togetherMs = 3;

interface ModelCallOptions {
  readonly failpoints?: Failpoints | undefined;
  /**
   * Separates today's tokens from yesterday's; `zone` is the server's own. Without it tokens are
   * not counted.
   */
  readonly day?: { readonly clock: Pick<Clock, "now">; readonly zone: string } | undefined;
}

/**
 * Records every model call as a row: inserted before the network is touched, completed in any case.
 * The reply does not wait for the completion: a row left open by a crash shows as a call without an
 * outcome, which is accurate. In a turn of several calls the ends are written once no further call
 * follows.
 */
export function openModelCalls(
  db: Database,
  log: Log,
  { failpoints = noFailpoints, day }: ModelCallOptions = {},
): ModelCallLedger {
  const tokens = day === undefined ? undefined : openTokenCounts({ db, ...day });
  const callers = new Map<string, string>();
  const ends: JsonObject[] = [];
  let starting = 0;
  let late: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const writeEnds = async (rows: readonly JsonObject[]): Promise<void> => {
    await db.rows(endSql, [JSON.stringify(rows)]).catch(async (error: unknown) => {
      // One that cannot be written must not affect the others.
      if (rows.length > 1) for (const row of rows) await writeEnds([row]);
      else log.warn({ error }, "the outcome of a model call could not be recorded");
    });
  };
  const flush = (): void => {
    clearTimeout(late);
    late = undefined;
    while (ends.length > 0)
      writing = Promise.all([writing, writeEnds(ends.splice(0, endsTogether))]);
  };
  const flushSoon = (): void => {
    if (starting === 0) flush();
    else late ??= setTimeout(flush, togetherMs);
  };
  return {
    async started(call) {
      starting += 1;
      callers.set(call.id, call.accountId);
      try {
        await db.rows(startSql, startRow(call));
      } finally {
        starting -= 1;
      }
      failpoints.hit("turn.model_called");
    },
    async ended(id, end) {
      tokens?.addTokens(callers.get(id), (end.inputTokens ?? 0) + (end.outputTokens ?? 0));
      callers.delete(id);
      ends.push(endRow(id, end));
      setImmediate(flushSoon);
    },
    async tokensToday(accountId) {
      const flushWrites = async (): Promise<void> => {
        flush();
        await writing;
      };
      return tokens?.today(accountId, flushWrites) ?? { account: 0, server: 0 };
    },
  };
}

const startRow = (call: ModelCallRecord): readonly unknown[] => [
  call.id,
  call.accountId,
  call.conversationId,
  call.turnId,
  call.purpose,
  call.model,
  call.promptHash,
  JSON.stringify(call.prompt),
  call.sourceEventIds,
  call.startedAt,
  call.chatId,
  call.viewer,
];

const endRow = (id: string, end: ModelCallEnd): JsonObject => ({
  id,
  outcome: end.outcome,
  error_code: end.errorCode ?? null,
  attempts: end.attempts,
  input_tokens: end.inputTokens ?? null,
  output_tokens: end.outputTokens ?? null,
  first_token_ms: end.firstTokenMs === undefined ? null : Math.round(end.firstTokenMs),
  total_ms: Math.round(end.totalMs),
  output: end.output ?? null,
  cost_micros: end.cost?.micros ?? null,
  currency: end.cost?.currency ?? null,
});
