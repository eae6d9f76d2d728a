import { z } from "@hono/zod-openapi";
import { deliveryStatuses } from "../../domain/delivery.ts";
import { toContainsPatterns } from "../../store/database/like.ts";
import type { Sql } from "../../store/database/database.ts";
import { place } from "./activity-rows.ts";
import type { SealedMessages } from "./sealed-messages.ts";

/** What a person asks the log for: everything, what is not over yet, or what did not arrive. */
export const logStates = ["any", "waiting", "trouble"] as const;

const rowSchema = z.object({
  ...place,
  id: z.string(),
  direction: z.enum(["inbound", "outbound"]),
  text: z.string().nullable(),
  at: z.string(),
  /** Of an incoming message: how it was answered; null while it waits. Of an outgoing one: its delivery. */
  state: z
    .enum([...deliveryStatuses, "answered", "stopped", "rejected", "dead_lettered"])
    .nullable(),
  error_code: z.string().nullable(),
  turn_id: z.string().nullable(),
  source: z.string().nullable(),
});

export const logSchema = z
  .object({
    messages: z.array(rowSchema),
    /** Give it as `before` for the messages before these; null at the end. */
    next: z.string().nullable(),
  })
  .openapi("MessageLog");

export type MessageLog = z.output<typeof logSchema>;
export type LogRow = z.output<typeof rowSchema>;

export interface LogQuery {
  readonly accountId: string;
  readonly sealed: SealedMessages;
  readonly q?: string | undefined;
  readonly channel?: string | undefined;
  readonly state: (typeof logStates)[number];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

const inbound = `select m.id, m.conversation_id, m.account_id, m.provider_type as channel, 'inbound' as direction, m.text, m.created_at as at,
    m.ended_as as state, null as error_code, m.turn_id, null as source
  from message m join conversation c on c.id = m.conversation_id
  where m.account_id = $1 and c.account_id = $1 and m.direction = 'inbound' and m.event_id > c.hidden_through_event`;

/** What was said in a conversation that was deleted since is not shown; a notice belongs to no message. */
const outbound = `select d.id, d.conversation_id, d.account_id, d.provider_type as channel, 'outbound' as direction, d.text, d.created_at as at,
    d.status as state, d.error_code, d.turn_id, d.delivery_source as source
  from delivery_attempt d join conversation c on c.id = d.conversation_id left join message m on m.id = d.message_id
  where d.account_id = $1 and c.account_id = $1 and (m.id is null or m.event_id > c.hidden_through_event)`;

const isInState: Readonly<Record<(typeof logStates)[number], string>> = {
  any: "true",
  waiting: "(state is null or state in ('pending', 'sending', 'waiting_for_user'))",
  trouble:
    "state in ('failed', 'unknown', 'expired', 'waiting_for_user', 'dead_lettered', 'rejected')",
};

/** One's own messages in both directions, the newest first. The words of sealed ones are neither shown nor searched. */
export async function readMessageLog(sql: Sql, of: LogQuery): Promise<MessageLog> {
  const rows = await sql.rows<LogRow>(
    `select id, conversation_id, account_id, channel, direction, left(text, 500) as text, at, state, error_code, turn_id, source
     from (${inbound} union all ${outbound}) log
     where ($2::text[] is null or (text ilike all ($2) and id <> all($3::text[]) and coalesce(turn_id, '') <> all($4::text[])))
       and ($5::text is null or channel = $5) and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)
       and ($8::timestamptz is null or (at, id) < ($8, $9)) and ${isInState[of.state]}
     order by at desc, id desc limit $10`,
    [
      of.accountId,
      toContainsPatterns(of.q),
      [...of.sealed.messages],
      [...of.sealed.turns].filter((turn) => turn !== null),
      of.channel ?? null,
      of.from ?? null,
      of.to ?? null,
      of.before?.at ?? null,
      of.before?.id ?? null,
      of.limit + 1,
    ],
  );
  const shown = rows.slice(0, of.limit);
  const last = shown.at(-1);
  const isSealed = ({ id, turn_id: turn }: LogRow): boolean =>
    of.sealed.messages.has(id) || (turn !== null && of.sealed.turns.has(turn));
  return {
    messages: shown.map((row) => (isSealed(row) ? { ...row, text: null } : row)),
    next: rows.length > of.limit && last !== undefined ? `${last.at}~${last.id}` : null,
  };
}
