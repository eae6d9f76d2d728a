import type { Database } from "../../src/store/database/database.ts";

/**
 * What stands before a parameter says whose ids belong there. A route with another word has to be given its kind here. Some
 * are named by no route today; a stranger might still try them.
 */
export const kinds: Readonly<Record<string, string>> = {
  accounts: "select id from account where id = $1",
  conversations: "select id from conversation where account_id = $1",
  deliveries: "select id from delivery_attempt where account_id = $1",
  // A test message is asked about by the id of its delivery.
  test: "select id from delivery_attempt where account_id = $1",
  tokens: "select id from access_token where account_id = $1",
  passwords: "select id from access_token where account_id = $1 and 'caldav:read' = any(scopes)",
  sessions: "select id from access_token where account_id = $1 and kind = 'session'",
  identities: "select id from channel_identity where account_id = $1",
  reminders: "select id from reminder where owner_account_id = $1",
  friends: `select case when account_low_id = $1 then account_high_id else account_low_id end as id from friendship
    where $1 in (account_low_id, account_high_id)`,
  "shared-reminders": "select id from shared_reminder where creator_account_id = $1",
  "shared-stories": "select chat_id as id from shared_stories where account_id = $1",
  chats: "select id from chats where account_id = $1",
  bots: "select id from bots where account_id = $1",
  scenes: "select id::text as id from scenes where account_id = $1",
  digests: "select id from digests where account_id = $1",
  plans: "select id from scene_plans where account_id = $1",
  turns: "select id from scene_turns where account_id = $1",
  memory: "select id from person_memory where account_id = $1",
  memories: "select id from memories where account_id = $1",
  calendar: "select token_hash || '.ics' as id from calendar_link where account_id = $1",
  // The link itself is a secret that is not stored: its row's id opens nothing.
  exports: "select id from access_token where account_id = $1",
  // The operator's alone: no other account has any.
  "smoke-reports": "select 's00000000' as id where $1 <> ''",
  settings: "select 'telegram' as id where $1 <> ''",
  // A login by a scanned code has a name that is kept in memory and cannot be guessed.
  login: "select repeat('0', 32) as id where $1 <> ''",
  bookings: "select id from booking_request where account_id = $1",
  calendars: "select id from outside_calendar where account_id = $1",
  // The operator's alone.
  backups: "select 'meanwhile-2026-01-05T03-00-00Z.backup' as id where $1 <> ''",
  downloads: "select repeat('A', 40) as id where $1 <> ''",
  passkeys: "select id from passkey where account_id = $1",
  webhooks: "select id from webhook where account_id = $1",
  "tool-servers": "select 'web' as id where $1 <> ''",
  // A life has none: `mcp/own-tools` tests that they are their owner's alone.
  "own-tool-servers": "select 'web' as id where $1 <> ''",
  messages: "select id from message where account_id = $1",
  media: "select id from media_file where account_id = $1",
  lanes: "select id from turn where account_id = $1",
  events: "select id::text as id from event_log where account_id = $1",
  friendships: "select id from friendship where $1 in (account_low_id, account_high_id)",
  notifications: "select id from notification where account_id = $1",
  questions: "select id from pending_clarification where account_id = $1",
  commands: "select id from staged_command where account_id = $1",
  pairings: "select id from pairing where account_id = $1",
  containers: "select id::text as id from containers where account_id = $1",
  timers: "select id from timer where account_id = $1",
  devices:
    "select channel_account as id from channel where account_id = $1 and provider_type = 'webpush'",
};

/** A life need not have one of these; all the rest it must have, or the matrix would look for nothing. */
// A device would be called at its push service; `channels/webpush` tests that it is its owner's alone.
// A calendar elsewhere would be fetched from its server; `caldav/outside` tests that it is its follower's alone.
const mayBeMissing = new Set(["digests", "plans", "memories", "devices", "calendars"]);

export interface Foreign {
  readonly byKind: ReadonlyMap<string, readonly string[]>;
  readonly missing: readonly string[];
}

export async function foreignTo(db: Database, accountId: string): Promise<Foreign> {
  const byKind = new Map<string, string[]>();
  for (const [kind, text] of Object.entries(kinds)) {
    const found = await db.rows<{ id: string }>(
      `select distinct id from (${text}) t order by 1 limit 3`,
      [accountId],
    );
    byKind.set(
      kind,
      found.map(({ id }) => id),
    );
  }
  return {
    byKind,
    missing: [...byKind]
      .filter(([kind, ids]) => ids.length === 0 && !mayBeMissing.has(kind))
      .map(([kind]) => kind),
  };
}

/**
 * All rows that belong to these people, in whatever table, as one word for each table. Usage is left
 * out: the product measures it by itself once a minute.
 */
export async function fingerprint(
  db: Database,
  people: readonly string[],
): Promise<Record<string, string>> {
  const columns = await db.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and table_name <> 'account_usage'
       and (column_name in ('account_id', 'owner_account_id', 'creator_account_id', 'account_low_id', 'account_high_id')
         or (table_name = 'account' and column_name = 'id')) order by 1, 2`,
  );
  const hashes = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
       from (select * from ${table} where ${column} = any($1)) t`,
  );
  const rows = await db.rows<{ name: string; hash: string }>(hashes.join(" union all "), [people]);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

export const forms = (id: string): string[] =>
  /^[0-9a-f]{8}-/.test(id) ? [id, id.replaceAll("-", "")] : [id];
