import * as fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadRow, Row } from "../../src/domain/events/projection.ts";
import { asAccount, engine, type Principal } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import type { Projector } from "../../src/store/log/projector.ts";
import { type Database, type Sql, sqlState } from "../../src/store/database/database.ts";
import {
  type Migration,
  migrate,
  readMigrations,
  SchemaTooNew,
} from "../../src/store/database/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { asOwner } from "../../src/store/database/owner.ts";
import {
  clientConfig,
  type ConnectionSettings,
  openPostgres,
} from "../../src/store/database/postgres-database.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { record } from "../../src/store/log/record.ts";
import { assertRoleHolds } from "../../src/store/database/walls.ts";
import {
  type BundledBench,
  openBundledBench,
  query as queryAt,
  uid,
} from "../support/bundled-bench.ts";
import { histories, type History } from "../support/histories.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { silentLog } from "../support/silent-log.ts";

// Roles belong to the whole server. These tests make and change them, so they have a server of their own.
let bench: BundledBench;
let server: Awaited<ReturnType<BundledBench["start"]>>["connection"];
let count = 0;

const query = <R>(of: ConnectionSettings, statement: string): Promise<R[]> =>
  queryAt<R>(of as typeof server, statement);
const database = async (owner?: string): Promise<ConnectionSettings> => {
  const name = `d${++count}`;
  await query(server, `create database ${name} ${owner === undefined ? "" : `owner ${owner}`}`);
  return { ...server, ...(owner === undefined ? {} : { user: owner }), database: name };
};
const url = (of: ConnectionSettings): string =>
  `postgres://${of.user}@/${of.database}?host=${encodeURIComponent(of.host ?? "")}&port=${of.port}`;
const store = (of: ConnectionSettings) =>
  openStore({
    dataDir: "",
    url: url(of),
    poolSize: 4,
    owner: { pid: process.pid, startedAt: "2026-01-05T09:00:00.000Z", command: "test" },
    uid,
    clock: fakeClock(),
    log: silentLog,
  });

/** What the first start on a fresh server finds: an owner who is not superuser, and none of our roles. */
let plain: ConnectionSettings;
/** Another one, made at the same time. */
let beside: ConnectionSettings;
let names: string[];

beforeAll(async () => {
  names = (await readMigrations()).map(({ name }) => name);
  bench = await openBundledBench();
  server = (await bench.start(await bench.directory())).connection;
  await query(server, "create role plain login createrole");
  plain = await database("plain");
  // Two at once: both find that a role is missing, and only one can make it.
  beside = await database("plain");
  expect(await Promise.all([migrate(plain), migrate(beside)])).toEqual([names, names]);
});
afterAll(async () => {
  await bench.stopAll();
  await bench.remove();
});

describe("migrations", () => {
  it("migrations end well for four processes that start at once on an empty database, while another of the server is migrated: one does the work", async () => {
    const empty = await database();
    const other = await database();
    const beside = migrate(other);
    const done = await Promise.all([1, 2, 3, 4].map(() => migrate(empty)));
    expect(done.flat()).toEqual(names);
    expect(done.filter((applied) => applied.length > 0)).toHaveLength(1);
    expect(await migrate(empty)).toEqual([]);
    expect(await beside).toEqual(names);
  });

  const good: Migration = { version: 1, name: "0001-good.sql", sql: "create table kept (id int);" };
  const bad: Migration = {
    version: 2,
    name: "0002-bad.sql",
    sql: "create table half (id int); insert into half values (1); select 1 / 0;",
  };
  const listMade = async (of: ConnectionSettings) => ({
    tables: (
      await query<{ name: string }>(
        of,
        "select relname as name from pg_class where relname in ('kept', 'half') order by 1",
      )
    ).map(({ name }) => name),
    versions: (
      await query<{ version: number }>(of, "select version from schema_version order by 1")
    ).map(({ version }) => version),
  });

  it("migrations that fail leave nothing, not even of those before them, and work when they are put right", async () => {
    const empty = await database();
    await expect(migrate(empty, [good, bad])).rejects.toThrow(
      "0002-bad.sql failed; the database is as it was before",
    );
    expect(await query(empty, "select from pg_class where relname in ('kept', 'half')")).toEqual(
      [],
    );
    expect(
      await migrate(empty, [good, { ...bad, sql: "create table half (id int) -- at last" }]),
    ).toEqual(["0001-good.sql", "0002-bad.sql"]);
    expect(await listMade(empty)).toEqual({ tables: ["half", "kept"], versions: [1, 2] });
  });

  it("migrations of an older program refuse a newer schema, say what to do, and change nothing", async () => {
    const empty = await database();
    await migrate(empty, [good, { version: 7, name: "0007-newer.sql", sql: "select 1" }]);
    const attempt = migrate(empty, [good]);
    await expect(attempt).rejects.toBeInstanceOf(SchemaTooNew);
    await expect(attempt).rejects.toThrow(
      /schema 7, this program knows 1\. Start the newer Meanwhile/,
    );
    expect(await listMade(empty)).toEqual({ tables: ["kept"], versions: [1, 7] });
  });

  it("migrations work for an owner who is not superuser, whose rows are under the same row-level security, and rebuild does too", async () => {
    const opened = await store(plain);
    const projector = productProjector();
    const [history] = fc.sample(histories(), { numRuns: 1, seed: 11 });
    await opened.db.transaction(engine, (sql) => record(sql, projector, history ?? []));
    const report = await asOwner(plain, (sql) => rebuild(sql, projector));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
    expect(report.tables.find(({ table }) => table === "account")?.after.rows).toBeGreaterThan(0);
    expect(
      await opened.db.transaction(asAccount("nobody"), (sql) => sql.rows("select 1 from account")),
    ).toEqual([]);
    await opened.close();
  });
});

