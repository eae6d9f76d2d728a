import { createHash } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Model, ModelRequest } from "../../src/domain/ports/model.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { createEmbeddings } from "../../src/model/embeddings.ts";
import { createScriptedModel, type ScriptedAnswer } from "../../src/model/scripted.ts";
import { createSemanticSearch } from "../../src/skills/scenes/recall/semantic-search.ts";
import { openMemoryVectors } from "../../src/store/memory-vectors.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { openPostgresStore, operatorToken } from "../support/api.ts";
import { recordingLog, recordingMetrics } from "../support/model-ports.ts";
import {
  json,
  type Line,
  openSceneLab,
  parse,
  type SceneLab,
  text,
  unmoved,
  youChat,
} from "../support/scene-lab.ts";
import type { OpenStore } from "../support/stores.ts";
import { silentLog } from "../support/silent-log.ts";
import { type ModelServer, startModelServer } from "../vendors/model-server.ts";

let store: OpenStore;
let server: ModelServer;
let scenes: SceneLab;
let first = 0;
let answer: "well" | "fails" | "never";
const asked: ModelRequest[] = [];

/** What the words are about: light, food, anything else. */
const about = (words: string): number[] => [
  /beacon|lighthouse/i.test(words) ? 1 : 0,
  /soup/i.test(words) ? 1 : 0,
  0.2,
];

beforeAll(async () => {
  store = await openPostgresStore();
  server = await startModelServer({
    embed: async ({ input }) => {
      if (answer === "never") await new Promise(() => undefined);
      return answer === "fails" ? 503 : input.map(about);
    },
  });
  return async () => {
    await server.close();
    await store.close();
  };
});

function speaking(request: ModelRequest): ScriptedAnswer {
  asked.push(request);
  if (request.purpose === "parse_turn") {
    const prose = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n");
    return parse(prose ?? "", "dialogue");
  }
  if (request.purpose === "narrative") return text("It stands no more.");
  return request.purpose === "state_update"
    ? unmoved
    : json({ summary: "", knowledge_facts: [], relationship_summary: "" });
}

function modelWith(isOn: boolean): Model {
  const ports = {
    ledger: openModelCalls(store.db, silentLog),
    clock: systemClock,
    log: recordingLog(),
    metrics: recordingMetrics(),
  };
  const at = {
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    model: "meaning-1",
    waitMs: answer === "never" ? 5 : 5_000,
  };
  const embeddings = createEmbeddings({
    ...ports,
    ...at,
    chance: createSystemChance(systemClock.now),
    fetch: globalThis.fetch,
  });
  return { ...createScriptedModel([], speaking), ...(isOn ? { embeddings } : {}) };
}

/** What is being written down beside the turns. */
const keeping: Promise<void>[] = [];
const open = async (isOn = true): Promise<SceneLab> => {
  const vectors = openMemoryVectors(store.db);
  const keep = (...of: Parameters<typeof vectors.keep>): Promise<void> => {
    const kept = vectors.keep(...of);
    keeping.push(kept);
    return kept;
  };
  const model = modelWith(isOn);
  return openSceneLab({
    db: store.db,
    owner: (work) => store.owner(work),
    model,
    semanticSearch: createSemanticSearch({ keep }),
  });
};

const remember = (id: string, owner: string, words: string): Line => ({
  kind: "memory_written",
  payload: {
    chat_id: "chat_bot_a",
    id,
    owner_id: owner,
    witness_you: 0,
    witness_host: 0,
    witness_guest: 0,
    witnesses: [owner],
    text: words,
  },
});
/** So many ordinary days that what lies before them comes to mind only if something calls for it. */
const past: readonly Line[] = [
  ...youChat(),
  remember("far", "bot_a", "A beacon burnt down one winter."),
  remember("not-hers", "bot_b", "The lighthouse hides canary77."),
  ...Array.from({ length: 60 }, (_, nth) =>
    remember(`day${nth}`, "bot_a", `An ordinary day, ${nth}.`),
  ),
];

beforeEach(async () => {
  await store.empty();
  asked.length = 0;
  keeping.length = 0;
  first = server.embedded.length;
  answer = "well";
  scenes = await open();
  expect((await scenes.load(past)).status).toBe(200);
});

afterEach(async () => {
  await scenes.close();
  expect(server.violations).toEqual([]);
});

const ask = async (): Promise<string> => {
  const before = asked.length;
  expect((await scenes.turn("chat_bot_a", "“BotA, and the lighthouse?”")).status).toBe(204);
  const request = asked.slice(before).find(({ purpose }) => purpose === "narrative");
  return request?.messages.map(({ content }) => content).join("\n") ?? "";
};
const reopen = async (isOn = true): Promise<void> => {
  await scenes.close();
  scenes = await open(isOn);
};
const listKept = async (): Promise<string[]> => {
  const rows = await scenes.db.rows<{ id: string }>(
    "select memory_id as id from memory_vectors order by 1",
  );
  return rows.map(({ id }) => id);
};

