import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { type Clock, iso } from "../../src/domain/ports/clock.ts";
import { engine } from "../../src/domain/principal.ts";
import { openAccounts } from "../../src/accounts/accounts.ts";
import { productProjector } from "../../src/main/projections.ts";
import { noteAudit } from "../../src/store/audit/audit.ts";
import { verifyChain } from "../../src/store/audit/verify-chain.ts";
import {
  makeBackup,
  type MadeBackup,
  restoreBackup,
  type RestoreReport,
} from "../../src/store/backup/backup.ts";
import { backupName, dropOldBackups, listBackups } from "../../src/store/backup/backup-files.ts";
import { NotEmpty } from "../../src/store/backup/load.ts";
import { backUpIfDue, lastBackup, type NightlyDeps } from "../../src/store/backup/nightly.ts";
import { lastHour } from "../../src/store/erasure/night.ts";
import { unsealFile } from "../../src/store/backup/sealed-file.ts";
import { migrate, readMigrations } from "../../src/store/database/migrate.ts";
import { asOwner } from "../../src/store/database/owner.ts";
import {
  type ConnectionSettings,
  openPostgres,
} from "../../src/store/database/postgres-database.ts";
import { record } from "../../src/store/log/record.ts";
import { blankOldPrompts } from "../../src/store/erasure/retention.ts";
import { openKeyring, SealError } from "../../src/store/secrets.ts";
import { openFolder } from "../../src/store/media/folder.ts";
import { openPostgresStore } from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { histories } from "../support/histories.ts";
import { type FreshDatabase, freshDatabase } from "../support/postgres.ts";
import { silentLog } from "../support/silent-log.ts";
import type { OpenStore } from "../support/stores.ts";

const projector = productProjector();
async function* dumpOf(folder: string) {
  yield* (await openFolder(folder)).dump();
}
const ringOf = (key: string) => openKeyring({ key, file: "/nowhere", randomBytes });
const keyring = ringOf("3".repeat(64));
const day = 86_400_000;
const by = {
  credential: "command_line",
  accountId: null,
  role: "operator",
  network: null,
} as const;
/** A line end for some programs, and a number that JavaScript would round. */
const oddWords = 'CANARY \u2028 line\u2029 \\ " 🦜';

let store: OpenStore;
let directory = "";
let clock: ReturnType<typeof fakeClock>;
const targets: FreshDatabase[] = [];
/** Filled by one test and gone on with by the next. */
let second: FreshDatabase;

beforeAll(async () => {
  store = await openPostgresStore();
  second = await freshDatabase();
  clock = fakeClock();
  directory = await mkdtemp(join(tmpdir(), "meanwhile-backups-"));
  await mkdir(join(directory, "media"));
  await writeFile(join(directory, "media", "a".repeat(32)), randomBytes(2_000_000));
  await writeFile(join(directory, "media", `${"a".repeat(32)}.json`), `{"name":"CANARY.txt"}`);
  await writeFile(join(directory, "media", "passwd"), "none of ours");
  const [history = []] = fc.sample(histories(150), { numRuns: 1, seed: 50 });
  await store.db.transaction(engine, async (sql) => {
    await record(sql, projector, history);
    const created = {
      id: "ada",
      origin: "web_first" as const,
      display_name: oddWords,
      language: null,
      default_timezone: "UTC",
    };
    await record(sql, projector, [
      {
        stream: "account:ada",
        kind: "account_created",
        at: iso(clock.now()),
        accountId: "ada",
        payload: created,
      },
    ]);
    await sql.rows(
      `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, output)
       values ('call', 'ada', 'chat', 'm', 'h', $1, '{9007199254740993}', '2026-01-05 09:00:00.123456+00', $2)`,
      [JSON.stringify({ messages: [{ role: "user", content: oddWords }] }), oddWords],
    );
    await sql.rows("insert into sealed_secret values ('installation', 'bot', $1, now())", [
      keyring.seal("secret of a bot", "bot"),
    ]);
    await sql.rows("insert into blob values ('ada', 'h', '\\x00ff5c0a', now())");
    await sql.rows("insert into account_usage values ('ada', 1, '2026-01-05', 1, 1, now())");
    await sql.rows(
      "insert into channel_mark (provider_type, channel_account, key, value) values ('post', 'main', 'cursor', '7')",
    );
    for (const action of ["one", "two"]) await noteAudit(sql, clock, { action, by });
  });
});
afterEach(async () => {
  for (const target of targets.splice(0)) await target.drop();
});
afterAll(async () => {
  await store.close();
  await second.drop();
  await rm(directory, { recursive: true, force: true });
});

