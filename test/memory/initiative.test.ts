import { expect, it } from "vitest";
import type { Verdict } from "../../src/domain/delivery.ts";
import { productProjector } from "../../src/main/projections.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { createInitiativeSkill } from "../../src/skills/initiative/skill.ts";
import { initiativeTimer } from "../../src/skills/initiative/timer.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { awaitFired, recordAll, remind, timersOn } from "../support/reminder-lab.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

const used = useLab(postgresStore);
const hour = 3_600_000;
const day = 24 * hour;
const closed: Verdict = { kind: "waiting_for_user", code: "window_closed" };

/** Wednesday 10 June 2026, eight in the evening in UTC. */
async function openDays() {
  const clock = fakeClock(Date.UTC(2026, 5, 10, 20));
  const post = ledgerChannel({ limits: { partLength: 8_000 } });
  const lab = await used.start({
    clock,
    post,
    timers: timersOn(clock, { first: [initiativeTimer({ linkHosts: [] })] }),
    settings: { sweepMs: 60 * day },
    skills: [createInitiativeSkill(), chatSkill({ historyMessages: 6, historyTokens: 1_000 })],
  });
  const say = async (text: string): Promise<string> => {
    await lab.say(text);
    await lab.idle();
    return post.ledger.at(-1)?.text ?? "";
  };
  await say("hello");
  const [account] = await lab.db.rows<{ id: string }>("select id from account");
  const accountId = account?.id ?? "";
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await awaitFired(lab);
  };
  const remindMe = (content: string, at: string): Promise<string> =>
    remind(lab.db, { accountId, content, at, now: clock.now() });
  /** What came unasked, reminders aside. */
  const listWritten = (): string[] =>
    post.ledger
      .filter(({ source, text }) => source === "reminder" && !text.startsWith("⏰"))
      .map(({ text }) => text);
  const setQuiet = (starts: string, ends: string): Promise<void> =>
    recordAll(lab.db, [
      {
        stream: `social:${accountId}`,
        kind: "quiet_hours_set",
        at: new Date(clock.now()).toISOString(),
        accountId,
        payload: { account_id: accountId, starts, ends },
      },
    ]);
  return { lab, post, say, pass, remindMe, listWritten, setQuiet, accountId };
}

const brief = `☀️ Today, Thu 11 Jun:
· 15:00 call mom

Not ticked off yet:
· pay the rent (Wed 10 Jun 21:00)

Say “off” to end these.`;

it("the companion writes nothing first unless it is allowed to", async () => {
  const { pass, remindMe, listWritten } = await openDays();
  await remindMe("pay the rent", "2026-06-10T21:00:00");
  for (let nth = 0; nth < 30; nth += 1) await pass(hour);
  expect(listWritten()).toEqual([]);
});

it("the morning brief names today and what is open, says why it came, and ends by one word", async () => {
  const { lab, say, pass, remindMe, listWritten } = await openDays();
  expect(await say("turn on the morning brief")).toContain("a morning brief at 09:00");
  await remindMe("pay the rent", "2026-06-10T21:00:00");
  await remindMe("call mom", "2026-06-11T15:00:00");
  for (let nth = 0; nth < 13; nth += 1) await pass(hour);
  expect(listWritten()).toEqual([brief]);
  expect(await say("why did you write?")).toBe(
    "Because you switched on the morning brief on Wed 10 Jun. It rests on your reminders: “call mom”, “pay the rent”. Say “off” to end it.",
  );
  for (let nth = 0; nth < 24; nth += 1) await pass(hour);
  expect(listWritten()).toHaveLength(2);
  expect(await say("off")).toBe("OK, no more morning briefs.");
  for (let nth = 0; nth < 48; nth += 1) await pass(hour);
  expect(listWritten()).toHaveLength(2);
  // No message of the person's was made up for it.
  const inbound = await lab.db.rows<{ text: string }>(
    "select text from message where direction = 'inbound' order by event_id",
  );
  expect(inbound.map(({ text }) => text)).toEqual([
    "hello",
    "turn on the morning brief",
    "why did you write?",
    "off",
  ]);
  const report = await used.owner((sql) => rebuild(sql, productProjector()));
  expect(report.tables.filter(({ same }) => !same)).toEqual([]);
});

