import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpret } from "./interpret.ts";
import type { Interpretation, LanguageRequest, RequestContext } from "./request.ts";

/** Said on Wednesday 10 June 2026 at 11:30, unless a test says otherwise. */
const read = (
  text: string,
  {
    now = "2026-06-10T11:30:00",
    tz = "Asia/Shanghai",
    context = {},
  }: Partial<LanguageRequest> = {},
): Interpretation => interpret({ text, now, tz, context });

/** `06-11 09:00 交表 FREQ=DAILY +60`, or the intent and its first reason. */
function summarise(result: Interpretation): string {
  if (result.items.length === 0) return [result.intent, ...result.reasons.slice(0, 1)].join(" ");
  return result.items
    .map(({ start, title, rrule, durationMinutes }) =>
      [
        start.slice(5, 16).replace("T", " "),
        title,
        rrule,
        durationMinutes === null ? null : `+${durationMinutes}`,
      ]
        .filter((part) => part !== null && part !== "")
        .join(" "),
    )
    .join(" | ");
}

describe("the hour", () => {
  it.each([
    ["3点提醒我开会", "06-10 15:00 开会"],
    ["12点提醒我吃饭", "06-10 12:00 吃饭"],
    ["明天3点提醒我开会", "06-11 15:00 开会"],
    ["明天7点提醒我开会", "06-11 07:00 开会"],
    ["明天5点叫我起床", "06-11 05:00 起床"],
    ["明天闹钟六点半", "06-11 06:30 起床"],
    ["明早七点叫醒我，千万不能迟到", "06-11 07:00 起床"],
    ["set alarm 7 tomorrow", "06-11 07:00 wake up"],
    ["pls set a reminder 4 2moro at 5pm 2 call nan", "06-11 17:00 call nan"],
    ["明天早8晚8各提醒我一次吃药", "06-11 08:00 吃药 | 06-11 20:00 吃药"],
    [
      "remind me at 8 and again at 9 to check the laundry",
      "06-10 20:00 check the laundry | 06-10 21:00 check the laundry",
    ],
    ["remind me again in 20 minutes to call Bob", "06-10 11:50 call Bob"],
    ["remind me in 20 minutes again to call Bob", "06-10 11:50 call Bob"],
    ["20分钟后再次提醒我给妈妈打电话", "06-10 11:50 给妈妈打电话"],
    ["remind me to call Bob again tomorrow at 9am", "06-11 09:00 call Bob again"],
    ["wake me at 6am, don't let me sleep in", "06-11 06:00 wake up"],
    ["中午1点提醒我取件", "06-10 13:00 取件"],
    ["今晚12点提醒我抢票", "06-11 00:00 抢票"],
    ["今晚一点叫我看球", "06-11 01:00 看球"],
    ["凌晨两点叫我看球", "06-11 02:00 看球"],
    ["晚上8点三刻提醒我关灯", "06-10 20:45 关灯"],
    ["今晚差十分八点提醒我开电视", "06-10 19:50 开电视"],
    ["明天08:05提醒我赶车", "06-11 08:05 赶车"],
    ["24点提醒我许愿", "06-11 00:00 许愿"],
  ])("the hour of %s", (text, expected) => expect(summarise(read(text))).toBe(expected));

  it("an hour that would be a guess is asked for", () => {
    expect(summarise(read("每天8点提醒我吃药"))).toBe("clarify ambiguous_hour");
    expect(summarise(read("四五点提醒我接孩子"))).toBe("clarify unread_time_word");
    expect(summarise(read("早一点提醒我"))).toBe("clarify vague_time");
  });
});

