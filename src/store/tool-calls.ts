import type { ToolCalls } from "../domain/ports/outside-tools.ts";
import type { Database } from "./database/database.ts";

/**
 * Records every call of an outside tool as a row: inserted before the network is touched, completed
 * in any case. Unlike a model's call it may have changed something elsewhere, so the row waits for
 * the disk.
 */
export function openToolCalls(db: Database): ToolCalls {
  return {
    async started(call) {
      await db.rows(
        `insert into tool_call (id, account_id, conversation_id, turn_id, server, tool, arguments, arguments_hash, question_id, started_at, outcome)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          call.id,
          call.accountId,
          call.conversationId,
          call.turnId,
          call.server,
          call.tool,
          JSON.stringify(call.args),
          call.argumentsHash,
          call.questionId ?? null,
          call.startedAt,
          call.outcome ?? null,
        ],
      );
    },
    async ended(id, { outcome, errorCode = null, resultChars = null, totalMs }) {
      await db.rows(
        "update tool_call set outcome = $2, error_code = $3, result_chars = $4, total_ms = $5 where id = $1",
        [id, outcome, errorCode, resultChars, Math.round(totalMs)],
      );
    },
    async answer(questionId, as) {
      const taken = await db.rows(
        "update tool_call set outcome = $2 where id = $1 and outcome = 'asked' returning 1",
        [questionId, as],
      );
      return taken.length > 0;
    },
    async hasCalled({ turnId, server, tool, argumentsHash }) {
      const same = await db.rows(
        `select 1 from tool_call where turn_id = $1 and server = $2 and tool = $3 and arguments_hash = $4
           and outcome is distinct from 'asked' limit 1`,
        [turnId, server, tool, argumentsHash],
      );
      return same.length > 0;
    },
  };
}
