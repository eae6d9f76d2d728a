import type { DaySpec, Meaning, RuleSpec } from "../../times/atoms.ts";
import { type Pattern, pattern } from "../scan.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";
import { feast, feastOf, next, week, weekdaySign } from "./days.ts";
import { zhDuration, zhDurationMs } from "./durations.ts";
import { minuteMs, weekdayCode, workweek } from "../../calendar/wall.ts";
import { zhCounts } from "./counts.ts";
import { recurrence, weekdays, weekdaysIn } from "./recurrence-pieces.ts";

const rule = (spec: RuleSpec): { kind: "rule"; rule: RuleSpec } => ({ kind: "rule", rule: spec });
const lunarDate = String.raw`(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]|[二三]?十[一二三四五六七八九]?)`;
const lunarDates = String.raw`${lunarDate}(?:\s*[、,和跟及]?\s*${lunarDate}){0,3}`;
const lunarDaysOf = (text: string): number[] =>
  Array.from(text.matchAll(new RegExp(lunarDate, "g")), ([word]) =>
    numberOf(word.replace("初", "")),
  );

/** The months with which a quarter or half a year begins, or ends. */
const opening = (months: number, last: boolean): number[] =>
  Array.from({ length: 12 / months }, (_, index) => index * months + (last ? months : 1));

/** "下周每天": from Monday to Sunday of that week. */
function within(word: string): Pick<RuleSpec, "from" | "until"> {
  const ahead = /^下*/.exec(word)?.[0].length ?? 0;
  const from: DaySpec = word.includes("月")
    ? { is: "date", day: 1, months: ahead }
    : { is: "weekday", weekday: 1, weeks: ahead };
  const until: DaySpec = word.includes("月")
    ? { is: "month-end", months: ahead }
    : { is: "weekday", weekday: 7, weeks: ahead };
  return ahead === 0 ? { until } : { from, until };
}

const everyWeek = new RegExp(`每(?:一?个)?${week}(?:都|也|$|[^一二三四五六日天末\\d])`);

const intraday = (text: string): RuleSpec => {
  const minutes = zhDurationMs(text) / minuteMs;
  return minutes % 60 === 0
    ? { freq: "HOURLY", interval: minutes / 60 }
    : { freq: "MINUTELY", interval: minutes };
};

/** By the Chinese calendar, by the quarter, and within a week or a month. */
const rarer: readonly Pattern[] = [
  // Both, and only one of them with its time.
  pattern(
    String.raw`(?:每天|每日)?(?:早中晚|早晚)(?=\s*(?:各|都|\d|[一二两三四五六七八九十]+[点时]))`,
    () => ({ kind: "unread" }),
  ),
  // "一天两次早上九点和晚上九点": the clocks say which times.
  pattern(
    String.raw`(?:每|一)[天日](?:两[次回遍](?=[^,，。;；]{0,4}点[^点]{0,10}点[^点]*$)|三[次回遍](?=[^,，。;；]{0,4}点[^点]{0,10}点[^点]{0,10}点[^点]*$))`,
    () => rule({ freq: "DAILY" }),
  ),
  pattern(
    String.raw`(?:农历|阴历)(?:的)?每个?月(?:的)?(${lunarDates})|(?:每个?月|每?逢)(?:的)?(?:农历|阴历)?(?:的)?(初[一二三四五六七八九十](?:\s*[、,和跟及]?\s*${lunarDate}){0,3})|每个?月(?:的)?(?:农历|阴历)(?:的)?(${lunarDates})`,
    ([, one, two, three]) =>
      rule({ freq: "MONTHLY", lunar: { days: lunarDaysOf(one ?? two ?? three ?? "") } }),
  ),
  pattern(
    String.raw`每一?年(?:的)?(?:除夕|大年三十|年三十)(?:夜(?=的?[早上中下傍凌清])|当天|那天)?`,
    () => rule({ freq: "YEARLY", lunar: { month: 12, days: [-1] } }),
  ),
  pattern(
    String.raw`每个?(季度?|半年)(?:的)?(第一天|头一天|首日|最后一天|末日)`,
    ([, unit = "", which = ""]) => {
      const months = unit.startsWith("季") ? 3 : 6;
      const last = /最后|末/.test(which);
      return rule({
        freq: "MONTHLY",
        interval: months,
        bymonthday: [last ? -1 : 1],
        opens: opening(months, last),
      });
    },
  ),
  pattern(
    String.raw`每个?季度?(?:的)?(?:第一个月|首月)(?:的)?(${zhNumber})[号日]`,
    ([, day = ""]) =>
      rule({ freq: "MONTHLY", interval: 3, bymonthday: [numberOf(day)], opens: opening(3, false) }),
  ),
  pattern(
    String.raw`((?:${next}|这|本)一?个?(?:${week}|月))(?:的|里|内|之内)*(每个?工作日|工作日|每一?[天日]|天天|每晚)`,
    ([, when = "", every = ""]) =>
      rule({
        ...(every.includes("工作日")
          ? { freq: "WEEKLY", byday: workweek }
          : { freq: "DAILY", ...(every === "每晚" ? { period: "night" as const } : {}) }),
        ...within(when),
      }),
  ),
];

