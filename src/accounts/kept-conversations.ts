import { Refusal } from "../domain/errors.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { DroppedRows } from "../domain/events/account.ts";
import type { ConversationEvent } from "../domain/events/conversation.ts";
import { page } from "../domain/page.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import type { MediaStore } from "../domain/ports/media.ts";
import { asAccount, engine } from "../domain/principal.ts";
import { cleanText } from "../domain/text.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";

export interface KeptDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly media?: Pick<MediaStore, "drop"> | undefined;
}

/** One conversation of an account. */
export interface Which {
  readonly accountId: string;
  readonly id: string;
}

export interface ConversationChange {
  /** Null, or nothing but spaces: the automatic title again. */
  readonly title?: string | null | undefined;
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** For so long a deleted conversation can be brought back. */
export const restorableDays = 7;
export const longestTitle = 80;

interface Row {
  readonly deleted_at: string | null;
  readonly hidden_through_event: number;
  readonly is_story: boolean;
  /** Others write in it as well. */
  readonly is_shared: boolean;
  readonly is_busy: boolean;
}

export async function changeConversation(
  on: KeptDeps,
  which: Which,
  { title, pinned, archived }: ConversationChange,
): Promise<void> {
  await withLocked(on, which, (row) => {
    if (title !== undefined && row.is_story) throw refuseStory();
    const named = cleanText(title ?? "", longestTitle);
    return draft(on, which, {
      kind: "conversation_changed",
      payload: {
        conversation_id: which.id,
        ...(title === undefined ? {} : { title: named === "" ? null : named }),
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
      },
    });
  });
}

/** Hides what was said so far. It can be brought back for some days. */
export async function deleteConversation(on: KeptDeps, which: Which): Promise<void> {
  await withLocked(on, which, (row) => {
    if (row.is_story) throw refuseStory();
    if (row.is_shared)
      throw new Refusal("invalid_request", { field: "id", problem: "others write in it as well" });
    return draft(on, which, {
      kind: "conversation_deleted",
      payload: { conversation_id: which.id },
    });
  });
}

export async function restoreConversation(on: KeptDeps, which: Which): Promise<void> {
  await withLocked(on, which, async (row, sql) => {
    if (row.deleted_at === null) throw new Refusal("not_found");
    const [before] = await sql.rows<{ hidden_through: number; cleared_through: number }>(
      `select coalesce(max((payload_json ->> 'through')::bigint) filter (where kind = 'conversation_erased'), 0) as hidden_through,
         coalesce(max(id) filter (where kind = 'conversation_cleared'), 0) as cleared_through
       from event_log where stream = $1 and kind in ('conversation_erased', 'conversation_cleared')`,
      [`conversation:${which.id}`],
    );
    return draft(on, which, {
      kind: "conversation_restored",
      payload: {
        conversation_id: which.id,
        hidden_through: before?.hidden_through ?? 0,
        cleared_through: Math.max(before?.cleared_through ?? 0, before?.hidden_through ?? 0),
      },
    });
  });
}

/**
 * Removes what a deleted conversation said for good: from the tables, the log, stored prompts, the
 * search and the files. Memories that rest on it go along; reminders that were made in it stay.
 */
export async function eraseConversation(on: KeptDeps, which: Which): Promise<void> {
  await on.db.transaction(engine, async (sql) => {
    const row = await lockRow(sql, which);
    if (row.deleted_at === null) throw new Refusal("not_found");
    if (row.is_busy) throw new Refusal("account_busy");
    const through = row.hidden_through_event;
    const kept = await sql.rows<{ id: string }>(
      "select id from media_file where conversation_id = $1 and (dropped_at is null or text is not null) and kept_at <= $2",
      [which.id, row.deleted_at],
    );
    await record(sql, on.projector, [
      ...(await draftForgotten(on, sql, { ...which, through })),
      ...kept.map(({ id }) => draft(on, which, { kind: "media_dropped", payload: { id } })),
      draft(on, which, {
        kind: "conversation_erased",
        payload: {
          conversation_id: which.id,
          through,
          drops: await readDrops(sql, which.id, through),
        },
      }),
    ]);
    // Before the end: while a file can't be deleted, nothing is erased, and the next round tries all.
    for (const { id } of kept) await on.media?.drop(id);
  });
}

/** Erases what was deleted long enough ago. Returns how many conversations that were. */
export async function eraseDeleted(on: KeptDeps, signal?: AbortSignal): Promise<number> {
  const before = iso(on.clock.now() - restorableDays * 86_400_000);
  const rows = await on.db.rows<{ id: string; account_id: string }>(
    "select id, account_id from conversation where deleted_at < $1 order by deleted_at limit 500",
    [before],
  );
  let erased = 0;
  for (const { id, account_id: accountId } of rows) {
    if (signal?.aborted === true) break;
    try {
      await eraseConversation(on, { id, accountId });
      erased += 1;
    } catch (error) {
      // Busy, or brought back a moment ago: the next round looks again.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return erased;
}

/** What was remembered of words that are gone would have no source. */
async function draftForgotten(
  on: KeptDeps,
  sql: Sql,
  { accountId, id, through }: Which & { readonly through: number },
): Promise<EventDraft[]> {
  const rows = await sql.rows<{ id: string; sources: readonly number[] }>(
    `select id, sources from person_memory p where account_id = $1 and conversation_id = $2
       and exists (select from jsonb_array_elements_text(p.sources) s where s::bigint <= $3) order by event_id`,
    [accountId, id, through],
  );
  return rows.map((memory) => ({
    stream: `memory:${accountId}`,
    kind: "memory_forgotten",
    at: iso(on.clock.now()),
    accountId,
    payload: { ...memory, account_id: accountId },
  }));
}

const dropSql: Readonly<Record<string, string>> = {
  delivery_attempt: `select d.id from delivery_attempt d join message m on m.id = d.message_id
    where m.conversation_id = $1 and m.event_id <= $2`,
  staged_command: `select s.id from staged_command s join turn t on t.id = s.turn_id join event_log e on e.stream = 'conversation:' || $1
    and e.kind = 'turn_committed' and e.id <= $2 and e.turn_id = t.id where s.conversation_id = $1`,
  pending_clarification: `select q.id from pending_clarification q join event_log e on e.stream = 'reminders:' || $1
    and e.kind = 'clarification_asked' and e.id <= $2 and e.payload_json ->> 'id' = q.id where q.conversation_id = $1`,
  message: "select id from message where conversation_id = $1 and event_id <= $2",
};

/** Rows that hold words. The event names them, so that a rebuild leaves them out too. */
async function readDrops(sql: Sql, id: string, through: number): Promise<DroppedRows[]> {
  const drops: { table: string; keys: { id: string }[] }[] = [];
  for (const [table, text] of Object.entries(dropSql))
    drops.push({ table, keys: await sql.rows<{ id: string }>(text, [id, through]) });
  // It has the titles of what can be undone there, from before the erasure as a rule.
  const undo = await sql.rows<{ conversation_id: string; account_id: string }>(
    "select conversation_id, account_id from undo_point where conversation_id = $1",
    [id],
  );
  return [...drops, { table: "undo_point", keys: undo }];
}

async function withLocked(
  on: KeptDeps,
  which: Which,
  decide: (row: Row, sql: Sql) => EventDraft | Promise<EventDraft>,
): Promise<void> {
  await on.db.transaction(asAccount(which.accountId), async (sql) => {
    const row = await lockRow(sql, which);
    await record(sql, on.projector, [await decide(row, sql)]);
  });
}

/** "Not yours" and "not there" get the same answer. */
async function lockRow(sql: Sql, { accountId, id }: Which): Promise<Row> {
  const [row] = await sql.rows<Row>(
    `select c.deleted_at, c.hidden_through_event, c.provider_type = '${page.channel}' and c.scope like 'chat:%' as is_story,
       exists (select from message m where m.conversation_id = c.id
         and (m.account_id <> $1 or m.payload -> 'surroundings' ->> 'shared' = 'true')) as is_shared,
       c.has_open_input or c.running_turn_id is not null or exists (select from delivery_attempt d
         where d.conversation_id = c.id and (d.status in ('pending', 'sending')
           or d.status = 'waiting_for_user' and d.delivery_source = 'reminder')) as is_busy
     from conversation c where c.account_id = $1 and c.id = $2 for update of c`,
    [accountId, id],
  );
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

const refuseStory = (): Refusal =>
  new Refusal("invalid_request", { field: "id", problem: "a story is changed on the Stage" });

type Body = Extract<
  ConversationEvent,
  {
    kind:
      | "conversation_changed"
      | "conversation_deleted"
      | "conversation_restored"
      | "conversation_erased"
      | "media_dropped";
  }
>;

const draft = (on: KeptDeps, { accountId, id }: Which, body: Body): EventDraft => ({
  ...body,
  stream: `conversation:${id}`,
  at: iso(on.clock.now()),
  accountId,
  conversationId: id,
});
