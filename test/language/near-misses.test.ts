import { describe, expect, it } from "vitest";
import { interpret } from "../../src/language/interpret.ts";
import type { RequestContext } from "../../src/language/request.ts";
import { summarise } from "../../src/language/summary.ts";

const context: RequestContext = {
  reminders: [
    { title: "Dentist", start: "2026-11-26T15:00:00", rrule: null, durationMinutes: null },
    { title: "Team lunch", start: "2026-11-20T12:00:00", rrule: null, durationMinutes: null },
    { title: "Turn off the oven", start: "2026-11-17T12:00:00", durationMinutes: null },
    { title: "Dad's birthday", start: "2026-12-02T00:00:00", rrule: "FREQ=YEARLY", allDay: true },
    { title: "妈妈生日", start: "2026-12-05T00:00:00", rrule: "FREQ=YEARLY", allDay: true },
  ],
};

const read = (text: string, more: RequestContext = {}): string =>
  summarise(
    interpret({
      text,
      now: "2026-11-17T10:00:00",
      tz: "Asia/Shanghai",
      context: { ...context, ...more },
      spend: () => undefined,
    }),
  );

describe("sentences whose nearest reading would write the wrong thing", () => {
  it.each([
    ["remind me at 3pm krakow time to call", "11-17 22:00"],
    ["remind me at 9 Lisbon time to call", "11-17 17:00"],
    ["remind me tomorrow at 9am (New York time) to call", "11-18 22:00"],
    ["remind me at 9am Pacific to call", "11-18 01:00"],
    ["remind me at 15:00 UTC+2 to call", "11-17 21:00"],
    ["remind me at 3pm CST to call", "unread_time_word"],
    ["remind me at 3 to call Ann, Lisbon time", "unread_time_word"],
    ["move the dentist to friday at 4pm tokyo time", "update Dentist 11-20 15:00"],
    ["move the dentist to 9pm new york time", "unread_time_word"],
    ["北京时间下午3点提醒我开会", "11-17 15:00"],
    ["伦敦时间 下午3点提醒我开会", "11-17 23:00"],
    ["下午3点（伦敦时间）提醒我开会", "11-17 23:00"],
    ["明天纽约时间上午9点提醒我开会", "11-18 22:00"],
    ["格但斯克时间下午3点提醒我开会", "unread_time_word"],
    ["美国时间早上9点提醒我开会", "unread_time_word"],
    ["会议时间下午3点提醒我", "11-17 15:00"],
  ])("the clock of another place is never taken for one's own: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    ["I've got a meeting with Sam tomorrow at ten", "unsure_wish"],
    ["tomorrow at ten I've got an interview", "unsure_wish"],
    ["we're having dinner at grandma's on sunday at six", "unsure_wish"],
    ["i need to pick up the kids tomorrow at 3", "unsure_wish"],
    ["我们周五晚上七点聚餐", "unsure_wish"],
    ["明天下午三点我有个面试", "unsure_wish"],
    ["I had a haircut monday at 3", "plan"],
    ["we had dinner at grandma's on sunday at six", "plan"],
    ["she has a meeting tomorrow at ten", "plan"],
    ["my wife has an interview monday at 3", "plan"],
    ["I might have a meeting tomorrow at ten", "plan"],
    ["I have a meeting tomorrow at ten and I haven't prepared anything", "plan"],
    ["I have a dream every night at three", "plan"],
    ["i have a question about the meeting at three", "plan"],
    ["i'm taking the bus at seven these days", "plan"],
    ["我最近七点跑步", "plan"],
    ["我妈周一下午三点看病", "plan"],
    ["我昨天下午三点看病", "plan"],
    ["我每天早上七点跑步", "plan"],
  ])(
    "a plan of one's own to come is offered, and nothing else that is told: %s",
    (text, summary) => {
      expect(read(text)).toBe(summary);
    },
  );

  it.each([
    ["nag me every 5 minutes until I've called the bank", "11-17 10:05 insist 5", "call the bank"],
    ["ping me every half hour until i've taken my pills", "11-17 10:30 insist 30", "take my pills"],
    [
      "keep bugging me about the rent every hour until it's paid",
      "11-17 11:00 insist 60",
      "the rent",
    ],
    ["每隔十分钟催我一次直到我交完电费", "11-17 10:10 insist 10", "交电费"],
    ["每半小时提醒我一次直到我把房租交了", "11-17 10:30 insist 30", "交房租"],
    ["每十分钟催我一次交电费直到交完", "11-17 10:10 insist 10", "交电费"],
  ])("repeats until something is done name it: %s", (text, summary, title) => {
    expect(read(text)).toBe(summary);
    expect(
      interpret({ text, now: "2026-11-17T10:00:00", tz: "Asia/Shanghai" }).items[0]?.title,
    ).toBe(title);
  });

  it.each([
    ["dentist friday 3pm with a reminder 2 hours before", "11-20 13:00", "dentist"],
    [
      "add lunch with mum saturday at noon with a notification 30 minutes before",
      "11-21 11:30",
      "lunch with mum",
    ],
  ])("the words of an announcement are left out of the title: %s", (text, summary, title) => {
    expect(read(text)).toBe(summary);
    expect(
      interpret({ text, now: "2026-11-17T10:00:00", tz: "Asia/Shanghai" }).items[0]?.title,
    ).toBe(title);
  });

  it.each([
    ["the alarm should ring at six but it never does", "plan"],
    ["should the alarm ring at six", "plan"],
  ])("an alarm that is complained of or asked about is none: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    ["the dentist is on friday not thursday", "update Dentist 11-27 15:00"],
    ["the dentist is on tuesday not thursday", "update Dentist 11-24 15:00"],
    ["move the dentist to tuesday", "update Dentist 11-24 15:00"],
    ["把 team lunch 从周五改到周四", "update Team lunch 11-19 12:00"],
  ])("a weekday that takes the place of another is of the same week: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    ["put off the dentist till next week", "no_request"],
    ["make me a cup of coffee at seven am", "plan"],
    ["I went to the dentist yesterday", "no_request"],
  ])("words that only look like those of doing or booking write nothing: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    [
      "every two weeks starting friday at 9am remind me to call",
      "11-20 09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR",
    ],
    ["从周五开始每两周上午九点提醒我浇花", "11-20 09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"],
    ["remind me on the first saturday of next month at 10am to call", "12-05 10:00"],
    ["remind me on the last friday of this month at 10am to call", "11-27 10:00"],
    ["下个月第一个周六上午十点提醒我换机油", "12-05 10:00"],
  ])("a day that is counted from another is that day: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  const series = {
    id: "gym",
    title: "gym",
    start: "2026-11-23T18:00:00",
    rrule: "FREQ=WEEKLY;BYDAY=MO",
  };
  it.each([
    ["and thursdays", "11-19 18:00 FREQ=WEEKLY;BYDAY=TH"],
    ["周四也有", "11-19 18:00 FREQ=WEEKLY;BYDAY=TH"],
    ["no, just this once", "update gym 11-23 18:00"],
    ["不用每周，就这一次", "update gym 11-23 18:00"],
  ])("directly behind a series, %s", (text, summary) => {
    const previous = { target: "gym", targetId: "gym", isNext: true } as const;
    expect(read(text, { reminders: [series], previous })).toBe(summary);
  });

  it("numbers alone are a new time and never a new name", () => {
    expect(read("change the dentist to 7 15")).toBe("update Dentist 11-26 19:15");
  });

  it.each([
    ["set the dentist back to 4pm", "update Dentist 11-26 16:00"],
    ["put team lunch back to one pm", "update Team lunch 11-20 13:00"],
    ["set dentist to 4pm", "update Dentist 11-26 16:00"],
    ["set a team lunch to 1pm", "11-17 13:00"],
    ["set lunch with Tom to 1pm", "11-17 13:00"],
    ["put the haircut back to friday at two pm", "target_not_found"],
  ])("what is set to another time exists already, where it is named so: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    ["水管工明天上午九点来八点半提醒我", "11-18 08:30"],
    ["每天早上八点和晚上八点提醒我", "11-18 08:00 FREQ=DAILY; 11-17 20:00 FREQ=DAILY"],
    ["每周五下午三点开例会两点五十提醒我", "11-20 14:50 FREQ=WEEKLY;BYDAY=FR"],
    ["每天下午四点有个面试，五点提醒我", "clock_left_over"],
    ["on leave from monday to wednesday, put it in the calendar", "11-23 4320m"],
    ["Reminder：周二 16:00，sync with Berlin team", "11-17 16:00"],
  ])("a time keeps its place beside another: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    ["妈妈生日的事算了", "cancel 妈妈生日"],
    ["生日礼物的事算了", "no_request"],
  ])("“…的事算了” takes back what is named, and does not call it done: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    ["set a rent reminder for tomorrow at ten am", "rent"],
    ["set a pill alarm for 8pm", "pill"],
    ["set an alarm for 6:45am gotta catch the bus", "catch the bus"],
    ["set a daily alarm for 6am", "wake up"],
    ["schedule two things for friday: 9am standup, 11am review", "standup"],
  ])("a reminder is named by what it is for, wherever that stands: %s", (text, title) => {
    const { items } = interpret({ text, now: "2026-11-17T10:00:00", tz: "Asia/Shanghai", context });
    expect(items[0]?.title).toBe(title);
  });

  it.each([
    ["remind me on Friday at 3pm to call and the following Monday at 4pm to write", "11-23 16:00"],
    ["reschedule the dentist to the following monday", "update Dentist 11-30 15:00"],
  ])("“the following Monday” follows the time that was spoken of: %s", (text, end) => {
    expect(read(text).endsWith(end) || read(text) === end).toBe(true);
  });

  it.each([
    ["remind me every monday at 9 until april", "UNTIL=20270331T235959"],
    ["remind me every monday at 9 through april", "UNTIL=20270430T235959"],
    ["remind me every monday at 9 starting april", "04-05 09:00 FREQ=WEEKLY;BYDAY=MO"],
  ])("a series ends before the month that it goes on until: %s", (text, part) => {
    expect(read(text)).toContain(part);
  });

  it.each([
    ["remind me the day before dad's birthday to buy a cake", "12-01 09:00"],
    ["remind me to buy a cake the day before my dad's birthday", "12-01 09:00"],
    ["remind me the day before dad's birthday at 6pm to buy a cake", "12-01 18:00"],
    ["remind me a week before dad's birthday", "11-25 09:00"],
    ["remind me the evening before dad's birthday", "period_without_clock"],
    ["妈妈生日前一天提醒我买蛋糕", "12-04 09:00"],
    ["妈妈生日前三天提醒我订蛋糕", "12-02 09:00"],
    ["妈妈生日前一天晚上8点提醒我买蛋糕", "12-04 20:00"],
  ])("days before a whole day that is kept are counted from it: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it.each([
    ["the dentist is cancelled", "cancel Dentist"],
    ["team lunch got called off", "cancel Team lunch"],
    ["our team lunch is off", "cancel Team lunch"],
    ["the flight is cancelled", "no_request"],
    ["is the dentist cancelled", "no_request"],
  ])("what is said to be cancelled is cancelled where it is kept: %s", (text, summary) => {
    expect(read(text)).toBe(summary);
  });

  it("“the oven is off” does not cancel what was to turn it off", () => {
    expect(read("the oven is off")).not.toContain("cancel");
  });

  it.each([
    "还有几个",
    "一共几个",
    "还剩几件事",
    "how many are left",
    "how many more",
    "what's left",
  ])("“%s” asks about reminders only beside talk about them", (text) => {
    expect(read(text)).toBe("no_request");
    expect(read(text, { previous: { target: "Dentist", isNext: true } })).toBe("list");
    expect(read(text, { listed: ["a"] })).toBe("list");
  });

  it.each(["还有几个苹果", "还剩几件衣服", "how many apples are left", "how many days are left"])(
    "“%s” asks about something else, beside a list as well",
    (text) => expect(read(text, { listed: ["a"] })).toBe("no_request"),
  );

  it("“提前两小时吧” behind a reminder moves that one", () => {
    expect(read("提前两小时吧", { previous: { target: "Dentist", isNext: true } })).toBe(
      "update Dentist 11-26 13:00",
    );
  });
});
