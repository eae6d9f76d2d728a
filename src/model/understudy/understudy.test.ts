import { describe, expect, it } from "vitest";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import {
  createCountedChance,
  memoryLedger,
  recordingLog,
  recordingMetrics,
} from "../../../test/support/model-ports.ts";
import { type ModelRequest, type PromptSection, unprompted } from "../../domain/ports/model.ts";
import { createOfflineModel } from "../offline.ts";

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
    expect(lines[0]).toContain("noise");
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

  it("the understudy gives another answer for another version of it", async () => {
    const versions = await Promise.all(
      [0, 1, 2].map(
        async (attempt) => (await model.complete(ask("narrative", scene, { attempt }))).text,
      ),
    );
    expect(new Set(versions).size).toBe(3);
  });

  it("the understudy does not answer for a person who is spoken to and not there", async () => {
    const history = ["Bob: “The ladder is in the barn.”", "Bob goes out."];
    const now = ["Tom: “Bob, where is the ladder?”"];
    const { text } = await model.complete(ask("narrative", { ...scene, history, now }));
    expect(text).toContain("Bob");
    expect(text).not.toContain("barn");
  });

  it.each([
    ["Tom: “Mira, where did you meet Bob?”", ["Bob", "market", "day 2"]],
    ["Tom: “Whom have you seen, Mira?”", ["Bob", "market", "day 2"]],
  ])("the understudy tells of a meeting between scenes: %s", async (line, words) => {
    const memories = [
      "(Day 2, in the morning)",
      "Day 2, in the morning, at market: met Bob (selling fish).",
    ];
    const { text } = await model.complete(
      ask("narrative", { ...scene, memories, history: [], now: [line] }),
    );
    for (const word of words) expect(text.toLowerCase()).toContain(word.toLowerCase());
  });

  it("the understudy tells of a meeting in Chinese", async () => {
    const memories = ["第二天上午，在集市遇见阿慈（卖鱼）。"];
    const of = {
      ...scene,
      self: ["name: 沈渡"],
      voice: [],
      present: ["沈渡", "阿远"],
      history: [],
    };
    const { text } = await model.complete(
      ask("narrative", { ...of, memories, now: ["阿远: “你见过阿慈吗？”"] }),
    );
    for (const word of ["阿慈", "集市", "第二天上午"]) expect(text).toContain(word);
  });

  it("the understudy comes back to news, not to a laugh or a nod", async () => {
    const history = Array.from({ length: 12 }, (_, nth) => [
      `Tom: “Haha, fair enough${"!".repeat(nth)}”`,
      `Mira: “${nth}.”`,
    ]).flat();
    const said = await Promise.all(
      Array.from({ length: 12 }, async (_, attempt) => {
        const now = ["Tom: “The roof leaks again.”"];
        return (await model.complete(ask("narrative", { ...scene, history, now }, { attempt })))
          .text;
      }),
    );
    expect(said.join("\n")).not.toContain("fair enough");
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
    expect((await model.complete(ask("narrative", of))).text).toMatch(/^[^A-Za-z]*动静[^A-Za-z]*$/);
  });

  it("the understudy keeps to the speaker's own language among people of two, unless spoken to in the other", async () => {
    const mixed = { ...scene, present: ["Mira", "九娘"], history: ["九娘: 三杯茶。"] };
    expect((await model.complete(ask("narrative", mixed))).text).not.toMatch(/[没等着看说]/);
    const { text } = await model.complete(ask("narrative", { ...mixed, now: ["Tom: “钥匙呢？”"] }));
    expect(text.replaceAll("Mira", "").replaceAll("Tom", "")).toMatch(/^\P{Script=Latin}+$/u);
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
    "the understudy goes on by itself without a word of the prompt's own (%s)",
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
      expect(played.filter((line) => line.length > 200)).toEqual([]);
      expect(new Set(played).size).toBeGreaterThan(12);
      if (language === "zh")
        expect(played.filter((line) => /\p{Script=Latin}/u.test(line))).toEqual([]);
    },
  );

  it("what stands beside an action, and is not quoted, is said", async () => {
    const prose = "*I shake off the rain.* Is there any tea left?";
    expect(await model.object(ask("parse_turn", { prose: [prose] }), (value) => value)).toEqual({
      segments: [
        { kind: "action", text: "I shake off the rain." },
        { kind: "dialogue", text: "Is there any tea left?" },
      ],
    });
  });

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
      knowledge_facts: ["said: “I have a brother in Oslo.”"],
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
      summary:
        "While you were away, Mira and Tom were together at the office from 20:05 to 20:30, 25 minutes in all.",
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
      summary: expect.stringContaining("九娘 was with Orla Finch"),
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

interface Player {
  readonly name: string;
  readonly persona: string;
  readonly voice: readonly string[];
}

/** A conversation of a person with two characters: the script's lines, null where the person writes nothing. */
async function playTalk(
  players: readonly Player[],
  script: readonly (string | null)[],
): Promise<{ readonly line: string | null; readonly text: string }[]> {
  const history: string[] = [];
  const played: { readonly line: string | null; readonly text: string }[] = [];
  for (const [at, line] of script.entries()) {
    const { name, persona, voice } = players[at % players.length] as Player;
    const now = line === null ? [unprompted] : [line.startsWith("(") ? line : `Robin: “${line}”`];
    const { text } = await model.complete(
      ask("narrative", {
        self: [`name: ${name}`, `persona: ${persona}`],
        voice,
        history,
        present: ["Robin", ...players.map((player) => player.name)],
        now,
      }),
    );
    if (line !== null) history.push(...now);
    history.push(`${name}: ${text}`);
    played.push({ line, text });
  }
  return played;
}

