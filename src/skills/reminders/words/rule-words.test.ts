import { expect, it } from "vitest";
import { ruleEndWords, ruleWords } from "./rule-words.ts";

it.each([
  ["FREQ=DAILY", "每天", "every day"],
  ["FREQ=DAILY;INTERVAL=2", "每 2 天", "every 2 days"],
  ["FREQ=DAILY;COUNT=10", "每天，共 10 次", "every day, 10 times"],
  [
    "FREQ=DAILY;UNTIL=20260630T235959",
    "每天，到 2026年6月30日 为止",
    "every day, until 30 Jun 2026",
  ],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "每周一到周五", "every weekday (Mon to Fri)"],
  ["FREQ=WEEKLY;BYDAY=MO,WE", "每周一、周三", "every Mon and Wed"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "每 2 周的周二", "every 2 weeks on Tue"],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "每月31日", "every month on the 31st"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "每月最后一天", "every month on the last day"],
  ["FREQ=MONTHLY;BYDAY=1MO", "每月第一个周一", "every month on the 1st Mon"],
  [
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "每月最后一个工作日",
    "every month on the last weekday",
  ],
  ["FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1", "每年6月1日", "every year on Jun 1"],
  [
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15",
    "每年农历8月15日",
    "every year on month 8, day 15 of the Chinese calendar",
  ],
  [
    "FREQ=MINUTELY;INTERVAL=30;UNTIL=20260610T180000",
    "每 30 分钟，到 2026年6月10日 18:00 为止",
    "every 30 minutes, until 10 Jun 2026 18:00",
  ],
  [
    "FREQ=DAILY;BYHOUR=9,10,11,12,13;BYMINUTE=0",
    "每天 09:00 到 13:00 共 5 次",
    "every day from 09:00 to 13:00, 5 times",
  ],
])("the rule %s is described in words", (rrule, zh, en) => {
  expect([ruleWords(rrule, "zh"), ruleWords(rrule, "en")]).toEqual([zh, en]);
});

it.each([
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA", ""],
  ["FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20260630T235959", ", until 30 Jun 2026"],
  ["FREQ=DAILY;COUNT=10", ", 10 times"],
])("only the end of the rule %s stands behind the time of day", (rrule, end) => {
  expect(ruleEndWords(rrule, "en")).toBe(end);
  expect(ruleWords(rrule, "en").endsWith(end)).toBe(true);
});

it("statutory workdays are not just weekdays", () => {
  expect(ruleWords("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "zh", "CN")).toBe("每个法定工作日");
});
