import { expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import type { Verdict } from "../../src/domain/delivery.ts";
import { engine } from "../../src/domain/principal.ts";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openSilenceRounds } from "../../src/main/silence.ts";
import { openFirstWords } from "../../src/skills/chat/first-words.ts";
import { openCompanions } from "../../src/skills/companion/companions.ts";
import { auditMemories } from "../../src/skills/memory/audit.ts";
import { openTalkMemory } from "../../src/skills/memory/talk-memory.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { character } from "../support/companion-story.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { recordAll } from "../support/reminder-lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);
const hour = 3_600_000;
const day = 24 * hour;
const closed: Verdict = { kind: "waiting_for_user", code: "window_closed" };
const ending = "\n\n(Say “off” and I won't write first.)";

/** Wednesday 10 June 2026, noon in UTC. Ada has a character and has said hello. */
async function openTalk(how: { kind?: "offline"; answer?: () => string } = {}) {
  const clock = fakeClock(Date.UTC(2026, 5, 10, 12));
  const { kind = "scripted", answer = () => "How did the exam go?" } = how;
  const talk = await openMemoryTalk(used, answer, { clock, kind });
  const { lab, model, characters } = talk;
  await talk.say("hello");
  await talk.stage("ada", [character("mira", "Mira"), character("yu", "小雨")]);
  const [account] = await used.db.rows<{ id: string }>("select id from account");
  const round = openSilenceRounds({
    db: used.db,
    projector: productProjector(),
    clock,
    chance: createSystemChance(() => clock.now()),
    log: silentLog,
    teller: lab.spine.teller,
    word: openFirstWords({
      model,
      companions: openCompanions(characters),
      memory: openTalkMemory(),
      linkHosts: [],
    }),
  });
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await round(new AbortController().signal);
    await lab.idle();
  };
  return { ...talk, clock, pass, accountId: account?.id ?? "" };
}

it("nothing is written after a silence unless the person has allowed it", async () => {
  const { pass, written, asked } = await openTalk();
  const before = asked.length;
  for (let nth = 0; nth < 10; nth += 1) await pass(day);
  expect(written()).toEqual([]);
  expect(asked).toHaveLength(before);
});

it("after the days that the person set, their companion writes once in its own voice, says why, and ends by one word", async () => {
  const { say, pass, written, asked, lastPrompt, lab } = await openTalk();
  await say("talk to me as Mira");
  await say("my exam is on Friday");
  expect(await say("write to me if I'm silent for 4 days")).toContain(
    "one message in the daytime when we haven't talked for 4 days",
  );
  await pass(3 * day + 23 * hour);
  expect(written()).toEqual([]);
  await pass(hour);
  expect(written()).toEqual([`How did the exam go?${ending}`]);
  expect(asked.at(-1)).toMatchObject({ purpose: "initiative", viewer: "mira" });
  expect(lastPrompt()).toContain("Mira repairs clocks.");
  expect(lastPrompt()).toContain("my exam is on Friday");
  // One silence, one message.
  for (let nth = 0; nth < 10; nth += 1) await pass(day);
  expect(written()).toHaveLength(1);
  expect(await say("why did you write?")).toBe(
    "Because on Wed 10 Jun you allowed me to write after 4 days of silence, and you last wrote on Wed 10 Jun. Say “off” to end it.",
  );
  for (let nth = 0; nth < 5; nth += 1) await pass(day);
  expect(written()).toHaveLength(2);
  expect(await say("off")).toBe("OK, I won't write after a silence any more.");
  for (let nth = 0; nth < 10; nth += 1) await pass(day);
  expect(written()).toHaveLength(2);
  const said = await lab.db.rows<{ text: string }>(
    "select text from message where direction = 'inbound' order by event_id",
  );
  expect(said.map(({ text }) => text)).toEqual([
    "hello",
    "talk to me as Mira",
    "my exam is on Friday",
    "write to me if I'm silent for 4 days",
    "why did you write?",
    "off",
  ]);
  const spoken = await lab.db.rows(
    "select payload ->> 'spoken_as' as as from message where text like 'How did the exam go?%(Say%'",
  );
  expect(spoken).toEqual([{ as: "mira" }, { as: "mira" }]);
  const report = await used.owner((sql) => rebuild(sql, productProjector()));
  expect(report.tables.filter(({ same }) => !same)).toEqual([]);
});

it("三天没聊，小雨白天来问候一次，问得出为什么，回一个词就停", async () => {
  const { say, pass, written } = await openTalk({ answer: () => "考试考得怎么样？" });
  await say("让小雨来陪我聊");
  expect(await say("三天没聊就来找我")).toContain("3 天没聊的话，白天问候你一次");
  await pass(3 * day);
  expect(written()).toEqual(["考试考得怎么样？\n\n（不想我主动找你，回“关闭”。）"]);
  expect(await say("你为什么发这个")).toBe(
    "因为你在 6月10日 周三 允许我在 3 天没聊时主动找你，而你上次说话是 6月10日 周三。回“关闭”就停。",
  );
  await pass(3 * day);
  expect(written()).toHaveLength(2);
  expect(await say("关闭")).toBe("好，我不会再主动找你。");
  await pass(9 * day);
  expect(written()).toHaveLength(2);
});

