import { expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { createOfflineModel } from "../../src/model/offline.ts";
import { createCountedChance, recordingLog, recordingMetrics } from "../support/model-ports.ts";
import { type SceneLab, useSceneLab } from "../support/scene-lab.ts";

const bot = (id: string, name: string) => ({ kind: "bot_authored", payload: { id, name } });

/** Two are called Bob: one is in the hall, the other was never there. */
const hall = [
  bot("ann-0001", "Ann"),
  bot("bob-aaaa", "Bob"),
  bot("cid-0001", "Cid"),
  bot("bob-bbbb", "Bob"),
  { kind: "you_authored", payload: { name: "Me" } },
  {
    kind: "chat_created",
    payload: {
      id: "hall",
      host_bot_id: "ann-0001",
      title: "Hall",
      initial_time: "2026-04-26T20:00:00Z",
    },
  },
  {
    kind: "scene_opened",
    payload: { chat_id: "hall", participants: ["you", "ann-0001", "bob-aaaa", "cid-0001"] },
  },
];

const ports = {
  clock: systemClock,
  chance: createCountedChance(),
  log: recordingLog(),
  metrics: recordingMetrics(),
};
const noCalls = {
  keep: () => Promise.resolve(),
  started: () => Promise.resolve(),
  ended: () => Promise.resolve(),
};
const lab = useSceneLab(hall, {
  model: createOfflineModel({ ...ports, ledger: noCalls as never }),
});

/** Types in an ordinary conversation and reads what comes back. */
async function typist(scenes: SceneLab): Promise<(text: string) => Promise<string>> {
  const { id } = (await scenes.post("/api/conversations")).json as { id: string };
  let sent = 0;
  let told = 0;
  return async (text) => {
    expect(
      (
        await scenes.post(`/api/conversations/${id}/messages`, {
          text,
          client_id: `c${(sent += 1)}`,
        })
      ).status,
    ).toBe(202);
    await scenes.lab.idle();
    const sql =
      "select text from message where conversation_id = $1 and direction = 'outbound' order by event_id";
    const said = await scenes.db.rows<{ text: string }>(sql, [id]);
    const fresh = said.slice(told).map((message) => message.text);
    told = said.length;
    return fresh.join("\n");
  };
}

const listWitnesses = async (scenes: SceneLab) =>
  (await scenes.events("user_turn")).map(({ witnesses }) => witnesses);
const moves = async (scenes: SceneLab) =>
  (await scenes.events("presence_changed")).map(({ entity_id, change }) => [entity_id, change]);

it("a name that two share means the one in the room when it goes out and the one outside when it comes in, and is asked about with both in the room", async () => {
  const scenes = lab();
  const type = await typist(scenes);
  await type("/scene use Hall");
  expect(await type("/scene cast")).toContain("Bob (aaaa)\nAnn");
  expect(await type("/scene exit Bob")).toBe("(Bob (aaaa) goes out.)");
  expect(await moves(scenes)).toEqual([["bob-aaaa", "leave"]]);
  expect(await type("/scene enter Bob")).toBe(
    "Several are called “Bob”. Which one? Bob (bbbb), Bob (aaaa)",
  );
  expect(await type("/scene enter Bob (aaaa)")).toBe("(Bob (aaaa) comes in.)");
  expect(await type("/scene enter Bob")).toBe("(Bob (bbbb) comes in.)");
  expect(await type("/scene whisper Bob: run")).toContain("Which one?");
  expect(await type("/scene exit Bob")).toContain("Which one?");
  expect(await listWitnesses(scenes)).toEqual([]);
  expect(await type("/scene whisper Bob (bbbb): run")).toMatch(/^Bob \(bbbb\): /);
  expect(await listWitnesses(scenes)).toEqual([["you", "bob-bbbb"]]);
  expect((await scenes.get("/api/chats/hall/context?viewer=bob-aaaa")).text).not.toContain("run");
});

it("a whisper to an absent character is refused in a chat app, and an unclear one is asked about", async () => {
  const scenes = lab();
  const type = await typist(scenes);
  await type("/scene use Hall");
  await type("/scene exit Cid");
  expect(await type("/scene whisper Cid: it was Ann")).toBe("Cid is not here. Nothing was said.");
  expect(await type("/scene whisper Ann, Cid: it was Bob")).toBe(
    "Cid is not here. Nothing was said.",
  );
  expect(await type("我悄悄对Cid说：是Ann干的")).toBe("Cid不在场，什么都没有说出口。");
  expect(await type("I say quietly that it was Ann.")).toMatch(
    /^Is this whispered, or said aloud\?.*\/scene whisper Ann: … or \/scene aloud …$/,
  );
  expect(await listWitnesses(scenes)).toEqual([]);
  expect(await type("I whisper to Ann: it was Bob")).toMatch(/^Ann: /);
  expect(await type("(whispers to Ann) it was Bob")).toMatch(/^Ann: /);
  expect(await type("我小声对Ann说：是Bob干的")).toMatch(/^Ann: /);
  expect(await type("/scene aloud I say quietly that it was Ann.")).toMatch(
    /^(?:Ann|Bob \(aaaa\)): /,
  );
  const room = ["you", "ann-0001", "bob-aaaa"];
  expect(await listWitnesses(scenes)).toEqual([
    ["you", "ann-0001"],
    ["you", "ann-0001"],
    ["you", "ann-0001"],
    room,
  ]);
});

it("no character hears a person who has left the scene in a chat app", async () => {
  const scenes = lab();
  const type = await typist(scenes);
  await type("/scene use Hall");
  expect(await type("/scene exit me")).toBe("(Me goes out.)");
  expect(await type("hello?")).toContain("You are not in this scene");
  expect(await listWitnesses(scenes)).toEqual([]);
  await type("/scene enter me");
  expect(await type("hello!")).toMatch(/^(?:Ann|Bob|Cid)/);
});

it("samples are numbered as they are chosen, and a whisper to one of another sample story is not handed to the characters who are there", async () => {
  const scenes = lab();
  const type = await typist(scenes);
  const listed = await type("/scene samples");
  for (const [, number = "", title = ""] of listed.matchAll(/^(\d+)\. (.+)$/gmu))
    expect(await type(`/scene use ${number}`)).toContain(title);
  expect([...listed.matchAll(/^(\d+)\./gmu)].map(([, number]) => number)).toEqual(["2", "3"]);
  await type("/scene use 靠窗第三个位子");
  const before = await listWitnesses(scenes);
  expect(await type("悄悄对九娘说：别告诉沈渡，我见过他。")).toBe("九娘不在场，什么都没有说出口。");
  expect(await listWitnesses(scenes)).toEqual(before);
});

it("the words behind a meanwhile are its first direction, with or without names", async () => {
  const scenes = lab();
  const type = await typist(scenes);
  await type("/scene new Ann, Cid: Alone");
  await type("/scene meanwhile: they find the key");
  await type("/scene close");
  await type("/scene meanwhile they lose the key again");
  const directions = (await scenes.events("user_turn")).map(({ text, meanwhile_scene_id }) => [
    text,
    typeof meanwhile_scene_id,
  ]);
  expect(directions).toEqual([
    ["they find the key", "number"],
    ["they lose the key again", "number"],
  ]);
});
