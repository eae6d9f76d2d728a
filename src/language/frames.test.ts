import { describe, expect, it } from "vitest";
import { interpret } from "./interpret.ts";
import type { Interpretation } from "./request.ts";

const said = (text: string): Interpretation =>
  interpret({ text, now: "2026-11-18T10:20:00", tz: /[\u4e00-\u9fff]/.test(text) ? "Asia/Shanghai" : "America/New_York" });

describe("a wish that hangs on another verb", () => {
  it.each([
    "I want you to remind me at 5pm to eat",
    "I'd like you to remind me at 5pm to eat",
    "could you possibly remind me at 5pm to eat",
    "it would be great if you could remind me at 5pm to eat",
    "would you mind reminding me at 5pm to eat",
    "can I get a reminder at 5pm to eat",
    "I would like to set a reminder for 5pm to eat",
    "don't forget to remind me at 5pm to eat",
    "make sure you remind me at 5pm to eat",
    "dinner's nearly ready and remind me at 5pm to eat",
    "希望你下午五点提醒我吃饭",
    "我想让你下午五点提醒我吃饭",
    "能不能下午五点提醒我吃饭",
    "千万别忘了下午五点提醒我吃饭",
    "到时候你要下午五点提醒我吃饭",
  ])("is one where that verb asks for it: %s", (text) => {
    expect(said(text)).toMatchObject({ intent: "create", items: [{ start: "2026-11-18T17:00:00" }] });
  });

  it.each([
    "I might ask you to remind me at 5pm",
    "I never said remind me at 5pm",
    "the song goes remind me at 5pm",
    "the note says: remind me at 5pm to eat",
    "the label reads 'remind me at 5pm to eat'",
    "it would have been nice to get a reminder at 5pm",
    "would a reminder at 5pm bother anyone",
    "I didn't ask for a reminder at 5pm",
    "the reminder at 5pm was useless",
    "我没说要下午五点提醒",
    "我可能会让你下午五点提醒我吃饭",
    "我家猫每天早上五点来叫我吃饭",
    "以前每天早上五点都会提醒我吃饭",
    "书里有句话：下午五点提醒我吃饭",
    "就算你下午五点提醒我吃饭也没用",
  ])("is none elsewhere: %s", (text) => {
    expect(said(text).items).toEqual([]);
  });
});

describe("an order to phone", () => {
  it("is asked about, since only a message can be sent, and yes makes it one", () => {
    const asked = said("call me at 5pm");
    expect(asked).toMatchObject({ intent: "clarify", reasons: ["phone_call"] });
    const open = asked.open;
    if (open === undefined) throw new Error("nothing is open");
    const yes = interpret({ text: "yes", now: "2026-11-18T10:21:00", tz: "America/New_York", context: { open } });
    expect(yes).toMatchObject({ intent: "create", items: [{ start: "2026-11-18T17:00:00" }] });
  });

  it("that says what about is a reminder of it", () => {
    expect(said("call me at 5pm about the rent").items).toMatchObject([{ title: "the rent", start: "2026-11-18T17:00:00" }]);
  });
});

describe("a list", () => {
  const shown = (text: string): string[] =>
    said(text).items.map(({ start, title, rrule }) => [start.slice(5, 16), title, rrule].join(" ").trim());

  it("has every one of its times", () => {
    expect(shown("set alarms for 6am, 6:15am and 6:30am tomorrow")).toEqual([
      "11-19T06:00 wake up",
      "11-19T06:15 wake up",
      "11-19T06:30 wake up",
    ]);
  });

  it("whose rule stands at its head is a series throughout", () => {
    expect(shown("每天早上7点起床、中午12点吃饭、晚上10点睡觉，都提醒我")).toEqual([
      "11-19T07:00 起床 FREQ=DAILY",
      "11-18T12:00 吃饭 FREQ=DAILY",
      "11-18T22:00 睡觉 FREQ=DAILY",
    ]);
    expect(said("每天早上7点叫我起床，晚上11点提醒我睡觉").reasons).toEqual(["items_unclear"]);
  });

  it("with one clock that counts to 24 is read by such a clock", () => {
    expect(shown("帮我设以下提醒：每天8:00吃药；每周一9:30例会；12月1日14:00交报告")).toEqual([
      "11-19T08:00 吃药 FREQ=DAILY",
      "11-23T09:30 例会 FREQ=WEEKLY;BYDAY=MO",
      "12-01T14:00 交报告",
    ]);
  });

  it("may share the time by which each comes earlier", () => {
    expect(shown("明天上午9点开会，下午3点面试，都提前一刻钟提醒我")).toEqual(["11-19T08:45 开会", "11-19T14:45 面试"]);
  });

  it("asks where a wait may count from the time before it", () => {
    expect(said("明早7点叫我起床，半小时后再提醒我吃药").reasons).toEqual(["unread_time_word"]);
  });
});

describe("a day with a name", () => {
  it.each([
    ["清明节早上七点提醒我去扫墓", "2027-04-05T07:00:00"],
    ["冬至晚上六点提醒我吃饺子", "2026-12-22T18:00:00"],
    ["腊月二十五早上九点提醒我大扫除", "2027-02-01T09:00:00"],
  ])("%s", (text, start) => expect(said(text).items).toMatchObject([{ start }]));

  it("that is not known is asked about, never dropped", () => {
    expect(said("泼水节上午十点提醒我出门").reasons).toEqual(["unread_time_word"]);
    expect(said("小年那天早上九点提醒我祭灶").reasons).toEqual(["unread_time_word"]);
  });
});
