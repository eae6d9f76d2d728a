import { describe, expect, it } from "vitest";
import { listDirectedPairs } from "../../src/skills/scenes/state/present.ts";
import {
  json,
  meanwhileChat,
  parse,
  type SceneLab,
  summary,
  text,
  unmoved,
  useSceneLab,
} from "../support/scene-lab.ts";

const lab = useSceneLab(meanwhileChat());

/** One meanwhile turn, played to its end. */
async function beat(scenes: SceneLab, said: string, spoken: string): Promise<void> {
  scenes.model.script(parse(said), text(spoken), unmoved, unmoved);
  expect((await scenes.turn("chat_bot_a", said)).status).toBe(204);
}

const purposes = (scenes: SceneLab): string[] =>
  scenes.model.requests.map(({ request }) => request.purpose);
const closeMeanwhile = async (scenes: SceneLab): Promise<void> => {
  scenes.model.script(
    summary("host's view"),
    summary("guest's view"),
    summary("while you were away"),
  );
  expect((await scenes.post("/api/scenes/2/close", {})).status).toBe(200);
};

describe("turn routing and order", () => {
  it("invariant 1: a turn of the chat is a turn of the meanwhile scene while one is open, at the same address", async () => {
    const scenes = lab();
    await beat(scenes, "a glance", "BotA nods.");
    expect((await scenes.events("assistant_turn"))[0]).toMatchObject({
      scene_id: 2,
      meanwhile_scene_id: 2,
    });
  });

  it("invariant 2: the answer to a turn is 204 without a body", async () => {
    const scenes = lab();
    scenes.model.script(parse("a glance"), text("BotA nods."), unmoved, unmoved);
    const reply = await scenes.turn("chat_bot_a", "a glance");
    expect([reply.status, reply.text]).toEqual([204, ""]);
  });

  it("invariants 3 and 4: a turn makes four calls in this order, and memories make none", async () => {
    const scenes = lab();
    await beat(scenes, "a glance", "BotA nods.");
    scenes.model.assertUsedUp();
    expect(purposes(scenes)).toEqual(["parse_turn", "narrative", "state_update", "state_update"]);
    expect(scenes.model.requests.map(({ request }) => request.viewer)).toEqual([
      "director",
      "bot_a",
      "bot_a",
      "bot_b",
    ]);
    expect(await scenes.events("memory_written")).toHaveLength(2);
  });

  it("invariants 5, 6 and 7: two edges move after what was said, even by nothing, and none to or from you", async () => {
    const scenes = lab();
    await beat(scenes, "a glance", "BotA nods.");
    const [said] = await scenes.events("assistant_turn");
    const moved = (await scenes.events("edge_update")).slice(2);
    expect(moved.map(({ log_id }) => log_id > (said?.log_id ?? Infinity))).toEqual([true, true]);
    expect(
      moved.map(({ source_id, target_id, affinity_delta }) => [
        source_id,
        target_id,
        affinity_delta,
      ]),
    ).toEqual([
      ["bot_a", "bot_b", 0],
      ["bot_b", "bot_a", 0],
    ]);
  });

  it("invariant 8: nothing of a turn waits for background work: with its answer all of it is written", async () => {
    const scenes = lab();
    await beat(scenes, "a glance", "BotA nods.");
    for (const [kind, count] of [
      ["user_turn", 1],
      ["assistant_turn", 1],
      ["memory_written", 2],
      ["edge_update", 4],
    ] as const)
      expect([kind, (await scenes.events(kind)).length]).toEqual([kind, count]);
    expect(await scenes.db.rows("select 1 from timer")).toEqual([]);
  });
});

