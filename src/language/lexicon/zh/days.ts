import type { DaySpec, Meaning } from "../../times/atoms.ts";
import { type Pattern, pattern } from "../scan.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";
import { zhSpan, zhSpanOf } from "./durations.ts";

export const week = "(?:周|星期|礼拜)";
/** Behind 一 the first 下 is another word: 记一下下周四. */
export const next = "(?<!一)下+";
/** Also as a figure, where it counts nothing: 周3, but not 每周3次. */
export const weekdaySign = String.raw`(?:[一二三四五六日天](?![次回]|历(?!史)|程|记|常|气)|[1-7](?![\d点:.次回个天小分时号月]))`;

/** 1 is Monday. */
export const weekdayOf = (sign: string): number => (/[日天]/.test(sign) ? 7 : numberOf(sign));

const monthName = String.raw`(?:\d{1,2}|十[一二]?|[一二三四五六七八九]|正|腊|冬)`;
const lunarDay = String.raw`(?:初[一二三四五六七八九十]|十[一二三四五六七八九]|二十[一二三四五六七八九]?|廿[一二三四五六七八九]|三十|\d{1,2})`;

const lunarMonthOf = (name: string): number => ({ 正: 1, 冬: 11, 腊: 12 })[name] ?? numberOf(name);
const lunarDayOf = (name: string): number => numberOf(name.replace("初", ""));

/**
 * Days with a name that is not among the holidays below, or that two places keep on different days.
 */
const otherFeast = String.raw`(?:小年夜?|立[春夏秋冬]|雨水|惊蛰|[春秋]分|谷雨|小满|芒种|夏至|[小大]暑|处暑|白露|寒露|霜降|[小大][雪寒]|复活节|开斋节|泼水节|火把节|[\u4e00-\u9fff]{2}节)(?=(?:当天|那天|当日)?(?:的)?\s*(?:早|上午|中午|下午|晚|凌晨|傍晚|清晨|夜|\d|[一二两三四五六七八九十]+[点时:]))`;

/** Holidays with a fixed date in one of the two calendars. */
const feasts: Readonly<Record<string, DaySpec>> = {
  元旦: { is: "date", month: 1, day: 1 },
  情人节: { is: "date", month: 2, day: 14 },
  妇女节: { is: "date", month: 3, day: 8 },
  劳动节: { is: "date", month: 5, day: 1 },
  五一: { is: "date", month: 5, day: 1 },
  儿童节: { is: "date", month: 6, day: 1 },
  六一: { is: "date", month: 6, day: 1 },
  教师节: { is: "date", month: 9, day: 10 },
  国庆: { is: "date", month: 10, day: 1 },
  圣诞: { is: "date", month: 12, day: 25 },
  植树节: { is: "date", month: 3, day: 12 },
  愚人节: { is: "date", month: 4, day: 1 },
  青年节: { is: "date", month: 5, day: 4 },
  建军节: { is: "date", month: 8, day: 1 },
  万圣节: { is: "date", month: 10, day: 31 },
  光棍节: { is: "date", month: 11, day: 11 },
  双十一: { is: "date", month: 11, day: 11 },
  双十二: { is: "date", month: 12, day: 12 },
  清明: { is: "solar", month: 4, century: 4.81 },
  冬至: { is: "solar", month: 12, century: 21.94 },
  除夕: { is: "lunar", month: 1, day: 1, before: 1 },
  大年三十: { is: "lunar", month: 1, day: 1, before: 1 },
  春节: { is: "lunar", month: 1, day: 1 },
  大年初一: { is: "lunar", month: 1, day: 1 },
  元宵: { is: "lunar", month: 1, day: 15 },
  端午: { is: "lunar", month: 5, day: 5 },
  七夕: { is: "lunar", month: 7, day: 7 },
  中秋: { is: "lunar", month: 8, day: 15 },
  重阳: { is: "lunar", month: 9, day: 9 },
  腊八: { is: "lunar", month: 12, day: 8 },
  母亲节: { is: "nth", month: 5, nth: 2, weekday: 7 },
  父亲节: { is: "nth", month: 6, nth: 3, weekday: 7 },
  感恩节: { is: "nth", month: 11, nth: 4, weekday: 4 },
};

