import { describe, expect, it } from "vitest";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import { codeOf } from "../support/api.ts";
import { meanwhileChat, parse, text, unmoved, useSceneLab, youChat } from "../support/scene-lab.ts";

const tables = ["bots", "you", "chats", "containers", "scenes", "presence", "activities", "edges"];

describe("the log and its tables", () => {
  const lab = useSceneLab([]);

  it("invariant 37: events that are taken at once and one by one give the same tables", async () => {
    const scenes = lab();
    const rows = async (chat: string) =>
      Promise.all(
        tables.map(async (table) => {
          const column = ["bots", "you"].includes(table)
            ? "account_id"
            : table === "chats"
              ? "id"
              : "chat_id";
          const found = await scenes.db.rows<{ row: Record<string, unknown> }>(
            `select to_jsonb(t) as row from ${table} t where $1 = '' or ${column} = $1 or ${column} not like 'chat%' order by 1`,
            [chat],
          );
          return found.map(
            ({
              row: {
                event_id: _event,
                created_at: _created,
                updated_at: _updated,
                chat_id: _chat,
                ...row
              },
            }) => (table === "chats" ? { ...row, id: "" } : row),
          );
        }),
      );
    expect((await scenes.load(meanwhileChat("chat_one"))).status).toBe(200);
    for (const line of meanwhileChat("chat_two")) {
      // Events that name no chat belong to the newest that they fit; here it has to be said.
      const named =
        "entity_id" in line.payload
          ? { ...line, payload: { ...line.payload, chat_id: "chat_two" } }
          : line;
      expect((await scenes.load([named])).status).toBe(200);
    }
    expect(await rows("chat_two")).toEqual(await rows("chat_one"));
  });

  it("invariant 38: every table can be dropped and comes back the same", async () => {
    const scenes = lab();
    await scenes.load(meanwhileChat());
    scenes.model.script(parse("a"), text("b"), unmoved, unmoved);
    expect((await scenes.turn("chat_bot_a", "a")).status).toBe(204);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("invariant 40: an event of an unknown kind is refused with its line, and so is everything that came with it", async () => {
    const scenes = lab();
    const refused = await scenes.load([...youChat(), { kind: "chat_imagined", payload: {} }]);
    expect([refused.status, codeOf(refused)]).toEqual([400, "invalid_request"]);
    expect(refused.json).toMatchObject({ error: { fact: { line: 7 } } });
    expect(await scenes.db.rows("select 1 from chats")).toEqual([]);
  });

  it.each([
    [
      "a scene that is not there",
      { kind: "scene_closed", payload: { chat_id: "chat_bot_a", scene_id: 9 } },
      400,
    ],
    [
      "a scene's number that is taken",
      {
        kind: "scene_opened",
        payload: { chat_id: "chat_bot_a", scene_id: 1, participants: ["you"] },
      },
      400,
    ],
    [
      "a chat that is not there",
      { kind: "container_created", payload: { chat_id: "nowhere", name: "x" } },
      404,
    ],
    ["a chat that exists", youChat()[3], 409],
    ["a bot without a name", { kind: "bot_authored", payload: { id: "x" } }, 400],
    ["an id that is a path", { kind: "bot_authored", payload: { id: "../x", name: "x" } }, 400],
  ])("an import is refused for %s, and nothing of it is kept", async (_, line, status) => {
    const scenes = lab();
    await scenes.load(youChat());
    const [before] = await scenes.db.rows("select count(*) as n from event_log");
    const refused = await scenes.load([
      { kind: "time_advanced", payload: { chat_id: "chat_bot_a", to: "2026-05-01T00:00:00Z" } },
      line as never,
    ]);
    expect([refused.status, refused.json]).toMatchObject([
      status,
      { error: { fact: { line: 2 } } },
    ]);
    expect(await scenes.db.rows("select count(*) as n from event_log")).toEqual([before]);
  });

  it("missing fields of an imported line are filled in: places and scenes are numbered within their chat", async () => {
    const scenes = lab();
    await scenes.load(youChat("chat_one"));
    const second = (await scenes.load(youChat("chat_two"))).json as {
      events: { kind: string; payload: object }[];
    };
    const of = (kind: string) => second.events.find((event) => event.kind === kind)?.payload;
    expect(of("container_created")).toMatchObject({ container_id: 1 });
    expect(of("scene_opened")).toMatchObject({ scene_id: 1 });
    expect(
      (await scenes.post("/api/chats/chat_two/containers", { name: "roof" })).json,
    ).toMatchObject({ container_id: 2 });
  });

  it("only the operator imports, and another account's chat can be neither played nor seen", async () => {
    const scenes = lab();
    await scenes.load(meanwhileChat());
    const bob = await scenes.api.person("Bob");
    expect((await bob.call("/api/events/import", { method: "POST", body: "" })).status).toBe(403);
    expect((await bob.call("/api/chats/chat_bot_a/turns")).status).toBe(404);
    expect(
      (await bob.call("/chats/chat_bot_a/turns", { method: "POST", json: { prose: "hm" } })).status,
    ).toBe(404);
    expect((await bob.call("/chats/chat_bot_a/turns/cancel", { method: "POST" })).status).toBe(404);
    expect(
      (await bob.call("/api/scenes/2/close", { method: "POST", json: { chat_id: "chat_bot_a" } }))
        .status,
    ).toBe(404);
    for (const { payload } of youChat().slice(0, 2))
      await bob.call("/api/bots", { method: "POST", json: payload });
    expect((await bob.call("/api/chats")).json).toEqual({ chats: [], next: null });
  });

  it("S4: an id that another account chose first is as free as any other, and what is made under it is one's own", async () => {
    const scenes = lab();
    await scenes.load(meanwhileChat());
    const bob = await scenes.api.person("Bob");
    for (const { payload } of youChat().slice(0, 2))
      await bob.call("/api/bots", { method: "POST", json: payload });
    const { id: _id, ...chat } = (youChat()[3] as { payload: Record<string, unknown> }).payload;
    const make = (id: string) => bob.call("/api/chats", { method: "POST", json: { ...chat, id } });
    const answers = [await make("chat_bot_a"), await make("nobody_has_this")];
    expect(answers.map(({ status, json }) => [status, (json as { id: string }).id])).toEqual([
      [201, "chat_bot_a"],
      [201, "nobody_has_this"],
    ]);
    const shape = (json: unknown) => Object.keys(json as object).toSorted();
    expect(shape(answers[0]?.json)).toEqual(shape(answers[1]?.json));
    const place = await bob.call("/api/chats/chat_bot_a/containers", {
      method: "POST",
      json: { name: "roof" },
    });
    expect([place.status, (place.json as { chat_id: string }).chat_id]).toEqual([
      201,
      "chat_bot_a",
    ]);
    const listed = (await bob.call("/api/chats")).json as { chats: { id: string }[] };
    expect(listed.chats.map(({ id }) => id).toSorted()).toEqual(["chat_bot_a", "nobody_has_this"]);
    expect((await bob.call("/api/chats/chat_bot_a")).json).toMatchObject({ id: "chat_bot_a" });
    expect(JSON.stringify(listed)).not.toContain("chosen_id");
    const talks = (await bob.call("/api/conversations")).json as {
      conversations: { story_id: string | null }[];
    };
    expect(talks.conversations.map(({ story_id: id }) => id ?? "").toSorted()).toEqual([
      "chat_bot_a",
      "nobody_has_this",
    ]);
    const [inner] = await scenes.db.rows<{ id: string }>(
      "select id from chats where chosen_id = 'chat_bot_a'",
    );
    scenes.model.script({ kind: "fail", failure: new ModelFailure("overloaded", "dry") });
    await bob.call("/chats/chat_bot_a/turns", { method: "POST", json: { prose: "Hello?" } });
    const activity = await bob.call("/api/activity");
    const turns = await scenes.db.rows<{ id: string; conversation_id: string }>(
      "select t.id, t.conversation_id from turn t join conversation c on c.id = t.conversation_id where c.scope = $1",
      [`chat:${inner?.id}`],
    );
    expect(turns.length).toBeGreaterThan(0);
    const looks = [activity];
    for (const turn of turns) {
      looks.push(await bob.call(`/api/turns/${turn.id}`));
      looks.push(await bob.call(`/api/conversations/${turn.conversation_id}/messages`));
    }
    expect(inner?.id).not.toBe("chat_bot_a");
    for (const { status, json } of looks)
      expect([status, JSON.stringify(json)]).toEqual([
        200,
        expect.not.stringContaining(inner?.id ?? ""),
      ]);
    // The first owner of the id sees nothing of the other account, and an account uses an id only
    // once.
    expect(
      JSON.stringify((await scenes.get("/api/chats/chat_bot_a/containers")).json),
    ).not.toContain("roof");
    expect((await make("chat_bot_a")).status).toBe(409);
    expect((await bob.call("/api/chats/chat_bot_a", { method: "DELETE" })).status).toBe(204);
    expect((await scenes.get("/api/chats/chat_bot_a")).status).toBe(200);
    expect((await bob.call("/api/chats/chat_bot_a")).status).toBe(404);
    expect(JSON.stringify((await make("nobody_has_this")).json)).not.toContain("stream");
  });
});

describe("a turn and its model", () => {
  const lab = useSceneLab(meanwhileChat());

  it("invariants 39 and 41: a model that runs dry in the middle fails the turn, and nothing of it is written", async () => {
    const scenes = lab();
    scenes.model.script(parse("a"), text("b"), unmoved, {
      kind: "fail",
      failure: new ModelFailure("overloaded", "dry"),
    });
    expect((await scenes.turn("chat_bot_a", "a")).status).toBe(502);
    for (const kind of ["user_turn", "assistant_turn", "memory_written"])
      expect([kind, await scenes.events(kind)]).toEqual([kind, []]);
    expect(await scenes.events("edge_update")).toHaveLength(2);
  });

  it("an unreadable model answer is replaced by a default and the beat is played", async () => {
    const scenes = lab();
    const unreadable = {
      kind: "fail",
      failure: new ModelFailure("bad_output", "not JSON"),
    } as const;
    scenes.model.script(unreadable, text("BotA nods."), unreadable, unmoved);
    expect((await scenes.turn("chat_bot_a", "a")).status).toBe(204);
    expect((await scenes.events("user_turn"))[0]).toMatchObject({
      segments: [{ kind: "narration", text: "a" }],
    });
    expect((await scenes.events("edge_update")).slice(2)).toMatchObject([
      { affinity_delta: 0 },
      { affinity_delta: 0 },
    ]);
  });

  it("every call is on record with its viewer and the events that its words come from", async () => {
    const scenes = lab();
    scenes.model.script(
      parse("a"),
      text("b"),
      unmoved,
      unmoved,
      parse("c"),
      text("d"),
      unmoved,
      unmoved,
    );
    await scenes.turn("chat_bot_a", "a");
    await scenes.turn("chat_bot_a", "c");
    const spoken = scenes.model.requests[5]?.request;
    const heard = await scenes.db.rows<{ event_id: number }>(
      "select event_id from scene_turns order by event_id",
    );
    expect(spoken).toMatchObject({ purpose: "narrative", viewer: "bot_b", chatId: "chat_bot_a" });
    for (const { event_id } of heard.slice(0, 2))
      expect(spoken?.sourceEventIds).toContain(event_id);
    const known = await scenes.db.rows("select id from event_log where id = any($1)", [
      spoken?.sourceEventIds,
    ]);
    expect(known).toHaveLength(spoken?.sourceEventIds.length ?? -1);
  });
});
