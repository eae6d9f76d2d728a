import { attachmentsOf, stripLabels } from "../../domain/attachment.ts";
import { Refusal } from "../../domain/errors.ts";
import { readVersionMark } from "../../domain/answer-versions.ts";
import type { MessagePayload } from "../../domain/events/conversation.ts";
import type { Sql } from "../../store/database/database.ts";
import type { SealedMessages } from "./sealed-messages.ts";
import { listAttachments, type MessagePage, readQuote, readSpeaker } from "./conversation-view.ts";

/** Where a page of messages lies: before a position, after it, or on both sides of it. */
export interface PagePlace {
  readonly side: "before" | "after" | "around";
  readonly eventId: number;
}

interface PageQuery {
  readonly accountId: string;
  readonly id: string;
  readonly limit: number;
  /** Without it, the last ones. */
  readonly at: PagePlace | undefined;
  /** Whose text is left out. */
  readonly sealed: SealedMessages;
}

type MessageRow = Omit<
  MessagePage["messages"][number],
  "attachments" | "quote" | "spoken_as" | "versions"
> & {
  readonly payload: MessagePayload;
};

/**
 * A page of messages, oldest first. The newest event is queried first: anything written between the
 * two queries is then delivered twice, here and by the stream, instead of never.
 */
export async function readMessages(sql: Sql, of: PageQuery): Promise<MessagePage> {
  const hidden = await readHidden(sql, of);
  const [newest] = await sql.rows<{ id: number | null }>(
    "select max(id) as id from event_log where conversation_id = $1",
    [of.id],
  );
  const { rows, hasEarlier, hasLater, end } = await readRows(sql, of, hidden);
  return {
    messages: rows.map(({ payload, ...message }) => ({
      ...message,
      // Its files are listed beside it.
      text: of.sealed.messages.has(message.id)
        ? ""
        : stripLabels(message.text, attachmentsOf(payload)),
      attachments: listAttachments(payload),
      quote: readQuote(payload),
      spoken_as: readSpeaker(payload),
      versions: readVersionMark(payload),
    })),
    stopped: (await readStopped(sql, of, { from: rows[0]?.event_id, to: end })).map((turn) =>
      of.sealed.turns.has(turn.turn_id) ? { ...turn, text: "" } : turn,
    ),
    running: await readRunning(sql, of.id),
    last_event_id: newest?.id ?? 0,
    has_earlier: hasEarlier,
    has_later: hasLater,
  };
}

async function readHidden(sql: Sql, of: PageQuery): Promise<number> {
  const [row] = await sql.rows<{ hidden: number }>(
    "select hidden_through_event as hidden from conversation where account_id = $1 and id = $2",
    [of.accountId, of.id],
  );
  if (row === undefined) throw new Refusal("not_found");
  return row.hidden;
}

