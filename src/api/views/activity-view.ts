import { z } from "@hono/zod-openapi";
import type { DeliveryStatus } from "../../domain/delivery.ts";
import type { Sql } from "../../store/database/database.ts";
import {
  deliveryColumns,
  deliveryRowSchema,
  hideSealedTurns,
  type RowFilter,
  place,
  turnColumns,
  turnJoins,
  turnRowSchema,
} from "./activity-rows.ts";

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

export type Activity = z.output<typeof activitySchema>;

/**
 * Everything unfinished or failed: few rows, each found by an index. Successes are only counted in
 * the metrics.
 */
const countedStates: readonly DeliveryStatus[] = [
  "pending",
  "sending",
  "waiting_for_user",
  "unknown",
  "failed",
  "expired",
];

/** The most recently active conversations; reading only these needs no index over all messages. */
const recent = `recent as materialized (
  select id, account_id, provider_type from conversation c where ($1::text is null or c.account_id = $1) order by c.updated_at desc, c.id limit 40)`;

/** Traffic in and out, newest first. `statuses` filters the deliveries. */
export async function readActivity(
  sql: Sql,
  who: RowFilter,
  statuses: readonly DeliveryStatus[] | undefined,
): Promise<Activity> {
  const whose = [who.accountId, who.words] as const;
  const { sealed } = who;
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
  const inbox = await sql.rows<z.output<typeof inboxSchema>>(
    `with ${recent} select m.id, m.conversation_id, m.account_id, r.provider_type as channel, case when $2 then left(m.text, 300) end as text,
       m.created_at, m.ended_as as end
     from recent r cross join lateral (select * from message x where x.conversation_id = r.id order by x.event_id desc limit 20) m
     where m.direction = 'inbound' order by m.event_id desc limit 50`,
    whose,
  );
  const turns = await sql.rows<z.output<typeof turnRowSchema>>(
    `with ${recent} select ${turnColumns}
     from recent r cross join lateral (select * from turn x where x.conversation_id = r.id order by x.started_at desc limit 15) t ${turnJoins}
     order by t.started_at desc, t.id desc limit 50`,
    whose,
  );
  const deliveries = await readDeliveries(sql, who, statuses);
  return {
    waiting_messages: counts?.waiting ?? 0,
    running_turns: counts?.running ?? 0,
    outbox: Object.fromEntries(
      countedStates.map((status) => [status, outbox.find((row) => row.status === status)?.n ?? 0]),
    ),
    inbox: inbox.map((row) => (sealed.messages.has(row.id) ? { ...row, text: null } : row)),
    lanes: await readLanes(sql, who),
    turns: hideSealedTurns(turns, sealed, ({ id }) => id),
    deliveries: hideSealedTurns(deliveries, sealed, ({ turn_id }) => turn_id),
  };
}

const readLanes = (sql: Sql, who: RowFilter): Promise<z.output<typeof laneSchema>[]> =>
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
  who: RowFilter,
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
