import { iso } from "../domain/ports/clock.ts";
import type { ProgramCall, ProgramCallEnd, ProgramCalls } from "../domain/ports/program-calls.ts";
import { asAccount } from "../domain/principal.ts";
import type { Database } from "./database/database.ts";

/** As for model calls: a row that was lost in a power cut is one of a call that changed nothing. */
const withoutDisk = "set_config('synchronous_commit', 'off', true)";

const startSql = `insert into program_call (id, account_id, token_id, tool, arguments_hash, started_at)
  select $1, $2, $3, $4, $5, $6 from ${withoutDisk}`;
const endSql = `update program_call set outcome = $2, error_code = $3, total_ms = $4
  from ${withoutDisk} where id = $1`;

const readSql = `insert into program_call (id, account_id, token_id, tool, arguments_hash, started_at, outcome, error_code, total_ms)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9 from ${withoutDisk}`;

const startOf = (call: ProgramCall): unknown[] => [
  call.id,
  call.accountId,
  call.tokenId,
  call.tool,
  call.argumentsHash,
  call.startedAt,
];
const endOf = ({ outcome, errorCode, totalMs }: ProgramCallEnd): unknown[] => [
  outcome,
  errorCode ?? null,
  Math.round(totalMs),
];

/**
 * Records every call of a program as a row: inserted before it is carried out, completed in any
 * case. A row without an outcome is a call that a crash cut off. What only reads is inserted when it
 * is over.
 */
export function openProgramCalls(db: Database): ProgramCalls {
  return {
    async started(call) {
      await db.rows(startSql, startOf(call));
    },
    async ended(id, end) {
      await db.rows(endSql, [id, ...endOf(end)]);
    },
    async read(call, end) {
      await db.rows(readSql, [...startOf(call), ...endOf(end)]);
    },
    async count(accountId, tool, since) {
      const [row] = await db.ask<{ count: number }>(
        asAccount(accountId),
        "select count(*)::int as count from program_call where account_id = $1 and tool = $2 and started_at > $3",
        [accountId, tool, iso(since)],
      );
      return row?.count ?? 0;
    },
  };
}
