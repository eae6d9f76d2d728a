import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";

/**
 * Said on Monday 16 November 2026 at 12:05: `2026-11-27 17:00 call FREQ=DAILY`, or the intent and
 * its first reason.
 */
function summarise(text: string): string {
  const { intent, items, reasons } = interpret({
    text,
    now: "2026-11-16T12:05:00",
    tz: "Asia/Shanghai",
    context: {},
  });
  if (items.length === 0) return [intent, ...reasons.slice(0, 1)].join(" ");
  return items
    .map(({ start, title, rrule }) =>
      [start.slice(0, 16).replace("T", " "), title, rrule].filter(Boolean).join(" "),
    )
    .join(" | ");
}

describe("a day that is said along with its week, month or year", () => {
  it.each([
    ["remind me friday next week at 5pm to call", "2026-11-27 17:00 call"],
    ["remind me next week on friday at 5pm to call", "2026-11-27 17:00 call"],
    ["remind me on friday the week after next at 5pm to call", "2026-12-04 17:00 call"],
    ["remind me on the 25th next month at 9am to pay", "2026-12-25 09:00 pay"],
    ["remind me on christmas next year at 9am to call", "2027-12-25 09:00 call"],
    ["remind me on dec 25 next year at 9am to call", "2027-12-25 09:00 call"],
    ["remind me on the first monday of march at 9am to plan", "2027-03-01 09:00 plan"],
    ["remind me on the third at 3pm to call", "2026-12-03 15:00 call"],
    ["下周的周五下午5点提醒我交表", "2026-11-27 17:00 交表"],
    ["后年元旦早上8点提醒我看日出", "2028-01-01 08:00 看日出"],
    ["2028年国庆早上8点提醒我升旗", "2028-10-01 08:00 升旗"],
    ["明年冬至晚上6点提醒我吃饺子", "2027-12-22 18:00 吃饺子"],
    ["明年12月最后一天晚上8点提醒我对账", "2027-12-31 20:00 对账"],
    ["明年3月第一个周一上午9点提醒我开会", "2027-03-01 09:00 开会"],
  ])("a day that is said along with its week, month or year is that day: %s", (text, expected) =>
    expect(summarise(text)).toBe(expected),
  );

  it.each([
    ["今年中秋晚上8点提醒我赏月", "clarify past_time"],
    ["明年月底晚上8点提醒我对账", "clarify unread_time_word"],
    ["remind me friday next month at 5pm to call", "clarify unread_time_word"],
    ["remind me friday at 5pm to call, next week", "clarify ambiguous_day"],
    ["下个工作日早上9点提醒我打电话", "clarify unread_time_word"],
  ])("a day that does not fit its week, month or year is asked for: %s", (text, expected) =>
    expect(summarise(text)).toBe(expected),
  );
});

describe("the end and the beginning of a series", () => {
  it.each([
    [
      "每周五下午5点提醒我交周报，到年底",
      "2026-11-20 17:00 交周报 FREQ=WEEKLY;BYDAY=FR;UNTIL=20261231T235959",
    ],
    [
      "每周五下午5点提醒我交周报，直到明年年底",
      "2026-11-20 17:00 交周报 FREQ=WEEKLY;BYDAY=FR;UNTIL=20271231T235959",
    ],
    ["remind me every day at 8am starting monday to run", "2026-11-23 08:00 run FREQ=DAILY"],
    ["每周五下午5点提醒我写下个月的计划", "2026-11-20 17:00 写下个月的计划 FREQ=WEEKLY;BYDAY=FR"],
  ])("the end and the beginning of a series are read: %s", (text, expected) =>
    expect(summarise(text)).toBe(expected),
  );

  it.each([
    "每周五下午5点提醒我交周报，直到明年3月",
    "每周五下午5点提醒我交周报，下个月开始",
    "每周五下午5点提醒我交周报，暑假除外",
    "单周周五下午3点提醒我开会",
    "每月10到15号上午9点提醒我打卡",
    "every friday at 5pm remind me to report, starting next month",
  ])("an unclear end or beginning of a series is asked for rather than left out: %s", (text) =>
    expect(summarise(text)).toMatch(/^clarify (?:ambiguous_day|unread_time_word)$/),
  );
});

describe("what belongs to a time, and what does not", () => {
  it.each([
    ["remind me in an hour and a half to move the laundry", "2026-11-16 13:35 move the laundry"],
    ["上午9点和下午3点提醒我喝水，每天", "clarify items_unclear"],
    ["remind me in 1h30m to call", "2026-11-16 13:35 call"],
    ["remind me 30 minutes before tomorrow's 3pm meeting", "2026-11-17 14:30 meeting"],
    [
      "remind me at 5pm to prepare for friday's 9am standup",
      "2026-11-16 17:00 prepare for friday's 9am standup",
    ],
    ["remind me to call Bob about tomorrow's 3pm meeting", "clarify no_time"],
    [
      "周五下午2点考试，提前一天和提前一小时各提醒我一次",
      "2026-11-19 14:00 考试 | 2026-11-20 13:00 考试",
    ],
    [
      "每年3月3日上午9点提醒我妈妈生日",
      "2027-03-03 09:00 妈妈生日 FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3",
    ],
    ["下午3点提醒我妈妈吃药", "2026-11-16 15:00 提醒我妈妈吃药"],
  ])("the time and the title of %s", (text, expected) => expect(summarise(text)).toBe(expected));
});
