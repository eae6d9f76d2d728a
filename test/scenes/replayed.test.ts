import { beforeAll, beforeEach, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { Model } from "../../src/domain/ports/model.ts";
import { createOfflineModel } from "../../src/model/offline.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { listArchives } from "../../src/store/archive/archive-calls.ts";
import { restoreArchive } from "../../src/store/archive/restore-calls.ts";
import { archiveEverything } from "../support/archive-place.ts";
import { openPostgresStore } from "../support/api.ts";
import { openSceneLab, type SceneLab, youChat } from "../support/scene-lab.ts";
import type { OpenStore } from "../support/stores.ts";

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const noMetrics = { count: () => undefined, observe: () => undefined };

let store: OpenStore;
let scenes: SceneLab;

/** The understudy, with every call on record. */
const understudy = (db: Database): Model =>
  createOfflineModel({
    ledger: openModelCalls(db, quiet),
    clock: systemClock,
    chance: createSystemChance(systemClock.now),
    log: quiet,
    metrics: noMetrics,
  });

/** Another who plays: says what it says in other words. */
function loud(db: Database): Model {
  const model = understudy(db);
  return {
    ...model,
    describe: { kind: "scripted", name: "loud" },
    async stream(request, onChunk) {
      const { text, callId } = await model.stream(request, onChunk);
      return { text: text.toUpperCase(), callId };
    },
  };
}

beforeAll(async () => {
  store = await openPostgresStore();
  return () => store.close();
});
beforeEach(async () => {
  await store.empty();
  const { db } = store;
  scenes = await openSceneLab({
    db,
    model: understudy(db),
    models: (name) => (name === "loud" ? loud(db) : undefined),
  });
  expect((await scenes.load(youChat("story"))).status).toBe(200);
  return () => scenes.close();
});

const replay = async (): Promise<{
  same: boolean;
  turns: number;
  replayed: number;
  as_is: { why: string }[];
  calls: number;
  same_prompts: number;
}> => (await scenes.get("/api/chats/story/replay")).json as never;

async function playStory(): Promise<void> {
  for (const prose of ["Good evening, both of you.", "I have a secret to keep."])
    expect((await scenes.turn("story", prose)).status).toBe(204);
  const goesOn = await scenes.post("/api/chats/story/next", { speakers: ["bot_a"] });
  expect(goesOn.status, goesOn.text).toBe(204);
  await scenes.settle();
  const move = { chat_id: "story", entity_id: "bot_b", change: "leave" };
  expect((await scenes.post("/api/scenes/1/presence", move)).status).toBe(201);
  expect((await scenes.turn("story", "Only we two know of the ladder.")).status).toBe(204);
  expect((await scenes.post("/api/scenes/1/close", { chat_id: "story" })).status).toBe(200);
  await scenes.lab.idle();
}

it("a chat replayed from its recorded answers gives identical events, prompts and state", async () => {
  await playStory();
  const told = await replay();
  expect(told).toMatchObject({ same: true, turns: 9, replayed: 9, as_is: [] });
  expect(told.same_prompts).toBe(told.calls);
  expect(told.calls).toBeGreaterThan(12);
  // One answer is another: then so is what was made of it, and it is named.
  await store.owner((sql) =>
    sql.rows(`update model_call set output = replace(output, '"text":"', '"text":"Well. ') where purpose = 'narrative' and turn_id in
      (select turn_id from scene_turns order by event_id limit 1)`),
  );
  const other = (await scenes.get("/api/chats/story/replay")).json as {
    same: boolean;
    differences: { recorded: { kind: string } }[];
  };
  expect(other.same).toBe(false);
  expect(other.differences.map(({ recorded }) => recorded.kind)).toEqual(
    expect.arrayContaining(["assistant_turn", "memory_written"]),
  );
});

it("a replay whose recorded answers are archived says so and how they come back; then it is the same", async () => {
  await playStory();
  const on = await archiveEverything(store.db);
  const refused = await scenes.get("/api/chats/story/replay");
  expect([refused.status, refused.text]).toEqual([
    503,
    expect.stringContaining("npx meanwhile archive --restore all"),
  ]);
  for (const each of await listArchives(store.db)) await restoreArchive(on, each);
  expect(await replay()).toMatchObject({ same: true, turns: 9, replayed: 9 });
});

it("a replay keeps edited turns as they are and replays everything after them", async () => {
  await playStory();
  const [first] = await scenes.db.rows<{ id: string }>(
    "select id from scene_turns order by event_id limit 1",
  );
  expect(
    (
      await scenes.post(`/api/chats/story/turns/${first?.id}/edit`, {
        text: "Good morning, both of you.",
      })
    ).status,
  ).toBe(200);
  const told = await replay();
  expect([told.same, told.as_is.map(({ why }) => why).toSorted()]).toEqual([
    true,
    expect.arrayContaining(["amended"]),
  ]);
  expect(told.replayed).toBeGreaterThan(0);
});

it("another model plays it again on a branch beside: the chat stays, the two are compared, and no character knows more than they witnessed", async () => {
  await playStory();
  const before = await scenes.get("/api/chats/story/as-of");
  const reply = await scenes.post("/api/chats/story/rerun", { model: "loud", name: "louder" });
  expect([reply.status, reply.json]).toMatchObject([
    200,
    { branch_id: "louder", model: "loud", turns: 9, failed: null },
  ]);
  const { differences } = reply.json as {
    differences: { what: string; a: { text: string } | null; b: { text: string } | null }[];
  };
  const lines = differences.filter(({ what }) => what === "turns");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines[0]?.b?.text).toBe(lines[0]?.a?.text.toUpperCase());
  for (const { b } of lines) expect(b?.text).toBe(b?.text.toUpperCase());
  const { last_event_id: _was, ...then } = before.json as Record<string, unknown>;
  const { last_event_id: _is, ...now } = (await scenes.get("/api/chats/story/as-of"))
    .json as Record<string, unknown>;
  expect(now).toEqual(then);
  expect((await scenes.get("/api/chats/story/audit")).json).toMatchObject({ leaks: [] });
  expect((await scenes.post("/api/chats/story/rerun", { model: "unknown" })).status).toBe(400);
});
