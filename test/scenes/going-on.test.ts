import { describe, expect, it } from "vitest";
import { codeOf } from "../support/api.ts";
import { parse, text, unmoved, useSceneLab, youChat } from "../support/scene-lab.ts";

const lab = useSceneLab([...youChat()], {
  otherwise: ({ purpose }) => (purpose === "narrative" ? text("Hm.") : unmoved),
});

const chat = "/api/chats/chat_bot_a";
const turns = "/chats/chat_bot_a/turns";

const listLines = async (): Promise<string[]> =>
  (
    (await lab().get(`${chat}/turns`)).json as {
      turns: { kind: string; speaker_id: string; text: string }[];
    }
  ).turns.map(({ kind, speaker_id, text: said }) => `${kind} ${speaker_id}: ${said}`);

const goOn = async (body: object = {}): Promise<number> => {
  const { status } = await lab().post(`${chat}/next`, body);
  await lab().settle();
  return status;
};

describe("the characters of a scene", () => {
  it("characters go on without a line of the person, in turn or as the person chooses", async () => {
    const asked = { one: {}, two: { speakers: ["bot_a"] }, three: { scene_id: 1 } };
    for (const [said, body] of Object.entries(asked)) {
      lab().model.script(text(said));
      expect(await goOn(body)).toBe(204);
    }
    expect(await listLines()).toEqual([
      "assistant bot_a: one",
      "assistant bot_a: two",
      "assistant bot_b: three",
    ]);
    expect(await lab().events("user_turn")).toEqual([]);
    expect(await lab().events("memory_written")).toHaveLength(6);
    expect((await lab().get(`${chat}/audit`)).json).toMatchObject({ leaks: [], suspicions: [] });
    expect(await lab().rebuilt()).toEqual([]);
  });

  it("characters answer a line in the order that the person names", async () => {
    lab().model.script(parse("BotA, hello.", "dialogue"), text("I first."), text("I second."));
    const said = { prose: "BotA, hello.", speakers: ["bot_b", "bot_a"] };
    expect((await lab().post(turns, said)).status).toBe(204);
    expect((await listLines()).slice(-2)).toEqual([
      "assistant bot_b: I first.",
      "assistant bot_a: I second.",
    ]);
  });

  it("a character that is unknown, absent or out of earshot is not chosen to speak, and nothing is written", async () => {
    const before = await listLines();
    const wrong = [
      [{ speakers: ["bob"] }, "unknown_person"],
      [{ speakers: ["you"] }, "unknown_person"],
      [{ scene_id: 77 }, "scene_not_found"],
    ] as const;
    for (const [body, code] of wrong)
      expect(codeOf(await lab().post(`${chat}/next`, body))).toBe(code);
    const whisper = { prose: "Quiet.", whisper_to: ["bot_a"], speakers: ["bot_b"] };
    const typed = { prose: "whisper to BotA: quiet.", speakers: ["bot_b"] };
    lab().model.script(parse(typed.prose, "dialogue"));
    for (const body of [whisper, typed])
      expect(await lab().post(turns, body)).toMatchObject({
        status: 400,
        json: { error: { code: "invalid_request", fact: { field: "speakers", value: "bot_b" } } },
      });
    const leaves = { chat_id: "chat_bot_a", entity_id: "bot_b", change: "leave" };
    expect((await lab().post("/api/scenes/1/presence", leaves)).status).toBe(201);
    expect(codeOf(await lab().post(`${chat}/next`, { speakers: ["bot_b"] }))).toBe("not_present");
    const moves = { chat_id: "chat_bot_a", entity_id: "bot_a", change: "leave" };
    expect((await lab().post("/api/scenes/1/presence", moves)).status).toBe(201);
    expect(codeOf(await lab().post(`${chat}/next`))).toBe("nobody_there");
    expect(await listLines()).toEqual(before);
  });
});