describe("the day", () => {
  it.each([
    ["大后天上午9点提醒我交表", "06-13 09:00 交表"],
    ["周三下午3点提醒我交表", "06-10 15:00 交表"],
    ["下周三下午3点提醒我交表", "06-17 15:00 交表"],
    ["下下周一上午9点提醒我交表", "06-22 09:00 交表"],
    ["5号上午9点提醒我交表", "07-05 09:00 交表"],
    ["月底那天晚上9点提醒我记账", "06-30 21:00 记账"],
    ["5月1日上午9点提醒我交表", "05-01 09:00 交表"],
    ["中秋节晚上7点提醒我赏月", "09-25 19:00 赏月"],
    ["除夕晚上8点提醒我看春晚", "02-05 20:00 看春晚"],
    ["除夕夜十一点五十提醒我放烟花", "02-05 23:50 放烟花"],
    ["平安夜八点提醒我点蜡烛", "12-24 20:00 点蜡烛"],
    ["平安夜早上十点提醒我买苹果", "12-24 10:00 买苹果"],
    ["圣诞夜七点提醒我吃饭", "12-24 19:00 吃饭"],
    ["跨年夜十一点半提醒我倒计时", "12-31 23:30 倒计时"],
    ["明天下午两点提醒我买跨年演唱会的票", "06-11 14:00 买跨年演唱会的票"],
    ["周五聚会，当晚八点提醒我带酒", "06-12 20:00 带酒"],
    ["3天后的上午9点提醒我复查", "06-13 09:00 复查"],
  ])("the day of %s", (text, expected) => expect(summarise(read(text))).toBe(expected));

  it("tomorrow read after midnight is the coming morning", () => {
    expect(summarise(read("明天早上9点叫我交房租", { now: "2026-06-11T01:20:00" }))).toBe(
      "06-11 09:00 交房租",
    );
    expect(summarise(read("后天早上9点叫我交房租", { now: "2026-06-11T01:20:00" }))).toBe(
      "clarify ambiguous_day",
    );
  });

  it("a date that could be read in either order is asked for", () => {
    expect(summarise(read("remind me on 6/25 at 9am to renew", { tz: "America/New_York" }))).toBe(
      "06-25 09:00 renew",
    );
    expect(summarise(read("remind me on 6/7 at 9am to renew", { tz: "America/New_York" }))).toBe(
      "clarify ambiguous_date_order",
    );
  });
});

describe("a wait", () => {
  it("a wait is elapsed time, so that the clock on the wall may show an hour more", () => {
    const item = read("in 5 hours remind me to check the servers", {
      now: "2026-03-07T23:00:00",
      tz: "America/New_York",
    }).items[0];
    expect(item).toMatchObject({ start: "2026-03-08T05:00:00", instant: Date.UTC(2026, 2, 8, 9) });
  });

  it("a wait may count from an instant", () => {
    expect(summarise(read("10分钟后叫我", { now: "2026-06-10T03:30:00Z" }))).toBe("06-10 11:40");
  });
});

describe("a series", () => {
  it.each([
    ["每周一三五早上7点叫我跑步", "06-12 07:00 跑步 FREQ=WEEKLY;BYDAY=MO,WE,FR"],
    ["每周五晚上12点提醒我抢券", "06-13 00:00 抢券 FREQ=WEEKLY;BYDAY=SA"],
    ["每月最后一个周五下午4点提醒我报销", "06-26 16:00 报销 FREQ=MONTHLY;BYDAY=-1FR"],
    [
      "从6月15号到6月20号每天上午8点提醒我打卡",
      "06-15 08:00 打卡 FREQ=DAILY;UNTIL=20260620T235959",
    ],
    ["连续7天每天早上8点提醒我测体温", "06-11 08:00 测体温 FREQ=DAILY;COUNT=7"],
    ["每小时提醒我喝水，到下午6点", "06-10 12:30 喝水 FREQ=HOURLY;UNTIL=20260610T180000"],
    [
      "工作日上午10点到下午5点每小时提醒我站起来",
      "06-10 12:00 站起来 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=10,11,12,13,14,15,16,17;BYMINUTE=0",
    ],
    ["every other day at 7am remind me to run", "06-11 07:00 run FREQ=DAILY;INTERVAL=2"],
    [
      "remind me every day at 9am for two weeks to ice my knee",
      "06-11 09:00 ice my knee FREQ=DAILY;COUNT=14",
    ],
  ])("the series of %s", (text, expected) => expect(summarise(read(text))).toBe(expected));

  it("a series with a part that was not understood is not written without it", () => {
    expect(summarise(read("每天早上8点提醒我吃药，吃一周"))).toBe("clarify unread_time_word");
  });

  it("several weekdays together come every week in Chinese, and are asked about in English", () => {
    expect(summarise(read("周六和周日早上9点提醒我练字"))).toBe(
      "06-13 09:00 练字 FREQ=WEEKLY;BYDAY=SA,SU",
    );
    expect(summarise(read("remind me Monday, Wednesday and Friday at 9am to run"))).toBe(
      "clarify ambiguous_interval",
    );
    expect(summarise(read("gym on Tuesday and Thursday at 6pm every week, please add"))).toBe(
      "06-11 18:00 gym FREQ=WEEKLY;BYDAY=TU,TH",
    );
  });
});

