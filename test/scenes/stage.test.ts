import { describe, expect, it } from "vitest";
import {
  json,
  meanwhileChat,
  parse,
  type SceneLab,
  text,
  unmoved,
  useSceneLab,
  youChat,
} from "../support/scene-lab.ts";

const lab = useSceneLab(meanwhileChat());
const chat = "/api/chats/chat_bot_a";

const moved = json({ affinity_delta: 4, trust_delta: -2, knowledge_facts: [] });

async function beat(scenes: SceneLab, said: string): Promise<void> {
  scenes.model.script(parse("go on"), text(said), moved, unmoved);
  expect((await scenes.turn("chat_bot_a", "go on")).status).toBe(204);
}

describe("what the page shows of a story", () => {
  it("the stage page has the scene with those who are there, the lines, and the feelings with every step they took", async () => {
    const scenes = lab();
    await beat(scenes, "It is in the drawer.");
    expect((await scenes.get("/api/stage")).json).toMatchObject({
      bots: [{ id: "bot_a", name: "BotA", lore_entries: 0 }, { id: "bot_b" }],
      you: { name: "Me" },
      chats: [
        {
          id: "chat_bot_a",
          last_speaker_id: "bot_a",
          last_text: "It is in the drawer.",
          has_meanwhile: true,
          has_digest: false,
        },
      ],
    });
    expect((await scenes.get(`${chat}/stage`)).json).toMatchObject({
      playing: null,
      containers: [{ id: 1, name: "office" }],
      scenes: [
        { id: 1, kind: "you" },
        { id: 2, kind: "meanwhile", present: ["bot_a", "bot_b"] },
      ],
      turns: [{ kind: "user" }, { kind: "assistant", speaker_id: "bot_a" }],
      has_earlier: false,
    });
    expect((await scenes.get(`${chat}/stage?turns=1`)).json).toMatchObject({
      turns: [{ speaker_id: "bot_a" }],
      has_earlier: true,
    });
    const { feelings } = (await scenes.get(`${chat}/feelings`)).json as { feelings: unknown[] };
    expect(feelings).toMatchObject([
      { source_id: "bot_a", target_id: "bot_b", affinity: 50, trust: 50 },
      { source_id: "bot_b", target_id: "bot_a", affinity: 50, trust: 50 },
      { source_id: "bot_a", target_id: "bot_b", affinity: 54, trust: 48 },
    ]);
  });

  it("the stage page has its lines in pages: lines before an event, all since one, and any beat by its place with what comes after it", async () => {
    const scenes = lab();
    for (const said of ["One.", "Two.", "Three."]) await beat(scenes, said);
    type Lines = { turns: { event_id: number; text: string }[]; has_earlier: boolean };
    const { turns: last } = (await scenes.get(`${chat}/stage?turns=1`)).json as Lines;
    const before = (await scenes.get(`${chat}/lines?before=${last[0]?.event_id}&turns=2`))
      .json as Lines;
    expect(before).toMatchObject({
      turns: [{ text: "Two." }, { kind: "user" }],
      has_earlier: true,
    });
    const since = (await scenes.get(`${chat}/stage?since=${before.turns[0]?.event_id}`))
      .json as Lines;
    expect(since.turns.map(({ text: line }) => line)).toEqual(["Two.", "go on", "Three."]);
    expect(since.has_earlier).toBe(true);
    const newest = (await scenes.get(`${chat}/beats`)).json;
    expect(newest).toMatchObject({
      beats: 3,
      at: 3,
      line: { text: "Three." },
      until: null,
      lines_after: 0,
    });
    const first = (await scenes.get(`${chat}/beats?at=1`)).json as { until: number };
    expect(first).toMatchObject({ beats: 3, at: 1, line: { text: "One." }, lines_after: 4 });
    expect((await scenes.post(`${chat}/rewind`, { event_id: first.until })).status).toBe(200);
    expect((await scenes.get(`${chat}/beats?at=9`)).json).toMatchObject({
      beats: 1,
      at: 1,
      line: { text: "One." },
    });
  });

  it("the stage page says who is speaking while a beat is played", async () => {
    const scenes = lab();
    await beat(scenes, "It is in the drawer.");
    let during: unknown;
    const look = async (): Promise<void> => {
      during ??= ((await scenes.get(`${chat}/stage`)).json as { playing: unknown }).playing;
    };
    scenes.model.script(
      parse("go on"),
      { kind: "chunks", chunks: ["Whose drawer?"], before: look },
      unmoved,
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "go on")).status).toBe(204);
    expect(during).toMatchObject({ turn_id: expect.any(String), scene_id: 2, speaker_id: "bot_b" });
  });

  it("the stage page lets a directed scene go on by itself, of which nothing is shown unless it is watched, and takes it back without closing it", async () => {
    const scenes = lab();
    await beat(scenes, "It is in the drawer.");
    const asked = { scene_id: 2, beats: 3, every_seconds: 3_600 };
    const { id } = (await scenes.post(`${chat}/let-talk`, asked)).json as { id: string };
    expect((await scenes.post(`${chat}/let-talk`, asked)).status).toBe(409);
    const memories = async (more: string) =>
      (await scenes.get(`${chat}/stage/memories?owner_id=bot_a&unseen=hide${more}`)).json;
    expect(await memories("")).toMatchObject({ memories: [], unseen: 1 });
    expect(await memories("&watched=2,7")).toMatchObject({
      memories: [{ text: expect.stringContaining("in the drawer") }],
      unseen: 0,
    });
    expect((await scenes.post(`${chat}/plans/${id}/stop`)).json).toMatchObject({ scene_id: 2 });
    expect((await scenes.get(`${chat}/stage`)).json).toMatchObject({
      plans: [{ id, status: "ended", ended_by: "stopped" }],
      scenes: [{}, { closed_at: null }],
    });
    expect(await scenes.db.rows("select 1 from timer where id = $1", [`scene:${id}`])).toEqual([]);
    expect((await scenes.post(`${chat}/let-talk`, { scene_id: 1, beats: 1 })).status).toBe(400);
    expect((await scenes.post(`${chat}/let-talk`, { scene_id: 9, beats: 1 })).status).toBe(404);
  });

  it("the stage page leaves out what was said and learnt in a scene under seal, wherever one looks behind the story, until the seal is broken", async () => {
    const scenes = lab();
    const secret = "The canary sits in the third drawer.";
    const learnt = json({
      affinity_delta: 4,
      trust_delta: 0,
      knowledge_facts: ["hides the canary"],
    });
    scenes.model.script(parse("go on"), text(secret), learnt, learnt);
    expect((await scenes.turn("chat_bot_a", "go on")).status).toBe(204);
    const view = json({
      summary: "A word about the canary.",
      knowledge_facts: [],
      relationship_summary: "They share the canary.",
    });
    scenes.model.script(
      view,
      view,
      json({ summary: "They talked." }),
      json({ threads: [{ title: "t", summary: "s", status: "open" }] }),
    );
    expect((await scenes.post("/api/scenes/2/close", { chat_id: "chat_bot_a" })).status).toBe(200);
    const hint = "Something about a canary, I would say.";
    scenes.model.script(parse("hello", "dialogue"), text(hint), unmoved, unmoved, unmoved, unmoved);
    expect((await scenes.turn("chat_bot_a", "hello")).status).toBe(204);
    const about = `fact=${encodeURIComponent("canary in the drawer")}`;
    const ask = `question=${encodeURIComponent("What does BotB remember of BotA?")}`;
    const know = `question=${encodeURIComponent("What does BotB know about BotA?")}`;
    const views = [
      "context?viewer=bot_b",
      `why?viewer=bot_b&${about}`,
      `gossip?${about}`,
      `ask?${ask}`,
      `ask?${know}`,
    ];
    const behind = [...views, "stage/memories?owner_id=bot_b"].map((path) => `${chat}/${path}`);
    const readViews = async (more: string): Promise<string[]> => {
      const answers = await Promise.all(
        behind.map(async (path) => (await scenes.get(`${path}${more}`)).text),
      );
      return answers.map((answer) => answer.replaceAll(hint, ""));
    };
    for (const answer of await readViews("&unseen=show")) expect(answer).toMatch(/canary/);
    const veiled = await readViews("");
    for (const answer of veiled) expect(answer).not.toMatch(/canary/);
    for (const nth of [0, 1, 2, 5]) expect(veiled[nth]).toMatch(/"unseen":[1-9]/);
    const [turn] = await scenes.events("assistant_turn");
    const { sections } = JSON.parse(veiled[0] ?? "") as {
      sections: { source_event_ids: number[] }[];
    };
    expect(sections.flatMap(({ source_event_ids }) => source_event_ids)).not.toContain(
      turn?.log_id,
    );
    const edges = async () =>
      JSON.stringify(((await scenes.get(`${chat}/stage`)).json as { edges: unknown }).edges);
    expect(await edges()).not.toMatch(/canary/);
    const { digests } = (await scenes.get(`${chat}/digests`)).json as { digests: { id: string }[] };
    expect((await scenes.post(`${chat}/digests/${digests[0]?.id}/unseal`)).status).toBe(201);
    expect(await readViews("")).toEqual(await readViews("&unseen=show"));
    expect(await edges()).toMatch(/share the canary/);
  });

  it("the stage page has what a character remembers, with what it meant, what is pinned and which story it is of", async () => {
    const scenes = lab();
    await beat(scenes, "It is in the drawer.");
    await beat(scenes, "Which one?");
    type Memories = { pinned: { id: string }[]; memories: { id: string; event_id: number }[] };
    const readMemories = async (more = "", of = chat): Promise<Memories> =>
      (await scenes.get(`${of}/stage/memories?owner_id=bot_a${more}`)).json as Memories;
    const first = await readMemories();
    expect(first).toMatchObject({
      pinned: [],
      memories: [{ meant: { first: 0 } }, { meant: { first: 1, felt: 0.3 }, importance: 1.3 }],
      elsewhere: [],
    });
    const [newest, oldest] = first.memories;
    expect(await readMemories(`&before=${newest?.event_id}&limit=1`)).toMatchObject({
      memories: [{ id: oldest?.id }],
      has_earlier: false,
    });
    const edit = (body: object) => scenes.post(`${chat}/edits`, { target_id: oldest?.id, ...body });
    expect((await edit({ target_kind: "memory_pinned", new_value: "yes" })).status).toBe(201);
    expect(
      (await edit({ target_kind: "memory_pov_summary", new_value: "The drawer, of all places." }))
        .status,
    ).toBe(201);
    expect(await readMemories()).toMatchObject({
      pinned: [{ id: oldest?.id, pinned: true, by_hand: true, text: "The drawer, of all places." }],
      memories: [{ id: newest?.id, pinned: false, by_hand: false }],
    });
    expect((await scenes.load(youChat("other").slice(3))).status).toBe(200);
    expect(await readMemories("", "/api/chats/other")).toMatchObject({
      memories: [],
      elsewhere: [{ chat_id: "chat_bot_a", memories: 2 }],
    });
    const brought = await scenes.post("/api/chats/other/memories", {
      owner_id: "bot_a",
      from_chat_id: "chat_bot_a",
    });
    expect(brought.json).toEqual({ brought: 2 });
    const from = { chat_id: "chat_bot_a", title: null, host_bot_id: "bot_a" };
    expect(await readMemories("", "/api/chats/other")).toMatchObject({
      memories: [{ brought_from: from }, { brought_from: from }],
    });
    expect(await readMemories()).toMatchObject({ elsewhere: [] });
  });

  it("the stage page is for its own account alone", async () => {
    const scenes = lab();
    const other = await scenes.api.person();
    for (const path of [
      `${chat}/stage`,
      `${chat}/feelings`,
      `${chat}/beats`,
      `${chat}/lines?before=9`,
      `${chat}/stage/memories?owner_id=bot_a`,
    ])
      expect((await other.call(path)).status).toBe(404);
    expect((await other.call("/api/stage")).json).toEqual({ bots: [], you: null, chats: [] });
    expect(
      (await other.call(`${chat}/let-talk`, { method: "POST", json: { scene_id: 2, beats: 1 } }))
        .status,
    ).toBe(404);
  });
});
