import { describe, expect, it } from "vitest";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);

const memories = () =>
  used.db.rows<{ words: string; topic: string | null; superseded: boolean }>(
    "select words, topic, superseded_by is not null as superseded from person_memory order by event_id",
  );

describe("what a person tells the companion", () => {
  it("a statement in passing is kept with its message and comes to mind when it fits, long after the history", async () => {
    const { say, lastPrompt, asked } = await openMemoryTalk(used);
    await say("What a day! By the way, I'm allergic to peanuts.");
    expect(await memories()).toEqual([
      { words: "I'm allergic to peanuts", topic: null, superseded: false },
    ]);
    for (let nth = 0; nth < 8; nth += 1) await say(`the weather is thing number ${nth}`);
    await say("what should I avoid in a restaurant?");
    expect(lastPrompt()).toContain("I'm allergic to peanuts");
    const [source] = await used.db.rows<{ sources: number[]; event_id: number }>(
      "select sources, event_id from person_memory",
    );
    expect(asked.at(-1)?.sourceEventIds).toEqual(
      expect.arrayContaining([source?.event_id, ...(source?.sources ?? [])]),
    );
  });

  it("an earlier line that states nothing is found by its words", async () => {
    const { say, lastPrompt } = await openMemoryTalk(used);
    await say("the blue suitcase got lost between the pool and the tram yesterday");
    for (let nth = 0; nth < 8; nth += 1) await say(`the weather is thing number ${nth}`);
    await say("any idea where that suitcase could be?");
    expect(lastPrompt()).toContain("between the pool and the tram");
  });

  it("what is asked to be remembered is confirmed in its own words, without a model", async () => {
    const { say, asked } = await openMemoryTalk(used);
    expect(await say("remember that the spare key is under the blue pot")).toContain(
      "I'll remember that: “the spare key is under the blue pot”",
    );
    expect(await say("记住我车牌是粤B12345")).toContain("记住了：“我车牌是粤B12345”");
    expect(await say("记住我车牌是粤B12345")).toContain("这个我记着呢");
    expect(asked).toEqual([]);
  });

  it("a new statement replaces the old one about the same, and both are kept", async () => {
    const { say, lastPrompt } = await openMemoryTalk(used, undefined, { historyMessages: 0 });
    await say("I live in Leeds.");
    await say("I moved to Porto.");
    expect(await memories()).toEqual([
      { words: "I live in Leeds", topic: "home", superseded: true },
      { words: "I moved to Porto", topic: "home", superseded: false },
    ]);
    await say("what are good museums around my home?");
    const [, facts = ""] = /"facts":(\[.*?\])/.exec(lastPrompt()) ?? [];
    expect(facts).toContain("I moved to Porto");
    expect(facts).not.toContain("Leeds");
  });

  it("words of others are not the person's: what is quoted, forwarded or asked is not kept", async () => {
    const { say } = await openMemoryTalk(used);
    await say("Bob wrote: “I'm allergic to cats”");
    await say("He said “Hm. I'm allergic to cats.” and left.");
    await say("Ann: I'm allergic to cats.");
    await say("Am I allergic to cats?");
    await say("> I live in Rome\nwhat does that mean");
    expect(await memories()).toEqual([]);
  });
});

it("what a message about a reminder states is kept, too", async () => {
  const { say } = await openMemoryTalk(used, undefined, { reminders: true });
  await say("remind me tomorrow at 9am to take my pills. I'm diabetic.");
  expect((await memories()).map(({ words }) => words)).toEqual(["I'm diabetic"]);
});

