import { describe, expect, it } from "vitest";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import {
  json,
  parse,
  type SceneLab,
  summary,
  text,
  unmoved,
  useSceneLab,
} from "../support/scene-lab.ts";

const bot = (id: string, name: string) => ({ kind: "bot_authored", payload: { id, name } });
const lab = useSceneLab([
  bot("ann", "Ann"),
  bot("bob", "Bob"),
  bot("cid", "Cid"),
  { kind: "you_authored", payload: { name: "Me" } },
  {
    kind: "chat_created",
    payload: {
      id: "hall",
      host_bot_id: "ann",
      guest_bot_id: "bob",
      initial_time: "2026-04-26T20:00:00Z",
    },
  },
  { kind: "container_created", payload: { chat_id: "hall", name: "hall" } },
  {
    kind: "scene_opened",
    payload: { chat_id: "hall", container_id: 1, participants: ["you", "ann", "bob"] },
  },
]);

const learns = (fact: string) =>
  json({ affinity_delta: 2, trust_delta: 0, knowledge_facts: [fact] });
const feelings = (fact: string, pairs = 4) => Array.from({ length: pairs }, () => learns(fact));
const again = (body: object = {}) => lab().post("/api/chats/hall/regenerate", body);
const choose = (turn: string, version: number) =>
  lab().post(`/api/chats/hall/turns/${turn}/version`, { version });

interface LineRow {
  readonly id: string;
  readonly speaker_id: string;
  readonly text: string;
  readonly version: number;
  readonly versions: readonly {
    readonly id: string;
    readonly version: number;
    readonly text: string;
  }[];
}

const lines = (): Promise<LineRow[]> =>
  lab().db.rows<LineRow>(
    "select id, speaker_id, text, version, versions, scene_id, witnesses from scene_turns order by event_id",
  );
const memories = () => lab().db.rows("select owner_id, text from memories order by owner_id, text");
const clock = async () =>
  (await lab().db.rows<{ clock: string }>("select clock from chats"))[0]?.clock;
const knows = async (who: string) =>
  (await lab().get(`/api/chats/hall/context?viewer=${who}`)).text;
const state = async (): Promise<unknown> => {
  const { last_event_id: _last, ...rest } = (await lab().get("/api/chats/hall/as-of"))
    .json as Record<string, unknown>;
  return rest;
};

/** “hello”, and Ann's first answer to it. */
async function playGreeting(
  scenes: SceneLab,
  said = "hello",
  spoken = "firstword",
): Promise<LineRow> {
  scenes.model.script(parse(said, "dialogue"), text(spoken), ...feelings(`${spoken} fact`));
  expect((await scenes.turn("hall", said)).status).toBe(204);
  return (await lines()).at(-1) as LineRow;
}

async function second(scenes: SceneLab, spoken = "secondword"): Promise<LineRow> {
  scenes.model.script(text(spoken), ...feelings(`${spoken} fact`));
  expect((await again()).status).toBe(204);
  scenes.model.assertUsedUp();
  return (await lines()).at(-1) as LineRow;
}

