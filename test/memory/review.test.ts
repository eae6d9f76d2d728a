import { expect, it } from "vitest";
import { openReviewApi } from "../../src/main/memory.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { createReviewSkill } from "../../src/skills/review/skill.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { awaitFired, change, remind, timersOn } from "../support/reminder-lab.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

const used = useLab(postgresStore);
const hour = 3_600_000;
const day = 24 * hour;

/** Monday 1 June 2026, nine in the morning in UTC. */
const monday = Date.UTC(2026, 5, 1, 9);

async function openWeek() {
  const clock = fakeClock(monday);
  const post = ledgerChannel({ limits: { partLength: 8_000 } });
  const lab = await used.start({
    clock,
    post,
    timers: timersOn(clock),
    settings: { sweepMs: 60 * day },
    skills: [createReviewSkill(), chatSkill({ historyMessages: 6, historyTokens: 1_000 })],
  });
  const say = async (text: string, how: Parameters<typeof lab.say>[1] = {}): Promise<string> => {
    await lab.say(text, how);
    await lab.idle();
    return post.ledger.at(-1)?.text ?? "";
  };
  await lab.say("hello");
  await lab.idle();
  const [account] = await lab.db.rows<{ id: string }>("select id from account");
  const accountId = account?.id ?? "";
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await awaitFired(lab);
  };
  const remindMe = (content: string, at: string, rrule?: string): Promise<string> =>
    remind(lab.db, {
      accountId,
      content,
      at,
      now: clock.now(),
      ...(rrule === undefined ? {} : { rrule }),
    });
  const tick = (id: string, set = {}): Promise<void> =>
    change(lab.db, id, { kind: "reminder_completed", set, now: clock.now() });
  const finish = (id: string): Promise<void> =>
    tick(id, {
      lifecycle: "completed",
      completion: "done",
      completed_at: new Date(clock.now()).toISOString(),
      next_fire_at: null,
    });
  return { lab, clock, say, pass, remindMe, tick, finish, accountId };
}

async function liveAWeek() {
  const week = await openWeek();
  const { clock, say, pass, remindMe, tick, finish, lab } = week;
  const rent = await remindMe("pay the rent", "2026-06-02T09:00:00");
  const pills = await remindMe("take pills", "2026-06-01T20:00:00", "FREQ=DAILY");
  await remindMe("water the plants", "2026-06-03T10:00:00");
  await pass(12 * hour);
  await tick(pills, { completed_occurrence: "2026-06-01T20:00:00" });
  await pass(12 * hour + hour);
  await finish(rent);
  await say("I went to the dentist today");
  await pass(day);
  await say("what a day");
  await say("我今天去看了牙医", {
    scope: "club",
    payload: { surroundings: { shared: true, facts: {} } },
  });
  await say("I sold the old car", { from: "bob" });
  for (let nth = 0; nth < 4; nth += 1) await pass(day);
  const undone = await remindMe("call the bank", "2026-06-09T09:00:00");
  await finish(undone);
  await change(lab.db, undone, {
    kind: "reminder_restored",
    set: { lifecycle: "active", completion: null, completed_at: null },
    now: clock.now(),
  });
  for (let nth = 0; nth < 2; nth += 1) await pass(day);
  return week;
}

it("a summary of a week comes from its rows, each line with what it rests on, in English and in Chinese", async () => {
  const { say } = await liveAWeek();
  expect(await say("what did I do last week?")).toBe(
    `Mon 1 Jun – Sun 7 Jun:

Done:
· take pills: ticked off Mon 1 Jun 21:00
· pay the rent: ticked off Tue 2 Jun 10:00

Reminded of, not ticked off:
· take pills: reminded Tue 2 Jun 20:00, 6 times
· water the plants: reminded Wed 3 Jun 10:00

In your own words:
· Tue 2 Jun 10:00: “I went to the dentist today”`,
  );
  expect(await say("我上周都干嘛了")).toContain(
    "做完的：\n· take pills：6月1日 周一 21:00 标了完成\n· pay the rent：6月2日 周二 10:00 标了完成",
  );
});

it("a summary of a week says nothing of what others said, of a group, or of a tick that was taken back", async () => {
  const { say } = await liveAWeek();
  const told = await say("what have I been up to the week before last, sorry: summarize last week");
  expect(told).not.toContain("call the bank");
  const week = await say("summarize last week");
  for (const secret of ["sold the old car", "牙医", "call the bank"])
    expect(week).not.toContain(secret);
  expect(
    await say("what did I do last week", {
      scope: "club",
      payload: { surroundings: { shared: true, facts: {} } },
    }),
  ).toBe("Others can read this chat. Ask me privately.");
});

it("what was done another day is listed on that day, and what is long past on none", async () => {
  const { say, pass } = await openWeek();
  await say("I moved to Berlin in 2015");
  await say("我去年去了日本");
  await say("I baked bread this morning");
  await pass(day);
  await say("yesterday I fixed the bike");
  expect(await say("what did I do today")).toBe(
    "Tue 2 Jun: I have nothing on record. I only know reminders, plans and what you told me.",
  );
  expect(await say("what did I do yesterday")).toBe(
    `Mon 1 Jun:

In your own words:
· Mon 1 Jun 09:00: “I baked bread this morning”
· Tue 2 Jun 09:00: “yesterday I fixed the bike”`,
  );
});

it("days of which nothing is on record are not filled with guesses", async () => {
  const { say } = await openWeek();
  expect(await say("what did I do last month")).toBe(
    "Fri 1 May – Sun 31 May: I have nothing on record. I only know reminders, plans and what you told me.",
  );
});

it("a program reads the same lines with the ids of their reminders and messages", async () => {
  const { lab, clock, accountId } = await liveAWeek();
  const api = openReviewApi({
    db: lab.db,
    projector: lab.spine.projector,
    clock,
    chance: createSystemChance(() => clock.now()),
  });
  const { lines, is_cut } = await api.readDays(accountId, { from: "2026-06-01", to: "2026-06-07" });
  expect(is_cut).toBe(false);
  expect(lines.map(({ kind, text, times, source }) => [kind, text, times, source.kind])).toEqual([
    ["done", "take pills", 1, "reminder"],
    ["done", "pay the rent", 1, "reminder"],
    ["said", "I went to the dentist today", 1, "message"],
    ["reminded", "take pills", 6, "reminder"],
    ["reminded", "water the plants", 1, "reminder"],
  ]);
  await expect(
    api.readDays(accountId, { from: "2026-06-07", to: "2026-06-01" }),
  ).rejects.toMatchObject({ code: "invalid_request" });
});
