import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";

/** Said on Wednesday 10 June 2026 at 11:30. */
const interpretText = (text: string): string => {
  const { intent, items, reasons } = interpret({
    text,
    now: "2026-06-10T11:30:00",
    tz: "Asia/Shanghai",
  });
  return items.length === 0
    ? `${intent} ${reasons[0]}`
    : items
        .map(({ start, title, rrule, durationMinutes }) =>
          [start.slice(5, 16), title, rrule, durationMinutes].filter((part) => part).join(" "),
        )
        .join(" | ");
};

describe("a story and then a wish", () => {
  it.each([
    [
      "my 2 o'clock got pushed to 4, could you remind me at 3:35 to grab the contract",
      "06-10T15:35 grab the contract",
    ],
    [
      "He said he'd be here at noon. If he shows up he shows up. I need a reminder at 4 pm to put the roast in",
      "06-10T16:00 put the roast in",
    ],
    [
      "I've missed bin day three times in a row. Every Tuesday at 9 pm remind me to put the bins out",
      "06-16T21:00 put the bins out FREQ=WEEKLY;BYDAY=TU",
    ],
    ["客户把会从两点挪到三点半了，所以麻烦你三点十分提醒我开投影仪", "06-10T15:10 开投影仪"],
    ["飞机晚点了两个小时累瘫了。明天上午九点半提醒我退房", "06-11T09:30 退房"],
    [
      "老公天天加班，每周二和周六下午五点提醒我送孩子去游泳",
      "06-13T17:00 送孩子去游泳 FREQ=WEEKLY;BYDAY=TU,SA",
    ],
    [
      "收到通知：\n明日停水，时间8:30-17:00。\n\n你今天晚上十点提醒我接两桶水",
      "06-10T22:00 接两桶水",
    ],
  ])("a story before a wish is not part of it: %s", (text, expected) =>
    expect(interpretText(text)).toBe(expected),
  );

  it.each([
    ["明天下午三点有个会。两点半提醒我打印材料", "06-11T14:30 打印材料"],
    [
      "I have a call at 3pm tomorrow. Remind me at 2:45pm to find the file.",
      "06-11T14:45 find the file",
    ],
    [
      "conference tomorrow at 4:15 pm, so give me a heads up 30 minutes before please",
      "06-11T15:45 conference",
    ],
    ["开会要两个小时。明天下午三点提醒我开会", "06-11T15:00 开会 120"],
  ])("lends it what the wish lacks: %s", (text, expected) =>
    expect(interpretText(text)).toBe(expected),
  );

  it.each([
    ["8点吃药。9点提醒我吃饭。", "clarify clock_left_over"],
    ["他发消息说：明天八点提醒我开会", "none quoted"],
    ["如果他没来电话，你下午五点提醒我打给他", "clarify condition"],
    ["If he hasn't called by then, could you remind me at 5pm to call him", "clarify condition"],
    ["明天三点提醒我开会。后天也要", "clarify items_unclear"],
    ["I finish at 3 tomorrow. Remind me to take my passport", "clarify no_time"],
    ["我一般十一点睡。过一会儿提醒我吃褪黑素", "clarify vague_time"],
    [
      "Remind me later this week to book the hotel. The train gets in at 5:30 today",
      "clarify vague_time",
    ],
    ["两点提醒我去领证件照，照相馆六点关门", "clarify items_unclear"],
    ["Remind me at 5 or maybe 6 to start the grill", "clarify unread_time_word"],
    ["Remind me later to reply to Tom, he wrote at half past two", "clarify vague_time"],
    ["Some kid set off the fire alarm at 9:20 in my exam", "none plan"],
    ["明天早上下午三点提醒我吃药", "clarify clock_left_over"],
    ["Remind me to take the tablets tomorrow morning at 3pm", "clarify unread_time_word"],
    ["昨晚梦见自己设了个凌晨三点的闹钟。醒来真的三点", "none no_request"],
    ["The nurse told Grandpa to take his pills at 9 and set an alarm.", "none no_request"],
    ["After eleven emails we have a slot. Remind me", "clarify no_time"],
    ["Remind me tomorrow at 3pm to call, Friday too", "clarify items_unclear"],
    ["Remind me at 5 to call mum. I also need one at 6.", "clarify clock_left_over"],
    ["My boss wants his assistant to remind him at 8 every morning. I can't.", "none third_person"],
    ["如果那天你下午五点提醒我去接孩子，我也不至于迟到", "none hypothetical"],
  ])("a story without a wish writes nothing: %s", (text, expected) =>
    expect(interpretText(text)).toBe(expected),
  );
});

describe("a wish and then a story", () => {
  it.each([
    ["Remind me at 5 to leave. The meeting starts at 6.", "06-10T17:00 leave"],
    [
      "Remind me Friday at 8:30 am to email the landlord. He ignored me for three weeks last time",
      "06-12T08:30 email the landlord",
    ],
    [
      "每月10号上午九点提醒我发工资条，上个月晚了三天被人念叨",
      "07-10T09:00 发工资条 FREQ=MONTHLY;BYMONTHDAY=10",
    ],
    ["直播八点开始，播三个小时那种，七点二十提醒我调灯光", "06-10T19:20 调灯光"],
    ["明早六点二十叫我起床，七点半的高铁", "06-11T06:20 起床"],
    [
      "Remind me to start the roast at 4 pm. Guests said they'd be here around 7.",
      "06-10T16:00 start the roast",
    ],
    ["Wake me up at 5:50 am tomorrow, my train leaves at 7:05.", "06-11T05:50 wake up"],
    ["明天六点五十叫我起床，我约了老赵八点在山脚集合", "06-11T06:50 起床"],
    ["后天中午十一点四十提醒我去幼儿园，那天家长会开两个小时", "06-12T11:40 去幼儿园"],
  ])("a story behind a wish is not part of it: %s", (text, expected) =>
    expect(interpretText(text)).toBe(expected),
  );
});

describe("one rule and several times", () => {
  it.each([
    [
      "每天提醒我早上八点吃药，晚上九点跑步",
      "06-11T08:00 吃药 FREQ=DAILY | 06-10T21:00 跑步 FREQ=DAILY",
    ],
    [
      "every weekday remind me at 9am to stand and at 3pm to walk",
      "06-11T09:00 stand FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | 06-10T15:00 walk FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    ],
  ])("go together where the rule comes first: %s", (text, expected) =>
    expect(interpretText(text)).toBe(expected),
  );
});

it.each([
  ["后天这个时候提醒我寄相机", "06-12T11:30 寄相机"],
  ["remind me this time tomorrow to call", "06-11T11:30 call"],
  ["两周后的今天上午十点提醒我拆线", "06-24T10:00 拆线"],
  [
    "remind me a week from tomorrow at 10am to chase the landlord",
    "06-18T10:00 chase the landlord",
  ],
])("a day counted from today: %s", (text, expected) => expect(interpretText(text)).toBe(expected));
