import type { DaySpec, Meaning, Period, RuleSpec } from "../../times/atoms.ts";
import { type Pattern, pattern } from "../scan.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";
import { feast, feastOf, next, week, weekdayOf, weekdaySign } from "./days.ts";
import { zhDuration, zhDurationMs } from "./durations.ts";
import { minuteMs, weekdayCodes } from "../../calendar/wall.ts";
import { isDayLong } from "../day-long.ts";
import { zhCounts } from "./counts.ts";

export const weekdayCode = (weekday: number): string => weekdayCodes[weekday - 1] ?? "MO";
export const workweek = weekdayCodes.slice(0, 5);

const rule = (spec: RuleSpec): { kind: "rule"; rule: RuleSpec } => ({ kind: "rule", rule: spec });
const sortWeekdays = (signs: string): string[] =>
  [
    ...new Set(
      Array.from(signs.matchAll(new RegExp(weekdaySign, "g")), ([sign]) => weekdayOf(sign)),
    ),
  ]
    .toSorted((a, b) => a - b)
    .map(weekdayCode);

const several = String.raw`${weekdaySign}(?![次回])(?:\s*(?:[、,，和跟及与/]\s*)?${week}?${weekdaySign}(?![点时个分刻月百十天次回])){0,6}`;

function weekly(days: string | undefined, interval: number): RuleSpec {
  const step = interval > 1 ? { interval } : {};
  if (days === undefined) return { freq: "WEEKLY", ...step };
  return {
    freq: "WEEKLY",
    ...step,
    byday: days.startsWith("末") ? ["SA", "SU"] : sortWeekdays(days),
  };
}

function span(from: string, to: string): string[] {
  const first = weekdayOf(from);
  const last = weekdayOf(to);
  return weekdayCodes.filter((_, index) =>
    first <= last
      ? index + 1 >= first && index + 1 <= last
      : index + 1 >= first || index + 1 <= last,
  );
}

/** "第二", "倒数第二", "最后一", "首". */
const place = String.raw`(?:(?:倒数)?第${zhNumber}|最后一?|首)`;

function placeOf(text: string): number {
  const count = numberOf(/第(.+)/.exec(text)?.[1] ?? "一");
  return text.startsWith("倒") || text.startsWith("最后") ? -count : count;
}

const monthly = (days: string): RuleSpec => {
  const [, which = "", unit = ""] =
    new RegExp(String.raw`^(${place})个?(天|日|工作日|${week}${weekdaySign})`).exec(days) ?? [];
  if (unit === "工作日") return { freq: "MONTHLY", byday: workweek, bysetpos: placeOf(which) };
  if (/^[天日]$/.test(unit)) return { freq: "MONTHLY", bymonthday: [placeOf(which)] };
  if (unit !== "")
    return {
      freq: "MONTHLY",
      byday: [`${placeOf(which)}${weekdayCode(weekdayOf(unit.slice(-1)))}`],
    };
  if (/底|末/.test(days)) return { freq: "MONTHLY", bymonthday: [-1] };
  return {
    freq: "MONTHLY",
    bymonthday: Array.from(days.matchAll(new RegExp(zhNumber, "g")), ([text]) => numberOf(text)),
  };
};

const dayOfMonth = String.raw`(?:${place}个?(?:天|日|工作日|${week}${weekdaySign})|月?[底末](?:的?最后一天)?|${zhNumber}(?:[号日]?\s*[、,和跟及]\s*${zhNumber}){0,6}[号日])`;

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

const hasHour = /(?:\d|[一二两三四五六七八九十])\s*(?:点|:\s*\d)/;
const everyWeek = new RegExp(`每(?:一?个)?${week}(?:都|也|$|[^一二三四五六日天末\\d])`);

const intraday = (text: string): RuleSpec => {
  const minutes = zhDurationMs(text) / minuteMs;
  return minutes % 60 === 0
    ? { freq: "HOURLY", interval: minutes / 60 }
    : { freq: "MINUTELY", interval: minutes };
};

const daily = (letter: string | undefined): RuleSpec => {
  const period: Period | undefined =
    letter === undefined ? undefined : letter === "早" ? "morning" : "night";
  return { freq: "DAILY", ...(period === undefined ? {} : { period }) };
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
    String.raw`(?:每个?|一)(?:天|日|${week}|月|年|晚)(?:${zhNumber}|几|好几|多)[次回遍](?<!每个?.一[次回遍])`,
    () => ({
      kind: "unread",
    }),
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
  pattern(String.raw`每个?(季度?|半年)`, ([, unit = ""]) =>
    rule({ freq: "MONTHLY", interval: unit.startsWith("季") ? 3 : 6 }),
  ),
  pattern(
    String.raw`((?:${next}|这|本)个?(?:${week}|月))(?:的|里|内|之内)*(每个?工作日|工作日|每一?[天日]|天天|每晚)`,
    ([, when = "", every = ""]) =>
      rule({
        ...(every.includes("工作日")
          ? { freq: "WEEKLY", byday: workweek }
          : daily(every === "每晚" ? "晚" : undefined)),
        ...within(when),
      }),
  ),
  pattern(String.raw`每隔一[天日]`, () => rule({ freq: "DAILY", interval: 2 })),
];

