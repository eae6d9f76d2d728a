import type { Key } from "../../domain/events/projection.ts";
import type { DroppedRows } from "../../domain/events/account.ts";
import type { Sql } from "../database/database.ts";
import { listGuardedTables } from "../database/guarded-tables.ts";
import type { Projector } from "../log/projector.ts";

/**
 * Rows that a rebuild would create again, because other accounts' events created them or depend on
 * them: the erasure's own event removes them.
 */
export interface Drops {
  readonly table: string;
  readonly keys: readonly Key[];
}

export interface Traces {
  /** Conversations in which others wrote as well. */
  readonly groups: readonly string[];
  /** Streams of reminders that the account shared with others. */
  readonly reminders: readonly string[];
  readonly drops: readonly Drops[];
  readonly files: readonly string[];
}

const groupsSql = `select c.id from conversation c
  where (c.account_id = $1 or exists (select from message m where m.conversation_id = c.id and m.account_id = $1))
    and exists (select from message m where m.conversation_id = c.id and m.account_id <> $1)`;

const sharedByWho = "select id from shared_reminder where creator_account_id = $1";

/**
 * Keys are ids and never words, so they may stay in the log. `$1` is the account, `$2` the groups.
 */
const dropsSql: Readonly<Record<string, string>> = {
  reminder_projection: `select p.shared_reminder_id, p.account_id from reminder_projection p join shared_reminder s on s.id = p.shared_reminder_id
    where p.account_id = $1 and s.creator_account_id <> $1`,
  reminder: `select id from reminder where owner_account_id <> $1 and shared_reminder_id in (${sharedByWho})`,
  reminder_fire: `select f.reminder_id, f.occurrence_key from reminder_fire f join reminder r on r.id = f.reminder_id
    where r.owner_account_id <> $1 and r.shared_reminder_id in (${sharedByWho})`,
  peer_window:
    "select provider_type, channel_account, peer from peer_window where account_id = $1 and cardinality($2::text[]) > 0",
};

const toldOfWho =
  "select id from notification where actor_account_id = $1 and type <> 'friendship_removed'";

/**
 * The account's relations to others. The events behind these rows are blanked, so a rebuild does
 * not bring them back. The order matters: later statements query what earlier ones would delete.
 */
const othersSql: readonly string[] = [
  `delete from timer where id in (select 'notification:' || id from (${toldOfWho}) n)`,
  `delete from notification where id in (${toldOfWho})`,
  `delete from reminder_projection where shared_reminder_id in (${sharedByWho})`,
  "delete from shared_reminder where creator_account_id = $1",
  "delete from friendship where $1 in (account_low_id, account_high_id)",
  "delete from friend_nickname where friend_account_id = $1",
  "delete from friend_setting where friend_account_id = $1",
  "delete from friend_block where blocked_account_id = $1",
  "delete from shared_lines where chat_id in (select chat_id from shared_stories where story_account_id = $1)",
  "delete from shared_stories where story_account_id = $1",
];

/** Rows in group conversations, of every projected table that names its conversation. */
async function groupDrops(
  sql: Sql,
  who: string,
  on: { groups: readonly string[]; projector: Projector },
): Promise<Drops[]> {
  const drops: Drops[] = [];
  const tables = on.groups.length === 0 ? [] : await listGuardedTables(sql);
  for (const { name, owner, has_conversation: isIn } of tables) {
    const key = on.projector.tables.get(name)?.key;
    if (key === undefined || !isIn) continue;
    const text = `select ${key.join(", ")} from ${name} where ${owner} = $1 and conversation_id = any($2)`;
    drops.push({
      table: name,
      keys: await sql.rows<Record<string, string>>(text, [who, on.groups]),
    });
  }
  return drops.filter(({ keys }) => keys.length > 0);
}

