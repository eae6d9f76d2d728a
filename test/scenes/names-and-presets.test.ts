import { describe, expect, it } from "vitest";
import { parse, text, unmoved, useSceneLab, youChat } from "../support/scene-lab.ts";

const lab = useSceneLab(youChat());
const chat = "/api/chats/chat_bot_a";
const play = async (prose: string, reply: string): Promise<void> => {
  lab().model.script(
    parse(prose, "dialogue"),
    text(reply),
    ...Array<typeof unmoved>(4).fill(unmoved),
  );
  expect((await lab().turn("chat_bot_a", prose)).status).toBe(204);
};
const lastPrompt = (): string =>
  JSON.stringify(
    lab().model.requests.findLast(({ request }) => request.purpose === "narrative")?.request
      .messages,
  );

describe("renaming", () => {
  it("a story, a place and a character keep their ids and what was said under new names", async () => {
    await play("Good evening, BotA.", "Good evening.");
    expect((await lab().post(`${chat}/rename`, { title: "The lamp" })).status).toBe(201);
    expect(
      (await lab().post(`${chat}/containers/rename`, { container_id: 1, name: "the attic" }))
        .status,
    ).toBe(201);
    const bot = { id: "bot_a", name: "Alma", persona: "a spy" };
    expect((await lab().post("/api/bots", bot)).status).toBe(201);
    expect((await lab().get(chat)).json).toMatchObject({ id: "chat_bot_a", title: "The lamp" });
    await play("Still here?", "Where else?");
    const prompt = lastPrompt();
    expect(prompt).toContain("the attic");
    expect(prompt).toContain("Alma");
    expect(prompt).toContain("Good evening, BotA.");
    const lines = await lab().db.rows<{ speaker_id: string; text: string }>(
      "select speaker_id, text from scene_turns where kind = 'assistant' order by event_id",
    );
    expect(lines[0]).toMatchObject({ text: "Good evening." });
    expect((await lab().get(`${chat}/audit`)).json).toMatchObject({ leaks: [], suspicions: [] });
    const [first] = await lab().db.rows<{ event_id: number }>(
      "select event_id from scene_turns order by event_id limit 1",
    );
    const cut = await lab().post(`${chat}/rewind`, { event_id: first?.event_id });
    expect(cut.status, cut.text).toBe(200);
    expect((await lab().get(chat)).json).toMatchObject({ title: "The lamp" });
    expect(await lab().rebuilt()).toEqual([]);
  });

  it("a place that does not exist, or an empty name, is refused and changes nothing", async () => {
    const put = (path: string, body: object) => lab().post(`${chat}/${path}`, body);
    expect((await put("containers/rename", { container_id: 77, name: "attic" })).status).toBe(400);
    expect((await put("containers/rename", { container_id: 1, name: " " })).status).toBe(400);
    expect((await put("rename", { title: "" })).status).toBe(400);
    expect(await lab().events("container_renamed")).toEqual([]);
    expect(await lab().events("chat_renamed")).toEqual([]);
  });
});

describe("threads of the plot", () => {
  it("threads are noted, reworded and settled by hand, and a rewind has them as they were", async () => {
    const noted = await lab().post(`${chat}/threads`, {
      title: "The key",
      summary: "Whose is it?",
    });
    const { id } = noted.json as { id: string };
    const list = async () =>
      ((await lab().get(`${chat}/threads`)).json as { threads: object[] }).threads;
    expect(await list()).toMatchObject([{ id, title: "The key", status: "open" }]);
    await play("Good evening, BotA.", "Good evening.");
    const [line] = await lab().db.rows<{ event_id: number }>(
      "select event_id from scene_turns where kind = 'assistant'",
    );
    const changed = await lab().post(`${chat}/threads/${id}`, {
      title: "The brass key",
      status: "resolved",
    });
    expect(changed).toMatchObject({ status: 201, json: { id, status: "resolved" } });
    const settled = { title: "The brass key", summary: "Whose is it?", status: "resolved" };
    expect(await list()).toMatchObject([settled]);
    expect((await lab().get(`${chat}/stage`)).json).toMatchObject({ threads: [settled] });
    expect(await lab().rebuilt()).toEqual([]);
    expect((await lab().post(`${chat}/rewind`, { event_id: line?.event_id })).status).toBe(200);
    expect(await list()).toMatchObject([{ title: "The key", status: "open" }]);
    expect(await lab().rebuilt()).toEqual([]);
  });

  it("a thread that does not exist, or a change of nothing, is refused and nothing is written", async () => {
    const { id } = (await lab().post(`${chat}/threads`, { title: "The key" })).json as {
      id: string;
    };
    expect((await lab().post(`${chat}/threads/none`, { status: "open" })).status).toBe(404);
    expect((await lab().post(`${chat}/threads/${id}`, {})).status).toBe(400);
    expect((await lab().post(`${chat}/threads/${id}`, { status: "lost" })).status).toBe(400);
    expect((await lab().post(`${chat}/threads`, { title: "" })).status).toBe(400);
    expect(await lab().events("thread_changed")).toEqual([]);
  });
});

describe("presets over the API", () => {
  it("the settings of a story and of a character go out as presets and come back", async () => {
    const settings = { temperature: 0.7, length: "short", system_template: "Play {{char}}." };
    await lab().post(`${chat}/settings`, settings);
    const file = await lab().get(`${chat}/preset`);
    expect(file.json).toMatchObject({ temperature: 0.7, prompts: expect.any(Array) });
    const read = await lab().post("/api/presets/read", file.json);
    expect([read.status, read.json]).toEqual([
      200,
      expect.objectContaining({ settings, left_out: [] }),
    ]);
    await lab().post("/api/bots", { id: "bot_a", name: "BotA", play: { temperature: 1.2 } });
    expect((await lab().get("/api/bots/bot_a/preset")).json).toMatchObject({ temperature: 1.2 });
    expect((await lab().get("/api/bots/nobody/preset")).status).toBe(404);
    expect((await lab().get("/api/chats/nowhere/preset")).status).toBe(404);
    const refused = await lab().post("/api/presets/read?for=character", { hello: "world" });
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        error: expect.objectContaining({ code: "invalid_file", fact: { reason: "not_a_preset" } }),
      },
    ]);
  });
});