describe("the walls", () => {
  let home: ConnectionSettings;
  let db: Database;
  let guarded: { name: string; owner: string }[];
  const [ada, bob] = ["account-1", "account-3"];

  const ownerColumn: Record<string, string> = { account: "id", reminder: "owner_account_id" };
  /** Tables outside of row-level security, and why that is right. */
  const unguarded: Record<string, string> = {
    stream_head: "names of streams and counters: no content, and every writer needs it",
    installation: "facts about the installation, not about people; accounts may only read it",
    friendship:
      "belongs to two people; accounts reach it only through functions that ask who is calling",
    shared_reminder:
      "belongs to all who take part; accounts reach it only through functions that ask who is calling",
    schema_version: "only the owner writes it",
    login_secret: "only the owner can reach it",
    channel_mark: "cursors of polls; only the engine may touch it",
    answer_stream: "answers while a vendor fetches them; only the engine may touch it",
    reply_ticket: "one-time addresses, sealed; only the engine may touch it",
    seen_callback: "hashes of callbacks that were taken; only the engine may touch it",
    push_slot: "places in the line of an address, by its hash; only the engine may touch it",
    push_rest: "what is left of a part that went out by half; only the engine may touch it",
    peer_message:
      "ids of messages of other installations, without content; only the engine may touch it",
    peer_farewell:
      "what other installations hear of erased accounts, in ids and times; only the engine may touch it",
    early_receipt: "vendors' ids of messages, without content; only the engine may touch it",
    sole_worker: "names of work and leases; only the engine may touch it",
    live_process: "names of processes; only the engine may touch it",
    audit_entry:
      "what operators did, in ids and codes; the engine adds to it, nobody changes it, accounts reach none of it",
    audit_seal:
      "codes of audit entries, made with a key that is elsewhere; the engine adds to it, accounts reach none of it",
    erasure: "ids of erased accounts and of files to drop; only the engine may touch it",
    setting_seen:
      "names of settings and codes of their values, made with a key that is elsewhere; only the engine may touch it",
    metric_sample: "numbers of all accounts together; only the engine may touch it",
    archive: "names and hashes of files; only the engine may touch it",
    table_rewrite: "names of tables; only the engine may touch it",
    audit_head: "the end of the audit's chain; only the chain itself moves it",
  };

  beforeAll(async () => {
    home = { ...server, database: beside.database };
    db = openPostgres(home, { poolSize: 4, log: silentLog });
    // Found before anything waits for the database: it takes a while, and no caller gets an answer meanwhile.
    const story = storyOfTwo();
    await db.transaction(engine, (sql) => record(sql, productProjector(), story));
    await asOwner(home, (sql) => besideTheLog(sql, [ada, bob]));
    const rows = await asOwner(home, (sql) =>
      sql.rows<{ name: string; walls: boolean }>(
        `select relname as name, relrowsecurity and relforcerowsecurity as walls from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
      ),
    );
    expect(
      rows.filter(({ name, walls }) => walls === name in unguarded).map(({ name }) => name),
    ).toEqual([]);
    guarded = rows
      .filter(({ walls }) => walls)
      .map(({ name }) => ({ name, owner: ownerColumn[name] ?? "account_id" }));
  });
  afterAll(() => db.close());

  const countOf = async (sql: Sql, table: string, where = "true"): Promise<number> =>
    (await sql.rows<{ n: number }>(`select count(*) as n from ${table} where ${where}`))[0]?.n ??
    -1;
  const behind = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    asOwner(home, work, () => false);
  /** What a statement came to: the number of rows it changed, or the error's state. Nothing of it stays. */
  const attempt = async (
    as: Principal,
    statement: string,
    params: readonly unknown[] = [],
  ): Promise<number | string> => {
    class Undone extends Error {}
    let changed = 0;
    return db
      .transaction(as, async (sql) => {
        changed = (
          await sql.rows(`with changed as (${statement} returning 1) select * from changed`, params)
        ).length;
        throw new Undone();
      })
      .catch((error: unknown) =>
        error instanceof Undone ? changed : (sqlState(error) ?? String(error)),
      );
  };
  const copyOf = async (
    table: { name: string; owner: string },
    account: string,
  ): Promise<readonly unknown[]> =>
    behind(async (sql) => {
      const [row] = await sql.rows<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table.name} t where ${table.owner} = $1 limit 1`,
        [account],
      );
      return [JSON.stringify(row?.row)];
    });
  const insert = (table: string): string => {
    const from = `jsonb_populate_record(null::${table}, $1::jsonb)`;
    const overriding = table === "event_log" ? "overriding system value" : "";
    return table === "conversation"
      ? `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, created_at, updated_at)
         select id, account_id, provider_type, channel_account, scope, peer, created_at, updated_at from ${from}`
      : `insert into ${table} ${overriding} select * from ${from}`;
  };

  it("row-level security covers every table, and both accounts have rows in each", async () => {
    expect(guarded.length).toBeGreaterThan(10);
    for (const { name, owner } of guarded) {
      const both = await behind((sql) =>
        Promise.all([ada, bob].map((id) => countOf(sql, name, `${owner} = '${id}'`))),
      );
      expect([name, Math.min(...both) > 0]).toEqual([name, true]);
    }
  });

  it("row-level security lets an account see its own rows and none of anyone else's, even without a WHERE", async () => {
    for (const { name, owner } of guarded) {
      const own = await behind((sql) => countOf(sql, name, `${owner} = '${ada}'`));
      const seen = await db.transaction(asAccount(ada), async (sql) => [
        await countOf(sql, name),
        await countOf(sql, name, `${owner} <> '${ada}'`),
      ]);
      expect([name, ...seen]).toEqual([name, own, 0]);
    }
  });

  it("row-level security lets an account change and delete its own rows only, even without a WHERE", async () => {
    for (const { name, owner } of guarded) {
      // The log is append-only, and credentials are the engine's to write.
      const own = ["event_log", "access_token", "sign_on_link", "passkey"].includes(name)
        ? "42501"
        : await behind((sql) => countOf(sql, name, `${owner} = '${ada}'`));
      expect([
        name,
        await attempt(asAccount(ada), `update ${name} set ${owner} = ${owner}`),
      ]).toEqual([name, own]);
      expect([name, await attempt(asAccount(ada), `delete from ${name}`)]).toEqual([name, own]);
    }
  });

  it("row-level security lets no account make a row that is another's, or give its own away", async () => {
    for (const table of guarded) {
      expect([
        table.name,
        await attempt(asAccount(ada), insert(table.name), await copyOf(table, bob)),
      ]).toEqual([table.name, "42501"]);
      expect([
        table.name,
        await attempt(asAccount(ada), `update ${table.name} set ${table.owner} = '${bob}'`),
      ]).toEqual([table.name, "42501"]);
    }
  });

  it("row-level security shows nothing to a connection that has not said which account it is, and take nothing from it", async () => {
    const nobody = new Client(clientConfig(home, "meanwhile_app"));
    await nobody.connect();
    for (const table of guarded) {
      const seen = await nobody.query(`select 1 from ${table.name}`);
      const taken = await nobody
        .query(insert(table.name), [...(await copyOf(table, bob))])
        .catch(sqlState);
      expect([table.name, seen.rowCount, taken]).toEqual([table.name, 0, "42501"]);
      expect([
        table.name,
        await db.transaction(asAccount(""), (sql) => countOf(sql, table.name)),
      ]).toEqual([table.name, 0]);
    }
    await nobody.end();
  });

  it("row-level security lets the engine's role move all rows, and nothing else: it is not a superuser and owns nothing", async () => {
    for (const { name } of guarded) {
      const [all, seen] = [await behind((sql) => countOf(sql, name)), await countOf(db, name)];
      expect([name, seen]).toEqual([name, all]);
    }
    for (const statement of [
      "alter table event_log disable trigger all",
      "alter table message disable row level security",
      "drop policy account_touches_own_rows on message",
      "drop table message",
      "create table mine (id int)",
      "create role mine",
      "truncate message",
    ]) {
      expect([statement, await db.rows(statement).then(() => "done", sqlState)]).toEqual([
        statement,
        "42501",
      ]);
    }
    expect(
      await behind((sql) =>
        sql.rows(`select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty from pg_roles
                  where rolname in ('meanwhile_engine', 'meanwhile_app', 'meanwhile_reader') order by 1`),
      ),
    ).toEqual(
      ["meanwhile_app", "meanwhile_engine", "meanwhile_reader"].map((rolname) => ({
        rolname,
        mighty: false,
      })),
    );
  });

  it("row-level security lets the reader read all and write none, and never see a sealed secret", async () => {
    const reader = new Client(clientConfig(home, "meanwhile_reader"));
    await reader.connect();
    const closed = ["sealed_secret", "login_secret"];
    for (const name of [...guarded.map((table) => table.name), ...Object.keys(unguarded)]) {
      const all = await behind((sql) => countOf(sql, name));
      const seen = await reader
        .query(`select 1 from ${name}`)
        .then(({ rowCount }) => rowCount, sqlState);
      expect([name, seen]).toEqual([name, closed.includes(name) ? "42501" : all]);
      for (const write of [
        `delete from ${name}`,
        `truncate ${name}`,
        `insert into ${name} default values`,
      ]) {
        expect([write, await reader.query(write).catch(sqlState)]).toEqual([write, "42501"]);
      }
      const [column] = (
        await reader.query<{ name: string }>(
          "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = '' limit 1",
          [name],
        )
      ).rows;
      expect([
        name,
        await reader.query(`update ${name} set ${column?.name} = default`).catch(sqlState),
      ]).toEqual([name, "42501"]);
    }
    await reader.end();
  });
});

describe("a role that walks through walls", () => {
  it("a role that bypasses row-level security is refused by name", async () => {
    const fresh = await database();
    await expect(asOwner(fresh, (sql) => assertRoleHolds(sql, "meanwhile_engine"))).rejects.toThrow(
      `The database role ${server.user} bypasses row-level security`,
    );
  });

  it("a role that bypasses row-level security makes the product refuse to start, and leaves no connection behind", async () => {
    const home = await database();
    await migrate(home);
    await query(server, "alter role meanwhile_app bypassrls");
    try {
      await expect(store(home)).rejects.toThrow(
        "meanwhile_app bypasses row-level security. Meanwhile does not start with it.",
      );
      let open = 1;
      while (open > 0)
        open = (
          await query(server, `select 1 from pg_stat_activity where datname = '${home.database}'`)
        ).length;
    } finally {
      await query(server, "alter role meanwhile_app nobypassrls");
    }
    await (await store(home)).close();
  });
});

/** A history after which each of two accounts has a row in every table that the log fills. */
function storyOfTwo(): History {
  const projector = productProjector();
  // A story that is wound back has no rows, which is right, but useless here.
  const keepUnrewound = (history: History): History =>
    history.filter(({ kind }) => !projector.refolds.has(kind));
  // Chance decides what people of a history do, and rows come and go: the first moment at which all are there is taken.
  for (let seed = 1; seed <= 100; seed += 1) {
    const history = fc
      .sample(histories(4_000), { numRuns: 1, seed })
      .map(keepUnrewound)[0] as History;
    const end = whenBothHaveAll(projector, history);
    if (end !== undefined) return history.slice(0, end);
  }
  throw new Error("no history gives both accounts a row in every table");
}

function whenBothHaveAll(projector: Projector, history: History): number | undefined {
  const owners = new Map<string, Map<string, unknown>>(
    [...projector.tables.keys()].map((table) => [table, new Map()]),
  );
  const hasAll = (): boolean =>
    [...owners.values()].every((rows) =>
      ["account-1", "account-3"].every((id) => [...rows.values()].includes(id)),
    );
  // A line has rows for the people of its story: those are read.
  const rooms = new Map<unknown, Row>();
  const read: ReadRow = (table, key) =>
    table === "story_rooms" ? rooms.get(key["chat_id"]) : undefined;
  for (const [at, event] of history.entries()) {
    for (const handler of projector.handlers.get(event.kind) ?? [])
      for (const change of handler.evolve({ ...event, id: at, streamVersion: 1 }, read)) {
        if (change.op === "put" && change.table === "story_rooms")
          rooms.set(change.row["chat_id"], change.row);
        const from = change.op === "put" ? change.row : change.key;
        const key = JSON.stringify(
          projector.tables.get(change.table)?.key.map((column) => from[column]),
        );
        const isMembers = change.table === "shared_lines" || change.table === "shared_stories";
        const owner = isMembers ? from["account_id"] : event.accountId;
        if (change.op === "put") owners.get(change.table)?.set(key, owner);
        if (change.op === "drop") owners.get(change.table)?.delete(key);
      }
    if (at % 10 === 0 && hasAll()) return at + 1;
  }
  return undefined;
}

async function besideTheLog(sql: Sql, accounts: readonly string[]): Promise<void> {
  for (const id of accounts) {
    await sql.rows("insert into turn_stream values ($1, $1, $1, 1, 'half a', now())", [id]);
    await sql.rows("insert into sealed_secret values ($1, 'token', 'v1.sealed', now())", [id]);
    await sql.rows(
      "insert into request_key values ($1, 'key', 'route', 'body', 'chat', 201, '{}', now())",
      [id],
    );
    await sql.rows("insert into account_usage values ($1, 1, '2026-01-05', 1, 1, now())", [id]);
    await sql.rows(
      "insert into message_search select coalesce(max(event_id), 0) + 1, $1, $1, 'word' from message_search",
      [id],
    );
    await sql.rows("insert into message_search_mark values ($1, 1)", [id]);
    await sql.rows("insert into blob values ($1, 'h', '\\x0102', now())", [id]);
    await sql.rows(
      "insert into memory_vectors values ($1, $1, 'chat', 'bot', 'm', 'h', '\\x0102')",
      [id],
    );
    await sql.rows(
      `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at)
       values ($1, $1, 'chat', 'm', 'h', '[]', '{}', now())`,
      [id],
    );
    await sql.rows(
      `insert into program_call (id, account_id, token_id, tool, arguments_hash, started_at)
       values ($1, $1, 't', 'undo', 'h', now())`,
      [id],
    );
    await sql.rows(
      `insert into tool_call (id, account_id, conversation_id, turn_id, server, tool, arguments, arguments_hash, started_at)
       values ($1, $1, $1, $1, 's', 'search', '{}', 'h', now())`,
      [id],
    );
    await sql.rows(
      `insert into webhook (id, account_id, url, types, by_operator, is_on, key_id, generation, renewed_at, created_at, updated_at)
       values ($1, $1, 'https://hooks.example.org/', '{}', false, true, 'k', 1, now(), now(), now())`,
      [id],
    );
    await sql.rows(
      `insert into outside_calendar (id, account_id, name, host, by_operator, created_at, updated_at)
       values ($1, $1, 'n', 'calendar.example.org', false, now(), now())`,
      [id],
    );
    await sql.rows(
      `insert into outside_entry (calendar_id, nth, account_id, title, local_start, captured_timezone, starts_at, exdates, all_day, is_busy)
       values ($1, 1, $1, 't', '2026-01-01T09:00:00', 'UTC', now(), '[]', false, true)`,
      [id],
    );
    await sql.rows(
      `insert into webhook_call (id, webhook_id, account_id, event_id, type, created_at)
       values ($1, $1, $1, 1, 'reminder.fired', now())`,
      [id],
    );
  }
}
