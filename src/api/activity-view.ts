import { z } from "@hono/zod-openapi";
import { type DeliveryStatus, deliveryStatuses } from "../domain/delivery.ts";
import type { Sql } from "../store/database.ts";

/** Whose rows, and whether their words are shown: an operator sees that somebody was answered, not what. */
export interface Looking {
  readonly accountId: string | null;
  readonly words: boolean;
}

const place = { conversation_id: z.string(), account_id: z.string(), channel: z.string() };

const inboxSchema = z.object({
  ...place,
  id: z.string(),
  text: z.string().nullable(),
  created_at: z.string(),
  end: z.enum(["answered", "stopped", "rejected", "dead_lettered"]).nullable(),
});

const laneSchema = z.object({
  ...place,
  waiting: z.number().int(),
  waiting_since: z.string().nullable(),
  running_turn_id: z.string().nullable(),
  holder: z.string().nullable(),
  failures: z.number().int(),
  retry_at: z.string().nullable(),
});

const turnRowSchema = z.object({
  ...place,
  id: z.string(),
  /** What it began with, in the person's words. */
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
});

const deliveryRowSchema = z.object({
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
});

export const activitySchema = z
  .object({
    waiting_messages: z.number().int(),
    running_turns: z.number().int(),
    outbox: z.record(z.string(), z.number().int()),
    inbox: z.array(inboxSchema),
    lanes: z.array(laneSchema),
    turns: z.array(turnRowSchema),
    deliveries: z.array(deliveryRowSchema),
  })
  .openapi("Activity");

type Activity = z.output<typeof activitySchema>;

/** What is not over yet, or ended badly: few rows, each found by an index. What went well is only counted in the metrics. */
const countedStates: readonly DeliveryStatus[] = ["pending", "sending", "waiting_for_user", "unknown", "failed", "expired"];

/** The conversations that moved last stand for what goes on; going through them needs no index over everything ever said. */
const recent = `recent as materialized (
  select id, account_id, provider_type from conversation c where ($1::text is null or c.account_id = $1) order by c.updated_at desc, c.id limit 40)`;

const deliveryColumns = `d.id, d.conversation_id, d.account_id, d.provider_type as channel, d.turn_id, d.delivery_source as source, d.status, d.error_code,
  case when $2 then left(d.text, 300) end as text, d.retry_attempt as attempts, d.created_at, d.updated_at, d.next_attempt_at`;

const turnColumns = `t.id, t.conversation_id, t.account_id, c.provider_type as channel,
  case when $2 then (select left(i.text, 300) from message i
    where i.conversation_id = t.conversation_id and i.direction = 'inbound' and i.seq = t.input_from_seq) end as text, t.trigger_type as trigger, t.skill, t.status, o.disposition,
  o.reason_code as reason, t.attempt, t.started_at, t.completed_at,
  (select count(*)::int from staged_command s where s.turn_id = t.id) as commands,
  m.calls as model_calls, m.input_tokens, m.output_tokens`;
const turnJoins = `join conversation c on c.id = t.conversation_id left join output_disposition o on o.turn_id = t.id
  cross join lateral (select count(*)::int as calls, coalesce(sum(input_tokens), 0)::int as input_tokens,
    coalesce(sum(output_tokens), 0)::int as output_tokens from model_call where turn_id = t.id) m`;

/** What is on its way in and out, newest first. `statuses` chooses among deliveries. */
export async function readActivity(sql: Sql, who: Looking, statuses: readonly DeliveryStatus[] | undefined): Promise<Activity> {
  const whose = [who.accountId, who.words] as const;
  const [counts] = await sql.rows<{ waiting: number; running: number }>(
    `select coalesce(sum(c.latest_inbound_seq - c.last_closed_inbound_seq) filter (where c.has_open_input), 0)::int as waiting,
       (select count(*)::int from turn t where t.completed_at is null and ($1::text is null or t.account_id = $1)) as running
     from conversation c where c.has_open_input and ($1::text is null or c.account_id = $1)`,
    [who.accountId],
  );
  const outbox = await sql.rows<{ status: string; n: number }>(
    `select status, count(*)::int as n from delivery_attempt where status = any($2) and ($1::text is null or account_id = $1) group by status`,
    [who.accountId, countedStates],
  );
  return {
    waiting_messages: counts?.waiting ?? 0,
    running_turns: counts?.running ?? 0,
    outbox: Object.fromEntries(countedStates.map((status) => [status, outbox.find((row) => row.status === status)?.n ?? 0])),
    inbox: await sql.rows(
      `with ${recent} select m.id, m.conversation_id, m.account_id, r.provider_type as channel, case when $2 then left(m.text, 300) end as text,
         m.created_at, m.ended_as as end
       from recent r cross join lateral (select * from message x where x.conversation_id = r.id order by x.event_id desc limit 20) m
       where m.direction = 'inbound' order by m.event_id desc limit 50`,
      whose,
    ),
    lanes: await readLanes(sql, who),
    turns: await sql.rows(
      `with ${recent} select ${turnColumns}
       from recent r cross join lateral (select * from turn x where x.conversation_id = r.id order by x.started_at desc limit 15) t ${turnJoins}
       order by t.started_at desc, t.id desc limit 50`,
      whose,
    ),
    deliveries: await readDeliveries(sql, who, statuses),
  };
}