describe("speakers", () => {
  it("invariants 9, 10 and 12: the host begins, then they alternate, and each turn says where it was", async () => {
    const scenes = lab();
    for (const said of ["one", "two", "three"]) await beat(scenes, said, `says ${said}`);
    const turns = await scenes.events("assistant_turn");
    expect(turns.map(({ speaker_id }) => speaker_id)).toEqual(["bot_a", "bot_b", "bot_a"]);
    for (const turn of turns)
      expect(turn).toMatchObject({ meanwhile_scene_id: 2, present_set_kind: "host_guest" });
  });

  it("invariant 11: turns of the parent or of another meanwhile scene do not count", async () => {
    const scenes = lab();
    await beat(scenes, "one", "says one");
    await closeMeanwhile(scenes);
    scenes.model.script(
      parse("hello", "dialogue"),
      text("BotB waves."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "hello")).status).toBe(204);
    expect((await scenes.post("/api/chats/chat_bot_a/meanwhile", {})).json).toMatchObject({
      scene_id: 3,
    });
    await beat(scenes, "two", "says two");
    const turns = (await scenes.events("assistant_turn")).filter(
      ({ meanwhile_scene_id }) => meanwhile_scene_id === 3,
    );
    expect(turns.map(({ speaker_id }) => speaker_id)).toEqual(["bot_a"]);
  });

  it("invariant 13: a beat that is rewound and played again has the same speaker", async () => {
    const scenes = lab();
    await beat(scenes, "one", "says one");
    const [edge] = (await scenes.events("edge_update")).slice(-1);
    await beat(scenes, "two", "says two");
    const chat = { chat_id: "chat_bot_a", branch_id: "main", to_event_id: edge?.log_id ?? 0 };
    await scenes.record([
      { stream: "chat:chat_bot_a", kind: "chat_rewound", chatId: "chat_bot_a", payload: chat },
    ]);
    await beat(scenes, "two again", "says two again");
    const rows = await scenes.db.rows(
      "select speaker_id, text from scene_turns where kind = 'assistant' order by event_id",
    );
    expect(rows).toEqual([
      { speaker_id: "bot_a", text: "says one" },
      { speaker_id: "bot_b", text: "says two again" },
    ]);
    expect(await scenes.rebuilt()).toEqual([]);
  });
});

describe("directed pairs", () => {
  it("invariant 20: bots alone are sources, towards you first; the person's own feelings need a policy of their own", () => {
    expect(listDirectedPairs(["you", "h", "g"])).toEqual([
      ["h", "you"],
      ["g", "you"],
      ["h", "g"],
      ["g", "h"],
    ]);
    expect(listDirectedPairs(["you", "h"])).toEqual([["h", "you"]]);
    expect(listDirectedPairs(["h", "g"])).toEqual([
      ["h", "g"],
      ["g", "h"],
    ]);
    expect(listDirectedPairs(["you", "h", "g"], "all")).toHaveLength(6);
    expect(listDirectedPairs(["a", "b", "c"])).toHaveLength(6);
  });

  it("invariant 21: an edge begins at 50 and 50, stays within 0 and 100, and moves at most ten in a turn; both deltas are kept", async () => {
    const scenes = lab();
    const wild = json({ affinity_delta: 60, trust_delta: -60, knowledge_facts: [] });
    for (const said of ["1", "2", "3", "4", "5", "6"]) {
      scenes.model.script(parse(said), text(`says ${said}`), wild, unmoved);
      expect((await scenes.turn("chat_bot_a", said)).status).toBe(204);
      if (said !== "1") continue;
      const rows = await scenes.db.rows(
        "select source_id, affinity, trust from edges order by source_id",
      );
      expect(rows).toEqual([
        { source_id: "bot_a", affinity: 60, trust: 40 },
        { source_id: "bot_b", affinity: 50, trust: 50 },
      ]);
      expect((await scenes.events("edge_update"))[2]).toMatchObject({
        affinity_delta: 10,
        raw_affinity_delta: 60,
        raw_trust_delta: -60,
      });
    }
    expect(
      await scenes.db.rows("select affinity, trust from edges where source_id = 'bot_a'"),
    ).toEqual([{ affinity: 100, trust: 0 }]);
  });

  it("invariant 22: what one learns cites a turn that one witnessed", async () => {
    const scenes = lab();
    scenes.model.script(
      parse("a"),
      text("b"),
      json({ affinity_delta: 0, trust_delta: 0, knowledge_facts: ["has a key"] }),
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "a")).status).toBe(204);
    const [edge] = await scenes.db.rows<{ facts: { fact: string; cites: string[] }[] }>(
      "select facts from edges where source_id = 'bot_a'",
    );
    expect(edge?.facts.map(({ fact }) => fact)).toEqual(["has a key"]);
    const cited = await scenes.db.rows<{ witnesses: string[] }>(
      "select witnesses from scene_turns where id = any($1)",
      [edge?.facts[0]?.cites],
    );
    expect(cited.length).toBeGreaterThan(0);
    for (const { witnesses } of cited) expect(witnesses).toContain("bot_a");
  });
});
