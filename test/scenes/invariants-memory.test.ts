import { describe, expect, it } from "vitest";
import {
  json,
  meanwhileChat,
  parse,
  summary,
  text,
  unmoved,
  useSceneLab,
  youChat,
} from "../support/scene-lab.ts";

const flags = "owner_id, witness_you, witness_host, witness_guest";

describe("memory of a meanwhile scene", () => {
  const lab = useSceneLab(meanwhileChat());

  it("invariants 14 and 15: a meanwhile turn makes two rows, one for each bot, witnessed (0,1,1)", async () => {
    const scenes = lab();
    scenes.model.script(parse("a"), text("b"), unmoved, unmoved);
    expect((await scenes.turn("chat_bot_a", "a")).status).toBe(204);
    expect(await scenes.db.rows(`select ${flags} from memories order by event_id`)).toEqual([
      { owner_id: "bot_a", witness_you: 0, witness_host: 1, witness_guest: 1 },
      { owner_id: "bot_b", witness_you: 0, witness_host: 1, witness_guest: 1 },
    ]);
  });

  it("invariant 18: you own no row of a meanwhile scene, before and after its close, and none can be made", async () => {
    const scenes = lab();
    scenes.model.script(
      parse("a"),
      text("b"),
      unmoved,
      unmoved,
      summary("h"),
      summary("g"),
      summary("d"),
    );
    expect((await scenes.turn("chat_bot_a", "a")).status).toBe(204);
    expect((await scenes.post("/api/scenes/2/close", {})).status).toBe(200);
    expect(await scenes.db.rows("select 1 from memories where owner_id = 'you'")).toEqual([]);
    const owned = {
      chat_id: "chat_bot_a",
      owner_id: "you",
      witness_you: 1,
      witness_host: 1,
      witness_guest: 0,
    };
    expect((await scenes.load([{ kind: "memory_written", payload: owned }])).status).toBe(400);
  });

  it("invariant 42: what is said in quotes in a meanwhile scene is a stage direction, and no bot hears it from you", async () => {
    const scenes = lab();
    const said = json({ segments: [{ kind: "dialogue", text: "run away" }] });
    scenes.model.script(said, text("BotA runs."), unmoved, unmoved);
    expect((await scenes.turn("chat_bot_a", "“run away”")).status).toBe(204);
    const narrative = scenes.model.requests[1]?.request.messages.at(-1)?.content ?? "";
    expect(narrative).toContain("(Stage direction: run away)");
    expect(narrative).not.toContain("Me");
    expect(
      (await scenes.events("memory_written")).map((memory) =>
        JSON.stringify(memory).includes("Me:"),
      ),
    ).toEqual([false, false]);
  });
});

describe("memory of a scene with you", () => {
  const lab = useSceneLab(youChat());

  it("invariant 16: a scene with both bots makes two rows (1,1,1); after the guest has left one row (1,1,0), and the guest gets none", async () => {
    const scenes = lab();
    scenes.model.script(
      parse("hi", "dialogue"),
      text("BotA smiles."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "hi")).status).toBe(204);
    const leaves = { chat_id: "chat_bot_a", entity_id: "bot_b", change: "leave" };
    expect((await scenes.post("/api/scenes/1/presence", leaves)).status).toBe(201);
    scenes.model.script(parse("alone now", "dialogue"), text("BotA sighs."), unmoved);
    expect((await scenes.turn("chat_bot_a", "alone now")).status).toBe(204);
    scenes.model.assertUsedUp();
    expect(await scenes.db.rows(`select ${flags} from memories order by event_id`)).toEqual([
      { owner_id: "bot_a", witness_you: 1, witness_host: 1, witness_guest: 1 },
      { owner_id: "bot_b", witness_you: 1, witness_host: 1, witness_guest: 1 },
      { owner_id: "bot_a", witness_you: 1, witness_host: 1, witness_guest: 0 },
    ]);
    expect(
      (await scenes.events("assistant_turn")).map(({ present_set_kind }) => present_set_kind),
    ).toEqual(["you_host_guest", "you_host"]);
  });

  it("invariants 17 and 19: a whisper is known to whom it was for; the other one was there and heard nothing", async () => {
    const scenes = lab();
    scenes.model.script(parse("the stone", "whisper"), text("BotA nods."), unmoved);
    const whispered = { prose: "the stone", whisper_to: ["bot_a"] };
    expect((await scenes.post("/chats/chat_bot_a/turns", whispered)).status).toBe(204);
    expect(await scenes.db.rows(`select ${flags} from memories`)).toEqual([
      { owner_id: "bot_a", witness_you: 1, witness_host: 1, witness_guest: 0 },
    ]);
    scenes.model.script(
      parse("BotB, well?", "dialogue"),
      text("BotB shrugs."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "BotB, well?")).status).toBe(204);
    scenes.model.assertUsedUp();
    const spoken = scenes.model.requests
      .map(({ request }) => request)
      .filter(({ purpose }) => purpose === "narrative")[1];
    expect(spoken?.viewer).toBe("bot_b");
    expect(JSON.stringify(spoken?.messages)).not.toContain("stone");
    expect((await scenes.events("assistant_turn")).map(({ witnesses }) => witnesses)).toEqual([
      ["you", "bot_a"],
      ["you", "bot_a", "bot_b"],
    ]);
  });

  it("a character who enters later knows nothing of what was said before", async () => {
    const scenes = lab();
    expect((await scenes.post("/api/bots", { id: "bot_c", name: "BotC" })).status).toBe(201);
    scenes.model.script(
      parse("the letter", "dialogue"),
      text("BotA reads."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "the letter")).status).toBe(204);
    const enters = { chat_id: "chat_bot_a", entity_id: "bot_c", change: "enter" };
    expect((await scenes.post("/api/scenes/1/presence", enters)).status).toBe(201);
    scenes.model.script(
      parse("BotC, hello", "dialogue"),
      text("BotC bows."),
      ...Array.from({ length: 9 }, () => unmoved),
    );
    expect((await scenes.turn("chat_bot_a", "BotC, hello")).status).toBe(204);
    scenes.model.assertUsedUp();
    const spoken = scenes.model.requests
      .map(({ request }) => request)
      .filter(({ purpose }) => purpose === "narrative")[1];
    expect(spoken?.viewer).toBe("bot_c");
    expect(JSON.stringify(spoken?.messages)).not.toContain("letter");
    expect((await scenes.events("assistant_turn"))[1]).toMatchObject({
      present_set_kind: "you_host_guest_others",
    });
  });
});
