import { describe, expect, it } from "vitest";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);

const memories = async () =>
  (
    await used.db.rows<{ words: string }>(
      "select words from person_memory where superseded_by is null order by event_id",
    )
  ).map(({ words }) => words);

describe("everything is forgotten by a second word", () => {
  it.each([
    ["remember that I'm vegetarian", "forget everything", "yes", "All forgotten: 1 note"],
    ["remember that I'm vegetarian", "wipe your memory of me", "ok do it", "All forgotten: 1 note"],
    ["记住我吃素", "把我说过的全忘掉", "确定", "都忘掉了：记下的 1 条"],
    ["记住我吃素", "清空记忆", "好的", "都忘掉了：记下的 1 条"],
  ])("“%s”, “%s”, “%s”: nothing is known any more", async (...[told, wish, sure, answer]) => {
    const { say, lastPrompt, asked } = await openMemoryTalk(used);
    await say("the blue suitcase got lost near the pool");
    await say(told);
    expect(await say(wish)).toMatch(/^(?:This forgets for good|这会永久忘掉).*(?:“yes”|“确定”)/);
    expect(await memories()).toHaveLength(1);
    expect(await say(sure)).toContain(answer);
    expect(await memories()).toEqual([]);
    await say("where is the suitcase, and am I vegetarian? 我吃素吗");
    expect(lastPrompt()).not.toMatch(/pool|remember that|记住/);
    expect(asked).toHaveLength(2);
  });

  it("a no is answered, and other words are left to the talk", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I'm vegetarian");
    await say("forget everything about me");
    expect(await say("no, keep it")).toBe("OK, nothing is forgotten.");
    await say("忘掉我的一切");
    expect(await say("算了")).toBe("好，都留着。");
    await say("forget everything about me");
    expect(await say("what's the weather like?")).toBe("I see.");
    expect(await say("yes")).toBe("I see.");
    expect(await memories()).toHaveLength(1);
  });

  it("before others only what was said before them is forgotten, and one chat alone where it is named", async () => {
    const { say, lastPrompt } = await openMemoryTalk(used, undefined, { historyMessages: 6 });
    await say("remember that I'm vegetarian");
    await say("remember that I speak Dutch", { group: "office" });
    await say("the printer on the third floor jams", { from: "bob", group: "office" });
    await say("the canteen has good soup", { group: "office" });
    await say("forget everything", { group: "office" });
    await say("yes", { group: "office" });
    expect(await memories()).toEqual(["I'm vegetarian"]);
    await say("what was said here?", { from: "bob", group: "office" });
    expect(lastPrompt()).toContain("the printer on the third floor jams");
    expect(lastPrompt()).not.toContain("good soup");
    await say("remember that I play the oboe", { chat: "second" });
    expect(await say("forget everything I said in this chat", { chat: "second" })).toContain(
      "from this chat (notes: 1)",
    );
    expect(await say("yes", { chat: "second" })).toContain("All forgotten: 1 note");
    expect(await memories()).toEqual(["I'm vegetarian"]);
  });
});

describe("memory is switched by any of its words", () => {
  it.each([
    ["don't remember anything in this chat", "My shoe size is 39"],
    ["stop remembering what I say", "I'm allergic to kiwis"],
    ["let's keep this off the record", "I live in Leeds"],
    ["接下来说的你别记", "我对芒果过敏"],
    ["这个对话别记东西了", "我住在成都"],
  ])("after “%s” nothing is kept", async (wish, told) => {
    const { say, asked } = await openMemoryTalk(used);
    expect(await say(wish)).toMatch(/I keep and use nothing from this chat|这个对话里不再记任何事/);
    await say(told);
    expect(asked).toHaveLength(1);
    expect(await memories()).toEqual([]);
    expect(
      await say(/[a-z]{3}/.test(wish) ? "you can remember things again" : "可以重新开始记了"),
    ).toMatch(/I remember things in this chat again|重新开始记/);
    await say(told);
    expect(await memories()).toHaveLength(1);
  });
});

it("a wish about the memory that is not understood is asked about, by the rules and not by a model", async () => {
  const { say, asked } = await openMemoryTalk(used);
  expect(await say("wipe your memory since the wedding")).toContain(
    "What should I do with what I remember?",
  );
  expect(await say("记忆给我清到上个月")).toContain("你想让我怎么处理记忆？");
  expect(asked).toEqual([]);
  await say("how does human memory work?");
  expect(asked).toHaveLength(1);
});

describe("several messages at once", () => {
  /** They wait while the model answers “hold on”, so that one turn takes them all. */
  const openHeld = async () => {
    let release = (): void => undefined;
    const talk = await openMemoryTalk(used, ({ messages }) =>
      messages.at(-1)?.content === "hold on"
        ? new Promise((done) => (release = () => done("Yes?")))
        : "I see.",
    );
    return {
      ...talk,
      async sayAtOnce(...texts: readonly string[]) {
        const before = talk.asked.length;
        await talk.lab.say("hold on");
        await talk.lab.until(() => talk.asked.length > before);
        for (const text of texts) await talk.lab.say(text);
        release();
        await talk.lab.idle();
        const rows = await used.db.rows<{ text: string }>(
          `select m.text from message m join turn t on t.id = m.turn_id
           where m.direction = 'outbound' and t.input_to_seq - t.input_from_seq = ${texts.length - 1} order by m.event_id`,
        );
        return rows.map(({ text }) => text).join("\n");
      },
    };
  };

  it("a wish about the memory among other messages is done, and the others are answered", async () => {
    const { say, sayAtOnce, lastPrompt } = await openHeld();
    await say("remember that I'm vegetarian");
    const said = await sayAtOnce("forget that I'm vegetarian", "what a day it was");
    expect(said).toMatch(/Forgotten[^]*I see\./);
    expect(lastPrompt()).toContain("what a day it was");
    expect(lastPrompt()).not.toContain("vegetarian");
    expect(await memories()).toEqual([]);
  });

  it("what is said together with switching memory off is not kept", async () => {
    const { sayAtOnce } = await openHeld();
    const said = await sayAtOnce(
      "don't remember anything here",
      "My shoe size is 39",
      "so tell me",
    );
    expect(said).toMatch(/I keep and use nothing[^]*I see\./);
    expect(await memories()).toEqual([]);
  });

  it("“forget that” means the message right before it, which no prompt gets", async () => {
    const { sayAtOnce, asked } = await openHeld();
    const said = await sayAtOnce("I'm allergic to kiwis", "oh, forget that");
    expect(said).toContain("I had made no note of that yet");
    expect(asked).toHaveLength(1);
    expect(await memories()).toEqual([]);
  });
});
