import { describe, expect, it } from "vitest";
import { ModelFailure, type ModelRequest } from "../../src/domain/ports/model.ts";
import { createScriptedModel, type ScriptedAnswer } from "../../src/model/scripted.ts";
import { createSceneTimer } from "../../src/skills/scenes/plans/scene-timer.ts";
import { fakeClock } from "../support/fake-clock.ts";
import {
  json,
  type SceneLab,
  summary,
  text,
  unmoved,
  useSceneLab,
  youChat,
} from "../support/scene-lab.ts";

const clock = fakeClock();
let beats = 0;
/** How far trust moves with each beat. */
let moved = 0;
let sent = 0;

/** Answers every purpose, and counts the beats it has played. */
function playing(request: ModelRequest): ScriptedAnswer {
  if (request.purpose === "parse_turn")
    return json({ segments: [{ kind: "dialogue", text: "hm" }] });
  if (request.purpose === "narrative")
    return text(++beats === 3 ? "It starts to rain." : `beat ${beats}`);
  if (request.purpose === "state_update")
    return moved === 0
      ? unmoved
      : json({ affinity_delta: 0, trust_delta: moved, knowledge_facts: [] });
  return request.purpose === "threads"
    ? json({ threads: [] })
    : summary(`${request.purpose} of ${request.viewer ?? ""}`);
}

const lab = useSceneLab(youChat(), {
  otherwise: playing,
  models: () => createScriptedModel([], playing),
  clock,
  timers: {
    kinds: [createSceneTimer()],
    expiresMs: 3_600_000,
    zones: "2026a",
    now: () => Promise.resolve(clock.now()),
  },
});

const start = async (
  scenes: SceneLab,
  body: object,
): Promise<{ scene_id: number; plan_id: string }> => {
  beats = 0;
  const reply = await scenes.post("/api/chats/chat_bot_a/meanwhile", body);
  expect(reply.status).toBe(201);
  return reply.json as { scene_id: number; plan_id: string };
};
const plan = async (scenes: SceneLab) =>
  (
    await scenes.db.rows<{ status: string; beats_done: number; ended_by: string | null }>(
      "select status, beats_done, ended_by from scene_plans",
    )
  )[0];
/** Lets the time between beats pass until the scene is over and summed up. */
async function untilOver(scenes: SceneLab): Promise<void> {
  while ((await scenes.db.rows("select 1 from scenes where id = 2 and summarised")).length === 0) {
    await clock.advance(30_000);
    scenes.lab.spine.wake();
    await scenes.lab.idle();
  }
}

