import { expect, it } from "vitest";
import { ModelFailure, type ModelRequest } from "../../src/domain/ports/model.ts";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import { archiveEverything } from "../support/archive-place.ts";
import { json, type SceneLab, text, useSceneLab, youChat } from "../support/scene-lab.ts";

const canaries = (words: string): string => [...new Set(words.match(/canary\w*/g) ?? [])].join(" ");
let isAway = false;
let repeats = false;

/** Repeats its prompt in every kind of answer. */
function echo(request: ModelRequest): ScriptedAnswer {
  if (isAway) return { kind: "fail", failure: new ModelFailure("overloaded", "busy") };
  const heard = canaries(request.messages.map(({ content }) => content).join("\n"));
  const prose = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
  if (request.purpose === "parse_turn")
    return json({ segments: [{ kind: "dialogue", text: prose }] });
  if (request.purpose === "state_update")
    return json({ affinity_delta: 2, trust_delta: 0, knowledge_facts: [`knows ${heard}`] });
  if (request.purpose === "threads")
    return json({ threads: [{ title: `the matter of ${heard}`, summary: heard }] });
  // Only the first answer repeats the prompt, as most lines do not.
  if (request.purpose === "narrative")
    return text(heard === "" ? "Good evening." : repeats ? `Is that so: ${heard}.` : "Is that so.");
  return json({
    summary: `${request.viewer ?? ""} recalls ${heard}`,
    knowledge_facts: [`and ${heard}`],
    relationship_summary: `on ${heard}`,
  });
}

const lab = useSceneLab(youChat("story"), { otherwise: echo });

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
  return found.toSorted();
}

async function say(scenes: SceneLab, prose: string): Promise<{ user: string; assistant: string }> {
  expect((await scenes.turn("story", prose)).status).toBe(204);
  const rows = await scenes.db.rows<{ id: string; kind: string }>(
    "select id, kind from scene_turns order by event_id desc limit 2",
  );
  return { user: rows[1]?.id ?? "", assistant: rows[0]?.id ?? "" };
}

/** The calls that the script answered, as the ledger would have kept them. */
async function keepCalls(scenes: SceneLab): Promise<void> {
  const [account] = await scenes.db.rows<{ id: string }>("select account_id as id from chats");
  for (const [nth, { request }] of scenes.model.requests.entries())
    await scenes.db.rows(
      `insert into model_call (id, account_id, turn_id, conversation_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, viewer, outcome)
       values ($1, $2, $3, $4, $5, 'm', 'h', $6, $7, now(), $8, $9, 'ok') on conflict do nothing`,
      [
        `call-${nth}`,
        account?.id,
        request.turnId,
        request.conversationId,
        request.purpose,
        JSON.stringify({ messages: request.messages }),
        request.sourceEventIds,
        request.chatId,
        request.viewer,
      ],
    );
}

const leaks = async (scenes: SceneLab): Promise<unknown> =>
  ((await scenes.get("/api/chats/story/audit")).json as { leaks: unknown }).leaks;

it("an edited line reaches everything that was made of it; its first words are in no row, no index and no prompt", async () => {
  const scenes = lab();
  isAway = false;
  repeats = true;
  const said = await say(scenes, "the canaryone is under the bed");
  repeats = false;
  await say(scenes, "and now to other things");
  expect((await scenes.post("/api/scenes/1/close", { chat_id: "story" })).status).toBe(200);
  await keepCalls(scenes);
  expect(await tablesWith("canaryone")).toEqual([
    "delivery_attempt",
    "edges",
    "memories",
    "message",
    "model_call",
    "scene_turns",
    "threads",
  ]);
  const path = `/api/chats/story/turns/${said.user}/edit`;
  const before = await scenes.db.rows(
    "select count(*) as n from event_log where chat_id = 'story'",
  );
  const shown = await scenes.post(`${path}?preview=true`, {
    text: "the canarytwo is under the bed",
  });
  expect([shown.status, shown.json]).toMatchObject([
    200,
    { preview: true, turns: [said.user, said.assistant], contradictions: [], redone: null },
  ]);
  expect(shown.json).toMatchObject({ redo: { lines: [said.assistant] } });
  repeats = true;
  expect(shown.text).toContain("canaryone");
  expect(
    await scenes.db.rows("select count(*) as n from event_log where chat_id = 'story'"),
  ).toEqual(before);
  const edited = await scenes.post(path, { text: "the canarytwo is under the bed" });
  repeats = false;
  expect([edited.status, edited.json]).toMatchObject([200, { preview: false, redone: "done" }]);
  const lines = await scenes.db.rows<{ text: string }>(
    "select text from scene_turns order by event_id limit 2",
  );
  expect(lines.map((line) => line.text)).toEqual([
    "the canarytwo is under the bed",
    "Is that so: canarytwo.",
  ]);
  expect(await tablesWith("canaryone")).toEqual([]);
  expect(await tablesWith("canarytwo")).toEqual([
    "edges",
    "memories",
    "message",
    "scene_turns",
    "threads",
  ]);
  expect(
    await scenes.db.rows(
      "select affinity from edges where source_id = 'bot_a' and target_id = 'you'",
    ),
  ).toEqual([{ affinity: 54 }]);
  expect(await scenes.rebuilt()).toEqual([]);
  expect(await tablesWith("canaryone")).toEqual([]);
  await say(scenes, "where were we");
  expect(
    scenes.model.requests
      .at(-1)
      ?.request.messages.map(({ content }) => content)
      .join("\n"),
  ).not.toContain("canaryone");
  expect((await scenes.get("/api/chats/story/context?viewer=bot_b")).text).not.toContain(
    "canaryone",
  );
  expect(await leaks(scenes)).toEqual([]);
});

