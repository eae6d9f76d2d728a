import { type Failpoints, noFailpoints } from "../domain/failpoints.ts";
import type { Payload } from "../domain/events.ts";
import type { ModelCallEnd, ModelCallLedger, ModelCallRecord } from "../domain/model.ts";
import type { Log } from "../domain/log.ts";
import { type Database, DatabaseUnavailable } from "./database.ts";

/**
 * Nobody waits for the disk here: the rows are there for every other connection at once and survive the end of any process of
 * ours. The commit of the turn, which comes later and does wait, takes them along: only a call that no turn answered with can
 * be missing after a power cut.
 */
const withoutDisk = "set_config('synchronous_commit', 'off', true)";

const startSql = `insert into model_call (id, account_id, conversation_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, viewer)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from ${withoutDisk}`;

/** So few that the database looks each of them up. */
const endsTogether = 8;

const endSql = (rows: string): string => `update model_call c
  set outcome = e.outcome, error_code = e.error_code, attempts = e.attempts, input_tokens = e.input_tokens, output_tokens = e.output_tokens,
    first_token_ms = e.first_token_ms, total_ms = e.total_ms, output = e.output
  from (select * from json_populate_recordset(null::model_call, ${rows}::json) limit ${endsTogether}) e, ${withoutDisk} where c.id = e.id`;

const startAndEndSql = `with ended as (${endSql("$13")}) ${startSql}`;

/**
 * Every call of a model as a row: begun before the network is touched, completed whatever happens. The reply does not
 * wait for the completion: a row that a crash left open shows as a call without an outcome, which is the truth. In a turn of
 * several calls the end of one travels with the start of the next.
 */
export function openModelCalls(db: Database, log: Log, failpoints: Failpoints = noFailpoints): ModelCallLedger {
  const ends: Payload[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const takeEnds = (): Payload[] => ends.splice(0, endsTogether);
  const writeEnds = (rows: readonly Payload[]): void => {
    writing = db
      .rows(endSql("$1"), [JSON.stringify(rows)])
      .catch((error: unknown) => log.warn({ error }, "the outcome of a model call could not be written"));
  };
  const flush = (): void => {
    while (ends.length > 0) writeEnds(takeEnds());
  };
  return {
    async started(call) {
      const row = startRow(call);
      const before = takeEnds();
      if (before.length === 0) await db.rows(startSql, row);
      else
        await db.rows(startAndEndSql, [...row, JSON.stringify(before)]).catch(async (error: unknown) => {
          // Nobody's call is held up by how another one ended.
          for (const end of before) writeEnds([end]);
          if (error instanceof DatabaseUnavailable) throw error;
          await db.rows(startSql, row);
        });
      failpoints.hit("turn.model_called");
    },
    async ended(id, end) {
      // Whoever asks again at once takes it along; otherwise it goes by itself.
      if (ends.push(endRow(id, end)) === 1) setImmediate(flush);
    },
    async tokensSince(accountId, since) {
      flush();
      await writing;
      const [row] = await db.rows<{ tokens: number }>(
        `select coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0) as tokens from model_call where account_id = $1 and started_at >= $2`,
        [accountId, since],
      );
      return row?.tokens ?? 0;
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

const endRow = (id: string, end: ModelCallEnd): Payload => ({
  id,
  outcome: end.outcome,
  error_code: end.errorCode ?? null,
  attempts: end.attempts,
  input_tokens: end.inputTokens ?? null,
  output_tokens: end.outputTokens ?? null,
  first_token_ms: end.firstTokenMs === undefined ? null : Math.round(end.firstTokenMs),
  total_ms: Math.round(end.totalMs),
  output: end.output ?? null,
});