describe("several items", () => {
  it.each([
    ["下午3点提醒我取快递和4点提醒我开会", "06-10 15:00 取快递 | 06-10 16:00 开会"],
    ["明早7点叫我起床，8点提醒我出门", "06-11 07:00 起床 | 06-11 08:00 出门"],
    ["明天早上10点有会，提前一小时和提前十分钟提醒我", "06-11 09:00 有会 | 06-11 09:50 有会"],
    [
      "remind me to email Jo at 3pm, call Al at 4pm and leave at 5pm",
      "06-10 15:00 email Jo | 06-10 16:00 call Al | 06-10 17:00 leave",
    ],
  ])("all items of %s are written", (text, expected) =>
    expect(summarise(read(text))).toBe(expected),
  );

  it("several items are not written in part", () => {
    expect(summarise(read("8点吃药，9点提醒我出门"))).toBe("clarify clock_left_over");
  });
});

describe("what is to be said", () => {
  it.each([
    ["12点半提醒我打电话定周六的位置", "06-10 12:30 打电话定周六的位置"],
    ["下午4点提醒我取消会员", "06-10 16:00 取消会员"],
    ["下午2点提醒我3点有会", "06-10 14:00 3点有会"],
    ["今晚8点提醒我给她发“明天9点见”", "06-10 20:00 给她发“明天9点见”"],
    ["remind me to sign in tomorrow at 9am", "06-11 09:00 sign in"],
    ["remind me at 5pm to buy tickets for Friday", "06-10 17:00 buy tickets for Friday"],
  ])("a title in %s is not taken for an order or a time", (text, expected) =>
    expect(summarise(read(text))).toBe(expected),
  );
});

