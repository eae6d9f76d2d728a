import type { Json } from "../../src/domain/json.ts";
import { describe, expect, it } from "vitest";
import { codeOf, operatorToken } from "../support/api.ts";
import { json, parse, type SceneLab, text, unmoved, useSceneLab } from "../support/scene-lab.ts";

const lab = useSceneLab([]);

/** A chat made by hand: two bots, a person, a place, and a scene with all of them. */
async function chatByHand(scenes: SceneLab): Promise<string> {
  for (const [id, name] of [
    ["ann", "Ann"],
    ["bob", "Bob"],
    ["cy", "Cy"],
  ])
    expect((await scenes.post("/api/bots", { id, name })).status).toBe(201);
  expect((await scenes.post("/api/you", { name: "Me" })).status).toBe(201);
  const chat = await scenes.post("/api/chats", {
    host_bot_id: "ann",
    guest_bot_id: "bob",
    initial_time: "2026-04-26T20:00:00Z",
    title: "The key",
  });
  const { id } = chat.json as { id: string };
  expect((await scenes.post(`/api/chats/${id}/containers`, { name: "office" })).json).toMatchObject(
    { container_id: 1 },
  );
  expect(
    (
      await scenes.post(`/api/chats/${id}/scenes`, {
        container_id: 1,
        participants: ["you", "ann", "bob"],
      })
    ).json,
  ).toMatchObject({
    scene_id: 1,
  });
  return id;
}

const listRows = async (
  scenes: SceneLab,
  path: string,
  name: string,
): Promise<Record<string, unknown>[]> =>
  ((await scenes.get(path)).json as Record<string, Record<string, unknown>[]>)[name] ?? [];

