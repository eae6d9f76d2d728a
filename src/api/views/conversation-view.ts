import { Refusal } from "../../domain/errors.ts";
import { page } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import { attachmentsOf } from "../../domain/attachment.ts";
import type { MessagePayload } from "../../domain/events/conversation.ts";
import type { Sql } from "../../store/database/database.ts";

export const conversationSchema = z
  .object({
    id: z.string(),
    channel: z.string(),
    title: z.string().nullable(),
    last_text: z.string().nullable(),
    /** The direction of the last message, and its position in the log. */
    last_direction: z.enum(["inbound", "outbound"]).nullable(),
    last_event_id: z.number().int().nullable(),
    /** When it was sent; without messages, when the conversation was opened. */
    updated_at: z.string(),
    running: z.boolean(),
    /** The chat whose story is played here. */
    story_id: z.string().nullable(),
  })
  .openapi("Conversation");

const messageSchema = z
  .object({
    id: z.string(),
    event_id: z.number().int(),
    direction: z.enum(["inbound", "outbound"]),
    text: z.string(),
    turn_id: z.string().nullable(),
    created_at: z.string(),
    end: z.enum(["answered", "stopped", "rejected", "dead_lettered"]).nullable(),
    deliveries: z.array(
      z.object({ id: z.string(), status: z.string(), error_code: z.string().nullable() }),
    ),
    /** In order: the index of each is its number in `/api/messages/{id}/files/{nth}`. */
    attachments: z.array(
      z.object({
        kind: z.string(),
        name: z.string().nullable(),
        type: z.string().nullable(),
        bytes: z.number().nullable(),
        state: z.string(),
      }),
    ),
  })
  .openapi("Message");

/** A message's attachments, without their storage location. */
export const listAttachments = (
  payload: MessagePayload,
): MessagePage["messages"][number]["attachments"] =>
  attachmentsOf(payload).map(({ kind, name, type, bytes, state }) => ({
    kind,
    name,
    type,
    bytes,
    state,
  }));

/** A turn that was stopped while answering, at its position in the log. */
const stoppedSchema = z
  .object({
    turn_id: z.string(),
    event_id: z.number().int(),
    text: z.string(),
    message_ids: z.array(z.string()),
  })
  .openapi("StoppedTurn");

export const messagePageSchema = z
  .object({
    messages: z.array(messageSchema),
    stopped: z.array(stoppedSchema),
    running: z
      .object({ turn_id: z.string(), attempt: z.number().int(), text: z.string() })
      .nullable(),
    last_event_id: z.number().int(),
  })
  .openapi("MessagePage");

export type ConversationRow = z.output<typeof conversationSchema>;
export type MessagePage = z.output<typeof messagePageSchema>;

/** A conversation without a title is named after its first message. */
const conversationColumns = `c.id, c.provider_type as channel, coalesce(last.created_at, c.updated_at) as updated_at,
  coalesce(c.title, (select left(m.text, 60) from message m where m.conversation_id = c.id and m.direction = 'inbound' order by m.event_id limit 1)) as title,
  left(last.text, 200) as last_text, last.direction as last_direction, last.event_id as last_event_id,
  c.running_turn_id is not null as running,
  case when c.provider_type = '${page.channel}' and c.scope like 'chat:%' then substr(c.scope, 6) end as story_id`;

const conversations = `conversation c left join lateral (
  select m.text, m.direction, m.event_id, m.created_at from message m where m.conversation_id = c.id order by m.event_id desc limit 1) last on true`;

/** Excludes conversations of deleted stories. */
const isLeft = `(c.scope not like 'chat:%' or c.provider_type <> '${page.channel}' or exists (select from chats s where s.id = substr(c.scope, 6)))`;

/** The account filter repeats row-level security: two barriers instead of one. */
export function listConversations(
  sql: Sql,
  of: { readonly accountId: string; readonly limit: number },
): Promise<ConversationRow[]> {
  return sql.rows<ConversationRow>(
    `select ${conversationColumns} from ${conversations} where c.account_id = $1 and ${isLeft}
     order by coalesce(last.created_at, c.updated_at) desc, c.id limit $2`,
    [of.accountId, of.limit],
  );
}