export async function readTraces(sql: Sql, who: string, projector: Projector): Promise<Traces> {
  const groups = (await sql.rows<{ id: string }>(groupsSql, [who])).map(({ id }) => id);
  const drops: Drops[] = await groupDrops(sql, who, { groups, projector });
  for (const [table, text] of Object.entries(dropsSql)) {
    const keys = await sql.rows<Record<string, string>>(
      text,
      text.includes("$2") ? [who, groups] : [who],
    );
    if (keys.length > 0) drops.push({ table, keys });
  }
  const shared = drops.filter(({ table }) => table === "reminder").flatMap(({ keys }) => keys);
  const files = await sql.rows<{ id: string }>(
    "select id from media_file where account_id = $1 and dropped_at is null",
    [who],
  );
  return {
    groups,
    drops,
    reminders: shared.map(({ id }) => `reminder:${id}`),
    files: files.map(({ id }) => id),
  };
}

/** Log positions per statement, so that a long log takes many short statements. */
const stretch = 200_000;

/**
 * Blanks payloads in the log, in the one way that the database allows. Returns the number of
 * events.
 */
export async function blankEvents(
  sql: Sql,
  who: string,
  { groups, reminders }: Traces,
): Promise<number> {
  const [end] = await sql.rows<{ id: number }>("select coalesce(max(id), 0) as id from event_log");
  let blanked = 0;
  for (let low = 1; low <= (end?.id ?? 0); low += stretch) {
    const [done] = await sql.rows<{ count: number }>(
      "select blank_events($1, $2, $3, $4, $5) as count",
      [who, groups, reminders, low, low + stretch - 1],
    );
    blanked += done?.count ?? 0;
  }
  return blanked;
}

/**
 * Deletes every row of the account in every table, and rows that only vendors' ids connect to it.
 */
export async function deleteRows(sql: Sql, who: string, { groups }: Traces): Promise<void> {
  const own =
    "select provider_type, channel_account, scope from conversation where account_id = $1 and not (id = any($2))";
  await sql.rows(
    `delete from answer_stream s using message m where m.account_id = $1 and m.provider_type = s.provider_type
       and m.channel_account = s.channel_account and m.causal_inbound_event_id = s.vendor_id`,
    [who],
  );
  await sql.rows(
    "delete from push_rest r using delivery_attempt d where d.account_id = $1 and r.part like d.id || ' %'",
    [who],
  );
  // Of answers that were shown while they were written.
  await sql.rows(
    "delete from push_rest r using turn t where t.account_id = $1 and r.part like 'live:%:' || t.id",
    [who],
  );
  for (const table of ["answer_stream", "reply_ticket"])
    await sql.rows(
      `delete from ${table} where (provider_type, channel_account, scope) in (${own})`,
      [who, groups],
    );
  // Secrets of this person's login belong to the installation, stored under the name of their
  // channel account.
  await sql.rows(
    `delete from sealed_secret s using channel c where c.account_id = $1 and s.account_id = 'installation'
       and right(s.name, length(c.channel_account) + 1) = ':' || c.channel_account`,
    [who],
  );
  await sql.rows(
    "delete from channel_mark where (provider_type, channel_account) in (select provider_type, channel_account from channel where account_id = $1)",
    [who],
  );
  // Other members of a group may have asked a model about this person's words.
  await sql.rows(
    `update model_call set prompt = '{"messages": []}', output = null where conversation_id = any($1)`,
    [groups],
  );
  for (const text of othersSql) await sql.rows(text, [who]);
  for (const { name, owner } of await listGuardedTables(sql)) {
    if (name === "event_log") continue;
    if (name === "conversation")
      await sql.rows("delete from conversation where account_id = $1 and not (id = any($2))", [
        who,
        groups,
      ]);
    else await sql.rows(`delete from ${name} where ${owner} = $1`, [who]);
  }
}

/** The form in which the event carries it. */
export const dropsPayload = (drops: readonly Drops[]): readonly DroppedRows[] =>
  drops.map(({ table, keys }) => ({ table, keys: [...keys] }));

/**
 * The database's own files still hold what the rows no longer do, so the task is recorded and
 * survives the end of this process.
 */
export async function noteErasure(
  sql: Sql,
  of: { readonly accountId: string; readonly at: string; readonly media: readonly string[] },
): Promise<void> {
  await sql.rows("insert into erasure (account_id, rows_gone_at, media) values ($1, $2, $3)", [
    of.accountId,
    of.at,
    of.media,
  ]);
}
