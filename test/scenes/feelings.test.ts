import { beforeEach, describe, expect, it } from "vitest";
import { ModelFailure, type ModelRequest } from "../../src/domain/ports/model.ts";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import {
  json,
  type Line,
  type SceneLab,
  summary,
  text,
  useSceneLab,
  youChat,
} from "../support/scene-lab.ts";

const crowd = Array.from({ length: 9 }, (_, nth) => `bot_${nth + 1}`);
const crowded: Line[] = [
  ...youChat("pair"),
  ...crowd.map((id) => ({ kind: "bot_authored", payload: { id, name: id.replace("_", " ") } })),
  {
    kind: "chat_created",
    payload: { id: "hall", host_bot_id: "bot_1", initial_time: "2026-04-26T20:00:00Z" },
  },
  { kind: "scene_opened", payload: { chat_id: "hall", participants: ["you", ...crowd] } },
];

/** Feelings wait until the test lets them go. */
let held: Promise<void> | undefined;
let failing = false;
const fact = "is afraid of gulls";

function answer(request: ModelRequest): ScriptedAnswer {
  const prose = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
  if (request.purpose === "parse_turn")
    return json({ segments: [{ kind: "dialogue", text: prose }] });
  if (request.purpose === "narrative") return text("So it is.");
  if (request.purpose === "threads") return json({ threads: [] });
  if (request.purpose !== "state_update") return summary("Had tea.");
  if (failing) return { kind: "fail", failure: new ModelFailure("overloaded", "busy") };
  const felt = JSON.stringify({ affinity_delta: 3, trust_delta: 0, knowledge_facts: [fact] });
  return held === undefined ? text(felt) : { kind: "ignoreAbort", release: held, text: felt };
}

const lab = useSceneLab(crowded, { otherwise: answer });
const play = (scenes: SceneLab, chat: string, prose: string) =>
  scenes.api.call(`/chats/${chat}/turns`, {
    method: "POST",
    token: scenes.token,
    json: { prose },
  });
const purposes = (scenes: SceneLab): string[] =>
  scenes.model.requests.map(({ request }) => request.purpose);

beforeEach(() => {
  held = undefined;
  failing = false;
});