describe("what exists", () => {
  const context: RequestContext = {
    reminders: [
      { title: "吃钙片", start: "2026-06-10T21:00:00", rrule: "FREQ=DAILY", durationMinutes: null },
      { title: "跑步", start: "2026-06-10T18:30:00", rrule: null, durationMinutes: 45 },
    ],
  };

  it("a reminder is moved with everything that was not mentioned", () => {
    expect(summarise(read("跑步改到8点", { context }))).toBe("06-10 20:00 跑步 +45");
    expect(summarise(read("吃钙片改到晚上十点", { context }))).toBe(
      "06-10 22:00 吃钙片 FREQ=DAILY",
    );
    expect(summarise(read("跑步改到晚上6点半", { context }))).toBe("clarify no_change");
    const dentist = {
      reminders: [
        { title: "dentist", start: "2026-06-11T15:00:00", rrule: null, durationMinutes: null },
      ],
    };
    expect(summarise(read("actually make the dentist 4 instead", { context: dentist }))).toBe(
      "06-11 16:00 dentist",
    );
  });

  it("a cancellation removes one day of a series, or the whole of it", () => {
    expect(read("吃钙片今天不用了", { context })).toMatchObject({
      intent: "cancel",
      target: "吃钙片",
      occurrence: "2026-06-10T21:00:00",
    });
    expect(summarise(read("晚饭今天不用了", { context }))).toBe("none no_request");
    expect(read("明天不用提醒我吃钙片了", { context })).toMatchObject({
      intent: "cancel",
      target: "吃钙片",
      occurrence: "2026-06-11T21:00:00",
    });
    expect(read("以后不用提醒我吃钙片了", { context }).occurrence).toBeUndefined();
  });

  it("a series moves on one day only when that day is named", () => {
    expect(read("把明天的吃钙片改到晚上8点", { context })).toMatchObject({
      intent: "update",
      occurrence: "2026-06-11T21:00:00",
      items: [{ start: "2026-06-11T20:00:00", rrule: null }],
    });
  });

  it("a short correction speaks of what the turn before wrote", () => {
    expect(summarise(read("不对，是七点", { context }))).toBe("clarify target_ambiguous");
    expect(
      summarise(read("不对，是七点", { context: { ...context, previous: { target: "跑步" } } })),
    ).toBe("06-10 19:00 跑步 +45");
  });

  it("a reminder is snoozed after it has gone off, and not before", () => {
    const lastFire = { title: "跑步", at: "2026-06-10T11:28:00" };
    expect(read("10分钟后再提醒我", { context: { ...context, lastFire } })).toMatchObject({
      intent: "snooze",
      target: "跑步",
    });
    expect(read("10分钟后再提醒我", { context }).intent).toBe("create");
  });

  it("reminders are listed by day and word", () => {
    expect(read("明天有什么安排", { context })).toMatchObject({
      intent: "list",
      range: { start: "2026-06-11T00:00:00", end: "2026-06-12T00:00:00" },
    });
  });
});

describe("any text", () => {
  const words = fc.constantFrom(
    ..."提醒我 明天 每天 8点 半小时后 取消 改到 约张三 下周一 到 和 不是 remind me every at 5pm tomorrow until and not cancel with Bob 3:30 ， 。 “ ” 一 点 半".split(
      " ",
    ),
  );
  const context: RequestContext = {
    friends: ["张三", "Bob"],
    reminders: [
      { title: "跑步", start: "2026-06-10T18:30:00", rrule: "FREQ=DAILY", durationMinutes: null },
    ],
    shared: [
      { title: "吃饭", with: ["张三"], start: "2026-06-11T18:30:00", durationMinutes: null },
    ],
  };

  it("any text gets an answer, never an error, and what is written lies ahead", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.array(words, { maxLength: 12 }).map((list) => list.join("")),
      fc.array(words, { maxLength: 12 }).map((list) => list.join(" ")),
    );
    fc.assert(
      fc.property(
        text,
        fc.constantFrom("Asia/Shanghai", "America/New_York", "Australia/Lord_Howe"),
        (each, tz) => {
          const result = interpret({ text: each, now: "2026-06-10T11:30:00", tz, context });
          for (const item of result.items)
            expect(item.start > "2026-06-10T11:30:00" || result.intent === "update").toBe(true);
          if (result.intent === "clarify") expect(result.question).toBeTruthy();
        },
      ),
      { numRuns: 600 },
    );
  });
});

it.each(["提交申请", "订票去成都", "看看要买什么", "给她发邀请"])(
  "a word whose last character is elsewhere a particle stays whole in a title: %s",
  (title) =>
    expect(
      interpret({
        text: `明天十一点提醒我${title}`,
        now: "2026-11-17T10:00:00",
        tz: "Asia/Shanghai",
      }).items.map((item) => item.title),
    ).toEqual([title]),
);

describe("a question about everything", () => {
  it.each([
    "what do I have",
    "what do I have coming up",
    "what else do I have?",
    "what do we have tomorrow",
    "anything coming up this week?",
  ])("“%s” looks for no name", (text) => {
    expect(read(text)).toMatchObject({ intent: "list" });
    expect(read(text)).not.toHaveProperty("isUnknown");
  });

  it("a question for one thing that is not kept says so", () => {
    expect(read("do I have a dentist appointment")).toMatchObject({ isUnknown: true });
  });

  it("a question about a meal is not about the calendar", () => {
    expect(read("what do we have for dinner").intent).not.toBe("list");
  });
});
