import { z } from "@hono/zod-openapi";
import type { Sql } from "../../store/database/database.ts";
import {
  deliveryColumns,
  deliveryRowSchema,
  type RowFilter,
  turnColumns,
  turnJoins,
  turnRowSchema,
} from "./activity-rows.ts";

const inputSchema = z.object({
  id: z.string(),
  seq: z.number().int(),
  text: z.string().nullable(),
  created_at: z.string(),
});
const commandSchema = z.object({
  id: z.string(),
  domain: z.string(),
  operation: z.string(),
  status: z.string(),
  payload: z.record(z.string(), z.unknown()).nullable(),
});
const callSchema = z.object({
  id: z.string(),
  purpose: z.string(),
  model: z.string(),
  outcome: z.string().nullable(),
  error_code: z.string().nullable(),
  attempts: z.number().int().nullable(),
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  first_token_ms: z.number().int().nullable(),
  total_ms: z.number().int().nullable(),
  /** In millionths of `currency`. Null where no price was set. */
  cost_micros: z.number().int().nullable(),
  currency: z.string().nullable(),
  sources: z.number().int(),
  started_at: z.string(),
});
const toolCallSchema = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullable(),
  outcome: z.string().nullable(),
  error_code: z.string().nullable(),
  result_chars: z.number().int().nullable(),
  total_ms: z.number().int().nullable(),
  started_at: z.string(),
});
const factSchema = z.object({ id: z.number().int(), kind: z.string(), at: z.string() });

export const turnSchema = z
  .object({
    turn: turnRowSchema,
    input_from_seq: z.number().int().nullable(),
    input_to_seq: z.number().int().nullable(),
    input: z.array(inputSchema),
    commands: z.array(commandSchema),
    model_calls: z.array(callSchema),
    tool_calls: z.array(toolCallSchema),
    events: z.array(factSchema),
    deliveries: z.array(deliveryRowSchema),
  })
  .openapi("TurnReport");

export type TurnReport = z.output<typeof turnSchema>;

/** One turn with its input and everything it did. */
export async function readTurn(
  sql: Sql,
  who: RowFilter,
  id: string,
): Promise<TurnReport | undefined> {
  const [turn] = await sql.rows<z.output<typeof turnRowSchema>>(
    `select ${turnColumns} from turn t ${turnJoins} where t.id = $3 and ($1::text is null or t.account_id = $1)`,
    [who.accountId, who.words, id],
  );
  if (turn === undefined) return undefined;
  const words = who.words && !who.sealed.turns.has(id);
  const [window] = await sql.rows<{ from: number | null; to: number | null }>(
    `select input_from_seq as from, input_to_seq as to from turn where id = $1`,
    [id],
  );
  const of = [turn.conversation_id, words, id] as const;
  return {
    turn: words ? turn : { ...turn, text: null },
    input_from_seq: window?.from ?? null,
    input_to_seq: window?.to ?? null,
    input: await sql.rows(
      `select id, seq, case when $2 then text end as text, created_at from message
       where conversation_id = $1 and direction = 'inbound' and seq between $3 and $4 order by seq limit 100`,
      [turn.conversation_id, words, window?.from ?? null, window?.to ?? null],
    ),
    commands: await sql.rows(
      `select id, domain, operation, status, case when $2 then command_payload end as payload from staged_command
       where conversation_id = $1 and turn_id = $3 order by created_at, id`,
      of,
    ),
    model_calls: await sql.rows(
      `select id, purpose, model, outcome, error_code, attempts, input_tokens, output_tokens, first_token_ms, total_ms, cost_micros, currency,
         cardinality(source_event_ids)::int as sources, started_at from model_call where turn_id = $1 order by started_at, id`,
      [id],
    ),
    tool_calls: await sql.rows(
      `select id, server, tool, case when $2 then arguments end as arguments, outcome, error_code, result_chars, total_ms, started_at
       from tool_call where conversation_id = $1 and turn_id = $3 order by started_at, id`,
      of,
    ),
    events: await sql.rows(
      `select id, kind, at from event_log where conversation_id = $1 and turn_id = $2 order by id limit 200`,
      [turn.conversation_id, id],
    ),
    deliveries: await sql.rows(
      `select ${deliveryColumns} from delivery_attempt d where $1 = d.conversation_id and d.turn_id = $3 order by d.ordinal`,
      of,
    ),
  };
}