/** Only beside a rule: "周日除外" alone may be said of anything. */
const readException = (days: string, text: string): Meaning | undefined =>
  /每|天天|工作日|周一[到至]周/.test(text)
    ? { kind: "except", byday: weekdaysIn(days) }
    : undefined;

const exceptions: readonly Pattern[] = [
  pattern(
    String.raw`除[了开去]?(?:每个?)?${week}(末|${weekdays})(?:以外|之外|外)?(?:[,，\s]|的|都)*(?!\d|${zhNumber}[点时号])`,
    ([, days = ""], text) => readException(days, text),
  ),
  pattern(
    String.raw`(?:但是?|不过|只有)?${week}(末|${weekdays})(?:都|就|可以)*(?:除外|以外|之外|不算|不包括|(?:不用|不要|不必|休息|跳过)(?=[\s,，。!！~吧哈了]|$))`,
    ([, days = ""], text) => readException(days, text),
  ),
];

export const zhRules: readonly Pattern[] = [
  ...exceptions,
  ...rarer,
  // "审核要十五个工作日": a length.
  pattern(String.raw`${zhNumber}个(?:法定)?工作日(?!的|早|晚|上|下|中|\d)`, () => ({
    kind: "span",
  })),
  pattern(String.raw`(?:每个?|在)?法定(?:的)?工作日`, () =>
    rule({ freq: "WEEKLY", byday: workweek, workdays: "CN" }),
  ),
  pattern(String.raw`每隔?(?:一个?)?小时|每个?钟头|每个?半点|整点`, ([word]) =>
    word === "整点"
      ? { kind: "unread" }
      : word.includes("半点")
        ? { kind: "unread" }
        : rule({ freq: "HOURLY", interval: 1 }),
  ),
  pattern(String.raw`(?:每隔?|隔)(${zhDuration})`, ([, text = ""]) => rule(intraday(text))),
  pattern(
    String.raw`(?:(农历|阴历)的?)?每一?年(?:的)?(?:(农历|阴历)(?:的)?)?([正腊冬]|${zhNumber})月((?:初|廿)?${zhNumber})[号日]?`,
    ([, before, behind, month = "", day = ""]) => {
      const lunar = before ?? behind;
      const name = { 正: 1, 冬: 11, 腊: 12 }[month] ?? numberOf(month);
      const date = numberOf(day.replace("初", ""));
      return lunar === undefined && !/^[正冬腊]/.test(month) && !/^[初廿]/.test(day)
        ? rule({ freq: "YEARLY", bymonth: name, bymonthday: [date] })
        : rule({ freq: "YEARLY", lunar: { month: name, days: [date] } });
    },
  ),
  pattern(String.raw`每一?年(?:的)?(${feast})`, ({ 0: whole, 1: word = "", index }, text) => {
    const spec = feastOf(text.slice(index + whole.length - word.length), word);
    if (spec?.is === "date" && spec.month !== undefined)
      return rule({ freq: "YEARLY", bymonth: spec.month, bymonthday: [spec.day] });
    if (spec?.is === "lunar" && spec.before === undefined)
      return rule({ freq: "YEARLY", lunar: { month: spec.month, days: [spec.day] } });
    return spec?.is === "nth"
      ? rule({
          freq: "YEARLY",
          bymonth: spec.month,
          byday: [`${spec.nth}${weekdayCode(spec.weekday)}`],
        })
      : { kind: "unread" };
  }),
  recurrence,
  pattern(String.raw`(?:每隔|隔)(?:${zhNumber})?个?(?:天|日|${week}|月|年)`, () =>
    rule({ freq: "DAILY", ambiguous: true }),
  ),
  pattern(
    String.raw`(?:每个?|一)(?:天|日|${week}|月|年|晚)(?:${zhNumber}|几|好几|多)[次回遍](?<!每个?.一[次回遍])`,
    () => ({
      kind: "unread",
    }),
  ),
  // "周末9点都提醒我": on each of them.
  pattern(
    String.raw`(?:以后|今后|往后)?(?:的|，|,)?(?<![下这本上]个?)${week}末(?:的?两天)?(?=都|[^,，。;；\n]{0,12}都(?:要|得)?(?:提醒|叫|喊))`,
    () => rule({ freq: "WEEKLY", byday: weekdaysIn("末") }),
  ),
  // "礼拜二四…，每周都要": which days stands apart from how often.
  pattern(
    String.raw`(?<![下这本上]个?|[每逢])${week}(${weekdaySign}(?:[、和跟]?${week}?${weekdaySign}){1,5})(?![点时个分刻月百十天次回到至])`,
    ([, days = ""], text) =>
      everyWeek.test(text) ? rule({ freq: "WEEKLY", byday: weekdaysIn(days) }) : undefined,
  ),
  ...zhCounts,
];