describe("a memory can be questioned", () => {
  it("questions about what it knows and from whom, a correction and forgetting work by rules in English", async () => {
    const { say, asked } = await openMemoryTalk(used);
    expect(await say("what do you know about me?")).toContain("You have not told me anything");
    await say("remember that my daughter is called Mia");
    await say("remember that I'm allergic to kiwis");
    const list = await say("What do you know about me?");
    expect(list).toMatch(/1\. “I'm allergic to kiwis” \(.*\)\n2\. “my daughter is called Mia”/);
    expect(await say("what do you know about my daughter?")).toContain(
      "“my daughter is called Mia”",
    );
    expect(await say("who told you that?")).toMatch(
      /^You told me yourself, in this chat, on .*: “remember that my daughter is called Mia”\.$/,
    );
    expect(await say("that's wrong, it's Maya")).toBe(
      "Corrected: “my daughter is called Maya”. Before, it was “my daughter is called Mia”.",
    );
    expect(await say("forget that")).toContain("Forgotten, with everything");
    expect(await say("what do you know about me?")).not.toContain("daughter");
    expect(asked).toEqual([]);
  });

  it("questions about what it knows and from whom, a correction and forgetting work by rules in Chinese", async () => {
    const { say, asked } = await openMemoryTalk(used);
    await say("记住我女儿叫朵朵");
    expect(await say("你知道我什么？")).toContain("1. “我女儿叫朵朵”");
    expect(await say("谁告诉你的？")).toContain("是你自己说的");
    expect(await say("不对，是多多")).toContain("改好了：“我女儿叫多多”");
    expect(await say("忘掉这个")).toContain("忘掉了，");
    expect(await say("你知道我什么？")).toContain("还没有告诉过我");
    expect(asked).toEqual([]);
  });

  it("a correction names what is wrong or says the whole again, and an opinion corrects nothing", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that my daughter is called Mia");
    expect(await say("no, it's fine")).toBe("I see.");
    await say("what do you know about my daughter?");
    expect(await say("not Mia, Maja")).toContain("Corrected: “my daughter is called Maja”.");
    await say("remember that I live in Leeds");
    expect(await say("wrong, I live in Ghent")).toBe(
      "Corrected: “I live in Ghent”. Before, it was “I live in Leeds”.",
    );
    expect(await say("forget about my children's school")).toBe("I see.");
  });

  it("one of a list is forgotten by its number, and everything by a second word", async () => {
    const { say } = await openMemoryTalk(used);
    for (const words of ["I speak Dutch", "I'm vegetarian", "I moved to Porto"])
      await say(`remember that ${words}`);
    await say("what do you know about me");
    expect(await say("forget 2")).toContain("Forgotten, with everything");
    expect((await memories()).map(({ words }) => words)).toEqual([
      "I speak Dutch",
      "I moved to Porto",
    ]);
    expect(await say("forget everything about me")).toContain("(notes: 2)");
    expect(await say("yes, forget everything")).toContain("All forgotten: 2 notes");
    expect(await memories()).toEqual([]);
  });

  it("“forget that” with no memory at hand is left to the talk", async () => {
    const { say, asked } = await openMemoryTalk(used);
    expect(await say("forget that")).toBe("I see.");
    expect(asked).toHaveLength(1);
  });

  it("what is forgotten leaves the log, the stored prompts and every later prompt", async () => {
    const { say, lastPrompt } = await openMemoryTalk(used, () => "Kiwis, noted!");
    await say("By the way, I'm allergic to kiwis.");
    expect(await say("what do you know about me?")).toContain("kiwis");
    await say("forget that");
    await say("tell me something about fruit and kiwis");
    const earlier = lastPrompt().replaceAll("tell me something about fruit and kiwis", "");
    expect(earlier.toLowerCase()).not.toContain("kiwi");
    const left = await used.db.rows(
      "select id from event_log where kind like 'memory%' and payload_json::text ilike '%kiwi%'",
    );
    expect(left).toEqual([]);
  });

  it("where memory is switched off nothing is kept or used", async () => {
    const { say, lastPrompt } = await openMemoryTalk(used, undefined, { historyMessages: 0 });
    await say("remember that I'm allergic to kiwis");
    expect(await say("turn off memory here")).toContain("I keep and use nothing from this chat");
    await say("I moved to Porto.");
    await say("what fruit could I eat, kiwis?");
    expect(lastPrompt()).not.toContain("allergic");
    expect(await say("remember that I speak Dutch")).toContain("Memory is off in this chat");
    expect(await memories()).toHaveLength(1);
  });
});

