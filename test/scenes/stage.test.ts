import { describe, expect, it } from "vitest";
import { json, meanwhileChat, parse, type SceneLab, text, unmoved, useSceneLab } from "../support/scene-lab.ts";

const lab = useSceneLab(meanwhileChat());
const chat = "/api/chats/chat_bot_a";

const moved = json({ affinity_delta: 4, trust_delta: -2, knowledge_facts: [] });

async function beat(scenes: SceneLab, said: string): Promise<void> {
  scenes.model.script(parse("go on"), text(said), moved, unmoved);
  expect((await scenes.turn("chat_bot_a", "go on")).status).toBe(204);
}

describe("what the page shows of a story", () => {
  it("is the scene with those who are there, the lines, and the feelings with every step they took", async () => {
    const scenes = lab();
    await beat(scenes, "It is in the drawer.");
    expect((await scenes.get("/api/stage")).json).toMatchObject({
      bots: [{ id: "bot_a", name: "BotA", lore_entries: 0 }, { id: "bot_b" }],
      you: { name: "Me" },
      chats: [{ id: "chat_bot_a", last_speaker_id: "bot_a", last_text: "It is in the drawer.", has_meanwhile: true, has_digest: false }],
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
    expect((await scenes.get(`${chat}/stage?turns=1`)).json).toMatchObject({ turns: [{ speaker_id: "bot_a" }], has_earlier: true });
    const { feelings } = (await scenes.get(`${chat}/feelings`)).json as { feelings: unknown[] };
    expect(feelings).toMatchObject([
      { source_id: "bot_a", target_id: "bot_b", affinity: 50, trust: 50 },
      { source_id: "bot_b", target_id: "bot_a", affinity: 50, trust: 50 },
      { source_id: "bot_a", target_id: "bot_b", affinity: 54, trust: 48 },
    ]);
  });

  it("is paged: lines before an event, all since one, and any beat by its place with what comes after it", async () => {
    const scenes = lab();
    for (const said of ["One.", "Two.", "Three."]) await beat(scenes, said);
    type Lines = { turns: { event_id: number; text: string }[]; has_earlier: boolean };
    const { turns: last } = (await scenes.get(`${chat}/stage?turns=1`)).json as Lines;
    const before = (await scenes.get(`${chat}/lines?before=${last[0]?.event_id}&turns=2`)).json as Lines;
    expect(before).toMatchObject({ turns: [{ text: "Two." }, { kind: "user" }], has_earlier: true });
    const since = (await scenes.get(`${chat}/stage?since=${before.turns[0]?.event_id}`)).json as Lines;
    expect(since.turns.map(({ text: line }) => line)).toEqual(["Two.", "go on", "Three."]);
    expect(since.has_earlier).toBe(true);
    const newest = (await scenes.get(`${chat}/beats`)).json;
    expect(newest).toMatchObject({ beats: 3, at: 3, line: { text: "Three." }, until: null, lines_after: 0 });
    const first = (await scenes.get(`${chat}/beats?at=1`)).json as { until: number };
    expect(first).toMatchObject({ beats: 3, at: 1, line: { text: "One." }, lines_after: 4 });
    expect((await scenes.post(`${chat}/rewind`, { event_id: first.until })).status).toBe(200);
    expect((await scenes.get(`${chat}/beats?at=9`)).json).toMatchObject({ beats: 1, at: 1, line: { text: "One." } });
  });

  it("says who is speaking while a beat is played", async () => {
    const scenes = lab();
    await beat(scenes, "It is in the drawer.");
    let during: unknown;
    const look = async (): Promise<void> => {
      during ??= ((await scenes.get(`${chat}/stage`)).json as { playing: unknown }).playing;
    };
    scenes.model.script(parse("go on"), { kind: "chunks", chunks: ["Whose drawer?"], before: look }, unmoved, unmoved);
    expect((await scenes.turn("chat_bot_a", "go on")).status).toBe(204);
    expect(during).toMatchObject({ turn_id: expect.any(String), scene_id: 2, speaker_id: "bot_b" });
  });

  it("lets a directed scene go on by itself, and takes it back without closing it", async () => {
    const scenes = lab();
    const asked = { scene_id: 2, beats: 3, every_seconds: 3_600 };
    const { id } = (await scenes.post(`${chat}/let-talk`, asked)).json as { id: string };
    expect((await scenes.post(`${chat}/let-talk`, asked)).status).toBe(409);
    expect((await scenes.post(`${chat}/plans/${id}/stop`)).json).toMatchObject({ scene_id: 2 });
    expect((await scenes.get(`${chat}/stage`)).json).toMatchObject({
      plans: [{ id, status: "ended", ended_by: "stopped" }],
      scenes: [{}, { closed_at: null }],
    });
    expect(await scenes.db.rows("select 1 from timer where id = $1", [`scene:${id}`])).toEqual([]);
    expect((await scenes.post(`${chat}/let-talk`, { scene_id: 1, beats: 1 })).status).toBe(400);
    expect((await scenes.post(`${chat}/let-talk`, { scene_id: 9, beats: 1 })).status).toBe(404);
  });

  it("is nobody else's", async () => {
    const scenes = lab();
    const other = await scenes.api.person();
    for (const path of [`${chat}/stage`, `${chat}/feelings`, `${chat}/beats`, `${chat}/lines?before=9`])
      expect((await other.call(path)).status).toBe(404);
    expect((await other.call("/api/stage")).json).toEqual({ bots: [], you: null, chats: [] });
    expect((await other.call(`${chat}/let-talk`, { method: "POST", json: { scene_id: 2, beats: 1 } })).status).toBe(404);
  });
});