const englishTalk = [
  "Hello, both of you.",
  "How are you?",
  "I found a key in the garden. It was under the stone by the well.",
  "Who are you?",
  "(Thunder rolls over the harbour.)",
  "I am afraid of storms.",
  "Tea or coffee?",
  "Where did I find the key?",
  "Where is Cid?",
  "Will you come with me?",
  "Thank you.",
  "You lied to me!",
  "I'm sorry.",
  "My father built this house.",
  "What do you know about my father?",
];
const chineseTalk = [
  "你们好。",
  "你最近好吗？",
  "我在花园里找到一把旧钥匙，就在井边的石头下面。",
  "你是谁？",
  "(港口响起一声闷雷。)",
  "我怕打雷。",
  "喝茶还是喝酒？",
  "我是在哪儿找到钥匙的？",
  "阿慈在哪儿？",
  "你愿意陪我去吗？",
  "谢谢你。",
  "你骗我！",
  "对不起。",
  "这座房子是我父亲盖的。",
  "我父亲的事，你知道什么？",
];
const alone = Array.from({ length: 25 }, () => null);
const captains = [
  { name: "Mira", persona: "a careful locksmith", voice: ["Every lock is a question."] },
  { name: "Tom", persona: "a retired captain", voice: ["茶要凉了。The tea is getting cold."] },
];
const boatmen = [
  { name: "沈渡", persona: "末班船的船长", voice: ["雾不散，不开船。"] },
  { name: "九娘", persona: "茶馆老板娘", voice: ["茶要凉了。Which one first?", "I lend."] },
];

describe("a conversation with the understudy", () => {
  const talks = { en: playTalk(captains, englishTalk), zh: playTalk(boatmen, chineseTalk) };

  it.each([
    ["English", captains, englishTalk],
    ["Chinese", boatmen, chineseTalk],
  ])("a talk of forty lines repeats no gesture and no sentence: %s", async (_, players, script) => {
    const played = await playTalk(players, [...script, ...alone]);
    const sentences = played
      .flatMap(({ text }) => text.split(/(?<=[.!?。！？])[ ”’]*|[“”]/u))
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.length > 4);
    // What a person said may be quoted twice; what the understudy says by itself may not.
    const own = sentences.filter((sentence) => !script.join(" ").includes(sentence.slice(-6, -1)));
    expect(own.filter((sentence, at) => own.indexOf(sentence) !== at)).toEqual([]);
    const gestures = played.map(({ text }) =>
      players.reduce(
        (rest, { name }) => rest.replaceAll(name, "#"),
        text
          .replaceAll(/“[^”]*”/gu, "")
          .replaceAll("Robin", "#")
          .trim(),
      ),
    );
    const made = gestures.filter((gesture) => gesture !== "");
    expect(new Set(made).size).toBe(made.length);
    expect(made.length).toBeGreaterThan(15);
  });

  it("a talk is in the language of the person, also where samples and names are in the other", async () => {
    for (const { text } of await playTalk(boatmen, [...chineseTalk, ...alone]))
      expect(text.replaceAll("Robin", "")).not.toMatch(/\p{Script=Latin}/u);
    for (const { text } of await playTalk(captains, [...englishTalk, ...alone]))
      expect(text).not.toMatch(/\p{Script=Han}/u);
  });

  it.each([
    ["who they are", "Who are you?", /I am (?:Mira, a careful locksmith|Tom, a retired captain)/],
    ["what was told before", "Where did I find the key?", /under the stone|in the garden/],
    [
      "what was told of a person",
      "What do you know about my father?",
      /My father built this house/,
    ],
    ["one of two things", "Tea or coffee?", /tea|coffee/i],
    ["where an absent person is", "Where is Cid?", /Cid/],
    ["who they are", "你是谁？", /我是(?:沈渡，末班船的船长|九娘，茶馆老板娘)/],
    ["what was told before", "我是在哪儿找到钥匙的？", /井边的石头下面/],
    ["what was told of a person", "我父亲的事，你知道什么？", /我父亲盖的/],
    ["one of two things", "喝茶还是喝酒？", /茶|酒/],
    ["where an absent person is", "阿慈在哪儿？", /阿慈|在哪儿/],
  ])("a question is answered: %s, “%s”", async (_, question, answer) => {
    const played = await (/\p{Script=Han}/u.test(question) ? talks.zh : talks.en);
    expect(played.find(({ line }) => line === question)?.text).toMatch(answer);
  });

  it.each([
    ["The lighthouse keeper never came home.", /lighthouse/],
    ["灯塔昨晚没有亮。", /灯塔/],
    ["My sister writes to me every week.", /your sister/i],
  ])("a statement is taken up by what it is about: “%s”", async (line, topic) => {
    const [first] = await playTalk(/\p{Script=Han}/u.test(line) ? boatmen : captains, [line]);
    expect(first?.text).toMatch(topic);
  });

  it("a whisper is repeated only to its speaker", async () => {
    const of = {
      self: ["name: Mira"],
      history: ["Robin, in a whisper to Mira: “The ring is in the oven.”"],
      now: ["Tom: “Where is the ring?”"],
    };
    const say = async (present: readonly string[], now: readonly string[]) =>
      (await model.complete(ask("narrative", { ...of, present, now }))).text;
    expect(await say(["Robin", "Mira", "Tom"], of.now)).not.toContain("oven");
    expect(await say(["Mira", "Tom"], of.now)).not.toContain("oven");
    expect(await say(["Robin", "Mira"], ["Robin: “Where is the ring?”"])).toContain("oven");
  });
});