const connection = (): ConnectionSettings => store.connection ?? {};
const where = (name: string): string => join(directory, name);

const back = (more: Partial<Parameters<typeof makeBackup>[0]> = {}): Promise<MadeBackup> =>
  makeBackup({
    connection: connection(),
    projector,
    keyring,
    randomBytes,
    directory: where("made"),
    media: undefined,
    at: iso(clock.now()),
    ...more,
  });

async function newPlace(): Promise<FreshDatabase> {
  const target = await freshDatabase();
  targets.push(target);
  return target;
}

const restoreTo = (target: FreshDatabase, file: string, ring = keyring): Promise<RestoreReport> =>
  restoreBackup({
    connection: target.connection,
    projector,
    keyring: ring,
    file,
    media: where("media-again"),
  });

/** All that a backup holds, in plain text. */
const plain = async (file: string): Promise<string> =>
  gunzipSync(Buffer.concat(await Array.fromAsync(unsealFile(file, keyring)))).toString();

describe("a backup", () => {
  it("a backup restored into an empty database is the same in every table, with its secrets sealed, its chain whole and its log closed again", async () => {
    const made = await back({ media: () => dumpOf(where("media")) });
    expect(made.contents.tables["event_log"]?.rows).toBeGreaterThan(100);
    // Of what is not a table of the log's, only marks that mean nothing elsewhere stay behind.
    expect(Object.keys(made.contents.tables).filter((name) => !projector.tables.has(name))).toEqual(
      [
        "event_log",
        "account_usage",
        "answer_stream",
        "archive",
        "audit_entry",
        "audit_head",
        "audit_seal",
        "blob",
        "channel_mark",
        "early_receipt",
        "erasure",
        "installation",
        "metric_sample",
        "model_call",
        "outside_entry",
        "peer_farewell",
        "peer_message",
        "program_call",
        "push_rest",
        "reply_ticket",
        "sealed_secret",
        "stream_head",
        "tool_call",
        "turn_stream",
        "webhook_call",
      ],
    );
    expect((await readFile(made.file)).includes("CANARY")).toBe(false);
    const text = await plain(made.file);
    expect(text).toContain("CANARY");
    expect(text).not.toMatch(/secret of a bot|none of ours/);
    const target = await newPlace();
    const report = await restoreTo(target, made.file);
    expect(report).toMatchObject({
      events: made.contents.events,
      files: 2,
      different: [],
      compared: true,
    });
    expect(report.tables).toBeGreaterThan(40);
    await asOwner(target.connection, async (sql) => {
      expect(
        await sql.rows(
          "select prompt, output, source_event_ids::text as sources, started_at::text as at from model_call",
        ),
      ).toEqual([
        {
          prompt: { messages: [{ role: "user", content: oddWords }] },
          output: oddWords,
          sources: "{9007199254740993}",
          at: expect.stringContaining("09:00:00.123456"),
        },
      ]);
      const [secret] = await sql.rows<{ sealed: string }>("select sealed from sealed_secret");
      expect(keyring.open(secret?.sealed ?? "", "bot")).toBe("secret of a bot");
      expect(await verifyChain(sql)).toMatchObject({ ok: true, entries: 2 });
      await noteAudit(sql, clock, { action: "three", by });
      expect(await verifyChain(sql)).toMatchObject({ ok: true, entries: 3 });
      // Its streams go on where they were.
      const more = {
        stream: "account:ada",
        kind: "account_updated" as const,
        at: iso(clock.now()),
        accountId: "ada",
      };
      await record(sql, projector, [{ ...more, payload: { id: "ada", language: "zh" } }]);
      const [newest] = await sql.rows<{ id: number }>("select max(id) as id from event_log");
      const [before] = await store.db.rows<{ id: number }>("select max(id) as id from event_log");
      expect(newest?.id).toBe((before?.id ?? 0) + 1);
    });
    await expect(
      asOwner(target.connection, (sql) => sql.rows("delete from event_log")),
    ).rejects.toThrow("append-only");
    const name = "a".repeat(32);
    expect(
      (await readFile(where(`media-again/${name}`))).equals(await readFile(where(`media/${name}`))),
    ).toBe(true);
    expect((await readdir(where("media-again"))).toSorted()).toEqual([name, `${name}.json`]);
  });

  it("a backup with another key, altered, cut off, or over a database that is not empty changes nothing", async () => {
    const made = await back({ directory: where("hurt") });
    const target = second;
    await expect(restoreTo(target, made.file, ringOf("4".repeat(64)))).rejects.toThrow(
      /sealed with key .* nothing was changed/,
    );
    expect(
      await asOwner(target.connection, (sql) =>
        sql.rows("select 1 from pg_tables where schemaname = 'public'"),
      ),
    ).toEqual([]);
    const bytes = await readFile(made.file);
    const cut = where("hurt/cut.backup");
    await writeFile(cut, bytes.subarray(0, bytes.length - 100));
    await expect(restoreTo(target, cut)).rejects.toBeInstanceOf(SealError);
    expect(await asOwner(target.connection, (sql) => sql.rows("select 1 from event_log"))).toEqual(
      [],
    );
    await restoreTo(target, made.file);
    await expect(restoreTo(target, made.file)).rejects.toBeInstanceOf(NotEmpty);
  });

  it("a backup made after an account was erased holds none of its words; a broken chain stays broken, and a table that the log knows otherwise is named", async () => {
    const db = openPostgres(second.connection, { poolSize: 2, log: silentLog });
    const none = {
      stop: () => Promise.resolve(),
      friends: undefined,
      media: undefined,
      access: { endAll: () => Promise.resolve() },
    };
    const accounts = openAccounts({ db, projector, clock, ...none });
    await accounts.erase("ada", (await accounts.one("ada")).display_name ?? "", by);
    await db.close();
    await second.run(`begin; set local session_replication_role = replica;
      update audit_entry set action = 'x' where id = 1; update account set language = 'zh'; commit`);
    const made = await back({ connection: second.connection, directory: where("erased") });
    expect(await plain(made.file)).not.toContain("CANARY");
    const target = await newPlace();
    expect((await restoreTo(target, made.file)).different).toEqual(["account"]);
    expect(await asOwner(target.connection, verifyChain)).toMatchObject({
      ok: false,
      broken_at: 1,
    });
    expect(
      await asOwner(target.connection, (sql) =>
        sql.rows("select 1 from event_log where payload_json::text like '%CANARY%'"),
      ),
    ).toEqual([]);
  });

  it("a backup of an older version is brought up to date", async () => {
    const old = await newPlace();
    const migrations = await readMigrations();
    await migrate(old.connection, migrations.slice(0, -1));
    const payload = JSON.stringify({
      id: "ada",
      origin: "web_first",
      display_name: "Ada",
      language: null,
      default_timezone: "UTC",
    });
    await asOwner(old.connection, (sql) =>
      sql.rows(
        "insert into event_log (at, stream, stream_version, kind, payload_json, account_id) values (now(), 'account:ada', 1, 'account_created', $1, 'ada')",
        [payload],
      ),
    );
    // As the program of that version would have made it, which knew no later tables.
    const found = await asOwner(old.connection, (sql) =>
      sql.rows<{ name: string }>("select tablename as name from pg_tables"),
    );
    const names = new Set(found.map(({ name }) => name));
    const then = {
      ...projector,
      tables: new Map([...projector.tables].filter(([name]) => names.has(name))),
    };
    const made = await back({
      connection: old.connection,
      directory: where("old"),
      projector: then,
    });
    const target = await newPlace();
    expect(await restoreTo(target, made.file)).toMatchObject({ events: 1, compared: false });
    await asOwner(target.connection, async (sql) => {
      expect(await sql.rows("select display_name from account")).toEqual([{ display_name: "Ada" }]);
      expect(await sql.rows("select max(version) as version from schema_version")).toEqual([
        { version: migrations.at(-1)?.version },
      ]);
    });
  });
});