describe("a scene that goes on by itself", () => {
  it("SillyTavern 2567 and 1176: an unattended scene plays its beats one after another, closes, and shows what could be noticed when the person is back", async () => {
    const scenes = lab();
    await start(scenes, { unattended: { beats: 2, every_seconds: 30 } });
    await untilOver(scenes);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 2, ended_by: "beats" });
    const turns = await scenes.events("assistant_turn");
    expect(
      turns.map(({ speaker_id, meanwhile_scene_id }) => [speaker_id, meanwhile_scene_id]),
    ).toEqual([
      ["bot_a", 2],
      ["bot_b", 2],
    ]);
    expect(await scenes.events("user_turn")).toEqual([]);
    expect(await scenes.db.rows("select 1 from message where direction = 'outbound'")).toEqual([]);
    expect((await scenes.turn("chat_bot_a", "I am back")).status).toBe(204);
    const said = await scenes.db.rows<{ text: string }>(
      "select text from message where direction = 'outbound' order by event_id",
    );
    expect(said.map((message) => message.text)).toEqual(["digest of you", "It starts to rain."]);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("an unattended scene stops at its stop word", async () => {
    const scenes = lab();
    await start(scenes, { unattended: { beats: 9, every_seconds: 30, stop_if: ["rain"] } });
    await untilOver(scenes);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 3, ended_by: "stop_word" });
  });

  it("a scene that goes on by itself stops when its budget is spent", async () => {
    const scenes = lab();
    await start(scenes, { unattended: { beats: 9, every_seconds: 30, budget_tokens: 100 } });
    const [account] = await scenes.db.rows<{ id: string }>("select account_id as id from chats");
    await scenes.db.rows(
      `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, input_tokens, output_tokens)
       values ('c', $1, 'narrative', 'm', 'h', '{}', '{}', $2, 'chat_bot_a', 90, 10)`,
      [account?.id, new Date(clock.now() + 1).toISOString()],
    );
    await untilOver(scenes);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 1, ended_by: "budget" });
  });

  it("a scene that goes on by itself takes no words of the person: a turn in between goes to the scene with the person in it, and to the characters who are there", async () => {
    const scenes = lab();
    expect((await scenes.post("/api/bots", { id: "bot_c", name: "BotC" })).status).toBe(201);
    const enters = { chat_id: "chat_bot_a", entity_id: "bot_c", change: "enter" };
    expect((await scenes.post("/api/scenes/1/presence", enters)).status).toBe(201);
    await start(scenes, { unattended: { beats: 3, every_seconds: 30 } });
    const said = scenes.turn("chat_bot_a", "hello");
    let status = 0;
    void said.then((answer) => (status = answer.status));
    // Time goes on meanwhile: who finds the lane held for a moment looks again a little later.
    await scenes.lab.until(async () => {
      await clock.pass(60);
      return status !== 0;
    });
    expect(status).toBe(204);
    const heard = (await scenes.events("user_turn")).map(({ scene_id, witnesses }) => [
      scene_id,
      witnesses,
    ]);
    expect(heard).toEqual([[1, ["you", "bot_c"]]]);
    const answers = (await scenes.events("assistant_turn")).filter(
      ({ scene_id }) => scene_id === 1,
    );
    expect(answers).toMatchObject([{ speaker_id: "bot_c" }]);
    await untilOver(scenes);
  });

  it("a scene that goes on by itself keeps its people: none of them answers elsewhere, is called elsewhere, or begins another scene", async () => {
    const scenes = lab();
    await start(scenes, { unattended: { beats: 9, every_seconds: 3_600 } });
    await scenes.lab.until(async () => (await scenes.events("assistant_turn")).length > 0);
    await scenes.lab.idle();
    const expectRefusal = async (path: string, body: object): Promise<void> =>
      expect(await scenes.post(path, body)).toMatchObject({
        status: 409,
        json: {
          error: {
            code: "in_another_scene",
            message: expect.stringMatching(/^Bot[AB] is in scene 2 now/),
            fact: { scene_id: 2 },
          },
        },
      });
    await expectRefusal("/chats/chat_bot_a/turns", { prose: "hello" });
    await expectRefusal("/chats/chat_bot_a/turns", { prose: "hello", whisper_to: ["bot_b"] });
    await expectRefusal("/api/chats/chat_bot_a/meanwhile", { participants: ["bot_b", "bot_a"] });
    await expectRefusal("/api/chats/chat_bot_a/scenes", { participants: ["you", "bot_b"] });
    await expectRefusal("/api/scenes/1/presence", {
      chat_id: "chat_bot_a",
      entity_id: "bot_a",
      change: "enter",
    });
    expect(await scenes.events("user_turn")).toEqual([]);
    expect(await scenes.db.rows("select id from scenes order by id")).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it("a scene that goes on by itself ends when one of its beats is stopped, and what was shown of that beat stays", async () => {
    const scenes = lab();
    scenes.model.script({ kind: "hang", shown: "BotA begins" });
    await start(scenes, { unattended: { beats: 9, every_seconds: 30 } });
    await scenes.lab.until(async () => {
      await clock.pass(300);
      return (await scenes.db.rows("select 1 from turn_stream where text <> ''")).length > 0;
    });
    expect((await scenes.post("/chats/chat_bot_a/turns/cancel")).status).toBe(204);
    expect(await plan(scenes)).toMatchObject({
      status: "ended",
      ended_by: "stopped",
      beats_done: 0,
    });
    expect(await scenes.events("assistant_turn")).toMatchObject([
      { status: "cancelled", text: "BotA begins", meanwhile_scene_id: 2 },
    ]);
    // It is directed again: no timer closes it behind the person's back.
    await clock.advance(31 * 60_000);
    scenes.lab.spine.wake();
    await scenes.lab.idle();
    expect(await scenes.db.rows("select closed_at from scenes where id = 2")).toEqual([
      { closed_at: null },
    ]);
    expect(await scenes.db.rows("select 1 from timer")).toEqual([]);
  });

  it("a scene that goes on by itself continues after a beat that failed", async () => {
    const scenes = lab();
    scenes.model.script({ kind: "fail", failure: new ModelFailure("overloaded", "busy") });
    await start(scenes, { unattended: { beats: 1, every_seconds: 30 } });
    await scenes.lab.until(async () => (await scenes.events("turn_failed")).length > 0);
    await clock.advance(30 * 60_000);
    await untilOver(scenes);
    expect(await plan(scenes)).toMatchObject({ status: "ended", beats_done: 1 });
  });

  it("a scene that goes on by itself is over when it is closed by hand", async () => {
    const scenes = lab();
    await start(scenes, { unattended: { beats: 9, every_seconds: 3_600 } });
    await scenes.lab.until(async () => (await scenes.events("assistant_turn")).length > 0);
    expect((await scenes.post("/api/scenes/2/close", { chat_id: "chat_bot_a" })).status).toBe(200);
    expect(await plan(scenes)).toMatchObject({ status: "ended", ended_by: "closed" });
  });

  it("a scene that goes on by itself is open and stopped once the story is rewound into it: no beat comes, no timer closes it, and the rewind can be taken back", async () => {
    const scenes = lab();
    await start(scenes, { unattended: { beats: 2, every_seconds: 30 } });
    await untilOver(scenes);
    const [set] = await scenes.events("scene_plan_set");
    const windBack = async (): Promise<void> =>
      expect(
        (await scenes.post("/api/chats/chat_bot_a/rewind", { event_id: set?.log_id })).status,
      ).toBe(200);
    await windBack();
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 0, ended_by: "stopped" });
    expect((await scenes.get("/api/chats/chat_bot_a/stage")).json).toMatchObject({
      undoable: { what: "rewind" },
    });
    expect((await scenes.post("/api/chats/chat_bot_a/bring-back")).status).toBe(200);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 2, ended_by: "beats" });
    await windBack();
    await clock.advance(31 * 60_000);
    scenes.lab.spine.wake();
    await scenes.lab.idle();
    expect(await scenes.db.rows("select closed_at from scenes where id = 2")).toEqual([
      { closed_at: null },
    ]);
    expect(await scenes.db.rows("select 1 from timer")).toEqual([]);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("a scene that goes on by itself has no digest when it is closed before its first beat", async () => {
    const scenes = lab();
    await start(scenes, {});
    expect((await scenes.post("/api/scenes/2/close", { chat_id: "chat_bot_a" })).status).toBe(200);
    await untilOver(scenes);
    expect(await scenes.db.rows("select 1 from digests")).toEqual([]);
    expect(scenes.model.requests).toEqual([]);
  });

  it("a scene that goes on by itself continues where it was when a rewind out of it is taken back, and stops on a branch that leaves it earlier", async () => {
    const scenes = lab();
    await start(scenes, { unattended: { beats: 2, every_seconds: 30 } });
    await scenes.lab.until(async () => (await plan(scenes))?.beats_done === 1);
    await scenes.lab.idle();
    const [set] = await scenes.events("scene_plan_set");
    const early = { event_id: set?.log_id };
    expect((await scenes.post("/api/chats/chat_bot_a/rewind", early)).status).toBe(200);
    expect(await scenes.db.rows("select 1 from timer")).toEqual([]);
    expect((await scenes.post("/api/chats/chat_bot_a/bring-back")).status).toBe(200);
    expect(await plan(scenes)).toMatchObject({ status: "running", beats_done: 1 });
    await untilOver(scenes);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 2, ended_by: "beats" });
    expect((await scenes.post("/api/chats/chat_bot_a/branches", early)).status).toBe(200);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 0, ended_by: "stopped" });
  });

  it("a scene that goes on by itself stops when the chat goes over to another version of it, and leaves no timer where it never began", async () => {
    const scenes = lab();
    const [opened] = await scenes.events("scene_opened");
    await start(scenes, { unattended: { beats: 9, every_seconds: 30 } });
    await scenes.lab.until(async () => (await plan(scenes))?.beats_done === 1);
    await scenes.lab.idle();
    expect(
      (await scenes.post("/api/chats/chat_bot_a/rerun", { model: "another", name: "beside" })).json,
    ).toMatchObject({
      turns: 1,
      failed: null,
    });
    expect(await plan(scenes)).toMatchObject({ status: "running" });
    const goTo = (branch: string) =>
      scenes.post("/api/chats/chat_bot_a/branches/switch", { branch });
    expect((await goTo("beside")).status).toBe(200);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 1, ended_by: "stopped" });
    expect(await scenes.db.rows("select 1 from timer")).toEqual([]);
    await start(scenes, { unattended: { beats: 9, every_seconds: 30 } });
    const isPlayed = "select 1 from scene_plans where status = 'running' and beats_done = 1";
    await scenes.lab.until(async () => (await scenes.db.rows(isPlayed)).length === 1);
    await scenes.lab.idle();
    expect(await scenes.db.rows("select 1 from timer")).toHaveLength(1);
    expect(
      (await scenes.post("/api/chats/chat_bot_a/branches", { event_id: opened?.log_id })).status,
    ).toBe(200);
    expect(await scenes.db.rows("select 1 from timer")).toEqual([]);
  });

  it("a scene that goes on by itself begins when the story's clock says so, not ours", async () => {
    const scenes = lab();
    await start(scenes, {
      starts_at: "2026-04-26T20:02:00Z",
      unattended: { beats: 1, every_seconds: 30 },
    });
    expect(await plan(scenes)).toMatchObject({ status: "waiting" });
    for (const said of ["one", "two"])
      expect((await scenes.turn("chat_bot_a", said)).status).toBe(204);
    expect(await scenes.events("meanwhile_scene_started")).toMatchObject([
      { scene_id: 2, started_at: "2026-04-26T20:02:00Z" },
    ]);
    await untilOver(scenes);
    expect(await plan(scenes)).toMatchObject({ status: "ended", beats_done: 1 });
  });

  it("a scene that goes on by itself stops when a feeling crosses its line, and says so to the person who comes back", async () => {
    const scenes = lab();
    moved = -8;
    await start(scenes, {
      unattended: { beats: 9, every_seconds: 30, stop_if: ["trust(BotA, BotB) < 40"] },
    });
    await untilOver(scenes);
    moved = 0;
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 2, ended_by: "edge" });
    expect(await scenes.db.rows("select ended_why from scene_plans")).toEqual([
      { ended_why: "trust(bot_a,bot_b) < 40: 34" },
    ]);
    expect((await scenes.turn("chat_bot_a", "I am back")).status).toBe(204);
    const said = await scenes.db.rows<{ text: string }>(
      "select text from message where direction = 'outbound' order by event_id limit 1",
    );
    expect(said).toEqual([
      { text: "digest of you\n(They stopped: BotA’s trust in BotB < 40: it is 34.)" },
    ]);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("a scene that goes on by itself plays no further beat once a character came in whom it was to stop for, nor past its hour", async () => {
    const scenes = lab();
    await scenes.post("/api/bots", { id: "bot_c", name: "BotC" });
    await start(scenes, {
      unattended: { beats: 9, every_seconds: 30, stop_if: ["BotC enters", "until 20:03"] },
    });
    await scenes.lab.until(async () => (await plan(scenes))?.beats_done === 1);
    expect(
      (
        await scenes.post("/api/scenes/2/presence", {
          chat_id: "chat_bot_a",
          entity_id: "bot_c",
          change: "enter",
        })
      ).status,
    ).toBe(201);
    await untilOver(scenes);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 1, ended_by: "entered" });
    expect(
      (await scenes.post("/api/chats/chat_bot_a/clock", { to: "2026-04-26T21:00:00Z" })).status,
    ).toBe(201);
    const unknown = await scenes.post("/api/chats/chat_bot_a/meanwhile", {
      unattended: { beats: 2, stop_if: ["trust(BotA, Zed) < 4"] },
    });
    expect(unknown).toMatchObject({
      status: 400,
      json: { error: { fact: { field: "stop_if", problem: "no character is called Zed" } } },
    });
  });

  it("a scene that goes on by itself begins at once when time is let pass in the story, at its own hour, and ends by that", async () => {
    const scenes = lab();
    await start(scenes, {
      starts_at: "2026-04-26T21:00:00Z",
      unattended: { beats: 9, every_seconds: 30, stop_if: ["until 21:02"] },
    });
    expect(
      (await scenes.post("/api/chats/chat_bot_a/clock", { to: "2026-04-26T22:00:00Z" })).status,
    ).toBe(201);
    expect(await plan(scenes)).toMatchObject({ status: "running" });
    await untilOver(scenes);
    expect(await plan(scenes)).toEqual({ status: "ended", beats_done: 2, ended_by: "time" });
    // It took place at its own hour, though the story is further by now.
    const times = (await scenes.events("assistant_turn")).map(({ story_time }) => story_time);
    expect(times).toEqual(["2026-04-26T21:01:00.000Z", "2026-04-26T21:02:00.000Z"]);
    expect(await scenes.db.rows("select closed_at from scenes where id = 2")).toEqual([
      { closed_at: "2026-04-26T21:02:00.000Z" },
    ]);
    expect(await scenes.db.rows("select clock from chats")).toEqual([
      { clock: "2026-04-26T22:00:00Z" },
    ]);
  });
});