const readLanes = (sql: Sql, who: Looking): Promise<z.output<typeof laneSchema>[]> =>
  sql.rows(
    `select c.id as conversation_id, c.account_id, c.provider_type as channel, (c.latest_inbound_seq - c.last_closed_inbound_seq)::int as waiting,
       c.waiting_since, c.running_turn_id, c.lease_holder as holder, c.failures, c.ready_at as retry_at
     from conversation c
     where (c.has_open_input or c.id in (select conversation_id from turn where completed_at is null)) and ($1::text is null or c.account_id = $1)
     order by c.ready_at nulls first, c.waiting_since limit 50`,
    [who.accountId],
  );

function readDeliveries(
  sql: Sql,
  who: Looking,
  statuses: readonly DeliveryStatus[] | undefined,
): Promise<z.output<typeof deliveryRowSchema>[]> {
  if (statuses !== undefined)
    return sql.rows(
      `select ${deliveryColumns} from delivery_attempt d where d.status = any($3) and ($1::text is null or d.account_id = $1)
       order by d.updated_at desc, d.ordinal desc limit 100`,
      [who.accountId, who.words, statuses],
    );
  return sql.rows(
    `with ${recent} select ${deliveryColumns}
     from recent r cross join lateral (select x.id from message x where x.conversation_id = r.id order by x.event_id desc limit 20) m
     join delivery_attempt d on d.message_id = m.id order by d.ordinal desc limit 100`,
    [who.accountId, who.words],
  );
}

const inputSchema = z.object({ id: z.string(), seq: z.number().int(), text: z.string().nullable(), created_at: z.string() });
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
  sources: z.number().int(),
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
    events: z.array(factSchema),
    deliveries: z.array(deliveryRowSchema),
  })
  .openapi("TurnReport");

/** One turn with everything that went into it and came of it. */
export async function readTurn(sql: Sql, who: Looking, id: string): Promise<z.output<typeof turnSchema> | undefined> {
  const [turn] = await sql.rows<z.output<typeof turnRowSchema>>(
    `select ${turnColumns} from turn t ${turnJoins} where t.id = $3 and ($1::text is null or t.account_id = $1)`,
    [who.accountId, who.words, id],
  );
  if (turn === undefined) return undefined;
  const [window] = await sql.rows<{ from: number | null; to: number | null }>(
    `select input_from_seq as from, input_to_seq as to from turn where id = $1`,
    [id],
  );
  const of = [turn.conversation_id, who.words, id] as const;
  return {
    turn,
    input_from_seq: window?.from ?? null,
    input_to_seq: window?.to ?? null,
    input: await sql.rows(
      `select id, seq, case when $2 then text end as text, created_at from message
       where conversation_id = $1 and direction = 'inbound' and seq between $3 and $4 order by seq limit 100`,
      [turn.conversation_id, who.words, window?.from ?? null, window?.to ?? null],
    ),
    commands: await sql.rows(
      `select id, domain, operation, status, case when $2 then command_payload end as payload from staged_command
       where conversation_id = $1 and turn_id = $3 order by created_at, id`,
      of,
    ),
    model_calls: await sql.rows(
      `select id, purpose, model, outcome, error_code, attempts, input_tokens, output_tokens, first_token_ms, total_ms,
         cardinality(source_event_ids)::int as sources, started_at from model_call where turn_id = $1 order by started_at, id`,
      [id],
    ),
    events: await sql.rows(`select id, kind, at from event_log where conversation_id = $1 and turn_id = $2 order by id limit 200`, [
      turn.conversation_id,
      id,
    ]),
    deliveries: await sql.rows(
      `select ${deliveryColumns} from delivery_attempt d where $1 = d.conversation_id and d.turn_id = $3 order by d.ordinal`,
      of,
    ),
  };
}
