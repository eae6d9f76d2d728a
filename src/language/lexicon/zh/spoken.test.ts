import { describe, expect, it } from "vitest";
import { interpret } from "../../interpret.ts";

/** Said on Wednesday 18 November 2026 at 10:20. */
function summarise(text: string): string {
  const { intent, items } = interpret({
    text,
    now: "2026-11-18T10:20:00",
    tz: "Asia/Shanghai",
    context: { reminders: [{ title: "吃药", start: "2026-11-18T20:00:00", rrule: "FREQ=DAILY" }] },
  });
  const said = items.map(({ title, start, rrule, durationMinutes }) =>
    [title, start.slice(5, 16), rrule, durationMinutes].filter((part) => part !== null).join(" "),
  );
  return [intent, ...said].join(" | ");
}

describe("an order to a calendar, before the plan or behind it", () => {
  it.each([
    ["這禮拜五中午十二點聚餐 幫我排進行事曆", "create | 聚餐 11-20T12:00"],
    ["今晚八点半到十点自习，帮我安排上", "create | 自习 11-18T20:30 90"],
    ["下周五 9:00-17:00 帮我 block 掉，参加展会", "create | 参加展会 11-27T09:00 480"],
    ["帮我记两个：明天九点面试；后天十点体检", "create | 面试 11-19T09:00 | 体检 11-20T10:00"],
    ["把和小王的会记在周四下午三点", "create | 和小王的会 11-19T15:00"],
    ["帮我记一下下周四早上八点交费", "create | 交费 11-26T08:00"],
  ])("%s", (text, expected) => expect(summarise(text)).toBe(expected));

  it.each(["会议记录帮我整理一下", "三点的会我已经记到日历上了", "我记一下笔记"])(
    "a sentence that only sounds like an order to a calendar asks for nothing: %s",
    (text) => expect(summarise(text)).toBe("none"),
  );
});

describe("what Canton says", () => {
  it.each([
    ["聽朝七點叫我起身", "create | 起身 11-19T07:00"],
    ["過三個字提我熄爐", "create | 熄爐 11-18T10:35"],
    ["後日下晝五點三個字提我接機", "create | 接機 11-20T17:15"],
    ["逢一三五朝早六點半提我跑步", "create | 跑步 11-20T06:30 FREQ=WEEKLY;BYDAY=MO,WE,FR"],
    ["星期六朝早十點飲茶，幫我記低", "create | 飲茶 11-21T10:00"],
  ])("%s", (text, expected) => expect(summarise(text)).toBe(expected));

  it("提我 is left alone where a person is mentioned", () =>
    expect(summarise("他提我的名字干嘛")).toBe("none"));
});

describe("a range over midnight", () => {
  it.each([
    ["周五晚上11点到周六早上7点值班，加到日历", "create | 值班 11-20T23:00 480"],
    ["今晚十点到明早六点值班，记一下", "create | 值班 11-18T22:00 480"],
    ["周五晚上八点到周日早上九点露营，加到日历", "clarify"],
  ])("%s", (text, expected) => expect(summarise(text)).toBe(expected));
});

describe("something that is not kept here", () => {
  it.each(["清晰度改成4K", "加湿器关了吧", "OKR和KPI有啥区别", "去西藏一般要提前几天约票"])(
    "a thing that is not kept here is left alone: %s",
    (text) => expect(summarise(text)).toBe("none"),
  );
});
