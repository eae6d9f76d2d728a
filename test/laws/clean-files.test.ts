import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eraseAccount } from "../../src/accounts/erase-account.ts";
import { productProjector } from "../../src/main/projections.ts";
import { type CleanDeps, cleanFiles } from "../../src/store/erasure/clean-files.ts";
import { makeBackup, restoreBackup } from "../../src/store/backup/backup.ts";
import { dropErasedBackups } from "../../src/store/backup/erased-backups.ts";
import { backupName, listBackups } from "../../src/store/backup/backup-files.ts";
import { unsealFile } from "../../src/store/backup/sealed-file.ts";
import type { Log } from "../../src/domain/ports/log.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { asOwner, ownersConnection } from "../../src/store/database/owner.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { type BundledBench, openBundledBench } from "../support/bundled-bench.ts";
import { fakeClock } from "../support/fake-clock.ts";

// What lies in a server's files is the whole server's, so these tests have one of their own.
let bench: BundledBench;
let server: Awaited<ReturnType<BundledBench["start"]>>["connection"];
let db: Database;
let home: string;
let dataDir: string;
const lines: string[] = [];
const hear = (fields: object, words: string): void =>
  void lines.push(`${words} ${JSON.stringify(fields)}`);
const log: Log = { debug: hear, info: hear, warn: hear, error: hear };
const noon = Date.UTC(2026, 0, 5, 12);
const clock = fakeClock(noon);
const dropped: string[] = [];
let on: CleanDeps;

const by = { credential: "t", accountId: null, role: "operator", network: null } as const;
/** Without a rhythm that could be packed: it would hide the word from a search for it. */
const noise = (bytes: number): string => randomBytes(bytes).toString("base64");

beforeAll(async () => {
  bench = await openBundledBench();
  dataDir = await bench.directory();
  server = (await bench.start(dataDir)).connection;
  await migrate(server);
  db = openPostgres(server, { poolSize: 2, log });
  home =
    (
      await asOwner(server, (sql) =>
        sql.rows<{ home: string }>("select current_setting('data_directory') as home"),
      )
    )[0]?.home ?? "";
  const media = { drop: async (id: string) => void dropped.push(id) };
  on = { db, connection: server, clock, log, media, hour: 3, timezone: "UTC" };
});
afterAll(async () => {
  await db.close();
  await bench.stopAll();
  await bench.remove();
});

/** Every file that holds the word, by its directory: of the cluster, or of everything that the installation keeps. */
async function holding(word: string, place = home): Promise<string[]> {
  const files = await readdir(place, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(word))
      found.push(path.slice(place.length + 1));
  }
  return found;
}

const places = (files: readonly string[]): string[] =>
  [...new Set(files.map((file) => file.split("/")[0] ?? ""))].sort();
const run = (statement: string, params: readonly unknown[] = []) =>
  asOwner(server, (sql) => sql.rows(statement, params));
const sayOf = async (id: string, word: string): Promise<void> => {
  await run(
    "insert into account (id, origin, display_name, default_timezone, lifecycle, created_at, updated_at) values ($1, 'web_first', $2, 'UTC', 'disabled', now(), now())",
    [id, `${word} name`],
  );
  // In the key of an index, and in what the planner notes of values.
  await run(
    "insert into friend_nickname select $1, 'friend' || g, $2 || g, true, now(), now() from generate_series(1, 50) g",
    [id, word],
  );
  await run(
    `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at)
     values ($1, $1, 'chat', 'm', 'h', jsonb_build_object('messages', $2::text), '{}', now())`,
    [id, `${noise(20_000)} ${word} ${noise(20_000)}`],
  );
  for (let nth = 1; nth <= 20; nth += 1)
    await run(
      "insert into event_log (at, stream, stream_version, kind, payload_json, account_id) values (now(), $1, $2, 'k', $3, $4)",
      [`said:${id}`, nth, { text: `${word} ${nth}` }, id],
    );
  await run(
    "insert into media_file (id, account_id, conversation_id, message_id, bytes, kept_at) values ($1, $2, 'c', 'm', 1, now())",
    [`file-${id}`, id],
  );
  // Earlier versions of the same rows.
  await run("update friend_nickname set name = name || 'x' where account_id = $1", [id]);
  await run("update account set display_name = display_name || 'x' where id = $1", [id]);
  await run("analyze");
};
const erase = async (accountId: string) => {
  await clock.advance(1_000);
  await eraseAccount(
    {
      db,
      projector: productProjector(),
      clock,
      stop: async () => undefined,
      friends: undefined,
      media: undefined,
    },
    accountId,
    by,
  );
  await clock.advance(1_000);
};
const state = async (accountId: string) =>
  (
    await db.rows<{ gone: boolean; waiting_for: string | null }>(
      "select files_gone_at is not null as gone, waiting_for from erasure where account_id = $1",
      [accountId],
    )
  )[0];

