import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";

/** Tuesday morning. */
const interpretText = (text: string) =>
  interpret({ text, now: "2027-09-14T10:20:00", tz: "Asia/Shanghai" });
const ruleOf = (text: string) => interpretText(text).items[0]?.rrule;

describe("days that a series leaves out", () => {
  it.each([
    ["除了周日每天早上6点半叫我跑步", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"],
    ["每天早上6点半叫我跑步，周末不用", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["每天早上8点提醒我吃药，周末除外", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["remind me every day except Sunday at 8am to run", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"],
    ["工作日早上八点提醒我打卡，周三除外", "FREQ=WEEKLY;BYDAY=MO,TU,TH,FR"],
    [
      "remind me every day at 7am to run, but not on sundays",
      "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA",
    ],
    ["every weekday except wednesday at 7am remind me to run", "FREQ=WEEKLY;BYDAY=MO,TU,TH,FR"],
  ])("days that a series leaves out are taken out of its rule: %s", (text, rule) => {
    expect(ruleOf(text)).toBe(rule);
  });

  it.each([
    "每天早上6点半叫我跑步，除了周日9点",
    "工作日早上八点提醒我打卡，周日除外",
    "every other day except sunday at 7am remind me to run",
    "remind me every day at 7am but on sunday at 9am to run",
  ])(
    "days that a series leaves out are asked about where they have a time of their own or fit no rule: %s",
    (text) => {
      expect(interpretText(text)).toMatchObject({
        intent: "clarify",
        reasons: ["unread_time_word"],
      });
    },
  );
});

describe("a time that is not the reminder's", () => {
  it.each([
    "提醒我准备明天下午3点的会议材料",
    "提醒我带明天上午10点考试的准考证",
    "remind me to print slides for my 3pm meeting",
  ])("belongs to what is got ready for it: %s", (text) => {
    expect(interpretText(text)).toMatchObject({ intent: "clarify", reasons: ["no_time"] });
  });

  it("a time that was only denied is not a title", () => {
    const [item] = interpretText("remind me not at 3pm but at 4pm to call Joe").items;
    expect(item).toMatchObject({ title: "call Joe", start: "2027-09-14T16:00:00" });
  });
});

describe("what is put into a calendar", () => {
  it.each([
    "add dentist tomorrow 3pm",
    "put dentist on my calendar for tomorrow 3pm",
    "schedule dentist tomorrow at 3pm",
  ])("an entry into a calendar is a reminder: %s", (text) => {
    expect(interpretText(text)).toMatchObject({
      intent: "create",
      items: [{ title: "dentist", start: "2027-09-15T15:00:00" }],
    });
  });

  it.each([
    "add salt at 5pm",
    "I put the dentist on my calendar for 3pm tomorrow",
    "you could add a stop on tuesday at 5pm",
    "schedule changes tomorrow at 3pm are annoying",
    "schedule says friday at 3pm",
  ])("a report about a calendar is not a reminder: %s", (text) => {
    expect(interpretText(text).intent).toBe("none");
  });
});

describe("a relative who is to be reminded", () => {
  it("a relative is in the title of one's own reminder, and a report about one asks for nothing", () => {
    expect(interpretText("晚上8点提醒我妈吃药")).toMatchObject({
      intent: "create",
      items: [{ title: "提醒我妈吃药" }],
    });
    expect(interpretText("我每天都要提醒我妈吃药").intent).toBe("none");
    expect(interpretText("明天上午9点提醒我妈妈生日")).toMatchObject({
      intent: "create",
      items: [{ title: "妈妈生日" }],
    });
  });
});