it("an edited line takes archived prompts along that may hold its first words, and leaves those from before it", async () => {
  const scenes = lab();
  isAway = false;
  const said = await say(scenes, "the canaryone is under the bed");
  await keepCalls(scenes);
  await scenes.db.rows(
    `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, outcome)
     select 'long ago', account_id, 'narrative', 'm', 'h', '{"messages": [1]}', '{}', now() - interval '10 days', id, 'ok' from chats`,
  );
  await archiveEverything(scenes.db);
  const listArchived = async () =>
    (
      await scenes.db.rows<{ id: string }>(
        "select id from model_call where archive_name is not null",
      )
    ).map(({ id }) => id);
  expect((await listArchived()).length).toBeGreaterThan(1);
  const edited = await scenes.post(`/api/chats/story/turns/${said.user}/edit`, {
    text: "nothing is under the bed",
  });
  expect(edited.status).toBe(200);
  expect(await listArchived()).toEqual(["long ago"]);
});

it("the memories of an edited line stay withdrawn where the model is away, and the edit stands", async () => {
  const scenes = lab();
  isAway = false;
  const said = await say(scenes, "the canaryone is under the bed");
  isAway = true;
  const edited = await scenes.post(`/api/chats/story/turns/${said.user}/edit`, {
    text: "nothing is under the bed",
  });
  expect([edited.status, edited.json]).toMatchObject([200, { redone: "failed" }]);
  expect(await tablesWith("canaryone")).toEqual([]);
  expect(await scenes.db.rows("select 1 from edges")).toEqual([]);
  isAway = false;
});

it("an edit stays when the chat is rewound to a later turn, and on the branch where it was made", async () => {
  const scenes = lab();
  isAway = false;
  const said = await say(scenes, "the canaryone is under the bed");
  const second = await say(scenes, "I see");
  await say(scenes, "good night");
  expect((await scenes.post("/api/chats/story/branches", { name: "other" })).status).toBe(200);
  expect(
    (
      await scenes.post(`/api/chats/story/turns/${said.user}/edit`, {
        text: "the canarytwo is here",
      })
    ).status,
  ).toBe(200);
  expect((await scenes.post("/api/chats/story/rewind", { turn_id: second.assistant })).status).toBe(
    200,
  );
  expect(await tablesWith("canarytwo")).toContain("memories");
  expect(
    await scenes.db.rows("select 1 from edges where facts::text like '%canarytwo%'"),
  ).not.toEqual([]);
  expect((await tablesWith("canaryone")).filter((table) => table !== "message")).toEqual([]);
  expect((await scenes.post("/api/chats/story/branches/switch", { branch: "main" })).status).toBe(
    200,
  );
  expect(await tablesWith("canaryone")).toContain("scene_turns");
  expect(await tablesWith("canarytwo")).toEqual([]);
  expect(await scenes.rebuilt()).toEqual([]);
});