describe("the nightly backup", () => {
  const nightly = (more: Partial<NightlyDeps> = {}): NightlyDeps => ({
    db: store.db,
    connection: connection(),
    projector,
    keyring: () => keyring,
    randomBytes,
    directory: where("nights"),
    media: undefined,
    clock,
    log: silentLog,
    keep: 2,
    hour: 3,
    timezone: "UTC",
    ...more,
  });

  it("the nightly backup is made once a night by one of several, is in the audit and in the metrics, and old ones go", async () => {
    const both = await Promise.all([backUpIfDue(nightly()), backUpIfDue(nightly())]);
    expect(both.filter((made) => made !== undefined)).toHaveLength(1);
    expect(await lastBackup(store.db)).toMatchObject({
      at: iso(clock.now()),
      events: both.find((made) => made)?.contents.events,
    });
    await clock.advance(day / 2);
    expect(await backUpIfDue(nightly())).toBeUndefined();
    for (let night = 1; night <= 3; night += 1) {
      await clock.advance(day);
      expect(await backUpIfDue(nightly())).toBeDefined();
    }
    expect((await listBackups(where("nights"))).map(({ at }) => Date.parse(at))).toEqual([
      clock.now(),
      clock.now() - day,
    ]);
    const entries = await store.db.rows<{ actor: string }>(
      "select actor from audit_entry where action = 'backup_made'",
    );
    expect(entries).toEqual(Array.from({ length: 4 }, () => ({ actor: "nightly" })));
  });

  it("a nightly backup that fails leaves nothing behind and is tried again after an hour", async () => {
    await clock.advance(day);
    const broken = nightly({ connection: { ...connection(), database: "nowhere" } });
    await expect(backUpIfDue(broken)).rejects.toThrow("nowhere");
    expect(await backUpIfDue(nightly())).toBeUndefined();
    await clock.advance(3_600_000);
    expect(await backUpIfDue(nightly())).toBeDefined();
    expect((await readdir(where("nights"))).filter((name) => !name.endsWith(".backup"))).toEqual(
      [],
    );
  });

  it("the nightly backup knows its hour where the server is, and drops by number and by age, but never the newest", async () => {
    const now = Date.parse("2026-03-10T12:34:56.000Z");
    expect(iso(lastHour(now, { hour: 3, timezone: "UTC" }))).toBe("2026-03-10T03:00:00.000Z");
    expect(iso(lastHour(now, { hour: 3, timezone: "Asia/Shanghai" }))).toBe(
      "2026-03-09T19:00:00.000Z",
    );
    expect(iso(lastHour(now, { hour: 13, timezone: "UTC" }))).toBe("2026-03-09T13:00:00.000Z");
    const folder = where("by-age");
    await mkdir(folder);
    const ages = [9, 4, 3, 2, 1];
    for (const age of ages) await writeFile(join(folder, backupName(iso(now - age * day))), "x");
    await writeFile(join(folder, "mine.txt"), "x");
    const unfinished = join(folder, `${backupName(iso(now))}.partial`);
    await writeFile(unfinished, "x");
    await utimes(unfinished, now / 1_000, now / 1_000);
    await dropOldBackups(folder, { keep: 3, now });
    expect(
      (await listBackups(folder)).map(({ at }) => Math.round((now - Date.parse(at)) / day)),
    ).toEqual([1, 2, 3]);
    await dropOldBackups(folder, { keep: 3, now: now + 30 * day });
    expect(await readdir(folder)).toEqual([backupName(iso(now - day)), "mine.txt"]);
  });
});