/** "Not yours" and "not there" get the same answer. */
export async function readConversationRow(
  sql: Sql,
  of: { readonly accountId: string; readonly id: string },
): Promise<ConversationRow> {
  const [row] = await sql.rows<ConversationRow>(
    `select ${conversationColumns} from ${conversations} where c.account_id = $1 and c.id = $2`,
    [of.accountId, of.id],
  );
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

export async function channelOf(
  sql: Sql,
  of: { readonly accountId: string; readonly id: string },
): Promise<string> {
  const [row] = await sql.rows<{ channel: string }>(
    "select provider_type as channel from conversation where account_id = $1 and id = $2",
    [of.accountId, of.id],
  );
  if (row === undefined) throw new Refusal("not_found");
  return row.channel;
}

interface PageQuery {
  readonly accountId: string;
  readonly id: string;
  readonly limit: number;
  readonly before: number | undefined;
}

/**
 * A page of messages, oldest first. The newest event is queried first: anything written between the
 * two queries is then delivered twice, here and by the stream, instead of never.
 */
export async function readMessages(sql: Sql, of: PageQuery): Promise<MessagePage> {
  await channelOf(sql, of);
  const [newest] = await sql.rows<{ id: number | null }>(
    "select max(id) as id from event_log where conversation_id = $1",
    [of.id],
  );
  const messages = await sql.rows<
    Omit<MessagePage["messages"][number], "attachments"> & { payload: MessagePayload }
  >(
    `select m.id, m.payload, m.event_id, m.direction, m.text, m.turn_id, m.created_at, m.ended_as as "end",
       coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'status', d.status, 'error_code', d.error_code) order by d.ordinal)
         from delivery_attempt d where d.message_id = m.id), '[]'::jsonb) as deliveries
     from message m
     where m.account_id = $1 and m.conversation_id = $2 and ($3::bigint is null or m.event_id < $3)
     order by m.event_id desc limit $4`,
    [of.accountId, of.id, of.before ?? null, of.limit],
  );
  return {
    messages: messages
      .toReversed()
      .map(({ payload, ...message }) => ({ ...message, attachments: listAttachments(payload) })),
    stopped: await readStopped(sql, { ...of, from: messages.at(-1)?.event_id }),
    running: await readRunning(sql, of.id),
    last_event_id: newest?.id ?? 0,
  };
}

/**
 * The text of stopped turns is in the log alone: it was never sent, so it is not a message. A page
 * includes those between its first message and the next page, so that each is on exactly one page.
 */
async function readStopped(
  sql: Sql,
  of: PageQuery & { readonly from: number | undefined },
): Promise<MessagePage["stopped"]> {
  if (of.from === undefined) return [];
  return sql.rows<MessagePage["stopped"][number]>(
    `select e.turn_id, e.id as event_id, coalesce(e.payload_json ->> 'shown_text', '') as text,
       coalesce(e.payload_json -> 'message_ids', '[]'::jsonb) as message_ids
     from event_log e
     where e.account_id = $1 and e.conversation_id = $2 and e.kind = 'turn_stopped' and e.turn_id is not null
       and e.id > $3 and ($4::bigint is null or e.id < $4)
     order by e.id`,
    [of.accountId, of.id, of.from, of.before ?? null],
  );
}

async function readRunning(sql: Sql, conversationId: string): Promise<MessagePage["running"]> {
  const [row] = await sql.rows<NonNullable<MessagePage["running"]>>(
    `select t.id as turn_id, t.attempt, coalesce(s.text, '') as text
     from turn t left join turn_stream s on s.turn_id = t.id and s.attempt = t.attempt
     where t.conversation_id = $1 and t.completed_at is null`,
    [conversationId],
  );
  return row ?? null;
}

/** Further behind than this, reading the conversation again is faster than replaying events. */
const mostToReplay = 5_000;

/** Where a stream resumes, given the client's last position. */
export async function streamStart(
  sql: Sql,
  of: { readonly id: string; readonly after: number | undefined },
): Promise<{ after: number; reset: boolean }> {
  const [log] = await sql.rows<{ head: number | null; behind: number }>(
    `select (select max(id) from event_log where conversation_id = $1) as head,
       (select count(*) from (select from event_log where conversation_id = $1 and id > $2 limit ${mostToReplay + 1}) b) as behind`,
    [of.id, of.after ?? Number.MAX_SAFE_INTEGER],
  );
  const head = log?.head ?? 0;
  if (of.after === undefined) return { after: head, reset: false };
  const lost = of.after > head || (log?.behind ?? 0) > mostToReplay;
  return lost ? { after: head, reset: true } : { after: of.after, reset: false };
}
