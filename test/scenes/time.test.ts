import { expect, it } from "vitest";
import { parse, text, unmoved, json, useSceneLab, youChat } from "../support/scene-lab.ts";

const lab = useSceneLab(youChat("story"));
const toFeelings = (delta: number, fact: string) =>
  json({ affinity_delta: delta, trust_delta: 0, knowledge_facts: [fact] });

async function turn(said: string, spoken: string, delta = 0): Promise<string> {
  const scenes = lab();
  const pair = delta === 0 ? unmoved : toFeelings(delta, `felt ${said}`);
  scenes.model.script(parse(said, "dialogue"), text(spoken), pair, unmoved, unmoved, unmoved);
  expect((await scenes.turn("story", said)).status).toBe(204);
  const rows = await scenes.db.rows<{ id: string }>(
    "select id from scene_turns where kind = 'assistant' order by event_id desc limit 1",
  );
  return rows[0]?.id ?? "";
}

/** Every table but the log, row by row. */
async function tablesWith(word: string): Promise<string[]> {
  const { db } = lab();
  const tables = await db.rows<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'event_log' and has_table_privilege(oid, 'select')",
  );
  const found: string[] = [];
  for (const { name } of tables)
    if (
      (await db.rows(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`]))
        .length > 0
    )
      found.push(name);
  return found;
}

const state = async (): Promise<unknown> => {
  const { last_event_id: _last, ...rest } = (await lab().get("/api/chats/story/as-of"))
    .json as Record<string, unknown>;
  return rest;
};

it("a rewind takes everything along: a canary said after it is in no row, no index and no prompt; taken back, all but prompts is there", async () => {
  const scenes = lab();
  const kept = await turn("hello", "Good evening.", 3);
  const before = await state();
  await turn("the canaryword is out", "A canaryword, you say.", 7);
  await scenes.db.rows(
    `insert into model_call (id, account_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, viewer)
     select 'call', account_id, turn_id, 'narrative', 'm', 'h', '{"messages":[{"role":"user","content":"canaryword"}]}', '{}', now(), chat_id, 'bot_a'
     from scene_turns order by event_id desc limit 1`,
  );
  expect(await tablesWith("canaryword")).toEqual(
    expect.arrayContaining(["memories", "message", "model_call", "scene_turns", "edges"]),
  );
  const [told, spoken] = [await state(), await tablesWith("canaryword")];
  const wind = async (): Promise<void> => {
    const wound = await scenes.post("/api/chats/story/rewind", { turn_id: kept });
    expect([wound.status, wound.text]).toEqual([200, wound.text]);
    expect(await tablesWith("canaryword")).toEqual([]);
  };
  expect((await scenes.post("/api/chats/story/bring-back")).status).toBe(409);
  await wind();
  expect((await scenes.get("/api/chats/story/stage")).json).toMatchObject({
    undoable: { what: "rewind" },
  });
  expect((await scenes.post("/api/chats/story/bring-back")).json).toMatchObject({
    branch_id: "main",
  });
  expect((await scenes.get("/api/chats/story/stage")).json).toMatchObject({ undoable: null });
  expect(await state()).toEqual(told);
  expect(await tablesWith("canaryword")).toEqual(
    spoken.filter((table) => table !== "model_call" && table !== "delivery_attempt"),
  );
  expect(await scenes.rebuilt()).toEqual([]);
  await wind();
  expect(await state()).toEqual(before);
  for (const bot of ["bot_a", "bot_b"])
    expect((await scenes.get(`/api/chats/story/context?viewer=${bot}`)).text).not.toContain(
      "canaryword",
    );
  expect(await scenes.rebuilt()).toEqual([]);
  expect(await tablesWith("canaryword")).toEqual([]);
  scenes.model.script(parse("again"), text("Once more."), unmoved, unmoved, unmoved, unmoved);
  expect((await scenes.turn("story", "again")).status).toBe(204);
  expect((await scenes.get("/api/chats/story/audit")).json).toMatchObject({ leaks: [] });
});

it("a branch shares its past, keeps its own way, and is compared as differences of state", async () => {
  const scenes = lab();
  const first = await turn("hello", "Good evening.", 2);
  await turn("I trust you", "And I you.", 8);
  expect(
    (await scenes.post("/api/chats/story/branches", { turn_id: first, name: "other" })).status,
  ).toBe(200);
  expect(await tablesWith("I trust you")).toEqual(["message"]);
  await turn("I doubt you", "Then go.", -8);
  const { differences } = (await scenes.get("/api/chats/story/compare?a=main&b=other")).json as {
    differences: {
      what: string;
      key: string;
      a: { affinity: number } | null;
      b: { affinity: number } | null;
    }[];
  };
  const edge = differences.find(({ what, key }) => what === "edges" && key === "bot_a → you");
  expect([edge?.a?.affinity, edge?.b?.affinity]).toEqual([60, 44]);
  expect((await scenes.post("/api/chats/story/branches/switch", { branch: "main" })).status).toBe(
    200,
  );
  expect(
    await scenes.db.rows(
      "select affinity from edges where source_id = 'bot_a' and target_id = 'you'",
    ),
  ).toEqual([{ affinity: 60 }]);
  expect((await scenes.post("/api/chats/story/branches/switch", { branch: "none" })).status).toBe(
    404,
  );
  expect((await scenes.get("/api/chats/story/branches")).json).toMatchObject({
    branches: [
      { branch_id: "main", active: true },
      { branch_id: "other", active: false },
    ],
  });
});

it("Marinara 548: a reply spoken again keeps its speaker, and the first version is in no character's memory", async () => {
  const scenes = lab();
  await turn("hello", "A discarded reply.");
  scenes.model.script(text("A better reply."), unmoved, unmoved, unmoved, unmoved);
  expect((await scenes.post("/api/chats/story/regenerate")).status).toBe(204);
  const turns = await scenes.db.rows("select speaker_id, text from scene_turns order by event_id");
  expect(turns).toEqual([
    { speaker_id: "you", text: "hello" },
    { speaker_id: "bot_a", text: "A better reply." },
  ]);
  // It can be looked at and chosen again, and is nowhere else.
  expect((await tablesWith("discarded")).toSorted()).toEqual([
    "delivery_attempt",
    "message",
    "scene_turns",
  ]);
  for (const bot of ["bot_a", "bot_b"])
    expect((await scenes.get(`/api/chats/story/context?viewer=${bot}`)).text).not.toContain(
      "discarded",
    );
  expect(await scenes.db.rows("select 1 from memories")).toHaveLength(2);
});

it("the chat as of a time of the story is as it was then", async () => {
  const scenes = lab();
  await turn("hello", "Good evening.", 5);
  await scenes.post("/api/chats/story/clock", { to: "2026-04-28T20:00:00Z" });
  await turn("I am back", "Welcome back.", 5);
  const at = async (time: string) =>
    (
      (await scenes.get(`/api/chats/story/as-of?story_time=${time}`)).json as {
        edges: { key: string; affinity: number }[];
      }
    ).edges.find(({ key }) => key === "bot_a → you")?.affinity;
  expect(await at("2026-04-27T00:00:00Z")).toBe(55);
  expect(await at("2026-04-29T00:00:00Z")).toBe(60);
  const askPast = (words: string) =>
    scenes.get(`/api/chats/story/ask?question=${encodeURIComponent(words)}`);
  expect((await askPast("What did BotA feel about me on Day 2?")).json).toMatchObject({
    understood: true,
    edge: { affinity: 55 },
  });
  expect((await askPast("第三天BotA对我感觉怎么样")).json).toMatchObject({
    topic: "feel",
    edge: { affinity: 60 },
  });
  expect((await askPast("what did she feel")).json).toMatchObject({ understood: false });
  expect((await scenes.get("/api/chats/story/as-of?day=2")).json).toMatchObject({
    chat: { clock: "2026-04-26T20:01:00.000Z" },
  });
});

it("a rewind, a branch and a switch can be previewed before they are made", async () => {
  const scenes = lab();
  const first = await turn("hello", "Good evening.", 5);
  await turn("I trust you", "And I you.", 5);
  const before = await scenes.db.rows(
    "select count(*) as n from event_log where chat_id = 'story'",
  );
  const rewind = (await scenes.post("/api/chats/story/rewind?preview=true", { turn_id: first }))
    .json as Shown;
  expect(rewind).toMatchObject({ preview: true, turns_forgotten: 2 });
  expect(rewind.differences.find(({ key }) => key === "bot_a → you")).toMatchObject({
    a: { affinity: 60 },
    b: { affinity: 55 },
  });
  const branch = (await scenes.post("/api/chats/story/branches?preview=true", { turn_id: first }))
    .json as Shown;
  expect(branch.differences).toEqual(rewind.differences);
  expect(
    (await scenes.post("/api/chats/story/branches/switch?preview=true", { branch: "main" })).json,
  ).toMatchObject({ differences: [] });
  expect(
    await scenes.db.rows("select count(*) as n from event_log where chat_id = 'story'"),
  ).toEqual(before);
});

interface Shown {
  readonly differences: readonly {
    readonly key: string;
    readonly a: unknown;
    readonly b: unknown;
  }[];
}