describe("what was asked of a model", () => {
  it("a model's stored prompts go after their days, by a clock that is moved; in stories they stay unless set otherwise, and what a call was and cost stays", async () => {
    const at = clock.now();
    const later: Clock = { now: () => at + 31 * day, wait: () => Promise.resolve() };
    const chance = createSystemChance(() => at);
    const add = (chat: string | null): Promise<unknown> =>
      store.db.rows(
        `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, output, output_tokens, chat_id)
         values ($1, 'bob', 'chat', 'm', 'h', '{"messages": [{"role": "user", "content": "words"}]}', '{}', $2, 'words', 7, $3)`,
        [chance.id(), iso(at), chat],
      );
    await store.db.rows("delete from model_call");
    for (const chat of [null, null, "story"]) await add(chat);
    const on = {
      db: store.db,
      clock,
      log: silentLog,
      promptsDays: 30,
      storyPromptsDays: undefined,
    };
    const countKept = async (): Promise<number> =>
      (
        await store.db.rows(
          "select 1 from model_call where prompt::text like '%words%' and output = 'words'",
        )
      ).length;
    expect([await blankOldPrompts(on), await countKept()]).toEqual([0, 3]);
    expect([await blankOldPrompts({ ...on, clock: later }), await countKept()]).toEqual([2, 1]);
    expect([
      await blankOldPrompts({ ...on, clock: later, storyPromptsDays: 30 }),
      await countKept(),
    ]).toEqual([1, 0]);
    expect(await store.db.rows("select sum(output_tokens)::int as tokens from model_call")).toEqual(
      [{ tokens: 21 }],
    );
  });
});
