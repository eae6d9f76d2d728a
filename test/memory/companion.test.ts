import { describe, expect, it } from "vitest";
import { engine } from "../../src/domain/principal.ts";
import { auditMemories } from "../../src/skills/memory/audit.ts";
import { character, meanwhile } from "../support/companion-story.ts";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);
const readSpoken = () =>
  used.db.rows<{ text: string; as: string | null }>(
    `select text, payload ->> 'spoken_as' as as from message where direction = 'outbound' order by event_id`,
  );

/** Two characters of ada's, who has said hello. */
async function openStage() {
  const talk = await openMemoryTalk(used);
  await talk.say("hello");
  await talk.stage("ada", [character("mira", "Mira"), character("yu", "小雨")]);
  return talk;
}

describe("a companion with a face", () => {
  it.each([
    [
      "talk to me as Mira",
      "From now on Mira talks with you",
      "be yourself again",
      "plain assistant",
    ],
    ["让小雨来陪我聊", "以后由小雨陪你聊", "换回普通助手", "普通助手"],
  ])("“%s” (%s) chooses a character and “%s” ends it: fixed words, and rows", async (...said) => {
    const [choose, chosen, end, ended] = said;
    const { say, asked } = await openStage();
    const before = asked.length;
    expect(await say(choose)).toContain(chosen);
    expect(await say(end)).toContain(ended);
    // Who talks is decided by rules.
    expect(asked).toHaveLength(before);
    const periods = await used.db.rows<{ bot_id: string; open: boolean }>(
      "select bot_id, to_event is null as open from companion_period",
    );
    expect(periods).toEqual([{ bot_id: choose.includes("Mira") ? "mira" : "yu", open: false }]);
  });

  it("the chosen character's card is data in the prompt, and the reply is marked as spoken by it", async () => {
    const { say, lastPrompt, asked } = await openStage();
    await say("good morning");
    expect(lastPrompt()).toContain("You are Meanwhile");
    await say("talk to me as Mira");
    await say("how do clocks work?");
    const [system, card] = asked.at(-1)?.messages ?? [];
    expect(system?.content).not.toContain("Mira");
    expect(system?.content).not.toContain("You are Meanwhile");
    expect(card).toMatchObject({ role: "user" });
    expect(JSON.parse(card?.content ?? "")).toEqual({
      character: {
        name: "Mira",
        persona: "Mira repairs clocks.",
        to_the_person: "an old friend",
        traits: ["dry"],
        voice_samples: ["Tick tock, says Mira."],
      },
    });
    expect(asked.at(-1)?.viewer).toBe("mira");
    expect((await readSpoken()).at(-1)).toEqual({ text: "I see.", as: "mira" });
  });

  it("an unknown name is answered with who there is, and a doubtful sentence is left to the talk", async () => {
    const { say } = await openStage();
    expect(await say("talk to me as Zed")).toBe(
      "You have no character called Zed. There are: Mira, 小雨.",
    );
    expect(await say("be nice to me")).toBe("I see.");
    expect(await used.db.rows("select 1 from companion")).toEqual([]);
  });

  it("what one character hears is not known to the next, and the plain assistant keeps the notes", async () => {
    const { say, lastPrompt } = await openStage();
    await say("I'm allergic to peanuts.");
    await say("talk to me as Mira");
    await say("I'm afraid of lightning. My locker code is 4711.");
    await say("what is my locker code and what am I allergic to?");
    expect(lastPrompt()).toContain("4711");
    expect(lastPrompt()).toContain("peanuts");
    await say("talk to me as 小雨");
    await say("what is my locker code and what am I allergic to?");
    expect(lastPrompt()).not.toContain("4711");
    expect(lastPrompt()).not.toContain("lightning");
    expect(lastPrompt()).toContain("peanuts");
    await say("be yourself again");
    await say("what is my locker code and what am I afraid of?");
    expect(lastPrompt()).toContain("4711");
    await say("talk to me as Mira");
    await say("what is my locker code?");
    expect(lastPrompt()).toContain("4711");
  });

  it("a group has the plain assistant, without the character and without what it heard", async () => {
    const { say, lastPrompt, asked } = await openStage();
    await say("talk to me as Mira");
    await say("I'm allergic to peanuts.");
    await say("what am I allergic to?", { group: "office", from: "ada" });
    expect(lastPrompt()).not.toContain("peanuts");
    expect(lastPrompt()).not.toContain("Mira");
    expect(asked.at(-1)?.viewer).toBeUndefined();
    expect(await say("be yourself again", { group: "office", from: "ada" })).toContain(
      "Others can read this chat",
    );
  });
});

