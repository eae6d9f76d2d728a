import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { createAccess } from "../../src/accounts/access.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openScenesApi } from "../../src/main/scenes.ts";
import { readCardFile } from "../../src/skills/scenes/formats/card-file.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { type FreshDatabase, createMigratedDatabase } from "../support/postgres.ts";
import { youChat } from "../support/scene-lab.ts";
import { silentLog } from "../support/silent-log.ts";

let fresh: FreshDatabase;
let env: Record<string, string>;
let dir: string;

const chance = createSystemChance(() => systemClock.now());

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const db = openPostgres(fresh.connection, { poolSize: 2, log: silentLog });
  await work(db);
  await db.close();
}

beforeAll(async () => {
  fresh = await createMigratedDatabase();
  dir = await mkdtemp(join(tmpdir(), "meanwhile-story-"));
  await withDatabase(async (db) => {
    const access = createAccess({ db, projector: productProjector(), clock: systemClock, chance });
    await access.ensureOperator({ language: "en", timezone: "UTC" });
  });
  const { host, port, user, database } = fresh.connection;
  env = {
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dir,
  };
});

afterAll(async () => {
  await fresh.drop();
  await rm(dir, { recursive: true });
});

const run = (...args: readonly string[]): Promise<Ran> =>
  meanwhile([...args, "--lang", "en"], { env });
const file = (name: string): string => join(dir, name);

test("a card goes in by the command line and comes out as a picture; a file is never written over", async () => {
  await writeFile(
    file("mira.json"),
    JSON.stringify({ spec: "chara_card_v2", data: { name: "Mira", description: "a locksmith" } }),
  );
  const taken = await run("import", "--card", file("mira.json"));
  expect(taken).toMatchObject({ code: 0, err: "Mira is here.\n" });
  const id = taken.out.trim();
  expect(await run("export", "--bot", id, "--out", file("mira.png"))).toMatchObject({
    code: 0,
    out: `${file("mira.png")}\n`,
  });
  expect(readCardFile(await readFile(file("mira.png"))).data).toMatchObject({
    name: "Mira",
    description: "a locksmith",
  });
  expect(await run("export", "--bot", id, "--out", file("mira.png"))).toMatchObject({ code: 1 });
  expect(await run("export", "--bot", id, "--format", "gif")).toMatchObject({ code: 2 });
  await writeFile(file("bad.png"), (await readFile(file("mira.png"))).subarray(0, 300));
  expect(await run("import", "--card", file("bad.png"))).toMatchObject({
    code: 1,
    err: "This file was not imported: truncated.\n",
  });
});

test("a chat of SillyTavern goes in and comes out", async () => {
  const lines = [
    { user_name: "Me", character_name: "Mira", chat_metadata: {} },
    { name: "Mira", is_user: false, mes: "Hello." },
    { name: "Me", is_user: true, mes: "Hi." },
  ];
  await writeFile(file("chat.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  const taken = await run("import", "--chat", file("chat.jsonl"));
  expect(taken).toMatchObject({ code: 0, err: "2 turns were imported, 0 lines skipped.\n" });
  const out = (await run("export", "--chat", taken.out.trim(), "--format", "sillytavern")).out
    .trim()
    .split("\n");
  expect(out.slice(1).map((line) => (JSON.parse(line) as { mes: string }).mes)).toEqual([
    "Hello.",
    "Hi.",
  ]);
  await run("export", "--chat", taken.out.trim());
  const noted =
    "select action, subject, account_id is not null from audit_entry where actor = 'command_line' order by id desc limit 3";
  const rows = JSON.parse((await run("sql", "--json", noted)).out) as Record<string, unknown>[];
  expect(rows.map((row) => [row["action"], row["subject"]])).toEqual([
    ["sql_read", null],
    ["story_exported", taken.out.trim()],
    ["story_exported", taken.out.trim()],
  ]);
});

test("a chat is exported without its sealed scenes, unless they are asked for", async () => {
  await withDatabase(async (db) => {
    const parts = { db, projector: productProjector(), clock: systemClock, chance };
    const [operator] = await db.rows<{ id: string }>("select id from account limit 1");
    await openScenesApi(parts).importEvents(operator?.id ?? "", [
      ...youChat("sealed"),
      {
        kind: "meanwhile_scene_started",
        payload: { chat_id: "sealed", scene_id: 2, host_bot_id: "bot_a", guest_bot_id: "bot_b" },
      },
      ...[1, 2].map((scene_id) => ({
        kind: "assistant_turn",
        payload: { chat_id: "sealed", scene_id, speaker_id: "bot_a", text: `in scene ${scene_id}` },
      })),
      { kind: "meanwhile_scene_closed", payload: { chat_id: "sealed", scene_id: 2 } },
      {
        kind: "digest_written",
        payload: { chat_id: "sealed", scene_id: 2, noticed: "", directors_cut: "" },
      },
    ]);
  });
  const { out } = await run("export", "--chat", "sealed");
  expect([out.includes("in scene 1"), out.includes("in scene 2")]).toEqual([true, false]);
  const { out: all } = await run("export", "--chat", "sealed", "--unseen", "show");
  expect([all.includes("in scene 1"), all.includes("in scene 2")]).toEqual([true, true]);
});

test("a transcript from elsewhere is audited: a line that repeats what its speaker never heard is listed apart, with its path", async () => {
  const toLine = (speaker: string, words: string, present: readonly string[]) =>
    JSON.stringify({ speaker, text: words, present });
  const secret = toLine("Mira", "The heron sleeps under the seventh bridge.", ["Mira", "you"]);
  const clean = [secret, toLine("Ben", "What a cold evening it is.", ["Ben", "you"])];
  // A name that can't be an id is shown beside it.
  const leaky = [
    secret,
    toLine("小本", "So the heron sleeps under the seventh bridge, does it?", ["小本", "you"]),
  ];
  await writeFile(file("clean.jsonl"), clean.join("\n"));
  await writeFile(file("leaky.jsonl"), leaky.join("\n"));
  for (const name of ["clean", "leaky"])
    expect(await run("import", "--chat", file(`${name}.jsonl`), "--as", name)).toMatchObject({
      code: 0,
    });
  const proof = await run("audit", "--chat", "clean", "--json");
  expect([proof.code, JSON.parse(proof.out)]).toMatchObject([
    0,
    { chats: 1, leaks: [], suspicions: [] },
  ]);
  const found = await run("audit");
  expect(found.code).toBe(0);
  expect(found.out).toMatch(/^0\n[^]*1 [^]*小本 \[leaky-\d\][^]*(?:heron|seventh)/);
  expect(await run("audit", "--chat", "nowhere")).toMatchObject({ code: 0, out: "0\n" });
});
