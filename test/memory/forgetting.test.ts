import { expect, it } from "vitest";
import { engine } from "../../src/domain/principal.ts";
import { auditMemories } from "../../src/skills/memory/audit.ts";
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

const findLeaks = async () =>
  (await used.db.transaction(engine, (sql) => auditMemories(sql))).leaks.map(({ kind }) => kind);

it.each([
  ["I'm allergic to shrimps", "don't keep the thing about shrimps"],
  ["I live at 14 Mill Lane", "I don't want you to know where I live any more"],
  ["my blood type is A", "no need to keep my blood type on file"],
  ["my plate is 8KLM123", "my plate, you can forget that"],
  ["我对虾蟹过敏", "虾蟹那件事别记着了"],
  ["我血型是O型", "我血型没必要记着"],
  ["我对花生过敏", "花生过敏那条清掉"],
])("“%s” is gone after “%s”, and other memories stay", async (stated, request) => {
  const { say, asked } = await openMemoryTalk(used);
  await say("remember that I speak Dutch");
  await say(`${/[a-z]{3}/.test(stated) ? "remember that " : "记住"}${stated}`);
  expect(await memories()).toEqual(["I speak Dutch", stated]);
  expect(await say(request)).toMatch(/^(?:Forgotten|忘掉了)/);
  expect(await memories()).toEqual(["I speak Dutch"]);
  expect(asked).toEqual([]);
});

it("where several memories fit, the person is asked, and chooses in a word", async () => {
  const { say } = await openMemoryTalk(used);
  const state = async () => {
    await say("remember that my brother is a plumber");
    await say("remember that my brother lives in Perth");
    await say("remember that I speak Dutch");
  };
  await state();
  expect(await say("forget the stuff about my brother")).toMatch(
    /^Which one do you mean\?\n1\. .*\n2\. /,
  );
  expect(await memories()).toHaveLength(3);
  await say("the second one");
  expect(await memories()).toHaveLength(2);
  await state();
  await say("lose the stuff about my brother");
  expect(await say("both")).toContain("Forgotten");
  expect(await memories()).toEqual(["I speak Dutch"]);
});

it("where several memories fit, the person is asked and chooses in Chinese, too", async () => {
  const { say } = await openMemoryTalk(used);
  await say("记住我弟弟在多伦多工作");
  await say("记住我弟弟对芒果过敏");
  expect(await say("我弟弟的事别记了")).toMatch(/^你指的是哪一条？/);
  expect(await say("都忘掉吧")).toContain("忘掉了");
  expect(await memories()).toEqual([]);
});

it("a memory that only related words name is asked about, never taken for forgotten", async () => {
  const { say } = await openMemoryTalk(used);
  await say("remember that I work at a bakery");
  expect(await say("don't keep the thing about my job")).toMatch(/^Which one do you mean/);
  expect(await memories()).toHaveLength(1);
});

it("a part of a text that we wrote is left to the model; otherwise the person is asked first", async () => {
  const { say } = await openMemoryTalk(used, () => "Dear Ann, my brother sends his love.");
  await say("remember that my brother is a plumber");
  await say("write a letter to Ann with greetings from my brother");
  expect(await say("drop the part about my brother")).toContain("Dear Ann");
  expect(await memories()).toHaveLength(1);
  await say("what do you know about me?");
  await say("remember that I speak Dutch");
  expect(await say("drop the part about my brother")).toMatch(/^Which one do you mean/);
  expect(await say("yes")).toContain("Forgotten");
  expect(await memories()).toEqual(["I speak Dutch"]);
});

it("what no memory was made of yet is not made into one later, and no prompt has it again", async () => {
  const { say, asked, lastPrompt } = await openMemoryTalk(used, () => "I see.");
  await say("the doctor found something odd with my kidneys on Monday");
  expect(await say("please don't hold on to what I said about my kidneys")).toContain(
    "I had made no note of that yet",
  );
  expect(asked).toHaveLength(1);
  await say("what did we talk about?");
  expect(lastPrompt()).not.toContain("kidneys");
  const unread = await used.db.rows(
    "select m.text from message m where text like '%kidneys%' and not exists (select from forgotten_message f where f.event_id = m.event_id) and direction = 'inbound'",
  );
  expect(unread).toEqual([]);
  expect(await say("forget the part about my landlord")).toContain(
    "nothing on record about “my landlord”",
  );
});

it("what is forgotten in one chat is in no prompt of another chat, whatever else was said there and before", async () => {
  const { say, lastPrompt } = await openMemoryTalk(used, undefined, { historyMessages: 0 });
  await say("hello all", { from: "bob", group: "office" });
  await say("buckwheat again today, I had to leave the table", { chat: "first" });
  await say("I'm allergic to buckwheat", { chat: "first" });
  await say("Soba is no good, I'm allergic to buckwheat", { chat: "second" });
  await say("I'm allergic to buckwheat", { group: "office" });
  await say("the canteen has buckwheat again", { group: "office" });
  expect(await say("forget that I'm allergic to buckwheat", { chat: "third" })).toMatch(
    /^Forgotten/,
  );
  await say("what was it with soba and the table and my allergy?", { chat: "third" });
  expect(lastPrompt()).not.toContain("buckwheat");
  await say("what was it with my allergy?", { group: "office" });
  expect(lastPrompt()).not.toContain("buckwheat");
  const unmarked = await used.db.rows(
    "select text from message m where text like '%buckwheat%' and not exists (select from forgotten_message f where f.event_id = m.event_id)",
  );
  expect(unmarked).toEqual([]);
  await say("I'm allergic to buckwheat after all", { chat: "second" });
  expect(await findLeaks()).toEqual([]);
});

it("the audit finds a message that says what was forgotten after it and is not marked", async () => {
  const { say } = await openMemoryTalk(used);
  await say("I'm allergic to buckwheat", { chat: "first" });
  await say("Soba is no good, I'm allergic to buckwheat", { chat: "second" });
  await say("forget that I'm allergic to buckwheat");
  expect(await findLeaks()).toEqual([]);
  await used.db.rows(
    "delete from forgotten_message f using message m where m.event_id = f.event_id and m.text like 'Soba%'",
  );
  expect(await findLeaks()).toMatchObject(["left"]);
});

it("what is forgotten in one chat takes along lines of another chat of which no memory was made", async () => {
  const { say, lastPrompt } = await openMemoryTalk(used, undefined, { historyMessages: 0 });
  await say("the doctor found something odd with my kidneys on Monday", { chat: "first" });
  expect(await say("please don't hold on to what I said about my kidneys")).toContain(
    "I had made no note of that yet",
  );
  await say("what did the doctor find on Monday?");
  expect(lastPrompt()).not.toContain("kidneys");
});

it("a memory stays when another one of the same message is forgotten, and its receipt names no forgotten message", async () => {
  const { say, lastPrompt, asked } = await openMemoryTalk(used, undefined, { historyMessages: 0 });
  await say("I'm allergic to kiwis. I live in Leeds.");
  await say("forget that I'm allergic to kiwis");
  await say("which museums are near my home?");
  expect(lastPrompt()).toContain("I live in Leeds");
  const cited = asked.at(-1)?.sourceEventIds ?? [];
  const gone = await used.db.rows<{ event_id: number }>("select event_id from forgotten_message");
  expect(cited.filter((id) => gone.some(({ event_id }) => event_id === id))).toEqual([]);
});