describe("stories by hand", () => {
  it("stories by hand are made, played and read by the API alone", async () => {
    const scenes = lab();
    const id = await chatByHand(scenes);
    expect(
      (
        await scenes.post(`/api/chats/${id}/activities`, {
          entity_id: "ann",
          posture: "sitting",
          action: { verb: "reading" },
        })
      ).status,
    ).toBe(201);
    expect(
      (
        await scenes.post(`/api/chats/${id}/edges`, {
          source_id: "you",
          target_id: "ann",
          affinity: 80,
        })
      ).status,
    ).toBe(201);
    expect(
      (await scenes.post(`/api/chats/${id}/clock`, { to: "2026-04-27T08:00:00Z" })).status,
    ).toBe(201);
    scenes.model.script(
      parse("hello", "dialogue"),
      text("Ann nods."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.post(`/chats/${id}/turns`, { prose: "hello" })).status).toBe(204);
    scenes.model.assertUsedUp();
    expect((await scenes.get(`/api/chats/${id}`)).json).toMatchObject({
      title: "The key",
      clock: "2026-04-27T08:01:00.000Z",
      conversation_id: expect.any(String),
      open_scenes: [{ id: 1, present: ["you", "ann", "bob"] }],
    });
    expect(await listRows(scenes, "/api/bots", "bots")).toMatchObject([
      { id: "ann" },
      { id: "bob" },
      { id: "cy" },
    ]);
    expect(await listRows(scenes, "/api/chats", "chats")).toMatchObject([{ id }]);
    expect((await scenes.get("/api/you")).json).toMatchObject({ you: { name: "Me" } });
    expect(await listRows(scenes, `/api/chats/${id}/turns?limit=1`, "turns")).toMatchObject([
      { speaker_id: "ann", text: "Ann nods." },
    ]);
    expect(
      await listRows(scenes, `/api/chats/${id}/memories?owner_id=bob`, "memories"),
    ).toMatchObject([{ owner_id: "bob" }]);
    expect(await listRows(scenes, `/api/chats/${id}/edges?owner_id=you`, "edges")).toMatchObject([
      { target_id: "ann", affinity: 80 },
    ]);
    expect(await listRows(scenes, `/api/chats/${id}/activities`, "activities")).toMatchObject([
      { entity_id: "ann", posture: "sitting" },
    ]);
  });

  it("three bots take turns among themselves, each remembers, and each feels about both others", async () => {
    const scenes = lab();
    const id = await chatByHand(scenes);
    expect(
      (await scenes.post(`/api/chats/${id}/meanwhile`, { participants: ["ann", "bob", "cy"] }))
        .json,
    ).toMatchObject({ scene_id: 2 });
    for (const said of ["one", "two", "three", "four"]) {
      scenes.model.script(parse(said), text(said), ...Array.from({ length: 6 }, () => unmoved));
      expect((await scenes.turn(id, said)).status).toBe(204);
    }
    scenes.model.assertUsedUp();
    expect((await scenes.events("assistant_turn")).map(({ speaker_id }) => speaker_id)).toEqual([
      "ann",
      "bob",
      "cy",
      "ann",
    ]);
    expect(await scenes.events("memory_written")).toHaveLength(12);
    const whole = await listRows(scenes, `/api/chats/${id}/memories`, "memories");
    const pages: Json[][] = [];
    for (let next: number | null | undefined; next !== null;) {
      const before = next === undefined ? "" : `&before=${next}`;
      const path = `/api/chats/${id}/memories?limit=5${before}`;
      const page = (await scenes.get(path)).json as { memories: Json[]; next: number | null };
      pages.unshift(page.memories);
      ({ next } = page);
    }
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(whole);
  });

  it("the newest of several meanwhile scenes takes the turn, or the one that is named", async () => {
    const scenes = lab();
    const id = await chatByHand(scenes);
    await scenes.post(`/api/chats/${id}/meanwhile`, {});
    await scenes.post(`/api/chats/${id}/meanwhile`, { host_bot_id: "cy", guest_bot_id: "bob" });
    scenes.model.script(
      parse("a"),
      text("a"),
      unmoved,
      unmoved,
      parse("b"),
      text("b"),
      unmoved,
      unmoved,
    );
    expect((await scenes.turn(id, "a")).status).toBe(204);
    expect((await scenes.post(`/chats/${id}/turns`, { prose: "b", scene_id: 2 })).status).toBe(204);
    expect(
      (await scenes.events("assistant_turn")).map(({ scene_id, speaker_id }) => [
        scene_id,
        speaker_id,
      ]),
    ).toEqual([
      [3, "cy"],
      [2, "ann"],
    ]);
  });

  it("the first words open a scene like the last where none is open", async () => {
    const scenes = lab();
    const id = await chatByHand(scenes);
    scenes.model.script(json({ threads: [] }));
    expect((await scenes.post("/api/scenes/1/close", { chat_id: id })).status).toBe(200);
    scenes.model.script(
      parse("again", "dialogue"),
      text("Ann is back."),
      unmoved,
      unmoved,
      unmoved,
      unmoved,
    );
    expect((await scenes.turn(id, "again")).status).toBe(204);
    expect(
      (await scenes.events("scene_opened")).map(({ scene_id, participants }) => [
        scene_id,
        participants,
      ]),
    ).toEqual([
      [1, ["you", "ann", "bob"]],
      [2, ["you", "ann", "bob"]],
    ]);
  });

  it("a request that is not a turn is refused before anything is written", async () => {
    const scenes = lab();
    const id = await chatByHand(scenes);
    const post = (path: string, how: object) =>
      scenes.api.call(path, { method: "POST", token: operatorToken, ...how });
    expect(codeOf(await post(`/chats/${id}/turns`, { json: { prose: "  " } }))).toBe(
      "invalid_request",
    );
    expect(codeOf(await post(`/chats/${id}/turns`, { json: {} }))).toBe("invalid_request");
    expect(
      codeOf(
        await post(`/chats/${id}/turns`, {
          body: "prose",
          headers: { "Content-Type": "text/plain" },
        }),
      ),
    ).toBe("unsupported_media_type");
    expect(codeOf(await post("/chats/nowhere/turns", { json: { prose: "hm" } }))).toBe("not_found");
    expect(codeOf(await post(`/api/chats/${id}/kickoff`, { json: {} }))).toBe("invalid_request");
    expect(codeOf(await post("/api/scenes/9/close", { json: {} }))).toBe("not_found");
    expect(
      codeOf(await post(`/api/chats/${id}/meanwhile`, { json: { participants: ["ann", "you"] } })),
    ).toBe("invalid_request");
    expect(await scenes.db.rows("select 1 from message")).toEqual([]);
  });
});
