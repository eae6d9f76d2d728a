import { describe, expect, it } from "vitest";
import { parse, text, unmoved, useSceneLab, youChat } from "../support/scene-lab.ts";

const lab = useSceneLab(youChat());
const chat = "/api/chats/chat_bot_a";
const narratives = () =>
  lab()
    .model.requests.filter(({ request }) => request.purpose === "narrative")
    .map(({ request }) => request);
const play = async (prose: string, ...replies: readonly string[]): Promise<void> => {
  lab().model.script(
    parse(prose, "dialogue"),
    ...replies.map(text),
    ...Array<typeof unmoved>(4).fill(unmoved),
  );
  expect((await lab().turn("chat_bot_a", prose)).status).toBe(204);
};

describe("how a story is played", () => {
  it("length, style, note, sampling and templates of a story reach its prompts", async () => {
    expect((await lab().get(`${chat}/settings`)).json).toMatchObject({ settings: {}, models: [] });
    const settings = {
      length: "short",
      style: "noir",
      language: "English",
      note: "It rains.",
      note_depth: 0,
      temperature: 0.7,
      max_tokens: 120,
      stop: ["THE END"],
      system_template: "Be {{char}} for {{user}}, {{length}}.",
      closing_template: "Stay in {{char}}'s head.",
    };
    expect((await lab().post(`${chat}/settings`, settings)).json).toMatchObject({ settings });
    await play("Hello?", "It is late. THE END and more");
    const [request] = narratives();
    expect(request?.messages[0]?.content).toMatch(
      /^Be BotA for Me, in one to three sentences\.\nStyle: noir\nWrite in English\./u,
    );
    const last = request?.messages.at(-1)?.content ?? "";
    expect(last).toContain("### Author's note\n  It rains.");
    expect(last).toMatch(/## instructions\nStay in BotA's head\.$/u);
    expect(request?.sampling).toMatchObject({ temperature: 0.7, maxOutputTokens: 120 });
    expect(request?.sampling?.stop).toContain("THE END");
    const [line] = await lab().events("assistant_turn");
    expect(line).toMatchObject({ text: "It is late." });
    expect((await lab().get(`${chat}/audit`)).json).toMatchObject({ leaks: [] });
  });

  it("a persona that was chosen since the last line is the one whom the next line is heard from", async () => {
    await play("Hello?", "Good evening.");
    await lab().post(`${chat}/settings`, { persona: { name: "Robin", persona: "a tall sailor" } });
    await play("And now?", "It is late.");
    const prompt = JSON.stringify(narratives().at(-1)?.messages);
    expect(prompt).toContain("Robin: a tall sailor");
    expect(prompt).toContain("Robin: “And now?”");
  });

  it("a character's own settings count before the story's, and its looks are seen by others, its persona by none", async () => {
    await lab().post(`${chat}/settings`, { temperature: 0.2, length: "long" });
    const bot = { id: "bot_a", name: "BotA", persona: "a spy", pronouns: "she/her" };
    const looks = "a scar over one eye";
    await lab().post("/api/bots", { ...bot, looks, play: { temperature: 1.1 } });
    await play("BotB, who is that?", "A guest.");
    await play("BotA, who are you?", "Nobody.");
    const [other, own] = narratives();
    const prompt = JSON.stringify(other?.messages);
    expect(prompt).toContain("BotA (she/her): a scar over one eye");
    expect(prompt).not.toContain("a spy");
    expect([other?.sampling?.temperature, own?.sampling?.temperature]).toEqual([0.2, 1.1]);
    expect((await lab().get("/api/bots/bot_a")).json).toMatchObject({ looks, pronouns: "she/her" });
    expect((await lab().get("/api/bots/nobody")).status).toBe(404);
  });

  it("settings that are unknown, out of range or name a model that is not offered are refused and change nothing", async () => {
    for (const wrong of [{ mood: "sad" }, { temperature: 9 }, { model: "expensive" }])
      expect((await lab().post(`${chat}/settings`, wrong)).status).toBe(400);
    expect((await lab().get(`${chat}/settings`)).json).toMatchObject({ settings: {} });
    expect((await lab().post("/api/chats/none/settings", {})).status).toBe(404);
  });

  it("a card's instructions are followed only where the story allows it, and a story's lorebook is known to all of its characters", async () => {
    const data = {
      name: "BotA",
      system_prompt: "CARD-SYSTEM {{original}}",
      post_history_instructions: "CARD-CLOSING",
    };
    await lab().post("/api/bots", { id: "bot_a", name: "BotA", extensions: { card: { data } } });
    await play("BotA, hello.", "Hm.");
    const lorebook = { entries: [{ keys: ["vault"], content: "The vault has two doors." }] };
    await lab().post(`${chat}/settings`, { card_prompts: true, lorebook });
    await play("BotA, the vault?", "Hm.");
    await play("BotB, the vault?", "Hm.");
    const [before, after, other] = narratives().map(({ messages }) => JSON.stringify(messages));
    expect(before).not.toMatch(/CARD-|two doors/u);
    expect(after).toMatch(/CARD-SYSTEM You play BotA.*two doors.*CARD-CLOSING/u);
    expect(other).toContain("two doors");
    expect(other).not.toContain("CARD-");
    expect((await lab().get(`${chat}/audit`)).json).toMatchObject({ leaks: [] });
  });

  it("several who are spoken to answer one line in order, each hears the one before, and the last can be spoken again", async () => {
    await play("Everyone, introduce yourselves!", "I am A.", "I am B, after A.");
    const replies = await lab().events("assistant_turn");
    expect(replies.map(({ speaker_id }) => speaker_id)).toEqual(["bot_a", "bot_b"]);
    expect(JSON.stringify(narratives()[1]?.messages)).toContain("BotA: I am A.");
    expect(await lab().events("memory_written")).toHaveLength(4);
    lab().model.script(text("I am B, again."), ...Array<typeof unmoved>(4).fill(unmoved));
    expect((await lab().post(`${chat}/regenerate`, {})).status).toBeLessThan(300);
    expect(JSON.stringify(narratives().at(-1)?.messages)).toContain("BotA: I am A.");
    const turns = (await lab().get(`${chat}/turns`)).json as { turns: { text: string }[] };
    expect(turns.turns.map((turn) => turn.text)).toEqual([
      "Everyone, introduce yourselves!",
      "I am A.",
      "I am B, again.",
    ]);
    expect((await lab().get(`${chat}/audit`)).json).toMatchObject({ leaks: [] });
    expect(await lab().rebuilt()).toEqual([]);
  });
});