describe("what a companion lives through", () => {
  it("a companion tells what it lived through when the person asks, by its own memory alone; before that no prompt has it, and what others lived through never", async () => {
    const { say, stage, lastPrompt, asked } = await openStage();
    await say("talk to me as Mira");
    await stage("ada", [
      ...meanwhile({
        chat: "harbour",
        scene: 1,
        remembered: { mira: "Mira lost a brass key.", yu: "小雨 found a blue letter." },
        isOver: true,
      }),
      ...meanwhile({
        chat: "attic",
        scene: 1,
        remembered: { yu: "小雨 hid a map." },
        isOver: true,
      }),
      ...meanwhile({
        chat: "tower",
        scene: 1,
        remembered: { mira: "Mira climbs the tower." },
        isOver: false,
      }),
    ]);
    await say("I'm back!");
    expect(lastPrompt()).toContain("Something happened to you");
    expect(lastPrompt()).not.toContain("brass key");
    await say("what did you do while I was away?");
    expect(lastPrompt()).toContain("Mira lost a brass key.");
    for (const word of ["blue letter", "hid a map", "climbs the tower"])
      expect(lastPrompt()).not.toContain(word);
    expect(asked.at(-1)?.sourceEventIds.length).toBeGreaterThan(2);
    await say("nice. Bye!");
    expect(lastPrompt()).not.toContain("Something happened to you");
    await say("让小雨来陪我聊");
    await say("你这几天都干嘛了？");
    expect(lastPrompt()).toContain("blue letter");
    expect(lastPrompt()).toContain("hid a map");
    expect(lastPrompt()).not.toContain("brass key");
  });
});

describe("what a companion lives through, without a model", () => {
  it.each([
    [
      "talk to me as Mira",
      "what did you do?",
      "While you were away, as Mira remembers it:\n· 2026-04-26 Mira lost a brass key.",
    ],
    [
      "让小雨来陪我聊",
      "你这几天都干嘛了？",
      "你不在的时候，小雨记得的是：\n· 2026-04-26 小雨捡到一封信。",
    ],
  ])("after “%s”, “%s” lists its own memories and no others'", async (...said) => {
    const [choose, ask, told] = said;
    const talk = await openMemoryTalk(used, undefined, { kind: "offline" });
    await talk.say("hello");
    await talk.stage("ada", [
      character("mira", "Mira"),
      character("yu", "小雨"),
      ...meanwhile({
        chat: "harbour",
        scene: 1,
        remembered: { mira: "Mira lost a brass key.", yu: "小雨捡到一封信。" },
        isOver: true,
      }),
    ]);
    await talk.say(choose);
    const before = talk.asked.length;
    expect(await talk.say(ask)).toBe(told);
    expect(talk.asked).toHaveLength(before);
  });
});

describe("the audit of a companion's prompts", () => {
  it("the audit finds words that were said to another character and another character's memories, and nothing where the law was kept", async () => {
    const { say, stage, asked, lab } = await openStage();
    await say("talk to me as Mira");
    await say("remember that my locker code is 4711");
    await stage(
      "ada",
      meanwhile({
        chat: "harbour",
        scene: 1,
        remembered: { mira: "Mira lost a key.", yu: "小雨 found a letter." },
        isOver: true,
      }),
    );
    await say("what did you do?");
    await say("talk to me as 小雨");
    await say("hello there");
    const [conversation] = await lab.db.rows<{ id: string; account: string }>(
      "select id, account_id as account from conversation limit 1",
    );
    const recordCall = (id: string, viewer: string | null, sources: readonly number[]) =>
      lab.db.rows(
        `insert into model_call (id, account_id, conversation_id, viewer, purpose, model, prompt_hash, prompt, source_event_ids, started_at)
         values ($1, $2, $3, $4, 'chat', 'm', 'h', '{"messages": [{"role": "user", "content": "x"}]}', $5, now())`,
        [id, conversation?.account, conversation?.id, viewer, sources],
      );
    const audit = () => used.db.transaction(engine, (sql) => auditMemories(sql));
    for (const [nth, request] of asked.entries())
      await recordCall(`ok${nth}`, request.viewer ?? null, request.sourceEventIds);
    expect((await audit()).leaks).toEqual([]);
    const [told] = await lab.db.rows<{ id: number }>("select event_id as id from person_memory");
    const [line] = await lab.db.rows<{ id: number }>(
      "select event_id as id from message where text like '%4711%' and direction = 'inbound'",
    );
    const [own] = await lab.db.rows<{ id: number }>(
      "select event_id as id from memories where owner_id = 'mira'",
    );
    await recordCall("x1", "yu", [told?.id ?? 0]);
    await recordCall("x2", "yu", [line?.id ?? 0]);
    await recordCall("x3", "yu", [own?.id ?? 0]);
    await recordCall("x4", null, [own?.id ?? 0]);
    expect((await audit()).leaks.map(({ callId, kind }) => `${callId} ${kind}`)).toEqual([
      "x1 companion",
      "x2 companion",
      "x3 companion",
      "x4 story",
    ]);
  });
});