it("a semantically similar memory is recalled without shared words, and never another character's", async () => {
  const prompt = await ask();
  expect(prompt).toContain("A beacon burnt down one winter.");
  expect(prompt).not.toContain("canary77");
  const sent = server.embedded.slice(first).flatMap(({ input }) => input);
  expect(sent).toHaveLength(62);
  expect(sent.join("\n")).not.toContain("canary77");
  const [call] = await scenes.db.rows<{ viewer: string; prompt: object }>(
    "select viewer, prompt from model_call where purpose = 'embedding'",
  );
  expect(call).toEqual({ viewer: "bot_a", prompt: { messages: [] } });
  expect((await scenes.get("/api/chats/chat_bot_a/audit")).json).toMatchObject({ leaks: [] });
  const view = await scenes.get("/api/chats/chat_bot_a/context?viewer=bot_a");
  expect(view.text).toContain("A beacon burnt down one winter.");
});

it("a memory is asked about once; another process finds what was kept", async () => {
  await ask();
  await Promise.all(keeping);
  await reopen();
  const before = server.embedded.length;
  expect(await ask()).toContain("A beacon burnt down one winter.");
  // The question, and what was remembered of the first turn.
  expect(server.embedded.slice(before).map(({ input }) => input.length)).toEqual([2]);
});

it("a memory that was reworded, rewound or deleted leaves no embedding behind", async () => {
  await ask();
  await Promise.all(keeping);
  expect(await listKept()).toHaveLength(61);
  const edit = { target_kind: "memory_pov_summary", target_id: "far", new_value: "They ate soup." };
  expect((await scenes.post("/api/chats/chat_bot_a/edits", edit)).status).toBe(201);
  expect(await listKept()).not.toContain("far");
  expect(await ask()).not.toContain("beacon");
  await Promise.all(keeping);
  expect(await listKept()).toContain("far");
  const [turn] = await scenes.db.rows<{ id: string }>(
    "select id from scene_turns where kind = 'assistant' order by event_id limit 1",
  );
  expect((await scenes.post("/api/chats/chat_bot_a/rewind", { turn_id: turn?.id })).status).toBe(
    200,
  );
  expect(await listKept()).toEqual([]);
  await ask();
  await Promise.all(keeping);
  const memories = await scenes.db.rows<{ id: string }>(
    "select id from memories where owner_id = 'bot_a' order by id",
  );
  expect(memories.map(({ id }) => id)).toEqual(expect.arrayContaining(await listKept()));
  await scenes.db.rows("delete from memory_vectors where memory_id <> 'far'");
  expect(
    (await scenes.api.call("/api/chats/chat_bot_a", { method: "DELETE", token: operatorToken }))
      .status,
  ).toBe(204);
  expect(await listKept()).toEqual([]);
});

it("an embedding that comes too late for a deleted memory is not stored", async () => {
  const vectors = openMemoryVectors(store.db);
  const [row] = await scenes.db.rows<{ account_id: string }>("select account_id from chats");
  const owner = {
    accountId: row?.account_id ?? "",
    chatId: "chat_bot_a",
    ownerId: "bot_a",
    model: "meaning-1",
  };
  const words = createHash("md5").update("A beacon burnt down one winter.").digest("hex");
  const vector = new Uint8Array([1, 2]);
  await vectors.keep(owner, [
    { memoryId: "far", words: "other", vector },
    { memoryId: "gone", words, vector },
    { memoryId: "not-hers", words, vector },
  ]);
  expect(await listKept()).toEqual([]);
  await vectors.keep(owner, [{ memoryId: "far", words, vector }]);
  expect(await listKept()).toEqual(["far"]);
});

it.each(["fails", "never"] as const)(
  "the prompt is to the letter what it is without embeddings where the provider %s",
  async (how) => {
    answer = how;
    await reopen();
    const [with_, state] = [
      await ask(),
      await scenes.db.rows("select turn_id from scene_turns where kind = 'user'"),
    ];
    expect(state).toHaveLength(1);
    const [turn] = await scenes.db.rows<{ id: number }>(
      "select min(event_id) - 1 as id from scene_turns",
    );
    expect((await scenes.post("/api/chats/chat_bot_a/rewind", { event_id: turn?.id })).status).toBe(
      200,
    );
    await reopen(false);
    expect(await ask()).toBe(with_);
    expect(with_).not.toContain("beacon");
  },
);
