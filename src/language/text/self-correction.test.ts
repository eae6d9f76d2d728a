import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { RequestContext } from "../request.ts";
import { applyCorrections } from "./self-correction.ts";

const interpretText = (text: string, context: RequestContext = {}): string => {
  const { intent, items, reasons } = interpret({
    text,
    now: "2026-03-02T10:10:00",
    tz: "Asia/Shanghai",
    context,
  });
  return items.length === 0
    ? `${intent} ${reasons[0] ?? ""}`
    : `${intent} ${items.map(({ title, start }) => `${title} ${start}`).join(", ")}`;
};

describe("a correction in the same sentence", () => {
  it.each([
    ["明天下午三点不对不对是四点提醒我下棋", "create 下棋 2026-03-03T16:00:00"],
    ["十五号说错了十六号上午八点半提醒我抽血", "create 抽血 2026-03-16T08:30:00"],
    ["一个钟头以后哎不对一个半钟头以后提醒我收被子", "create 收被子 2026-03-02T11:40:00"],
    ["再过二十分钟嗯二十分钟提醒我翻萝卜干", "create 翻萝卜干 2026-03-02T10:30:00"],
    [
      "remind me tomorrow at ten no wait eleven in the morning to phone the surgery",
      "create phone the surgery 2026-03-03T11:00:00",
    ],
    [
      "remind me on Wednesday I mean Thursday at two pm to return the books",
      "create return the books 2026-03-05T14:00:00",
    ],
  ])(
    "a time that is corrected in the same sentence is replaced by what follows: %s",
    (text, result) => {
      expect(interpretText(text)).toBe(result);
    },
  );

  it("a second time without a word of correction corrects nothing", () => {
    expect(applyCorrections("明天三点和四点提醒我喝水")).toBe("明天三点和四点提醒我喝水");
    expect(applyCorrections("remind me at 3 and at 4pm to stretch")).toBe(
      "remind me at 3 and at 4pm to stretch",
    );
  });
});

describe("a message with more than one wish", () => {
  it.each([
    "明早九点提醒我交材料，另外提醒我洗车",
    "remind me at 3pm to call Ana and remind me to buy milk",
  ])("a message with two wishes is asked about where one of them has no time: %s", (text) => {
    expect(interpretText(text)).toBe("clarify items_unclear");
  });
});

describe("a clause that tells why", () => {
  it.each([
    ["明天早上七点四十提醒我送娃去报名，第一天莫迟到了", "create 送娃去报名 2026-03-03T07:40:00"],
    ["刚刚把明天要用的黄豆泡起了，三个半小时后提醒我换水", "create 换水 2026-03-02T13:40:00"],
  ])("a clause that tells why changes nothing of a complete time: %s", (text, result) => {
    expect(interpretText(text)).toBe(result);
  });

  it("a clause that tells why gives its day to a clock without one", () => {
    expect(interpretText("我明天要出差，早上六点叫我起床")).toBe("create 起床 2026-03-03T06:00:00");
  });
});

describe("what stands ahead of its verb", () => {
  it.each([
    ["燃气费9号晚上7点提醒我交", "create 交燃气费 2026-03-09T19:00:00"],
    ["明天上午9:30-11:00部门培训 提醒我参加", "create 参加部门培训 2026-03-03T09:30:00"],
  ])("an object ahead of its verb is in the title: %s", (text, result) => {
    expect(interpretText(text)).toBe(result);
  });
});

const three = {
  reminders: [
    { title: "买菜", start: "2026-03-02T17:00:00", rrule: null, durationMinutes: null },
    { title: "剪头发", start: "2026-03-02T18:00:00", rrule: null, durationMinutes: null },
    { title: "去301开会", start: "2026-03-03T10:00:00", rrule: null, durationMinutes: null },
  ],
};

describe("what exists", () => {
  it.each([
    ["最后一条删了吧", "去301开会"],
    ["第二个取消", "剪头发"],
    ["delete the first one", "买菜"],
  ])("reminders are counted in the order of time: %s", (text, target) => {
    expect(
      interpret({ text, now: "2026-03-02T10:10:00", tz: "Asia/Shanghai", context: three }),
    ).toMatchObject({
      intent: "cancel",
      target,
    });
  });

  it("a reminder is renamed by the words that were wrong", () => {
    expect(interpretText("更正：是302，不是301", three)).toBe(
      "update 去302开会 2026-03-03T10:00:00",
    );
  });
});
