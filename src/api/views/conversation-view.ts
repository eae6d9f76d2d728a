import { Refusal } from "../../domain/errors.ts";
import { readSealedMessages } from "./sealed-messages.ts";
import { page } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import { attachmentsOf, quoteOf } from "../../domain/attachment.ts";
import { plainVoice } from "../../domain/companion.ts";
import type { MessagePayload } from "../../domain/events/conversation.ts";
import { toContainsPatterns } from "../../store/database/like.ts";
import type { Sql } from "../../store/database/database.ts";
import { selectTitleTexts, titleOf } from "./conversation-title.ts";

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
    pinned: z.boolean(),
    archived: z.boolean(),
    /** When it was deleted; it can be brought back for seven days. */
    deleted_at: z.string().nullable(),
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
    /** The message that it replies to. */
    quote: z.object({ text: z.string(), from: z.enum(["person", "us"]).nullable() }).nullable(),
    /** The character that speaks it; null is the plain assistant or a fixed text. */
    spoken_as: z.string().nullable(),
    /** Which messages no longer count because of this one, and which count again. */
    versions: z
      .object({
        /** The message that was answered first, where this one asks for another version. */
        of: z.string().nullable(),
        hides: z.array(z.string()),
        shows: z.array(z.string()),
      })
      .nullable(),
  })
  .openapi("Message");

/** The quote as it is shown: its words alone. */
export function readQuote(payload: MessagePayload): MessagePage["messages"][number]["quote"] {
  const quote = quoteOf(payload);
  return quote === undefined || quote.text === null ? null : { text: quote.text, from: quote.from };
}

export const readSpeaker = ({ spoken_as: as }: MessagePayload): string | null =>
  typeof as === "string" && as !== plainVoice ? as : null;

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
    /** Whether there are messages before and after these. */
    has_earlier: z.boolean(),
    has_later: z.boolean(),
  })
  .openapi("MessagePage");

export type ConversationRow = z.output<typeof conversationSchema>;
export type MessagePage = z.output<typeof messagePageSchema>;

/** The story that is played in a conversation. */
export const storyOf = `case when c.provider_type = '${page.channel}' and c.scope like 'chat:%' then substr(c.scope, 6) end`;

/** A message brings an archived conversation back into the list. */
const isArchived =
  "(c.archived_through_event is not null and coalesce(last.event_id <= c.archived_through_event, true))";

const firstTexts = selectTitleTexts("$2");

const conversationColumns = `c.id, c.provider_type as channel, coalesce(last.created_at, c.updated_at) as updated_at, c.title,
  ${firstTexts} as first,
  left(last.text, 200) as last_text, last.direction as last_direction, last.event_id as last_event_id,
  c.running_turn_id is not null as running, ${storyOf} as story_id,
  c.pinned_at is not null as pinned, ${isArchived} as archived, c.deleted_at`;

const conversations = `conversation c left join lateral (
  select m.text, m.direction, m.event_id, m.created_at from message m
  where m.conversation_id = c.id and m.event_id > c.hidden_through_event and m.event_id <> all($2::bigint[]) order by m.event_id desc limit 1) last on true`;

/** Excludes conversations of deleted stories. */
const isLeft = `(c.scope not like 'chat:%' or c.provider_type <> '${page.channel}' or exists (select from chats s where s.id = substr(c.scope, 6)))`;

export const conversationLists = ["open", "archived", "deleted"] as const;

const isListed: Readonly<Record<(typeof conversationLists)[number], string>> = {
  open: `(c.hidden_through_event = 0 or last.event_id is not null) and not ${isArchived}`,
  archived: `(c.hidden_through_event = 0 or last.event_id is not null) and ${isArchived}`,
  deleted: "c.deleted_at is not null",
};

export interface ConversationQuery {
  readonly accountId: string;
  readonly limit: number;
  readonly show: (typeof conversationLists)[number];
  /** The time and id of the last one of the page before. */
  readonly before: { readonly at: string; readonly id: string } | undefined;
  /** Words that the title has to have. */
  readonly q?: string | undefined;
}

type StoredRow = Omit<ConversationRow, "title"> & {
  readonly title: string | null;
  readonly first: readonly string[];
};

const toView = ({ first, ...row }: StoredRow): ConversationRow => ({
  ...row,
  title: row.title ?? titleOf(first),
});

const order = "coalesce(last.created_at, c.updated_at)";

const hasWords = `($3::text[] is null or coalesce(c.title, array_to_string(${firstTexts}, ' ')) ilike all ($3))`;

/**
 * A page of conversations, the latest first. The pinned ones stand before the first page, all of
 * them. The account filter repeats row-level security: two barriers instead of one.
 */
export async function listConversations(
  sql: Sql,
  of: ConversationQuery,
): Promise<{ conversations: ConversationRow[]; next: string | null }> {
  const { eventIds: sealed } = await readSealedMessages(sql, of.accountId);
  const from = `select ${conversationColumns} from ${conversations} where c.account_id = $1 and ${isLeft} and ${isListed[of.show]} and ${hasWords}`;
  const patterns = toContainsPatterns(of.q);
  const pinned =
    of.before === undefined
      ? await sql.rows<StoredRow>(
          `${from} and c.pinned_at is not null order by ${order} desc, c.id`,
          [of.accountId, sealed, patterns],
        )
      : [];
  const rows = await sql.rows<StoredRow>(
    `${from} and c.pinned_at is null and ($5::timestamptz is null or (${order}, c.id) < ($5, $6))
     order by ${order} desc, c.id desc limit $4`,
    [of.accountId, sealed, patterns, of.limit + 1, of.before?.at ?? null, of.before?.id ?? null],
  );
  const shown = rows.slice(0, of.limit);
  const last = shown.at(-1);
  return {
    conversations: [...pinned, ...shown].map(toView),
    next: rows.length > of.limit && last !== undefined ? `${last.updated_at}~${last.id}` : null,
  };
}

/** "Not yours" and "not there" get the same answer. */
export async function readConversationRow(
  sql: Sql,
  of: { readonly accountId: string; readonly id: string },
): Promise<ConversationRow> {
  const [row] = await sql.rows<StoredRow>(
    `select ${conversationColumns} from ${conversations} where c.account_id = $1 and c.id = $3`,
    [of.accountId, (await readSealedMessages(sql, of.accountId)).eventIds, of.id],
  );
  if (row === undefined) throw new Refusal("not_found");
  return toView(row);
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
