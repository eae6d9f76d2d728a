import { afterAll, beforeAll, expect, it } from "vitest";
import { asAccount, engine } from "../../src/domain/principal.ts";
import { sqlState } from "../../src/store/database/database.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

// Functions that work with their owner's rights walk through every wall: each asks first who is calling.
let store: OpenStore;

const setup = `
insert into account (id, origin, display_name, default_timezone, created_at, updated_at)
  select id, 'web_first', 'canary ' || id, 'UTC', now(), now() from unnest(array['ada', 'bob', 'mallory']) id;
insert into friendship (id, account_low_id, account_high_id, version, established_at, created_at, updated_at) values ('f', 'ada', 'bob', 1, now(), now(), now());
insert into friend_link (account_id, generation, key_id, token_hash, max_uses, expires_at, version, created_at, updated_at)
  values ('ada', 1, 'k', 'hash-of-ada', 1, now() + interval '1 day', 1, now(), now());
insert into friend_block (account_id, blocked_account_id, name, created_at) values ('ada', 'mallory', 'x', now());
insert into shared_reminder (id, creator_account_id, participant_set_hash, title, title_hash, local_trigger_at, captured_timezone, version, created_at, updated_at)
  values ('shared-1', 'ada', 'h', 'canary lunch', 'h', '2026-01-06 12:00', 'UTC', 1, now(), now());
insert into reminder (id, owner_account_id, content, content_hash, kind, captured_timezone, local_start, next_fire_at, shared_reminder_id, source, version, created_at, updated_at)
  select 'r-' || id, id, 'canary lunch', 'h', 'shared_projection', 'UTC', '2026-01-06T12:00:00', '2026-01-06 12:00', 'shared-1', 'chat', 1, now(), now() from unnest(array['ada', 'bob']) id;
insert into reminder_projection (shared_reminder_id, account_id, reminder_id, created_at, updated_at) values ('shared-1', 'ada', 'r-ada', now(), now()), ('shared-1', 'bob', 'r-bob', now(), now());
insert into notification (id, account_id, type, actor_account_id, object_type, object_id, facts, created_at) values ('n', 'bob', 't', 'ada', 'o', 'o', '{}', now());
insert into quiet_hours (account_id, starts, ends, updated_at) values ('ada', '22:00', '07:00', now());
insert into conversation (id, account_id, provider_type, channel_account, scope, peer, created_at, updated_at) values ('c-ada', 'ada', 'web', 'w', 's', 'p', now(), now());
insert into stream_head (stream, version) values ('account:ada', 1), ('reminder:r-ada', 1), ('social:ada', 7), ('memory:ada', 7);
insert into event_log (at, stream, stream_version, kind, payload_json, account_id) values
  (now(), 'account:ada', 1, 'k', '{}', 'ada'), (now(), 'reminder:r-ada', 1, 'k', '{}', 'ada'), (now(), 'social:ada', 1, 'k', '{}', 'ada');
`;

/** By the function's name: calls with other people's ids, and what each comes to: rows, or the error's state. */
const attacks: Readonly<
  Record<string, readonly (readonly [call: string, outcome: number | string])[]>