/**
 * "除夕夜八点" is in the evening, "平安夜早上" is not: where another part of the day follows, the
 * night is only in the name.
 */
const inName = "夜(?=的?(?:当天|那天|[早上中下傍凌清]))";
/**
 * Days that go by their evening: "圣诞夜" is the one before Christmas, and a "跨年演唱会" is a
 * concert.
 */
const eves: readonly (readonly [string, DaySpec])[] = [
  ["(?:圣诞|平安)(?=夜)", { is: "date", month: 12, day: 24 }],
  ["跨年(?=[夜晚]|当天|那天)", { is: "date", month: 12, day: 31 }],
];

/** A 万圣节派对 that has a date of its own is only named after the day. */
const namedAfter = String.raw`[号日][^,，。;；]{0,12}[\u4e00-\u9fff]{2,3}节(?=派对|晚会|晚[餐宴]|聚[会餐]|活动|礼物|演出|音乐会)`;

export const feast = `(?:${[...eves.map(([name]) => name), ...Object.keys(feasts).toSorted((a, b) => b.length - a.length)].join("|")})(?:节)?(?:${inName})?(?:当天|那天)?(?<!${namedAfter})`;

/** `text`: from where it stands on. */
export function feastOf(text: string, word: string): DaySpec | undefined {
  const eve = eves.find(([name]) => new RegExp(`^${name}`).test(text));
  const name = word.replace(/夜?(?:当天|那天)?$/, "");
  return eve?.[1] ?? feasts[name] ?? feasts[name.replace(/节$/, "")];
}

const day = (spec: DaySpec): Meaning => ({ kind: "day", day: spec });
const named: Readonly<Record<string, number>> = {
  今: 0,
  明: 1,
  后天: 2,
  后日: 2,
  大后天: 3,
  大后日: 3,
  大大后天: 4,
};

function yearOf(year: string | undefined): { readonly year?: number; readonly years?: number } {
  const ahead = { 今年: 0, 明年: 1, 后年: 2 }[year ?? ""];
  return year === undefined
    ? {}
    : ahead === undefined
      ? { year: numberOf(year.replace(/年$/, "")) }
      : { years: ahead };
}

function readDate(match: RegExpExecArray): Meaning {
  const [, year, shift, month, dayText = ""] = match;
  const number = numberOf(dayText);
  if (!(number >= 1 && number <= 31)) return { kind: "unread" };
  const yearPart = yearOf(year);
  if (shift !== undefined)
    return day({
      is: "date",
      day: number,
      months: shift.startsWith("下下") ? 2 : shift.startsWith("下") ? 1 : 0,
    });
  if (month === undefined) return day({ is: "date", day: number });
  const value = numberOf(month);
  return value >= 1 && value <= 12
    ? day({ is: "date", day: number, month: value, ...yearPart })
    : { kind: "unread" };
}

