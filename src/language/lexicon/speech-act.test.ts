import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { Interpretation } from "../request.ts";

const interpretText = (text: string): Interpretation =>
  interpret({
    text,
    now: "2026-11-18T10:20:00",
    tz: /[\u4e00-\u9fff]/.test(text) ? "Asia/Shanghai" : "America/New_York",
  });

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
    "没事的话下午五点提醒我吃饭",
    "我怕我忘了所以下午五点提醒我吃饭",
    "I was hoping you could remind me at 5pm to eat",
    "at 5pm I want to be reminded to eat",
    "when it's 5pm remind me to eat",
    "if you don't mind, remind me at 5pm to eat",
    "could I have a reminder at 5pm to eat",
    "note to self: remind me at 5pm to eat",
  ])("a wish that depends on another verb is one where that verb asks for it: %s", (text) => {
    expect(interpretText(text)).toMatchObject({
      intent: "create",
      items: [{ start: "2026-11-18T17:00:00" }],
    });
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
  ])("a wish that depends on another verb is none elsewhere: %s", (text) => {
    expect(interpretText(text).items).toEqual([]);
  });
});

it("a request that follows its reason without a comma is a request", () => {
  expect(interpretText("I will forget it remind me at 5pm to eat")).toMatchObject({
    intent: "create",
    items: [{ title: "eat" }],
  });
});

describe("words that could be a wish or tell of one", () => {
  it.each([
    ["楼下的广播每天下午五点提醒我填表", "填表"],
    ["哪天心情好了再让你下午五点叫我打球", "打球"],
    ["下午五点提醒我跑步，我能坚持下来吗", "跑步"],
  ])(
    "words that could be a wish are asked about, and a yes takes the wish without the rest: %s",
    (text, title) => {
      const asked = interpretText(text);
      expect(asked).toMatchObject({ intent: "clarify", reasons: ["unsure_wish"] });
      const { open } = asked;
      if (open === undefined) throw new Error("nothing is open");
      const again = interpret({
        text: /[\u4e00-\u9fff]/.test(text) ? "好" : "yes",
        now: "2026-11-18T10:21:00",
        tz: "UTC",
        context: { open },
      });
      expect(again).toMatchObject({
        intent: "create",
        items: [{ title, start: "2026-11-18T17:00:00" }],
      });
    },
  );

  it.each([
    "remind me at 5pm, she said",
    "下午五点提醒我吃饭，我妈说的",
    "短信通知：明天下午五点体检，请提前一天提醒家属",
    "who set the 5pm alarm?",
    "three reminders in an hour is too many",
    "下午五点提醒我吃饭是什么意思",
    "别在下午五点叫我",
    "要不是你下午五点叫我，我就迟到了",
  ])("words of another person who speaks, asks or denies are not a wish: %s", (text) =>
    expect(interpretText(text).items).toEqual([]),
  );
});

describe("an order to phone", () => {
  it("an order to phone is asked about, since only a message can be sent, and yes makes it one", () => {
    const asked = interpretText("call me at 5pm");
    expect(asked).toMatchObject({ intent: "clarify", reasons: ["phone_call"] });
    const open = asked.open;
    if (open === undefined) throw new Error("nothing is open");
    const yes = interpret({
      text: "yes",
      now: "2026-11-18T10:21:00",
      tz: "America/New_York",
      context: { open },
    });
    expect(yes).toMatchObject({ intent: "create", items: [{ start: "2026-11-18T17:00:00" }] });
  });

  it("an order to phone that says what about is a reminder of it", () => {
    expect(interpretText("call me at 5pm about the rent").items).toMatchObject([
      { title: "the rent", start: "2026-11-18T17:00:00" },
    ]);
  });
});

describe("a list", () => {
  const listTitles = (text: string): string[] =>
    interpretText(text).items.map(({ start, title, rrule }) =>
      [start.slice(5, 16), title, rrule].join(" ").trim(),
    );

  it("a list has every one of its times", () => {
    expect(listTitles("set alarms for 6am, 6:15am and 6:30am tomorrow")).toEqual([
      "11-19T06:00 wake up",
      "11-19T06:15 wake up",
      "11-19T06:30 wake up",
    ]);
  });

  it("a list whose rule stands at its head is a series throughout", () => {
    expect(listTitles("每天早上7点起床、中午12点吃饭、晚上10点睡觉，都提醒我")).toEqual([
      "11-19T07:00 起床 FREQ=DAILY",
      "11-18T12:00 吃饭 FREQ=DAILY",
      "11-18T22:00 睡觉 FREQ=DAILY",
    ]);
    expect(interpretText("每天早上7点叫我起床，晚上11点提醒我睡觉").reasons).toEqual([
      "items_unclear",
    ]);
  });

  it("a list with one clock that counts to 24 is read by such a clock", () => {
    expect(listTitles("帮我设以下提醒：每天8:00吃药；每周一9:30例会；12月1日14:00交报告")).toEqual([
      "11-19T08:00 吃药 FREQ=DAILY",
      "11-23T09:30 例会 FREQ=WEEKLY;BYDAY=MO",
      "12-01T14:00 交报告",
    ]);
  });

  it("a list may share the time by which each comes earlier", () => {
    expect(listTitles("明天上午9点开会，下午3点面试，都提前一刻钟提醒我")).toEqual([
      "11-19T08:45 开会",
      "11-19T14:45 面试",
    ]);
  });

  it("a list is asked about where a wait may count from the time before it", () => {
    expect(interpretText("明早7点叫我起床，半小时后再提醒我吃药").reasons).toEqual([
      "unread_time_word",
    ]);
  });
});

it("a word that begins with a numeral is not a number of minutes", () => {
  for (const text of [
    "下午五点一定要提醒我交表",
    "下午五点一起爬山提醒我",
    "下午五点三亚的票提醒我抢",
  ])
    expect(interpretText(text).items).toMatchObject([{ start: "2026-11-18T17:00:00" }]);
  expect(interpretText("下午五点一刻提醒我交表").items).toMatchObject([
    { start: "2026-11-18T17:15:00" },
  ]);
});

describe("a day with a name", () => {
  it.each([
    ["清明节早上七点提醒我去扫墓", "2027-04-05T07:00:00"],
    ["冬至晚上六点提醒我吃饺子", "2026-12-22T18:00:00"],
    ["腊月二十五早上九点提醒我大扫除", "2027-02-01T09:00:00"],
  ])("%s", (text, start) => expect(interpretText(text).items).toMatchObject([{ start }]));

  it("a day whose name is not known is asked about, never dropped", () => {
    expect(interpretText("泼水节上午十点提醒我出门").reasons).toEqual(["unread_time_word"]);
    expect(interpretText("小年那天早上九点提醒我祭灶").reasons).toEqual(["unread_time_word"]);
  });
});