> = {
  my_friends: [["my_friends()", 0]],
  busy_hidden_from_me: [["busy_hidden_from_me()", 0]],
  // A yes or a no, asked before a chat is made and never answered to anyone.
  chat_id_is_taken: [
    ["chat_id_is_taken('%') taken where taken", 0],
    ["chat_id_is_taken(null) taken where taken", 0],
  ],
  my_shared: [["my_shared()", 0]],
  my_memory_version: [["my_memory_version() v where v > 0", 0]],
  my_social_version: [["my_social_version() v where v > 0", 0]],
  shared_parts: [["shared_parts(array['shared-1', null, '%'])", 0]],
  busy_times: [
    ["busy_times('ada', '2026-01-01', '2026-02-01', null)", 0],
    ["busy_times('ada', '2026-01-01', '2026-02-01', 'shared-1')", 0],
    ["busy_times('bob', '-infinity', 'infinity', 'shared-1')", 0],
    ["busy_times(null, '2026-01-01', '2026-02-01', null)", 0],
  ],
  friend_link_owner: [
    ["friend_link_owner('hash-of-ada')", 0],
    ["friend_link_owner('%')", 0],
    ["friend_link_owner(null)", 0],
  ],
  story_of_invitation: [
    ["story_of_invitation('%')", 0],
    ["story_of_invitation('')", 0],
    ["story_of_invitation(null)", 0],
  ],
  shared_notices: [["shared_notices(array['o', 'shared-1', null, '%'])", 0]],
  told_lately: [["told_lately(array['ada', 'bob'], '-infinity')", 0]],
  advance_own_streams: [
    ...[
      "account:ada",
      "reminder:r-ada",
      "social:ada",
      "conversation:c-ada",
      "account:nobody-yet",
      "social:nobody-yet",
    ].map((stream) => [`advance_own_streams(array['${stream}'], array[1])`, "42501"] as const),
    ["advance_own_streams(array['reminder:new', 'account:ada'], array[1, 1])", "42501"],
    ...["0", "-5", "100001", "null"].map(
      (count) =>
        [`advance_own_streams(array['reminder:new'], array[${count}]::bigint[])`, "23514"] as const,
    ),
    ["advance_own_streams(array['reminder:new', null], array[1, 1])", "23514"],
    ["advance_streams(array['account:ada'], array[5])", "42501"],
  ],
};

beforeAll(async () => {
  store = await postgresStore.open();
  await store.owner(async (sql) => {
    for (const statement of setup.split(";\n").filter((part) => part.trim() !== ""))
      await sql.rows(statement);
  });
});
afterAll(() => store.close());

const outcome = (account: string, call: string): Promise<number | string> =>
  store.db
    .transaction(asAccount(account), (sql) => sql.rows(`select * from ${call}`))
    .then(
      (rows) => rows.length,
      (error: unknown) => sqlState(error) ?? String(error),
    );

it("every function with its owner's rights that an account may call has its attacks here", async () => {
  const found = await store.owner((sql) =>
    sql.rows<{ name: string }>(
      `select proname::text as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
         and prorettype <> 'trigger'::regtype and has_function_privilege('meanwhile_app', oid, 'execute')`,
    ),
  );
  expect(found.map(({ name }) => name).filter((name) => !(name in attacks))).toEqual([]);
});

it.each(
  Object.entries(attacks).flatMap(([name, calls]) =>
    calls.map(([call, comes]) => ({ name, call, comes })),
  ),
)("$call gives a stranger, and a caller without an account, nothing", async ({ call, comes }) => {
  const before = await store.owner((sql) => sql.rows("select * from stream_head order by stream"));
  expect(await outcome("mallory", call)).toBe(comes);
  const nobody = await outcome("", call);
  expect([0, "42501", "23514"]).toContain(nobody);
  expect(await store.owner((sql) => sql.rows("select * from stream_head order by stream"))).toEqual(
    before,
  );
});

it("a definer function gives the owner of the rows what it is for", async () => {
  const calls = [
    "my_friends()",
    "my_shared()",
    "shared_parts(array['shared-1'])",
    "busy_times('bob', '2026-01-01', '2026-02-01', null)",
  ];
  expect(await Promise.all(calls.map((call) => outcome("ada", call)))).toEqual([1, 1, 2, 1]);
  for (const stream of ["account:ada", "conversation:c-ada", "reminder:of-today"])
    expect([stream, await outcome("ada", `advance_streams(array['${stream}'], array[1])`)]).toEqual(
      [stream, 1],
    );
});

it("the engine moves any stream", async () => {
  const rows = await store.db.transaction(engine, (sql) =>
    sql.rows("select * from advance_streams(array['account:ada', 'new'], array[2, 1])"),
  );
  expect(rows).toHaveLength(2);
});
