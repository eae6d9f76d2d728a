import { describe, expect, it } from "vitest";
import { ModelFailure } from "../../src/domain/ports/model.ts";
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

async function beat(scenes: SceneLab, said: string): Promise<void> {
  scenes.model.script(parse(said), text(`says ${said}`), unmoved, unmoved);
  expect((await scenes.turn("chat_bot_a", said)).status).toBe(204);
}
const views = [
  summary("the host's view"),
  summary("the guest's view"),
  summary("while you were away"),
] as const;
const close = (scenes: SceneLab) => scenes.post("/api/scenes/2/close", {});

describe("the close of a meanwhile scene", () => {
  it("invariants 23, 24, 27 and 28: a close writes the end first; then host, guest, digest and threads, whose failure costs nothing", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    scenes.model.script(...views);
    expect((await close(scenes)).status).toBe(200);
    scenes.model.assertUsedUp();
    const asked = scenes.model.requests
      .slice(4)
      .map(({ request }) => [request.purpose, request.viewer]);
    expect(asked).toEqual([
      ["pov_summary", "bot_a"],
      ["pov_summary", "bot_b"],
      ["digest", "you"],
      ["threads", "director"],
    ]);
    const [end] = await scenes.events("meanwhile_scene_closed");
    const edits = await scenes.events("manual_edit");
    expect(edits.every(({ log_id }) => log_id > (end?.log_id ?? Infinity))).toBe(true);
    expect(await scenes.events("thread_detected")).toEqual([]);
  });

  it("invariants 25 and 26: a close makes one edit for each bot, on its last row of the scene; the rows before it stay", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    await beat(scenes, "two");
    scenes.model.script(...views);
    expect((await close(scenes)).status).toBe(200);
    const edits = await scenes.events("manual_edit");
    expect(edits).toHaveLength(2);
    for (const edit of edits)
      expect(edit).toMatchObject({ target_kind: "memory_pov_summary", author: "system" });
    const rows = await scenes.db.rows(
      "select owner_id, pov_summary = text as untouched, pov_summary from memories where scene_id = 2 order by event_id",
    );
    expect(rows).toMatchObject([
      { owner_id: "bot_a", untouched: true },
      { owner_id: "bot_b", untouched: true },
      { owner_id: "bot_a", pov_summary: "the host's view" },
      { owner_id: "bot_b", pov_summary: "the guest's view" },
    ]);
  });

  it("invariant 29: the digest is not a memory or a view, and no character knows it; a scene with you gets none", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    scenes.model.script(...views);
    expect((await close(scenes)).status).toBe(200);
    expect(
      await scenes.db.rows("select noticed, directors_cut, sealed, delivered from digests"),
    ).toEqual([
      {
        noticed: "while you were away",
        directors_cut: "BotA: the host's view\nBotB: the guest's view",
        sealed: true,
        delivered: false,
      },
    ]);
    const [, , digest] = scenes.model.requests.slice(4);
    expect(JSON.stringify(digest?.request.messages)).not.toContain("says one");
    scenes.model.script(
      parse("hello", "dialogue"),
      text("hi"),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
      summary("h"),
      summary("g"),
    );
    expect((await scenes.turn("chat_bot_a", "hello")).status).toBe(204);
    expect((await scenes.post("/api/scenes/1/close", {})).status).toBe(200);
    scenes.model.assertUsedUp();
    expect(await scenes.db.rows("select scene_id from digests")).toEqual([{ scene_id: 2 }]);
  });

  it("the director's cut stays sealed until the person unseals it", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    scenes.model.script(...views);
    await close(scenes);
    const list = async () =>
      ((await scenes.get("/api/chats/chat_bot_a/digests")).json as { digests: { id: string }[] })
        .digests;
    const [sealed] = await list();
    expect(sealed).toMatchObject({
      sealed: true,
      directors_cut: null,
      noticed: "while you were away",
    });
    expect(
      (await scenes.post(`/api/chats/chat_bot_a/digests/${sealed?.id ?? ""}/unseal`)).status,
    ).toBe(201);
    expect(await list()).toMatchObject([
      { sealed: false, directors_cut: expect.stringContaining("the host's view") },
    ]);
  });

  it("invariant 30: the witnesses come from the scene, also when others than the chat's host and guest play", async () => {
    const scenes = lab();
    expect((await scenes.post("/api/bots", { id: "bot_c", name: "BotC" })).status).toBe(201);
    const started = await scenes.post("/api/chats/chat_bot_a/meanwhile", {
      host_bot_id: "bot_c",
      guest_bot_id: "bot_b",
    });
    expect(started.json).toMatchObject({ scene_id: 3, parent_scene_id: 1 });
    await beat(scenes, "one");
    scenes.model.script(...views);
    expect((await scenes.post("/api/scenes/3/close", {})).status).toBe(200);
    expect(scenes.model.requests.slice(4, 6).map(({ request }) => request.viewer)).toEqual([
      "bot_c",
      "bot_b",
    ]);
  });

  it("invariant 31, RisuAI 1051: closing again does nothing; a scene that was only closed is summed up by it", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    const closed = {
      kind: "meanwhile_scene_closed",
      payload: { scene_id: 2, closed_at: "2026-04-26T20:30:00+00:00" },
    };
    expect((await scenes.load([closed])).status).toBe(200);
    scenes.model.script(...views);
    expect((await close(scenes)).status).toBe(200);
    expect((await close(scenes)).status).toBe(200);
    scenes.model.assertUsedUp();
    expect(await scenes.events("meanwhile_scene_closed")).toHaveLength(1);
    expect(await scenes.events("manual_edit")).toHaveLength(2);
  });

  it("invariant 32: the parent stays open meanwhile, and the next turn goes to it and brings the digest", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    scenes.model.script(...views);
    await close(scenes);
    expect(
      await scenes.db.rows("select id, closed_at is null as open from scenes order by id"),
    ).toEqual([
      { id: 1, open: true },
      { id: 2, open: false },
    ]);
    scenes.model.script(
      parse("I am back", "dialogue"),
      text("BotA looks up."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "I am back")).status).toBe(204);
    expect((await scenes.events("assistant_turn")).at(-1)).toMatchObject({
      scene_id: 1,
      present_set_kind: "you_host_guest",
    });
    const said = await scenes.db.rows(
      "select text from message where direction = 'outbound' order by event_id",
    );
    expect(said.slice(-2)).toEqual([{ text: "while you were away" }, { text: "BotA looks up." }]);
    expect(await scenes.db.rows("select delivered from digests")).toEqual([{ delivered: true }]);
  });

  it("an unreadable summary is reported as missing: the scene is closed, and closing it again writes the summary", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    scenes.model.script({ kind: "fail", failure: new ModelFailure("bad_output", "no JSON") });
    const refused = await close(scenes);
    expect([refused.status, refused.json]).toMatchObject([
      502,
      { error: { code: "scene_not_summed_up", fact: { scene_id: 2, closed: true } } },
    ]);
    expect(
      await scenes.db.rows("select closed_at is null as open, summarised from scenes where id = 2"),
    ).toEqual([{ open: false, summarised: false }]);
    scenes.model.script(...views);
    expect((await close(scenes)).status).toBe(200);
    expect(await scenes.db.rows("select noticed from digests")).toEqual([
      { noticed: "while you were away" },
    ]);
    expect(await scenes.events("meanwhile_scene_closed")).toHaveLength(1);
  });

  it("a summary that is too long for a prompt is shortened, not omitted", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    const long = `The lighthouse burnt down. ${"And then the rain went on. ".repeat(300)}`;
    scenes.model.script(summary(long), summary(long), views[2]);
    expect((await close(scenes)).status).toBe(200);
    scenes.model.script(
      parse("What of the lighthouse?", "dialogue"),
      text("Gone."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.turn("chat_bot_a", "What of the lighthouse?")).status).toBe(204);
    const narrative =
      scenes.model.requests
        .findLast(({ request }) => request.purpose === "narrative")
        ?.request.messages.at(-1)?.content ?? "";
    const told = narrative.split("\n").find((line) => line.includes("The lighthouse burnt down."));
    expect(told?.length).toBeGreaterThan(1_500);
    expect(told?.length).toBeLessThanOrEqual(2_100);
  });

  it("a meanwhile scene rewound to before its end has no digest, in no table and after no rebuild; brought back, it has its digest again", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    const [last] = (await scenes.events("edge_update")).slice(-1);
    scenes.model.script(...views);
    expect((await close(scenes)).status).toBe(200);
    const rows = () => scenes.db.rows("select noticed from digests");
    expect(await rows()).toHaveLength(1);
    expect(
      (await scenes.post("/api/chats/chat_bot_a/rewind", { event_id: last?.log_id })).status,
    ).toBe(200);
    expect(await rows()).toEqual([]);
    expect(await scenes.rebuilt()).toEqual([]);
    expect(await rows()).toEqual([]);
    expect((await scenes.post("/api/chats/chat_bot_a/bring-back")).status).toBe(200);
    expect(await rows()).toEqual([{ noticed: "while you were away" }]);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("facts learned in a scene are stored with the relationship, and threads by their title", async () => {
    const scenes = lab();
    await beat(scenes, "one");
    const rich = json({
      summary: "the host's view",
      knowledge_facts: ["has a key"],
      relationship_summary: "wary of BotB",
    });
    scenes.model.script(rich, views[1], views[2], json({ threads: [{ title: "The key" }] }));
    await close(scenes);
    expect(
      await scenes.db.rows(
        "select relationship_summary, facts from edges where source_id = 'bot_a'",
      ),
    ).toMatchObject([{ relationship_summary: "wary of BotB", facts: [{ fact: "has a key" }] }]);
    expect(await scenes.db.rows("select title, status from threads")).toEqual([
      { title: "The key", status: "open" },
    ]);
    // The page tells neither before the seal is broken.
    const readStage = async () =>
      (await scenes.get("/api/chats/chat_bot_a/stage")).json as {
        threads: object[];
        edges: { facts: object[] }[];
      };
    const countShown = ({ threads, edges }: Awaited<ReturnType<typeof readStage>>): number[] => [
      threads.length,
      edges.flatMap(({ facts }) => facts).length,
    ];
    expect(countShown(await readStage())).toEqual([0, 0]);
    // The lists omit it too when unseen rows are hidden.
    const listOf = async (what: string, unseen: string) =>
      (
        (
          (await scenes.get(`/api/chats/chat_bot_a/${what}?unseen=${unseen}`)).json as Record<
            string,
            object[]
          >
        )[what] ?? []
      ).length;
    const lists = ["turns", "memories", "threads"];
    expect(await Promise.all(lists.map((what) => listOf(what, "show")))).toEqual([2, 2, 1]);
    expect(await Promise.all(lists.map((what) => listOf(what, "hide")))).toEqual([0, 0, 0]);
    const readEdges = async (unseen: string) =>
      JSON.stringify((await scenes.get(`/api/chats/chat_bot_a/edges?unseen=${unseen}`)).json);
    expect(await readEdges("show")).toMatch(/has a key.*wary of BotB|wary of BotB.*has a key/);
    expect(await readEdges("hide")).not.toMatch(/has a key|wary of BotB/);
    const lastWords = async () =>
      ((await scenes.get("/api/stage")).json as { chats: { last_text: string | null }[] }).chats[0]
        ?.last_text;
    expect(await lastWords()).toBe(null);
    const [digest] = await scenes.db.rows<{ id: string }>("select id from digests");
    expect(
      (await scenes.post(`/api/chats/chat_bot_a/digests/${digest?.id}/unseal`)).status,
    ).toBeLessThan(300);
    expect(countShown(await readStage())).toEqual([1, 1]);
    expect(await Promise.all(lists.map((what) => listOf(what, "hide")))).toEqual([2, 2, 1]);
    expect(await lastWords()).toBe("says one");
    expect(await scenes.rebuilt()).toEqual([]);
  });
});
