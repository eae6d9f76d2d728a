import { expect, it } from "vitest";
import { wallText } from "../calendar/wall.ts";
import { readingOf } from "../reading.ts";
import { normalise } from "../text/normalise.ts";
import { readAskedPeriod } from "./asked-period.ts";

/** A Tuesday. Days are those of 2026, the last one excluded; hours are those of one day. */
const now = "2026-11-10T10:20:00";
type Row = readonly [en: string, zh: string, days: string];

const spans: readonly Row[] = [
  ["today", "今天", "11-10 11-11"],
  ["tomorrow", "明天", "11-11 11-12"],
  ["on friday", "周五", "11-13 11-14"],
  ["next tuesday", "下周二", "11-17 11-18"],
  ["on the 15th", "15号", "11-15 11-16"],
  ["this week", "这周", "11-09 11-16"],
  ["for the rest of the week", "这周剩下的几天", "11-09 11-16"],
  ["next week", "下个星期", "11-16 11-23"],
  ["the week after next", "下下周", "11-23 11-30"],
  ["this weekend", "这个周末", "11-14 11-16"],
  ["over the weekend", "周末", "11-14 11-16"],
  ["next weekend", "下周末", "11-21 11-23"],
  ["this month", "这个月", "11-01 12-01"],
  ["next month", "下个月", "12-01 01-01"],
  ["in december", "十二月", "12-01 01-01"],
  ["for december 2027", "12月份", "12-01 01-01"],
  ["in june", "六月", "06-01 07-01"],
  ["at the end of the month", "月底", "11-22 12-01"],
  ["in early december", "十二月初", "12-01 12-11"],
  ["next quarter", "下个季度", "01-01 04-01"],
  ["from monday to wednesday", "周一到周三", "11-09 11-12"],
  ["december 3 to 10", "12月3号到10号", "12-03 12-11"],
  ["until friday", "到周五为止", "11-10 11-14"],
  ["before friday", "周五之前", "11-10 11-13"],
  ["in the next three days", "未来三天", "11-10 11-14"],
  ["in the next two weeks", "接下来两周", "11-10 11-25"],
  ["over the next few days", "这几天", "11-10 11-15"],
  ["tomorrow or on friday", "明天和周五", "11-11 11-14"],
];

const hours: readonly Row[] = [
  ["this afternoon", "今天下午", "11-10 12:00 18:00"],
  ["in the afternoon", "下午", "11-10 12:00 18:00"],
  ["tomorrow morning", "明天上午", "11-11 06:00 12:00"],
  ["tonight", "今晚", "11-10 18:00 00:00"],
  ["later today", "今天晚些时候", "11-10 10:20 00:00"],
  ["at 6", "六点", "11-10 18:00 19:00"],
  ["tomorrow at 3 pm", "明天下午三点", "11-11 15:00 16:00"],
  ["tomorrow from 2 to 4", "明天两点到四点", "11-11 14:00 16:00"],
  ["between 2 and 4", "两点到四点之间", "11-10 14:00 16:00"],
  ["after 3 pm", "三点之后", "11-10 15:00 00:00"],
  ["before 5 tomorrow", "明天五点之前", "11-11 00:00 17:00"],
  ["after lunch", "午饭后", "11-10 13:00 18:00"],
  ["after work tomorrow", "明天下班后", "11-11 18:00 00:00"],
  ["in the next two hours", "两小时之内", "11-10 10:20 12:20"],
];

function periodOf(text: string): string {
  const found = readAskedPeriod(
    readingOf({ text: normalise(text).text, now, tz: "Asia/Shanghai" }),
  );
  if (found === undefined) return "none";
  const [start, end] = [wallText(found.start), wallText(found.end)];
  return start.endsWith("00:00:00") && end.endsWith("00:00:00")
    ? `${start.slice(5, 10)} ${end.slice(5, 10)}`
    : `${start.slice(5, 10)} ${start.slice(11, 16)} ${end.slice(11, 16)}`;
}

const frames = {
  en: (when: string) => [
    `what do I have ${when}`,
    `am i free ${when}?`,
    `show me my calendar ${when} please`,
  ],
  zh: (when: string) => [`${when}有什么安排`, `我${when}有空吗`, `看看我${when}的日程`],
};

it.each(spans)("the days of “%s” and “%s” are asked about alike", (en, zh, days) => {
  for (const text of [...frames.en(en), ...frames.zh(zh)]) expect(periodOf(text), text).toBe(days);
});

it.each(hours)("the hours of “%s” and “%s” are asked about alike", (en, zh, when) => {
  for (const text of [...frames.en(en), ...frames.zh(zh)]) expect(periodOf(text), text).toBe(when);
});

it.each(["what do I have", "我有什么安排", "when is the month end report", "我可能要走了"])(
  "“%s” asks about no days",
  (text) => {
    expect(periodOf(text)).toBe("none");
  },
);