interface Rows {
  readonly rows: readonly MessageRow[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** Where the next page begins. */
  readonly end: number | undefined;
}

function readRows(sql: Sql, of: PageQuery, hidden: number): Promise<Rows> {
  const { at } = of;
  if (at === undefined) return readBefore(sql, of, { hidden, before: undefined });
  switch (at.side) {
    case "after":
      return readAfter(sql, of, { hidden, after: at.eventId });
    case "around":
      return readAround(sql, of, { hidden, at: at.eventId });
    case "before":
      return readBefore(sql, of, { hidden, before: at.eventId });
    default:
      return at.side satisfies never;
  }
}

// One row more than asked for tells whether there are more.
async function readBefore(
  sql: Sql,
  of: PageQuery,
  to: { readonly hidden: number; readonly before: number | undefined },
): Promise<Rows> {
  const rows = await readSide(sql, of, { ...to, limit: of.limit + 1 });
  return {
    rows: rows.slice(0, of.limit).toReversed(),
    hasEarlier: rows.length > of.limit,
    hasLater: to.before !== undefined,
    end: to.before,
  };
}

async function readAfter(
  sql: Sql,
  of: PageQuery,
  to: { readonly hidden: number; readonly after: number },
): Promise<Rows> {
  const rows = await readSide(sql, of, { ...to, limit: of.limit + 1 });
  const next = rows[of.limit];
  return {
    rows: rows.slice(0, of.limit),
    hasEarlier: true,
    hasLater: next !== undefined,
    end: next?.event_id,
  };
}

/** The position itself is the last one of the earlier half. */
async function readAround(
  sql: Sql,
  of: PageQuery,
  to: { readonly hidden: number; readonly at: number },
): Promise<Rows> {
  const half = { ...of, limit: Math.ceil(of.limit / 2) };
  const { hidden } = to;
  const earlier = await readBefore(sql, half, { hidden, before: to.at + 1 });
  const later = await readAfter(sql, half, { hidden, after: to.at });
  return { ...later, rows: [...earlier.rows, ...later.rows], hasEarlier: earlier.hasEarlier };
}

async function readSide(
  sql: Sql,
  of: PageQuery,
  to: { hidden: number; before?: number | undefined; after?: number | undefined; limit: number },
): Promise<MessageRow[]> {
  return sql.rows<MessageRow>(
    `select m.id, m.payload, m.event_id, m.direction, m.text, m.turn_id, m.created_at, m.ended_as as "end",
       coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'status', d.status, 'error_code', d.error_code) order by d.ordinal)
         from delivery_attempt d where d.message_id = m.id), '[]'::jsonb) as deliveries
     from message m
     where m.account_id = $1 and m.conversation_id = $2 and m.event_id > $3 and ($4::bigint is null or m.event_id < $4)
     order by m.event_id ${to.after === undefined ? "desc" : "asc"} limit $5`,
    [of.accountId, of.id, Math.max(to.hidden, to.after ?? 0), to.before ?? null, to.limit],
  );
}

/**
 * The text of stopped turns is in the log alone: it was never sent, so it is not a message. A page
 * includes those between its first message and the next page, so that each is on exactly one page.
 */
async function readStopped(
  sql: Sql,
  of: PageQuery,
  range: { readonly from: number | undefined; readonly to: number | undefined },
): Promise<MessagePage["stopped"]> {
  if (range.from === undefined) return [];
  return sql.rows<MessagePage["stopped"][number]>(
    `select e.turn_id, e.id as event_id, coalesce(e.payload_json ->> 'shown_text', '') as text,
       coalesce(e.payload_json -> 'message_ids', '[]'::jsonb) as message_ids
     from event_log e
     where e.account_id = $1 and e.conversation_id = $2 and e.kind = 'turn_stopped' and e.turn_id is not null
       and e.id > $3 and ($4::bigint is null or e.id < $4)
     order by e.id`,
    [of.accountId, of.id, range.from, range.to ?? null],
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
  of: {
    readonly id: string;
    readonly after: number | undefined;
    readonly sealed: SealedMessages;
  },
): Promise<{ after: number; reset: boolean }> {
  const { sealed } = of;
  const [log] = await sql.rows<{
    head: number | null;
    hidden: number;
    behind: number;
    sealed: boolean;
  }>(
    `select (select max(id) from event_log where conversation_id = $1) as head,
       coalesce((select hidden_through_event from conversation where id = $1), 0) as hidden,
       (select count(*) from (select from event_log where conversation_id = $1 and id > $2 limit ${mostToReplay + 1}) b) as behind,
       exists (select from event_log where conversation_id = $1 and id > $2 and turn_id = any($3)) as sealed`,
    [of.id, of.after ?? Number.MAX_SAFE_INTEGER, [...sealed.turns]],
  );
  const head = log?.head ?? 0;
  if (of.after === undefined) return { after: head, reset: false };
  // What was deleted or is sealed is not sent again.
  const isHidden = of.after < (log?.hidden ?? 0) || log?.sealed === true;
  const lost = of.after > head || isHidden || (log?.behind ?? 0) > mostToReplay;
  return lost ? { after: head, reset: true } : { after: of.after, reset: false };
}
