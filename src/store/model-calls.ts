import { type Failpoints, noFailpoints } from "../domain/failpoints.ts";
import type { ModelCallLedger } from "../domain/model.ts";
import type { Log } from "../domain/log.ts";
import type { Database } from "./database.ts";

/**
 * Nobody waits for the disk here: the rows are there for every other connection at once and survive the end of any process of
 * ours. The commit of the turn, which comes later and does wait, takes them along: only a call that no turn answered with can
 * be missing after a power cut.
 */
const withoutDisk = "set_config('synchronous_commit', 'off', true)";

/**
 * Every call of a model as a row: begun before the network is touched, completed whatever happens. The reply does not
 * wait for the completion: a row that a crash left open shows as a call without an outcome, which is the truth.
 */
export function openModelCalls(db: Database, log: Log, failpoints: Failpoints = noFailpoints): ModelCallLedger {
  return {
    async started(call) {
      await db.rows(
        `insert into model_call (id, account_id, conversation_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, viewer)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from ${withoutDisk}`,
        [
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
        ],
      );
      failpoints.hit("turn.model_called");
    },
    async ended(id, end) {
      const done = db.rows(
        `update model_call set outcome = $2, error_code = $3, attempts = $4, input_tokens = $5, output_tokens = $6, first_token_ms = $7, total_ms = $8, output = $9
         from ${withoutDisk} where id = $1`,
        [
          id,
          end.outcome,
          end.errorCode ?? null,
          end.attempts,
          end.inputTokens ?? null,
          end.outputTokens ?? null,
          end.firstTokenMs === undefined ? null : Math.round(end.firstTokenMs),
          Math.round(end.totalMs),
          end.output ?? null,
        ],
      );
      done.catch((error: unknown) => log.warn({ error }, "the outcome of a model call could not be written"));
    },
    async tokensSince(accountId, since) {
      const [row] = await db.rows<{ tokens: number }>(
        `select coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0) as tokens from model_call where account_id = $1 and started_at >= $2`,
        [accountId, since],
      );
      return row?.tokens ?? 0;
    },
  };
}