/** Only beside a rule: "周日除外" alone may be said of anything. */
const readException = (days: string, text: string): Meaning | undefined =>
  /每|天天|工作日|周一[到至]周/.test(text)
    ? { kind: "except", byday: weekly(days, 1).byday ?? [] }
    : undefined;

const exceptions: readonly Pattern[] = [
  pattern(
    String.raw`除了?(?:每个?)?${week}(末|${several})(?:以外|之外|外)?(?:[,，\s]|的|都)*(?!\d|${zhNumber}[点时号])`,
    ([, days = ""], text) => readException(days, text),
  ),
  pattern(
    String.raw`(?:但是?|不过|只有)?${week}(末|${several})(?:都|就|可以)*(?:除外|以外|之外|不算|不包括|(?:不用|不要|不必|休息|跳过)(?=[\s,，。!！~吧哈了]|$))`,
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
  // "平日(礼拜一到礼拜五)" says it twice.
  pattern(
    String.raw`(?:每个?|每?逢)?(?:工作日|上班日|上班天|平日(?!里|常|的?生活))(?:的)?(?:每天)?(?:\s*[(（]?${week}一\s*(?:到|至|-|~)\s*${week}?五[)）]?)?`,
    () => rule({ freq: "WEEKLY", byday: workweek }),
  ),
  pattern(
    String.raw`(?:每个?)?${week}(${weekdaySign})\s*(?:到|至|-|~)\s*${week}?(${weekdaySign})(?:的)?\s*(?:每[天日]|每([早晚])(?!饭)上?)?(?![点时])`,
    ([whole, from = "", to = "", letter], text) =>
      // "周一到周三出差": these days, and not each week.
      !whole.includes("每") && isDayLong(text) && !hasHour.test(text)
        ? undefined
        : rule({ ...daily(letter), freq: "WEEKLY", byday: span(from, to) }),
  ),
  pattern(String.raw`每隔?(?:一个?)?小时|每个?钟头|每个?半点|整点`, ([word]) =>
    word === "整点"
      ? { kind: "unread" }
      : word.includes("半点")
        ? { kind: "unread" }
        : rule({ freq: "HOURLY", interval: 1 }),
  ),
  pattern(String.raw`(?:每隔?|隔)(${zhDuration})`, ([, text = ""]) => rule(intraday(text))),
  pattern(String.raw`(?:每隔一个?|隔)${week}(?:的)?(?:${week}?(末|${several}))?`, ([, days]) =>
    rule(weekly(days, 2)),
  ),
  pattern(String.raw`(?:每隔|隔)(?:${zhNumber})?个?(?:天|日|${week}|月|年)`, () =>
    rule({ freq: "DAILY", ambiguous: true }),
  ),
  pattern("(?:每个?|逢)?双休日", () => rule(weekly("末", 1))),
  // "周末9点都提醒我": on each of them.
  pattern(
    String.raw`(?:以后|今后|往后)?(?:的|，|,)?(?<![下这本上个])${week}末(?:的?两天)?(?=都|[^,，。;；\n]{0,12}都(?:要|得)?(?:提醒|叫|喊))`,
    () => rule(weekly("末", 1)),
  ),
  // "礼拜二四…，每周都要": which days stands apart from how often.
  pattern(
    String.raw`(?<![下这本上个每逢])${week}(${weekdaySign}(?:[、和跟]?${week}?${weekdaySign}){1,5})(?![点时个分刻月百十天次回到至])`,
    ([, days = ""], text) => (everyWeek.test(text) ? rule(weekly(days, 1)) : undefined),
  ),
  // "接下来4个周四".
  pattern(
    String.raw`(?:接下来的?|未来的?|往后|之后的?|今后|后面的?|连续)(${zhNumber})个${week}(${weekdaySign})`,
    ([, count = "", sign = ""]) => rule({ ...weekly(sign, 1), count: numberOf(count) }),
  ),
  pattern(
    String.raw`(?:每(?:逢|个|到)?|逢)(${zhNumber})?个?${week}(?:的)?(?:${week})?(末|${several})`,
    ([, every, days]) => rule(weekly(days, every === undefined ? 1 : numberOf(every))),
  ),
  pattern(String.raw`每逢?(${zhNumber})?个?月(?:的)?(${dayOfMonth})`, ([, every, days = ""]) =>
    rule({ ...monthly(days), ...(every === undefined ? {} : { interval: numberOf(every) }) }),
  ),
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
  pattern(String.raw`每([早晚])(?!饭)上?`, ([, letter]) => rule(daily(letter))),
  pattern(String.raw`(?:每|一)(?:一)?(?:天|日)(?=.{0,3}一次)|每一?[天日]|天天|每天都?`, () =>
    rule({ freq: "DAILY" }),
  ),
  pattern(String.raw`每(${zhNumber})(天|日)`, ([, every = ""]) =>
    rule({ freq: "DAILY", interval: numberOf(every) }),
  ),
  pattern(
    String.raw`每个?(${zhNumber})?个?(${week}|月|年)(?![一-龥]*(?:报|刊|会|卡))`,
    ([, every, unit = ""]) => {
      const interval = every === undefined ? {} : { interval: numberOf(every) };
      return rule({
        freq: unit === "月" ? "MONTHLY" : unit === "年" ? "YEARLY" : "WEEKLY",
        ...interval,
      });
    },
  ),
  ...zhCounts,
];