export const zhDays: readonly Pattern[] = [
  pattern(
    String.raw`(?:农历|阴历)(?:的)?(${monthName})月(${lunarDay})[日号]?`,
    ([, month = "", date = ""]) =>
      day({ is: "lunar", month: lunarMonthOf(month), day: lunarDayOf(date) }),
  ),
  pattern(String.raw`([正腊冬])月(${lunarDay})[日号]?(?![\d:点])`, ([, month = "", date = ""]) =>
    day({ is: "lunar", month: lunarMonthOf(month), day: lunarDayOf(date) }),
  ),
  pattern(
    String.raw`([正腊冬]|[二三四五六七八九十])月(初[一二三四五六七八九十]|廿[一二三四五六七八九])`,
    ([, month = "", date = ""]) =>
      day({ is: "lunar", month: lunarMonthOf(month), day: lunarDayOf(date) }),
  ),
  pattern(feast, ({ 0: word, index }, text) => {
    const spec = feastOf(text.slice(index), word);
    return spec === undefined ? undefined : day(spec);
  }),
  pattern(otherFeast, () => ({ kind: "unread" })),
  pattern(String.raw`大{0,2}后(?:[天日]|儿个?)(?!性)`, ([word]) =>
    day({ is: "offset", days: named[word.replace(/儿个?$/, "天")] ?? 2, spoken: "after" }),
  ),
  pattern(String.raw`今(?:天|日|儿个?|(?=[早晚晨夜]))`, () => day({ is: "offset", days: 0 })),
  pattern(String.raw`(?:明(?:天|日|儿个?|(?=[早晚晨夜]))|次日|(?<!倒数)第二天)`, () =>
    day({ is: "offset", days: 1, spoken: "tomorrow" }),
  ),
  pattern(
    String.raw`(?:昨[天日晚夜儿]|前[天晚]|[去前]年|上个?${week}${weekdaySign}?|刚刚|刚才|之前那次)`,
    () => ({
      kind: "day",
      day: { is: "offset", days: -1 },
      past: true,
    }),
  ),
  pattern(String.raw`(${zhSpan})(?:之后|以后|后)的今[天日]`, ([, span = ""]) =>
    day({ is: "offset", ...zhSpanOf(span) }),
  ),
  pattern(
    String.raw`(${zhNumber})个?${week}(?:之后|以后|后)的?(?:那个?)?${week}(${weekdaySign})`,
    ([, weeks = "", sign = ""]) =>
      day({ is: "weekday", weekday: weekdayOf(sign), weeks: numberOf(weeks) }),
  ),
  pattern(String.raw`(${zhSpan})(?:之后|以后|后|过后)`, ([, span = ""]) =>
    day({ is: "offset", ...zhSpanOf(span) }),
  ),
  pattern(String.raw`(?:再)?过(${zhSpan})`, ([, span = ""]) =>
    day({ is: "offset", ...zhSpanOf(span) }),
  ),
  pattern(
    String.raw`(?:提?前|头)(?:一|1)[天日晚]|头[天晚]|前夜|(?<=[,，。\s])(?:当|那)[天日](?=\s*[早上下中晚傍凌\d])|(?<=^|[,，。\s])当(?=[晚夜])`,
    ([word]) => day({ is: "event", days: /^[当那]/.test(word) ? 0 : -1 }),
  ),
  // "生日前三天", "婚礼前一周".
  pattern(
    String.raw`(?<=[生念]日|婚礼|考试|高考|出差|旅行|开学)的?(?:之前|以前|前)(${zhSpan})`,
    ([, span = ""]) => {
      const { days, months } = zhSpanOf(span);
      return months === 0 ? day({ is: "event", days: -days }) : { kind: "unread" };
    },
  ),
  // "11月18日(三)": the weekday that belongs to a date.
  pattern(String.raw`(?<=[日号\d]\s*)[(（]\s*${week}?([一二三四五六日])\s*[)）]`, ([, sign = ""]) =>
    day({ is: "weekday", weekday: weekdayOf(sign), weeks: null }),
  ),
  // Two days at once without "每": both, or every week?
  pattern(
    String.raw`${week}${weekdaySign}(?:\s*[、和跟与]\s*${week}?${weekdaySign}|${week}${weekdaySign}|[二三四五六日天])(?=\s*(?:早|上|下|中|晚|傍|凌|\d|的|都|两|[、和]))`,
    () => ({ kind: "unread" }),
  ),
  pattern(String.raw`(${next}|这|本)?个?${week}(${weekdaySign})`, ([, next, sign = ""]) =>
    day({
      is: "weekday",
      weekday: weekdayOf(sign),
      weeks: next === undefined ? null : next.startsWith("下") ? next.length : 0,
    }),
  ),
  pattern(String.raw`(?:${next}|这|本)?个?${week}末(?!班)`, ({ 0: word, index }, text) =>
    // "周末的事：周六…，周日…": its days follow.
    new RegExp(`^的[事安日行课活].*${week}[六日天]`).test(text.slice(index + word.length))
      ? undefined
      : { kind: "weekend" },
  ),
  pattern(
    String.raw`(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})[日号]?`,
    ([, year = "", month = "", date = ""]) =>
      day({ is: "date", year: Number(year), month: Number(month), day: Number(date) }),
  ),
  pattern(
    String.raw`(?:(\d{4}年|今年|明年|后年)的?)?(?:((?<!一)下下个?月|下个?月|这个月|本月)的?|(\d{1,2}|十[一二]?|[一二三四五六七八九])月)?\s*(${zhNumber})[号日](?!线|楼|库|床|仓|窗|柜|岗|舱|站|口|桩|泵|炉|井|线|员|选手|病|文件|令|门|院|店|机|电池|馆|厅|桌|房|位|球|航|车|码|记|报|常|程|语|期)`,
    (match) => readDate(match),
  ),
  pattern(String.raw`(\d{1,2})月(\d{1,2})(?![\d:点.])`, ([, month = "", date = ""]) =>
    day({ is: "date", month: Number(month), day: Number(date) }),
  ),
  pattern(
    String.raw`(?<!\d)(20\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?!\d)`,
    ([, year = "", month = "", date = ""]) =>
      day({ is: "date", year: Number(year), month: Number(month), day: Number(date) }),
  ),
  // "6.18晚上8点": what a clock follows is not a clock.
  pattern(
    String.raw`(?<![\d.:-])(0?[1-9]|1[0-2])[.-](0?[1-9]|[12]\d|3[01])(?=\s*(?:早|上午|中午|下午|晚|凌晨|傍晚)[上间]?\s*(?:\d|[一二两三四五六七八九十])|\s+\d{1,2}\s*[点:])`,
    ([, month = "", date = ""]) => day({ is: "date", month: Number(month), day: Number(date) }),
  ),
  pattern(String.raw`(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])`, ([, month = "", date = ""]) =>
    Number(month) <= 12 && Number(date) <= 31
      ? day({ is: "date", month: Number(month), day: Number(date) })
      : { kind: "unread" },
  ),
  pattern(
    String.raw`(?:(\d{4}年|今年|明年|后年)的?)?(\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份?的?最后一天|底|末)(?:那天|当天)?`,
    ([, year, month = ""]) =>
      numberOf(month) <= 12
        ? day({ is: "month-end", months: 0, month: numberOf(month), ...yearOf(year) })
        : { kind: "unread" },
  ),
  pattern(
    String.raw`((?<!一)下{1,2}个?|这个|本)?月(?:[底末](?:的?最后一天)?|的?最后一天)(?:那天|当天)?`,
    ([, next]) => day({ is: "month-end", months: /^下*/.exec(next ?? "")?.[0].length ?? 0 }),
  ),
  pattern(
    String.raw`(?:(\d{4}年|今年|明年|后年)的?)?(\d{1,2}|十[一二]?|[一二三四五六七八九])月份?的?(?:第([一二三四五1-5])|(最后一))个?${week}(${weekdaySign})`,
    ([, year, month = "", nth, last, sign = ""]) =>
      numberOf(month) <= 12
        ? day({
            is: "nth",
            month: numberOf(month),
            nth: last === undefined ? numberOf(nth ?? "") : -1,
            weekday: weekdayOf(sign),
            ...yearOf(year),
          })
        : { kind: "unread" },
  ),
  pattern(
    String.raw`((?<!一)下{1,2}个?|这个?|本)月的?(?:第([一二三四五1-5])|(最后一))个?${week}(${weekdaySign})`,
    ([, which = "", nth, last, sign = ""]) =>
      day({
        is: "nth-in",
        months: /^下*/.exec(which)?.[0].length ?? 0,
        nth: last === undefined ? numberOf(nth ?? "") : -1,
        weekday: weekdayOf(sign),
      }),
  ),
  // A month without its day.
  pattern(
    String.raw`(?<![\d个])(?:\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份(?!的?(?!第|最后|每|某|${week}|${zhNumber})[\u4e00-\u9fff])|初|中旬?|[上下]旬)`,
    () => ({ kind: "stretch" }),
  ),
];
