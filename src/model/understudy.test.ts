import { describe, expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import {
  createCountedChance,
  memoryLedger,
  recordingLog,
  recordingMetrics,
} from "../../test/support/model-ports.ts";
import { type ModelRequest, type PromptSection, unprompted } from "../domain/ports/model.ts";
import { createOfflineModel } from "./offline.ts";

const model = createOfflineModel({
  ledger: memoryLedger(),
  clock: fakeClock(),
  chance: createCountedChance(),
  log: recordingLog(),
  metrics: recordingMetrics(),
});

const parts = (of: Readonly<Record<string, readonly string[]>>): PromptSection[] =>
  Object.entries(of).map(([name, lines]) => ({ name, lines, eventIds: [] }));

const ask = (
  purpose: string,
  of: Readonly<Record<string, readonly string[]>>,
  more: Partial<ModelRequest> = {},
): ModelRequest => ({
  purpose,
  messages: [],
  sections: parts(of),
  sourceEventIds: [],
  accountId: "ada",
  signal: new AbortController().signal,
  ...more,
});

const scene = {
  self: ["name: Mira", "persona: a careful locksmith"],
  voice: ["Every lock is a question.", "Hands off."],
  present: ["Mira", "Tom"],
  history: ["Tom: The key is under the stone."],
  now: ["(Stage direction: they hear a noise)"],
};

describe("the understudy", () => {
  it("the understudy speaks the same line for the same scene", async () => {
    const lines = await Promise.all(
      [1, 2].map(async () => (await model.complete(ask("narrative", scene))).text),
    );
    expect(lines[0]).toBe(lines[1]);
    expect(lines[0]).toMatch(/Mira.*Tom|Tom.*Mira/s);
  });

  it.each([
    ["persona", { ...scene, self: ["name: Mira", "persona: a reckless pilot"] }],
    ["voice", { ...scene, voice: ["Up, up and away."] }],
    ["who is there", { ...scene, present: ["Mira", "Anna"] }],
    ["what was witnessed", { ...scene, history: ["Tom: I sold the key."] }],
    ["what is happening", { ...scene, now: ["(Stage direction: it rains)"] }],
  ])("the understudy changes with %s", async (_, other) => {
    const [one, two] = await Promise.all(
      [scene, other].map(async (of) => (await model.complete(ask("narrative", of))).text),
    );
    expect(one).not.toBe(two);
  });

  it("the understudy plays in Chinese where the story is Chinese", async () => {
    const of = {
      ...scene,
      self: ["name: 米拉", "persona: 谨慎的锁匠"],
      voice: [],
      present: ["米拉", "老张"],
      history: [],
      now: ["（有动静）"],
    };
    expect((await model.complete(ask("narrative", of))).text).toMatch(/米拉.*老张/s);
  });

  it("the understudy keeps to the speaker's own language among people of two, unless spoken to in the other", async () => {
    const mixed = { ...scene, present: ["Mira", "九娘"], history: ["九娘: 三杯茶。"] };
    expect((await model.complete(ask("narrative", mixed))).text).not.toMatch(/[没等着看]/);
    expect(
      (await model.complete(ask("narrative", { ...mixed, now: ["Tom: “钥匙呢？”"] }))).text,
    ).toMatch(/^Mira\p{Script=Han}/u);
  });

  it.each([
    [
      "en",
      {
        ...scene,
        self: ["name: Mira", `persona: ${"Mira keeps the locks of the town ".repeat(9)}.`],
      },
      "Tom",
    ],
    [
      "zh",
      {
        self: ["name: 沈渡", `persona: ${"渡口的老船长，".repeat(20)}`],
        present: ["沈渡", "九娘"],
        history: ["九娘: “三杯茶。”"],
      },
      "九娘",
    ],
  ])(
    "the understudy goes on by itself without a word of the prompt's own, and without recalling what was recalled (%s)",
    async (language, of, other) => {
      const { self } = of;
      const name = self[0]?.slice("name: ".length) ?? "";
      const history = [...of.history];
      for (let beat = 0; beat < 10; beat += 1) {
        const { text } = await model.complete(
          ask("narrative", { ...of, history, now: [unprompted] }),
        );
        const back = await model.complete(
          ask("narrative", {
            ...of,
            self: [`name: ${other}`],
            history: [...history, `${name}: ${text}`],
            now: [unprompted],
          }),
        );
        history.push(`${name}: ${text}`, `${other}: ${back.text}`);
      }
      const played = history.slice(1).map((line) => line.slice(line.indexOf(": ") + 2));
      expect(played.filter((line) => /Nobody tells|…|keeps the locks|老船长/.test(line))).toEqual(
        [],
      );
      expect(
        played.filter(
          (line) => (line.match(/has not forgotten|还记着/g) ?? []).length > 1 || line.length > 160,
        ),
      ).toEqual([]);
      expect(played.some((line) => /has not forgotten|还记着/.test(line))).toBe(true);
      expect(new Set(played).size).toBeGreaterThan(12);
      if (language === "zh")
        expect(played.filter((line) => /\p{Script=Latin}/u.test(line))).toEqual([]);
    },
  );

  it("the understudy reads marks: spoken, done, narrated, whispered, and said to the author", async () => {
    const read = (prose: string, viewer = "you") =>
      model.object(ask("parse_turn", { prose: [prose] }, { viewer }), (value) => value);
    expect(await read("She waits. “Come in,” *opens the door* ((make it rain))")).toEqual({
      segments: [
        { kind: "narration", text: "She waits." },
        { kind: "dialogue", text: "Come in," },
        { kind: "action", text: "opens the door" },
        { kind: "ooc", text: "make it rain" },
      ],
    });
    expect(await read("hello there")).toEqual({
      segments: [{ kind: "dialogue", text: "hello there" }],
    });
    expect(await read("hello there", "director")).toEqual({
      segments: [{ kind: "narration", text: "hello there" }],
    });
    expect(await read("whispers to Mira: the stone")).toEqual({
      segments: [{ kind: "whisper", text: "the stone", to: ["Mira"] }],
    });
  });

  it("the understudy warms to kind words, and keeps what the other one tells about themselves", async () => {
    const of = {
      pair: ["Mira", "Tom"],
      "just happened": ["Tom: Thank you. I have a brother in Oslo.", "Mira: Hands off."],
    };
    expect(await model.object(ask("state_update", of), (value) => value)).toMatchObject({
      affinity_delta: 2,
      knowledge_facts: ["I have a brother in Oslo."],
    });
  });

  it("the understudy sums up what was heard, and narrates from outside only what was given from outside", async () => {
    const view = await model.object(
      ask("pov_summary", { self: ["name: Mira"], transcript: scene.history }),
      (value) => value,
    );
    expect(view).toMatchObject({ summary: expect.stringContaining("The key is under the stone") });
    const outside = {
      outside: [
        "who: Mira, Tom",
        "where: office",
        "from: 2026-04-26T20:05:00+00:00",
        "to: 2026-04-26T20:30:00.000Z",
      ],
    };
    expect(await model.object(ask("digest", outside), (value) => value)).toMatchObject({
      summary: "While you were away, Mira, Tom were together at the office, from 20:05 to 20:30.",
    });
  });

  it("the understudy sums up in the language of the story, whatever some of them are called", async () => {
    const digest = async (who: string, where: string) =>
      model.object(
        ask("digest", { outside: [`who: ${who}`, `where: ${where}`, "from: 20:05", "to: 20:30"] }),
        (value) => value,
      );
    expect(await digest("Orla Finch, 九娘", "the radio room at Gull Stair")).toMatchObject({
      summary: expect.stringContaining("While you"),
    });
    expect(await digest("沈渡, Orla Finch", "靠窗第三个位子")).toMatchObject({
      summary: expect.stringContaining("你不在的时候"),
    });
    const heard = {
      self: ["name: 九娘"],
      transcript: [
        "Orla Finch: The kettle is singing flat tonight.",
        "九娘: First cup is free, 老规矩.",
      ],
    };
    expect(await model.object(ask("pov_summary", heard), (value) => value)).toMatchObject({
      summary: expect.stringContaining("was there"),
    });
  });

  it("the understudy refuses what it does not play", async () => {
    await expect(model.complete(ask("something_else", {}))).rejects.toMatchObject({
      code: "refused",
    });
    await expect(model.object(ask("something_else", {}), (value) => value)).rejects.toMatchObject({
      code: "refused",
    });
  });
});
