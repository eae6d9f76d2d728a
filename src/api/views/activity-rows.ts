import { z } from "@hono/zod-openapi";
import { deliveryStatuses } from "../../domain/delivery.ts";
import type { SealedMessages } from "./sealed-messages.ts";

/**
 * The rows' owner, and whether their text is shown: an operator sees that a person was answered,
 * not what was said.
 */
export interface RowFilter {
  readonly accountId: string | null;
  readonly words: boolean;
  /** Whose text is left out. */
  readonly sealed: SealedMessages;
}

/** The rows of turns and deliveries, without the text of sealed ones. */
export const hideSealedTurns = <R extends { readonly text: string | null }>(
  rows: readonly R[],
  { turns }: SealedMessages,
  turnOf: (row: R) => string | null,
): R[] => rows.map((row) => (turns.has(turnOf(row)) ? { ...row, text: null } : row));

export const place = { conversation_id: z.string(), account_id: z.string(), channel: z.string() };

export const turnRowSchema = z.object({
  ...place,
  id: z.string(),
  /** The message it began with. */
  text: z.string().nullable(),
  trigger: z.string(),
  skill: z.string().nullable(),
  status: z.enum(["running", "committed", "stopped", "superseded", "failed"]),
  disposition: z.string().nullable(),
  reason: z.string().nullable(),
  attempt: z.number().int(),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  commands: z.number().int(),
  model_calls: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** In millionths of `currency`. Null where no price was set. */
  cost_micros: z.number().int().nullable(),
  currency: z.string().nullable(),
});

export const deliveryRowSchema = z.object({
  ...place,
  id: z.string(),
  turn_id: z.string().nullable(),
  source: z.string(),
  status: z.enum(deliveryStatuses),
  error_code: z.string().nullable(),
  text: z.string().nullable(),
  attempts: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  next_attempt_at: z.string().nullable(),
  parked: z.boolean(),
});

export const deliveryColumns = `d.id, d.conversation_id, d.account_id, d.provider_type as channel, d.turn_id, d.delivery_source as source, d.status, d.error_code,
  case when $2 then left(d.text, 300) end as text, d.retry_attempt as attempts, d.created_at, d.updated_at, d.next_attempt_at,
  d.status = 'pending' and coalesce(d.holds_until <= now(), false) as parked`;

export const turnColumns = `t.id, t.conversation_id, t.account_id, c.provider_type as channel,
  case when $2 then (select left(i.text, 300) from message i
    where i.conversation_id = t.conversation_id and i.direction = 'inbound' and i.seq = t.input_from_seq) end as text, t.trigger_type as trigger, t.skill, t.status, o.disposition,
  o.reason_code as reason, t.attempt, t.started_at, t.completed_at,
  (select count(*)::int from staged_command s where s.turn_id = t.id) as commands,
  m.calls as model_calls, m.input_tokens, m.output_tokens, m.cost_micros, m.currency`;
export const turnJoins = `join conversation c on c.id = t.conversation_id left join output_disposition o on o.turn_id = t.id
  cross join lateral (select count(*)::int as calls, coalesce(sum(input_tokens), 0)::int as input_tokens,
    coalesce(sum(output_tokens), 0)::int as output_tokens, sum(cost_micros)::bigint as cost_micros, max(currency) as currency from model_call where turn_id = t.id) m`;