describe("questions about oneself without a model", () => {
  it("questions about oneself are answered in the words in which it was said, and only where it was said", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    await say("my daughter is called Mia and she's seven");
    await say("I live in Ghent");
    await say("我车牌是沪A12345");
    await say("我对芒果过敏");
    expect(await say("where do I live?")).toContain("You told me: “I live in Ghent” (");
    expect(await say("what's my daughter's name?")).toContain("“my daughter is called Mia");
    expect(await say("what's my dog's name?")).not.toContain("Mia");
    expect(await say("我车牌是多少")).toContain("你告诉过我：“我车牌是沪A12345”");
    expect(await say("我对什么过敏？")).toContain("“我对芒果过敏”");
    expect(await say("since when do you know that?")).not.toContain("Ghent");
  });

  it("what else was said is answered where all of the question is there", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    await say("I moved to Bonn");
    await say("remember that the boiler code is F28");
    await say("next year I'm moving to Lisbon");
    expect(await say("where do I live now?")).toContain("You told me: “I moved to Bonn” (");
    await say("my passport expires in May 2028");
    await say("actually my passport expires in June 2028");
    expect(await say("when does my passport expire?")).toContain("“my passport expires in June");
    expect(await say("when does my passport expire?")).not.toContain("May");
    expect(await say("what's the boiler code?")).toContain("“the boiler code is F28”");
    expect(await say("what's the code?")).not.toContain("F28");
    expect(await say("what's the code of the garage?")).not.toContain("F28");
  });

  it("what is said of people whom they have named is kept, and not of others", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    await say("my son's name is Leo");
    await say("我女儿叫米娅");
    expect(await say("Leo is allergic to nuts")).toContain("“Leo is allergic to nuts”");
    expect(await say("米娅对花生过敏")).toContain("“米娅对花生过敏”");
    expect(await say("what is Leo allergic to?")).toContain("“Leo is allergic to nuts”");
    expect(await say("Leonard is allergic to nuts")).not.toContain("Leonard");
    expect(await say("Leo is calling me")).not.toContain("calling");
    expect(await say("is Leo allergic to nuts?")).not.toContain("remember that");
  });

  it("a sentence about the person is forgotten by the memory, not looked for among reminders", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline", reminders: true });
    await say("I moved to Bonn");
    await say("remind me tomorrow at 9 to call Ann");
    expect(await say("forget that I moved")).toContain("Forgotten");
    expect(await say("forget the call")).not.toContain("Forgotten");
  });

  it("a corrected name leaves what was said beside it", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    await say("my daughter is called Mia and she's seven");
    expect(await say("that's wrong, it's Maya")).toContain(
      "Corrected: “my daughter is called Maya and she's seven”",
    );
    await say("我女儿叫朵朵，今年六岁");
    expect(await say("不对，是多多")).toContain("“我女儿叫多多，今年六岁”");
  });

  it("a correction that does not fit what was said last changes nothing before the person says which", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    await say("my daughter is called Mia");
    await say("I moved to Lyon");
    expect(await say("where do I live?")).toContain("“I moved to Lyon”");
    expect(await say("that's wrong, it's Maya")).toMatch(
      /^Which one should I correct\?\n1\. “I moved to Lyon” .*\n2\. “my daughter is called Mia”/,
    );
    expect(await say("the second one")).toContain("Corrected: “my daughter is called Maya”");
    await say("where do I live?");
    expect(await say("that's wrong, it's London")).toContain("Corrected: “I moved to London”");
    expect(await say("wrong, my daughter is called Ida")).toContain("Which one should I correct?");
    expect(await say("none of them")).toBe("OK, nothing is changed.");
    await say("我搬到厦门了");
    expect(await say("不对，她叫朵朵")).toContain("要改的是哪一条");
    expect(await say("第1条")).toContain("改好了：“my daughter is called 朵朵”");
  });

  it("what others may hear is said before them: alone the answer says so, in the group it is kept for it", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    const group = { from: "ann", group: "family" };
    const sentence = "you may tell them that I'm allergic to kiwis";
    expect(await say(sentence, { from: "ann" })).toContain("never used in a group");
    expect(await memories()).toEqual([]);
    expect(await say("what am I allergic to?", group)).not.toContain("kiwis");
    expect(await say(sentence, group)).toContain("I'll remember that: “I'm allergic to kiwis”");
    expect(await say("我对什么过敏？", group)).toContain("“I'm allergic to kiwis”");
    expect(await say("what am I allergic to?", { from: "ann", group: "office" })).not.toContain(
      "kiwis",
    );
  });

  it("a part that is not known is asked for as a whole sentence", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    await say("my brother is a plumber");
    expect(await say("that's wrong, he's an electrician")).toContain("Which part of “my brother");
    expect(await say("wrong, my brother is an electrician")).toContain(
      "Corrected: “my brother is an electrician”",
    );
  });

  it("a fact is found by its kind in either language, and replaced in either", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    await say("my daughter is called Mia");
    await say("I live in Leeds");
    expect(await say("我女儿叫什么？")).toContain("“my daughter is called Mia”");
    await say("我搬到厦门了");
    const answer = await say("where do I live?");
    expect(answer).toContain("“我搬到厦门了”");
    expect(answer).not.toContain("Leeds");
  });

  it("a request to forget what is not there is answered, not passed over", async () => {
    const { say } = await openMemoryTalk(used, undefined, { kind: "offline" });
    expect(await say("forget my plate number")).toContain(
      "nothing on record about “my plate number”",
    );
    expect(await say("忘掉这个")).toContain("不清楚你指的是哪一条");
  });
});

it("what is forgotten takes our confirmations of earlier versions along", async () => {
  const { say, lastPrompt } = await openMemoryTalk(used, undefined, { historyMessages: 2 });
  for (const code of ["brass", "copper", "nickel"])
    await say(`remember that my locker code is ${code}`);
  await say("forget my locker code");
  for (let nth = 0; nth < 4; nth += 1) await say(`the weather is thing number ${nth}`);
  await say("what is my locker code?");
  expect(lastPrompt()).not.toMatch(/brass|copper|nickel/);
});