describe("feelings after a reply", () => {
  it("a reply is recorded and the next line is answered while the feelings of the beat are still asked for", async () => {
    const scenes = lab();
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    expect((await play(scenes, "pair", "Good evening.")).status).toBe(204);
    expect(await scenes.events("assistant_turn")).toHaveLength(1);
    expect(await scenes.events("memory_written")).toHaveLength(2);
    await scenes.lab.until(() => purposes(scenes).includes("state_update"));
    expect((await play(scenes, "pair", "And good night.")).status).toBe(204);
    expect(await scenes.events("assistant_turn")).toHaveLength(2);
    expect(await scenes.events("edge_update")).toEqual([]);
    release();
    held = undefined;
    await scenes.settle();
    // Each listener was asked once per beat, although the story went on while they were asked.
    expect(await scenes.events("edge_update")).toHaveLength(8);
    expect(await scenes.db.rows("select distinct affinity from edges")).toEqual([{ affinity: 56 }]);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("a beat with nine characters costs one call per listener, each about all the others", async () => {
    const scenes = lab();
    expect((await scenes.turn("hall", "Good evening, all of you.")).status).toBe(204);
    const asked = scenes.model.requests.filter(({ request }) => request.purpose === "state_update");
    expect(new Set(asked.map(({ request }) => request.viewer))).toEqual(new Set(crowd));
    expect(new Set(asked.map(({ request }) => request))).toHaveProperty("size", 9);
    expect(await scenes.events("edge_update")).toHaveLength(81);
    expect(await scenes.db.rows("select 1 from edges where affinity = 53")).toHaveLength(81);
  });

  it("a rewind to the end of a beat keeps its feelings, one to before it removes them", async () => {
    const scenes = lab();
    await scenes.turn("pair", "Good evening.");
    const [line] = await scenes.events("assistant_turn");
    await scenes.turn("pair", "And good night.");
    const rewind = (turn_id: unknown) => scenes.post("/api/chats/pair/rewind", { turn_id });
    expect((await rewind(line?.["id"])).status).toBe(200);
    expect(await scenes.db.rows("select distinct affinity from edges")).toEqual([{ affinity: 53 }]);
  });

  it("feelings about a line that was rewound meanwhile are dropped", async () => {
    const scenes = lab();
    await scenes.turn("pair", "Good evening.");
    const [line] = await scenes.events("assistant_turn");
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    const before = scenes.model.requests.length;
    await play(scenes, "pair", "I never said this.");
    await scenes.lab.until(() => purposes(scenes).slice(before).includes("state_update"));
    const gone = await scenes.post("/api/chats/pair/rewind", { turn_id: line?.["id"] });
    expect(gone.status).toBe(200);
    release();
    await scenes.settle();
    expect(await scenes.db.rows("select distinct affinity from edges")).toEqual([{ affinity: 53 }]);
    expect((await scenes.get("/api/chats/pair/audit")).json).toMatchObject({ leaks: [] });
  });

  it("a reply that was replaced before its feelings were known gets them when it is chosen again", async () => {
    const scenes = lab();
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    await play(scenes, "pair", "Good evening.");
    await scenes.lab.until(() => purposes(scenes).includes("state_update"));
    held = undefined;
    const [first] = await scenes.events("assistant_turn");
    const lineId = first?.["id"] as string;
    const again = await scenes.post("/api/chats/pair/regenerate", { turn_id: lineId });
    expect(again.status).toBe(204);
    release();
    await scenes.settle();
    const countFelt = async (): Promise<number> =>
      (await scenes.events("edge_update")).filter(({ cites }) =>
        (cites as string[]).includes(lineId),
      ).length;
    expect(await countFelt()).toBe(0);
    const path = `/api/chats/pair/turns/${lineId}/version`;
    const chosen = await scenes.post(path, { version: 1 });
    expect(chosen.status).toBe(200);
    await scenes.settle();
    expect(await countFelt()).toBe(4);
    expect(await scenes.db.rows("select distinct affinity from edges")).toEqual([{ affinity: 53 }]);
  });

  it("a model that fails at the feelings takes nothing from the beat, and the next one is played", async () => {
    const scenes = lab();
    failing = true;
    expect((await scenes.turn("pair", "Good evening.")).status).toBe(204);
    expect(await scenes.events("edge_update")).toEqual([]);
    failing = false;
    expect((await scenes.turn("pair", "Again.")).status).toBe(204);
    expect(await scenes.events("assistant_turn")).toHaveLength(2);
    expect(await scenes.events("edge_update")).toHaveLength(4);
    expect(await scenes.db.rows("select 1 from message where text like '%failed%'")).toEqual([]);
  });

  it("what a scene taught about a person is filed under that person", async () => {
    const scenes = lab();
    await scenes.turn("pair", "I am afraid of gulls.");
    const learnt = (me: string, bot: string): ScriptedAnswer =>
      json({
        summary: "They talked of gulls.",
        people: [
          { name: "Me", relationship_summary: me, knowledge_facts: ["fears gulls"] },
          { name: bot, relationship_summary: "", knowledge_facts: [] },
        ],
      });
    scenes.model.script(learnt("Now trusts Me.", "BotB"), learnt("Likes Me.", "BotA"));
    await scenes.post("/api/scenes/1/close", { chat_id: "pair" });
    const rows = await scenes.db.rows<{ source_id: string; target_id: string }>(
      "select source_id, target_id, relationship_summary from edges where relationship_summary <> '' order by source_id",
    );
    expect(rows).toEqual([
      { source_id: "bot_a", target_id: "you", relationship_summary: "Now trusts Me." },
      { source_id: "bot_b", target_id: "you", relationship_summary: "Likes Me." },
    ]);
  });
});