it("an answer came because the person wrote, and what was written first before it has its own reason", async () => {
  const { say, pass, remindMe } = await openDays();
  expect(await say("why did you write?")).toBe("I was answering your message: “hello”.");
  expect(await say("你为什么给我发消息？")).toBe("那是在回你的消息：“why did you write?”。");
  await say("turn on the morning brief");
  await remindMe("call mom", "2026-06-11T15:00:00");
  for (let nth = 0; nth < 14; nth += 1) await pass(hour);
  await say("good morning");
  expect(await say("why did you write?")).toBe(
    "I was answering your message: “good morning”.\nBefore that I wrote first. Because you switched on the morning brief on Wed 10 Jun. It rests on your reminders: “call mom”. Say “off” to end it.",
  );
});

it("the morning brief comes once a day, also when the morning is put off after it came", async () => {
  const { lab, say, pass, remindMe, listWritten, accountId } = await openDays();
  await say("turn on the morning brief");
  for (const date of ["11", "12"]) await remindMe("call mom", `2026-06-${date}T15:00:00`);
  for (let nth = 0; nth < 13; nth += 1) await pass(hour);
  expect(listWritten()).toHaveLength(1);
  await recordAll(lab.db, [
    {
      stream: `account:${accountId}`,
      kind: "account_updated",
      at: "2026-06-11T09:30:00.000Z",
      accountId,
      payload: { id: accountId, morning: "11:00" },
    },
  ]);
  await say("turn on the morning brief");
  for (let nth = 0; nth < 20; nth += 1) await pass(hour);
  expect(listWritten()).toHaveLength(1);
  for (let nth = 0; nth < 8; nth += 1) await pass(hour);
  expect(listWritten()).toHaveLength(2);
});

it("早报和晚间跟进可以用一句话打开，问得出为什么，回一个词就停", async () => {
  const { say, pass, remindMe, listWritten } = await openDays();
  expect(await say("你可以主动找我")).toContain("每天 09:00 的早报");
  await remindMe("交房租", "2026-06-11T10:00:00");
  for (let nth = 0; nth < 13; nth += 1) await pass(hour);
  expect(listWritten()).toEqual(["☀️ 今天 6月11日 周四：\n· 10:00 交房租\n\n不想再收，回“关闭”。"]);
  for (let nth = 0; nth < 10; nth += 1) await pass(hour);
  expect(listWritten().at(-1)).toBe(
    "🌙 今天这些做完了吗？\n· 10:00 交房租\n\n做完了就说哪件完成了。不想再收，回“关闭”。",
  );
  expect(await say("你为什么发这个")).toBe(
    "因为你在 6月10日 周三 开了晚间跟进。依据的是你的提醒：「交房租」。回“关闭”就停。",
  );
  expect(await say("关闭")).not.toBe("好，晚间跟进关了。");
  expect(await say("关闭跟进")).toContain("每天 09:00 的早报");
});

it("the morning brief keeps the quiet hours and the day's budget, and an empty day is left alone", async () => {
  const { say, pass, remindMe, listWritten, setQuiet, accountId, lab } = await openDays();
  await say("you may write first");
  for (let nth = 0; nth < 24; nth += 1) await pass(hour);
  expect(listWritten()).toEqual([]);
  await setQuiet("22:00", "10:00");
  await remindMe("water the plants", "2026-06-12T12:00:00");
  for (let nth = 0; nth < 13; nth += 1) await pass(hour);
  expect(listWritten()).toEqual([]);
  await pass(hour);
  expect(listWritten()).toHaveLength(1);
  await recordAll(lab.db, [
    {
      stream: `initiative:${accountId}`,
      kind: "initiative_set",
      at: "2026-06-12T11:00:00.000Z",
      accountId,
      payload: { account_id: accountId, brief: true, follow_ups: true, most_per_day: 1 },
    },
  ]);
  for (let nth = 0; nth < 10; nth += 1) await pass(hour);
  expect(listWritten()).toHaveLength(1);
});

it("a brief that the vendor's window holds back is dropped after three hours, not sent days later", async () => {
  const { lab, say, pass, remindMe, listWritten } = await openDays();
  await say("turn on the morning brief");
  await remindMe("call mom", "2026-06-11T15:00:00");
  lab.post.plan.push(closed);
  for (let nth = 0; nth < 18; nth += 1) await pass(hour);
  await say("hi");
  expect(listWritten()).toEqual([]);
});
