import type { CalendarUnit } from "../../calendar/units.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";
import {
  few,
  type Groups,
  hours,
  partsOfMonth,
  type PeriodPattern,
  side,
  span,
} from "../asked-period.ts";

const r = String.raw;
const pattern = (source: string, read: PeriodPattern["read"]): PeriodPattern => ({
  regex: new RegExp(source, "g"),
  read,
});

const week = "周|星期|礼拜";
const units: Readonly<Record<string, CalendarUnit>> = {
  周: "week",
  星期: "week",
  礼拜: "week",
  月: "month",
  年: "year",
  季度: "quarter",
};
const lengths: Readonly<Record<string, string>> = {
  分钟: "minute",
  小时: "hour",
  钟头: "hour",
  天: "day",
  日: "day",
  周: "week",
  星期: "week",
  礼拜: "week",
  月: "month",
};
const counted = r`的?(?<count>${zhNumber}|几)个?(?<unit>分钟|小时|钟头|天|日|${week}|月)(?:之内|以内|内|里)?(?![后前])`;

const spanOf =
  (back?: boolean): PeriodPattern["read"] =>
  ({ count = "几", unit = "天" }: Groups) =>
    span(count === "几" ? few : numberOf(count), lengths[unit] ?? "day", back);

const parts: Readonly<Record<string, readonly [number, number]>> = {
  初: partsOfMonth.early,
  上旬: partsOfMonth.early,
  中: partsOfMonth.middle,
  中旬: partsOfMonth.middle,
};
const zhMonth = "十[一二]?|[一二三四五六七八九]|1[0-2]|0?[1-9]";

/** 下下 is two ahead, 上 one back. */
const aheadOf = (words: string): number =>
  Array.from(words).reduce((sum, each) => sum + (each === "下" ? 1 : each === "上" ? -1 : 0), 0);
const years: Readonly<Record<string, number>> = { 去: -1, 今: 0, 明: 1, 后: 2 };
const after = "(?:以|之)?后";
const before = "(?:以|之)?前";
/** 看一下下周 is next week. */
const which = "(?<which>(?<=[一看查问说念报]下)下|(?<![一看查问说念报])下{2,3}|上{1,3}|下|这|本)";

export const askedPeriods: readonly PeriodPattern[] = [
  pattern(r`${which}?一?个?(?:周末|星期末|礼拜末)`, ({ which = "" }) => ({
    is: "unit",
    unit: "weekend",
    ahead: aheadOf(which),
  })),
  pattern("(?<far>大前|前|昨)[天日]|昨[晚夜]", ({ far = "昨" }) => ({
    is: "unit",
    unit: "day",
    ahead: ["昨", "前", "大前"].indexOf(far) * -1 - 1,
  })),
  pattern(
    r`(?<which>上{1,3})个?(?:${week})(?<name>[一二三四五六日天])`,
    ({ which = "", name = "" }) => ({
      is: "weekday",
      weekday: "一二三四五六日天".indexOf(name.replace("天", "日")) + 1,
      weeks: aheadOf(which),
    }),
  ),
  pattern(`(?:过去|前)${counted}`, spanOf(true)),
  pattern(`(?:最近这?|近|这(?!一))${counted}`, spanOf()),
  pattern(`(?:未来|接下来|今后|以后|往后|之后|后面|接着|后)(?:的?这)?${counted}`, spanOf(false)),
  pattern(
    r`(?<count>${zhNumber})个?(?<unit>分钟|小时|钟头|天|${week}|月)(?:之内|以内|内)`,
    spanOf(false),
  ),
  pattern(
    r`(?:${which}个?|(?<![\d个])(?<month>${zhMonth}))?月(?<part>初|上旬|中旬?|底|末|下旬)`,
    ({ which = "", month, part = "" }) => ({
      is: "month",
      ...(month === undefined ? { months: aheadOf(which) } : { month: numberOf(month) }),
      days: parts[part] ?? partsOfMonth.late,
    }),
  ),
  pattern(r`(?:(?<years>[今明后])年)?(?<half>[上下])半年`, ({ years: which, half }) => ({
    is: "month",
    month: half === "上" ? 1 : 7,
    count: 6,
    ...(which === undefined ? {} : { years: years[which] ?? 0 }),
  })),
  pattern(
    r`(?:${which}|当)一?个?(?<unit>${week}|月|季度)(?![一二三四五六天末底初\d]|日(?!历|程)|中旬)|本(?<unit>年)`,
    ({ which = "", unit = "周" }) => ({
      is: "unit",
      unit: units[unit] ?? "week",
      ahead: aheadOf(which),
    }),
  ),
  pattern(
    r`(?:(?<years>[去今明后])年)?(?<![\d个上下这本每第])(?<month>${zhMonth})月份?(?![\d一二三四五六七八九十号日底初末中])`,
    ({ years: which, month = "" }) => ({
      is: "month",
      month: numberOf(month),
      ...(which === undefined ? {} : { years: years[which] ?? 0 }),
    }),
  ),
  pattern("(?<which>[去今明后])年(?![一二三四五六七八九十\\d])", ({ which = "" }) => ({
    is: "unit",
    unit: "year",
    ahead: years[which] ?? 0,
  })),
  pattern("晚些时候|待会儿?|(?<![过等])一会儿", () => ({ is: "later" })),
  pattern(`(?:吃完?)?(?:早饭|早餐)${after}`, hours(9, 12)),
  pattern(`(?:吃完?)?(?:午饭|中饭|午餐|午休)${after}`, hours(13, 18)),
  pattern(`(?:吃完?)?(?:晚饭|晚餐)${after}`, hours(19, 24)),
  pattern("午后", hours(12, 18)),
  pattern(`下班${after}|下了班`, hours(18, 24)),
  pattern(`放学${after}`, hours(15, 20)),
  pattern(`吃?(?:午饭|中饭|午餐|中午)${before}`, hours(0, 12)),
  pattern(`吃?(?:晚饭|晚餐|天黑|下班)${before}`, hours(0, 18)),
  pattern(`吃?(?:早饭|早餐|上班|上学)${before}`, hours(0, 9)),
  pattern(`(?:天亮|日出)${before}`, hours(0, 6)),
  pattern("白天|上班时间|工作时间", hours(9, 18)),
  pattern(`(?<=[点半刻分天日号一二三四五六末午晚夜钟])(?:以后|之后|过后|后)`, side("after")),
  pattern(`(?<=[点半刻分天日号一二三四五六末钟])(?:以前|之前|前)`, side("before")),
  pattern("为止", side("until")),
  pattern("期间|假期|长假|放假", side("during")),
];