it("a message after a silence knows nothing that was said to another character, and the audit of its prompt finds no leak", async () => {
  const { say, pass, asked, lastPrompt, accountId, lab } = await openTalk();
  await say("talk to me as Mira");
  await say("remember that my locker code is 4711");
  await say("talk to me as 小雨");
  await say("turn on check-ins");
  await pass(3 * day);
  expect(asked.at(-1)?.viewer).toBe("yu");
  expect(lastPrompt()).not.toContain("4711");
  const [talk] = await lab.db.rows<{ id: string }>("select id from conversation");
  const record = (viewer: string, id: string) =>
    lab.db.rows(
      `insert into model_call (id, account_id, conversation_id, viewer, purpose, model, prompt_hash, prompt, source_event_ids, started_at)
       values ($1, $2, $3, $4, 'initiative', 'm', 'h', '{"messages": [{"role": "user", "content": "x"}]}', $5, now())`,
      [id, accountId, talk?.id, viewer, asked.at(-1)?.sourceEventIds],
    );
  const audit = () => used.db.transaction(engine, (sql) => auditMemories(sql));
  await record("yu", "own");
  expect((await audit()).leaks).toEqual([]);
  await record("mira", "other");
  expect((await audit()).leaks).not.toEqual([]);
});

it("without a model a fixed line is written, in the name of the chosen companion", async () => {
  const offline = await openTalk({ kind: "offline" });
  await offline.say("turn on check-ins");
  await offline.pass(3 * day);
  expect(offline.written()).toEqual([`We haven't talked for 3 days. How are you?${ending}`]);
  await offline.say("talk to me as Mira");
  await offline.pass(4 * day);
  expect(offline.written().at(-1)).toBe(
    `It's Mira. We haven't talked for 4 days. How are you?${ending}`,
  );
});

it("a model that claims an act, or cannot be reached, says nothing of its own", async () => {
  let isAway = true;
  const { say, pass, written } = await openTalk({
    answer: () => {
      if (isAway) throw new ModelFailure("unreachable", "none");
      return "I've moved your dentist to Friday.";
    },
  });
  await say("turn on check-ins");
  await pass(3 * day);
  expect(written()).toEqual([]);
  isAway = false;
  await pass(2 * hour);
  expect(written()).toEqual([`We haven't talked for 3 days. How are you?${ending}`]);
});

it("a message after a silence keeps the night, the quiet hours and the day's budget, and is dropped where the vendor does not take it", async () => {
  const { say, pass, written, clock, accountId, lab } = await openTalk();
  const fact = (kind: "quiet_hours_set" | "initiative_taken", payload: object) =>
    recordAll(lab.db, [
      {
        stream: `initiative:${accountId}`,
        kind,
        at: new Date(clock.now()).toISOString(),
        accountId,
        payload: { account_id: accountId, ...payload },
      } as never,
    ]);
  await say("turn on check-ins");
  await fact("quiet_hours_set", { starts: "11:00", ends: "16:00" });
  await pass(3 * day);
  expect(written()).toEqual([]);
  for (const nth of ["a", "b"])
    await fact("initiative_taken", {
      id: nth,
      sort: "brief",
      message_id: nth,
      said_on: "2026-06-13",
      reason: { since: "2026-06-10T12:00:00.000Z", reminders: [] },
    });
  await pass(5 * hour);
  expect(written()).toEqual([]);
  // Two in the morning.
  await pass(9 * hour);
  expect(written()).toEqual([]);
  lab.post.plan.push(closed);
  await pass(8 * hour);
  await clock.advance(5 * hour);
  await say("hi");
  expect(written()).toEqual([]);
  const rows = await lab.db.rows("select sort from initiative_message where sort = 'silence'");
  expect(rows).toHaveLength(1);
});

it("words that were made for a person who has written meanwhile, or who chose another companion, are not sent", async () => {
  const chosen: { act?: () => Promise<void> } = {};
  const { say, pass, written, lab, accountId, clock } = await openTalk();
  const word = lab.spine.teller.writeFirst.bind(lab.spine.teller);
  lab.spine.teller.writeFirst = async (id, decide) => {
    await chosen.act?.();
    return word(id, decide);
  };
  await say("turn on check-ins");
  chosen.act = () =>
    recordAll(lab.db, [
      {
        stream: `companion:${accountId}`,
        kind: "companion_chosen",
        at: new Date(clock.now()).toISOString(),
        accountId,
        payload: { account_id: accountId, bot_id: "mira" },
      },
    ]);
  await pass(3 * day);
  expect(written()).toEqual([]);
  chosen.act = async () => void (await say("I'm here"));
  await pass(hour);
  expect(written()).toEqual([]);
});
