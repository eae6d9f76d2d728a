import { type Failpoints, noFailpoints } from "../domain/failpoints.ts";
import type { ModelCallLedger } from "../domain/model.ts";
import type { Log } from "../domain/log.ts";
import type { Database } from "./database.ts";

/**
 * Every call of a model as a row: begun before the network is touched, completed whatever happens. The reply does not
 * wait for the completion: a row that a crash left open shows as a call without an outcome, which is the truth.
 */
export function openModelCalls(db: Database, log: Log, failpoints: Failpoints = noFailpoints): ModelCallLedger {
  return {
    async started(call) {
      await db.rows(
        `insert into model_call (id, account_id, conversation_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
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
        ],
      );
      failpoints.hit("turn.model_called");
    },
    async ended(id, end) {
      const done = db.rows(
        `update model_call set outcome = $2, error_code = $3, attempts = $4, input_tokens = $5, output_tokens = $6, first_token_ms = $7, total_ms = $8
         where id = $1`,
        [
          id,
          end.outcome,
          end.errorCode ?? null,
          end.attempts,
          end.inputTokens ?? null,
          end.outputTokens ?? null,
          end.firstTokenMs === undefined ? null : Math.round(end.firstTokenMs),
          Math.round(end.totalMs),
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