describe("another version of a reply", () => {
  it("another version of a reply takes the place of that line alone: a character who left stays away, the clock stands, and a scene begun since goes on", async () => {
    const scenes = lab();
    await playGreeting(scenes);
    await scenes.post("/api/scenes/1/presence", {
      chat_id: "hall",
      entity_id: "bob",
      change: "leave",
    });
    await scenes.post("/api/chats/hall/clock", { to: "2026-04-27T20:00:00Z" });
    expect(
      (await scenes.post("/api/chats/hall/meanwhile", { participants: ["bob", "cid"] })).status,
    ).toBe(201);
    await second(scenes);
    expect(await lines()).toMatchObject([
      { text: "hello", version: 1, versions: [] },
      {
        speaker_id: "ann",
        text: "secondword",
        version: 2,
        versions: [
          { version: 1, text: "firstword" },
          { version: 2, text: "secondword" },
        ],
      },
    ]);
    expect(await clock()).toBe("2026-04-27T20:00:00Z");
    expect(
      await scenes.db.rows("select present from presence where scene_id = 1 and entity_id = 'bob'"),
    ).toEqual([{ present: false }]);
    expect(
      await scenes.db.rows("select id from scenes where closed_at is null order by id"),
    ).toEqual([{ id: 1 }, { id: 2 }]);
    // Bob was there then, and heard what was said instead.
    expect(await knows("bob")).toContain("secondword");
    expect(await knows("bob")).not.toContain("firstword");
    expect(await scenes.rebuilt()).toEqual([]);
    expect((await scenes.get("/api/chats/hall/audit")).json).toMatchObject({ leaks: [] });
    expect((await scenes.get("/api/chats/hall/replay")).json).toMatchObject({ same: true });
  });

  it("another version of a reply has its own memories and feelings; with the first chosen again, the first one's are back to the letter", async () => {
    const scenes = lab();
    const first = await playGreeting(scenes);
    const before = [await state(), await memories()];
    const other = await second(scenes);
    const after = [await state(), await memories()];
    expect(JSON.stringify(after)).not.toContain("firstword");
    expect((await choose(other.id, 1)).json).toEqual({
      turn_id: first.id,
      version: 1,
      versions: 2,
    });
    expect([await state(), await memories()]).toEqual(before);
    expect(await lines()).toMatchObject([
      {},
      { id: first.id, text: "firstword", version: 1, versions: [{}, { text: "secondword" }] },
    ]);
    expect((await choose(first.id, 2)).status).toBe(200);
    expect([await state(), await memories()]).toEqual(after);
    expect(await scenes.rebuilt()).toEqual([]);
    await second(scenes, "thirdword");
    expect((await lines()).at(-1)).toMatchObject({
      version: 3,
      versions: [{ version: 1 }, { version: 2 }, { version: 3 }],
    });
    expect((await choose(first.id, 9)).status).toBe(404);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("another version of a reply is none when the model fails or the person presses stop: the first one counts as before", async () => {
    const scenes = lab();
    await playGreeting(scenes);
    const before = [await state(), await lines()];
    scenes.model.script({ kind: "fail", failure: new ModelFailure("refused", "401") });
    expect((await again()).json).toMatchObject({ error: { code: "turn_failed" } });
    expect([await state(), await lines()]).toEqual(before);
    scenes.model.script({ kind: "hang", shown: "half a wor" });
    const stopped = again();
    await scenes.lab.until(
      async () => (await scenes.db.rows("select 1 from turn_stream where text <> ''")).length > 0,
    );
    expect((await scenes.post("/chats/hall/turns/cancel")).status).toBe(204);
    expect((await stopped).status).toBe(204);
    expect([await state(), await lines()]).toEqual(before);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("another version of an answer to a whisper is heard by no other character, in the scene where it was said", async () => {
    const scenes = lab();
    scenes.model.script(parse("the key is in the oven", "whisper"), text("Ann nods."), unmoved);
    const whispered = { prose: "the key is in the oven", whisper_to: ["ann"], scene_id: 1 };
    expect((await scenes.post("/chats/hall/turns", whispered)).status).toBe(204);
    expect(
      (await scenes.post("/api/chats/hall/meanwhile", { participants: ["bob", "cid"] })).status,
    ).toBe(201);
    scenes.model.script(text("Ann hides the key."), unmoved);
    expect((await again()).status).toBe(204);
    scenes.model.assertUsedUp();
    expect((await lines()).at(-1)).toMatchObject({
      text: "Ann hides the key.",
      scene_id: 1,
      witnesses: ["you", "ann"],
    });
    const asked = scenes.model.requests
      .filter(({ request }) => request.purpose === "narrative")
      .at(-1)?.request;
    expect(asked?.messages[1]?.content).toContain("in a whisper to Ann");
    for (const who of ["bob", "cid"]) expect(await knows(who)).not.toMatch(/oven|key/);
    expect(await knows("ann")).toContain("Ann hides the key.");
  });

  it("another version of a reply is refused once the story has gone on, with the offer of a branch; on a branch it is made", async () => {
    const scenes = lab();
    const first = await playGreeting(scenes);
    await playGreeting(scenes, "and then?", "laterword");
    const refused = {
      status: 409,
      json: { error: { code: "not_the_last_reply", fact: { offer: "branch" } } },
    };
    expect(await again({ turn_id: first.id })).toMatchObject(refused);
    expect((await scenes.post("/api/chats/hall/branches", { turn_id: first.id })).status).toBe(200);
    await second(scenes);
    expect((await lines()).map((line) => line.text)).toEqual(["hello", "secondword"]);
    expect((await scenes.post("/api/chats/hall/branches/switch", { branch: "main" })).status).toBe(
      200,
    );
    expect((await lines()).map((line) => line.text)).toEqual([
      "hello",
      "firstword",
      "and then?",
      "laterword",
    ]);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("another version of a reply is refused when the scene is over, and when a character who heard it has spoken of it elsewhere", async () => {
    const scenes = lab();
    await playGreeting(scenes);
    await scenes.post("/api/chats/hall/meanwhile", { participants: ["bob", "cid"] });
    scenes.model.script(parse("they talk"), text("Ann said firstword."), unmoved, unmoved);
    expect((await scenes.turn("hall", "they talk")).status).toBe(204);
    const [, reply] = await lines();
    expect(await again({ turn_id: reply?.id })).toMatchObject({
      json: { error: { code: "not_the_last_reply" } },
    });
    scenes.model.script(...Array.from({ length: 3 }, () => summary("s")), json({ threads: [] }));
    await scenes.post("/api/scenes/2/close", { chat_id: "hall" });
    scenes.model.script(summary("s"), summary("s"), json({ threads: [] }));
    await scenes.post("/api/scenes/1/close", { chat_id: "hall" });
    expect(await again()).toMatchObject({
      json: { error: { code: "not_the_last_reply", fact: { problem: "its scene is closed" } } },
    });
    expect(await again({ turn_id: "nothing" })).toMatchObject({ status: 404 });
  });

  it("another version of a reply goes with the line when the story is rewound or edited before it: no version keeps the words", async () => {
    const scenes = lab();
    const first = await playGreeting(scenes, "hello", "keptword");
    const reply = await playGreeting(scenes, "canaryword here", "canaryword indeed");
    await second(scenes, "the canaryword again");
    expect((await scenes.post("/api/chats/hall/rewind", { turn_id: first.id })).status).toBe(200);
    const withWord = async () => {
      const tables = ["scene_turns", "memories", "edges", "message", "delivery_attempt"];
      const found = await Promise.all(
        tables.map((name) =>
          scenes.db.rows(`select 1 from ${name} t where t::text ilike '%canaryword%'`),
        ),
      );
      return tables.filter((_, nth) => (found[nth] ?? []).length > 0);
    };
    expect(await withWord()).toEqual([]);
    expect((await choose(reply.id, 1)).status).toBe(404);
    expect((await scenes.post("/api/chats/hall/bring-back")).status).toBe(200);
    expect((await lines()).at(-1)).toMatchObject({
      text: "the canaryword again",
      versions: [{ text: "canaryword indeed" }, {}],
    });
    const said = (await lines()).at(-2) as LineRow;
    scenes.model.script(text("plain answer"), ...feelings("plain"));
    expect(
      (await scenes.post(`/api/chats/hall/turns/${said.id}/edit`, { text: "plain words" })).status,
    ).toBe(200);
    expect((await lines()).at(-1)).toMatchObject({ versions: [] });
    expect((await choose(reply.id, 1)).status).toBe(404);
    expect(await withWord()).toEqual([]);
    expect(await scenes.rebuilt()).toEqual([]);
  });

  it("another version of a beat that was stopped says the words again as they were meant, to those whom they were for", async () => {
    const scenes = lab();
    scenes.model.script(parse("the key", "whisper"), { kind: "hang", shown: "Ann b" });
    const playing = scenes.post("/chats/hall/turns", { prose: "the key", whisper_to: ["ann"] });
    await scenes.lab.until(
      async () => (await scenes.db.rows("select 1 from turn_stream where text <> ''")).length > 0,
    );
    await scenes.post("/chats/hall/turns/cancel");
    expect((await playing).status).toBe(204);
    scenes.model.script(parse("the key", "whisper"), text("Ann nods."), unmoved);
    expect((await again()).status).toBe(204);
    expect((await lines()).at(-1)).toMatchObject({ text: "Ann nods.", witnesses: ["you", "ann"] });
    expect(await knows("bob")).not.toContain("the key");
  });

  it("another version of a reply is a swipe in the file that goes to SillyTavern, with the one that counts as the message", async () => {
    const scenes = lab();
    const first = await playGreeting(scenes);
    await second(scenes);
    const last = async () =>
      JSON.parse(
        (await scenes.get("/api/chats/hall/export")).text.trim().split("\n").at(-1) ?? "",
      ) as object;
    expect(await last()).toMatchObject({
      mes: "secondword",
      swipe_id: 1,
      swipes: ["firstword", "secondword"],
    });
    await choose(first.id, 1);
    expect(await last()).toMatchObject({
      mes: "firstword",
      swipe_id: 0,
      swipes: ["firstword", "secondword"],
    });
  });

  it("another version of a reply under one Idempotency-Key is one version", async () => {
    const scenes = lab();
    await playGreeting(scenes);
    scenes.model.script(text("secondword"), ...feelings("f"));
    const once = () =>
      scenes.api.call("/api/chats/hall/regenerate", {
        method: "POST",
        token: scenes.token,
        json: {},
        headers: { "Idempotency-Key": "again-1" },
      });
    expect([(await once()).status, (await once()).status]).toEqual([204, 204]);
    expect((await lines()).at(-1)?.versions).toHaveLength(2);
  });
});