it("an edit changes words, not who heard them; what is not there can't be edited", async () => {
  const scenes = lab();
  isAway = false;
  const said = await say(scenes, "hello there");
  const edit = (turn: string, body: object) =>
    scenes.post(`/api/chats/story/turns/${turn}/edit`, body);
  const whispered = { text: "psst", segments: [{ kind: "whisper", text: "psst", to: ["bot_a"] }] };
  expect((await edit(said.user, whispered)).json).toMatchObject({
    error: { code: "invalid_request", fact: { field: "segments" } },
  });
  expect((await edit("none", { text: "x" })).status).toBe(404);
  expect((await edit(said.user, { text: "  " })).status).toBe(400);
});

it("lines that hang on the first words are named, and can be edited along", async () => {
  const scenes = lab();
  isAway = false;
  const said = await say(scenes, "the canaryone is under the bed");
  const later = await say(scenes, "remember the canaryone");
  const shown = await scenes.post(`/api/chats/story/turns/${said.user}/edit?preview=1`, {
    text: "nothing is there",
  });
  expect(shown.json).toMatchObject({
    contradictions: [{ turn_id: later.user, speaker_id: "you" }],
  });
  const also = [{ turn_id: later.user, text: "remember nothing" }];
  expect(
    (
      await scenes.post(`/api/chats/story/turns/${said.user}/edit`, {
        text: "nothing is there",
        also,
      })
    ).status,
  ).toBe(200);
  expect(await tablesWith("canaryone")).toEqual([]);
});

it("adding a witness to a past turn adds their memory and updates all rows, after a preview", async () => {
  const scenes = lab();
  isAway = false;
  const bot = { id: "bot_c", name: "BotC", persona: "" };
  expect((await scenes.post("/api/bots", bot)).status).toBe(201);
  const move = (change: string) =>
    scenes.post("/api/scenes/1/presence", { chat_id: "story", entity_id: "bot_b", change });
  await move("leave");
  const said = await say(scenes, "the canaryone is under the bed");
  await move("enter");
  await say(scenes, "good evening");
  const put = (body: object, how = "") =>
    scenes.post(`/api/chats/story/turns/${said.user}/presence${how}`, body);
  const shown = await put(
    { entity_id: "bot_b", present: true, to_turn_id: said.assistant },
    "?preview=true",
  );
  const [viewer] = (
    shown.json as {
      viewers: { viewer: string; appears: { what: string; text: string }[]; vanishes: unknown[] }[];
    }
  ).viewers;
  expect([viewer?.viewer, viewer?.vanishes, viewer?.appears.map(({ what }) => what)]).toEqual([
    "bot_b",
    [],
    ["line", "line", "memory"],
  ]);
  expect((await scenes.get("/api/chats/story/context?viewer=bot_b")).text).not.toContain(
    "canaryone",
  );
  expect(
    (await put({ entity_id: "bot_b", present: true, to_turn_id: said.assistant })).json,
  ).toMatchObject({
    preview: false,
    redone: "nothing",
  });
  expect((await scenes.get("/api/chats/story/context?viewer=bot_b")).text).toContain("canaryone");
  const rows =
    "select owner_id, witness_guest, witnesses from memories where cites ? $1 order by owner_id";
  const there = { witness_guest: 1, witnesses: ["you", "bot_a", "bot_b"] };
  expect(await scenes.db.rows(rows, [said.user])).toEqual([
    { owner_id: "bot_a", ...there },
    { owner_id: "bot_b", ...there },
  ]);
  // One who never was in the scene comes to know of it, and is not there now.
  expect((await put({ entity_id: "bot_c", present: true })).status).toBe(200);
  expect(
    await scenes.db.rows("select owner_id, text from memories where owner_id = 'bot_c'"),
  ).toHaveLength(1);
  expect(await scenes.db.rows("select present from presence where entity_id = 'bot_c'")).toEqual([
    { present: false },
  ]);
  // And not after all.
  expect(
    (await put({ entity_id: "bot_b", present: false, to_turn_id: said.assistant })).json,
  ).toMatchObject({ redone: "nothing" });
  expect((await scenes.get("/api/chats/story/context?viewer=bot_b")).text).not.toContain(
    "canaryone",
  );
  for (const [body, problem] of [
    [{ entity_id: "you", present: false }, "the speaker is always present"],
    [{ entity_id: "bot_a", present: true }, "was already present"],
    [{ entity_id: "bot_b", present: false }, "was not present"],
  ] as const)
    expect((await put(body)).json).toMatchObject({ error: { fact: { problem } } });
  expect((await put({ entity_id: "nobody", present: true })).status).toBe(404);
  await keepCalls(scenes);
  expect(await leaks(scenes)).toEqual([]);
  expect(await scenes.rebuilt()).toEqual([]);
});