describe("a story in another conversation", () => {
  const talk = async (scenes: SceneLab): Promise<(text: string) => Promise<void>> => {
    const { json: made } = await scenes.post("/api/conversations");
    const path = `/api/conversations/${(made as { id: string }).id}/messages`;
    return async (said) =>
      expect((await scenes.post(path, { text: said, client_id: `m${(sent += 1)}` })).status).toBe(
        202,
      );
  };

  it("a story in another conversation is stopped by the same word as every turn: what was shown stays, under its speaker and without the name before it", async () => {
    const scenes = lab();
    const say = await talk(scenes);
    await say("/scene use 1");
    await scenes.lab.until(async () => (await scenes.events("story_entered")).length === 1);
    await scenes.lab.idle();
    scenes.model.script(json({ segments: [{ kind: "dialogue", text: "Well?" }] }), {
      kind: "hang",
      shown: "I had",
    });
    await say("Well?");
    await scenes.lab.until(async () => {
      await clock.pass(300);
      return (
        (await scenes.db.rows("select 1 from turn_stream where text = 'BotB: I had'")).length > 0
      );
    });
    await say("stop");
    await scenes.lab.until(async () => (await scenes.events("turn_stopped")).length === 1);
    expect(await scenes.events("user_turn")).toMatchObject([
      { text: "Well?", status: "cancelled" },
    ]);
    const [greeting, cut, ...more] = await scenes.events("assistant_turn");
    expect([greeting, cut, more]).toMatchObject([
      { text: "..." },
      { speaker_id: "bot_b", text: "I had", status: "cancelled" },
      [],
    ]);
    expect((await scenes.events("memory_written")).map(({ text: kept }) => kept)).toEqual([
      "BotA: ...",
      "BotA: ...",
    ]);
  });

  it("a story in another conversation reminds a person who comes back after half a day that they are in it still", async () => {
    const scenes = lab();
    const say = await talk(scenes);
    const words = async (): Promise<string[]> =>
      (
        await scenes.db.rows<{ text: string }>(
          "select text from message where direction = 'outbound' order by event_id",
        )
      ).map((row) => row.text);
    await say("/scene use 1");
    await say("Well?");
    await scenes.lab.idle();
    expect((await words()).join("\n")).not.toContain("still in");
    await clock.advance(13 * 3_600_000);
    await say("remind me to call mom");
    await scenes.lab.until(async () =>
      (await words())
        .join("\n")
        .includes("(You are still in “BotA, BotB”; /scene leave takes you out.)"),
    );
  });

  it("`/scene stop` ends a beat that is just being made by itself, whichever lane that is in", async () => {
    const scenes = lab();
    const say = await talk(scenes);
    await say("/scene use 1");
    await scenes.lab.until(async () => (await scenes.events("story_entered")).length === 1);
    scenes.model.script({ kind: "hang", shown: "BotA begins" });
    await say("/scene let them talk for 9 beats");
    await scenes.lab.until(async () => {
      await clock.pass(300);
      return (
        (await scenes.db.rows("select 1 from turn_stream where text = 'BotA begins'")).length > 0
      );
    });
    await say("/scene stop");
    await scenes.lab.until(async () => (await plan(scenes))?.status === "ended");
    expect(await plan(scenes)).toMatchObject({ ended_by: "stopped", beats_done: 0 });
  });
});