it("an erased account's words leave the database's files: tables, long values, indexes, noted values and the write-ahead log (S48)", async () => {
  await sayOf("bob", "BOBSOWNWORD");
  await sayOf("ada", "CANARYWORD");
  // Segments of the write-ahead log that are kept for reuse hold her words, too.
  await run("create table passing (words text)");
  await run("insert into passing select $1 || g || $2 from generate_series(1, 400) g", [
    "CANARYWORD",
    noise(60_000),
  ]);
  await run("drop table passing");
  await asOwner(server, (sql) => sql.rows("commit; checkpoint; begin"));
  expect(places(await holding("CANARYWORD"))).toEqual(["base", "pg_wal"]);

  await erase("ada");
  expect(places(await holding("CANARYWORD"))).toEqual(["base", "pg_wal"]);
  expect(await state("ada")).toEqual({ gone: false, waiting_for: null });

  expect(await cleanFiles(on)).toEqual({ accounts: 1, waiting: {} });
  expect(await holding("CANARYWORD")).toEqual([]);
  expect(await state("ada")).toEqual({ gone: true, waiting_for: null });
  // Once more than right after the erasure: the process may have ended in between.
  expect(dropped).toEqual(["file-ada"]);
  expect((await holding("BOBSOWNWORD")).length).toBeGreaterThan(0);
  expect(
    await db.rows(
      "select account_id, details from audit_entry where action = 'words_gone_from_files'",
    ),
  ).toEqual([{ account_id: "ada", details: { write_ahead_log: true } }]);
  // There is nothing left to do, and the server keeps its segments again.
  expect(await cleanFiles(on)).toBeUndefined();
  expect(await run("select current_setting('wal_recycle') as recycle")).toEqual([
    { recycle: "on" },
  ]);
});

it("words that a long-running query still sees stay, which is reported; a table that is locked is tried again; big tables wait for the night", async () => {
  await sayOf("dan", "DANSCANARY");
  const reader = new Client(server);
  await reader.connect();
  await reader.query("begin isolation level repeatable read");
  await reader.query("select");
  await erase("dan");
  const waiting = (await cleanFiles(on))?.waiting ?? {};
  expect(new Set(Object.values(waiting))).toEqual(new Set(["read by a long transaction"]));
  expect((await state("dan"))?.waiting_for).toContain("event_log: read by a long transaction");
  await reader.query("commit");
  await reader.query("begin; lock table account in access share mode");
  const [log] = (await run("select pg_total_relation_size('event_log')::integer as bytes")) as [
    { bytes: number },
  ];
  const by = { ...on, smallBytes: log.bytes - 1 };
  expect((await cleanFiles(by))?.waiting).toMatchObject({ account: "busy", event_log: "night" });
  await reader.query("commit");
  await reader.end();
  const left = (await cleanFiles(by))?.waiting ?? {};
  expect(left).not.toHaveProperty("account");
  expect(left).toHaveProperty("event_log", "night");
  await clock.advance(15.5 * 3_600_000);
  expect(await cleanFiles(by)).toEqual({ accounts: 1, waiting: {} });
  expect(await holding("DANSCANARY")).toEqual([]);
});

const keyring = openKeyring({ key: "3".repeat(64), file: "/nowhere", randomBytes });
const backups = () => ({
  ...on,
  projector: productProjector(),
  keyring: () => keyring,
  randomBytes,
  directory: join(dataDir, "backups"),
  keep: 7,
});

it("S48: an erasure leaves no log line, no file of the installation, no later backup and no database that is restored from it with the words", async () => {
  await sayOf("eve", "EVESCANARY");
  // What the server says of a statement that fails must not have its values.
  await run(
    "insert into account (id, origin, display_name, default_timezone, lifecycle, created_at, updated_at) values ('eve', 'web_first', 'EVESCANARY', 'UTC', 'active', now(), now())",
  ).catch((error: unknown) => expect(String(error)).toContain("duplicate key"));
  await run("select 'EVESCANARY'::integer").catch((error: unknown) =>
    expect(String(error)).toContain("EVESCANARY"),
  );
  // A sort that does not fit into memory goes by way of files.
  await run(
    "set local work_mem = '64kB'; select count(*) from (select 'EVESCANARY' || g as w from generate_series(1, 20000) g order by 1 desc) s",
  );
  await erase("eve");
  expect(await cleanFiles(on)).toEqual({ accounts: 1, waiting: {} });
  const { keyring: ring, ...rest } = backups();
  const made = await makeBackup({
    ...rest,
    keyring: ring(),
    media: undefined,
    at: new Date(clock.now()).toISOString(),
  });
  const plain = gunzipSync(
    Buffer.concat(await Array.fromAsync(unsealFile(made.file, keyring))),
  ).toString();
  expect(plain).toContain("BOBSOWNWORD");
  expect(plain).not.toContain("EVESCANARY");
  await ownersConnection(server, (sql) => sql.rows("create database restored"));
  const restored = { ...server, database: "restored" };
  await restoreBackup({
    connection: restored,
    projector: productProjector(),
    keyring,
    file: made.file,
    media: undefined,
  });
  await asOwner(restored, (sql) => sql.rows("commit; checkpoint; begin"));
  expect(await holding("EVESCANARY", dataDir)).toEqual([]);
  expect([...bench.said, ...lines].filter((line) => line.includes("EVESCANARY"))).toEqual([]);
  expect(bench.said.length * lines.length).toBeGreaterThan(0);
});

it("S48: backups from before an erasure go after their days, the newest too: a later one takes its place", async () => {
  const { directory } = backups();
  await mkdir(directory, { recursive: true });
  for (const { file } of await listBackups(directory)) await writeFile(file, "");
  await sayOf("fay", "FAYSCANARY");
  const old = join(directory, backupName(new Date(clock.now()).toISOString()));
  await writeFile(old, "sealed, with her words");
  await clock.advance(60_000);
  await erase("fay");
  await clock.advance(6.9 * 86_400_000);
  expect(await dropErasedBackups({ ...backups(), media: undefined })).not.toContain(old);
  await clock.advance(0.2 * 86_400_000);
  const now = new Date(clock.now()).toISOString();
  expect(await dropErasedBackups({ ...backups(), media: undefined })).toContain(old);
  expect((await listBackups(directory)).map(({ at }) => at)).toEqual([`${now.slice(0, 19)}.000Z`]);
  expect(await dropErasedBackups({ ...backups(), media: undefined })).toEqual([]);
});
