import { type Pattern, pattern, type Period, type RuleSpec } from "./atoms.ts";
import { numberOf, zhNumber } from "./numerals.ts";
import { feast, feastOf, week, weekdayOf, weekdaySign } from "./zh-days.ts";
import { zhDuration, zhDurationMs } from "./zh-durations.ts";
import { minuteMs } from "./wall.ts";

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
export const weekdayCode = (weekday: number): string => codes[weekday - 1] ?? "MO";
export const workweek = codes.slice(0, 5);

const rule = (spec: RuleSpec): { kind: "rule"; rule: RuleSpec } => ({ kind: "rule", rule: spec });
const sorted = (signs: string): string[] =>
  [...new Set(Array.from(signs.matchAll(new RegExp(weekdaySign, "g")), ([sign]) => weekdayOf(sign)))]
    .toSorted((a, b) => a - b)
    .map(weekdayCode);

const several = String.raw`${weekdaySign}(?:\s*(?:[、,，和跟及与/]\s*)?${week}?${weekdaySign}(?![点时个分刻月百十天])){0,6}`;

function weekly(days: string | undefined, interval: number): RuleSpec {
  const step = interval > 1 ? { interval } : {};
  if (days === undefined) return { freq: "WEEKLY", ...step };
  return { freq: "WEEKLY", ...step, byday: days.startsWith("末") ? ["SA", "SU"] : sorted(days) };
}

function span(from: string, to: string): string[] {
  const first = weekdayOf(from);
  const last = weekdayOf(to);
  return codes.filter((_, index) => (first <= last ? index + 1 >= first && index + 1 <= last : index + 1 >= first || index + 1 <= last));
}

const monthly = (days: string): RuleSpec => {
  const nth = new RegExp(String.raw`(第(${zhNumber})|最后一?)个?${week}(${weekdaySign})`).exec(days);
  if (nth !== null)
    return { freq: "MONTHLY", byday: [`${nth[2] === undefined ? -1 : numberOf(nth[2])}${weekdayCode(weekdayOf(nth[3] ?? ""))}`] };
  if (/最后一天|底|末/.test(days)) return { freq: "MONTHLY", bymonthday: [-1] };
  if (/第一天/.test(days)) return { freq: "MONTHLY", bymonthday: [1] };
  return { freq: "MONTHLY", bymonthday: Array.from(days.matchAll(new RegExp(zhNumber, "g")), ([text]) => numberOf(text)) };
};

const dayOfMonth = String.raw`(?:最后一天|月?底|月?末|第一天|${zhNumber}[号日](?:\s*[、,和跟及]\s*${zhNumber}[号日]){0,6}|(?:第${zhNumber}|最后一?)个?${week}${weekdaySign})`;

const intraday = (text: string): RuleSpec => {
  const minutes = zhDurationMs(text) / minuteMs;
  return minutes % 60 === 0 ? { freq: "HOURLY", interval: minutes / 60 } : { freq: "MINUTELY", interval: minutes };
};

const daily = (letter: string | undefined): RuleSpec => {
  const period: Period | undefined = letter === undefined ? undefined : letter === "早" ? "morning" : "night";
  return { freq: "DAILY", ...(period === undefined ? {} : { period }) };
};

export const zhRules: readonly Pattern[] = [
  pattern(String.raw`(?:每个?|在)?法定(?:的)?工作日`, () => rule({ freq: "WEEKLY", byday: workweek, workdays: "CN" })),
  pattern(String.raw`(?:每个?|每逢)?工作日(?:的)?(?:每天)?`, () => rule({ freq: "WEEKLY", byday: workweek })),
  pattern(
    String.raw`(?:每个?)?${week}(${weekdaySign})\s*(?:到|至|-|~)\s*${week}?(${weekdaySign})(?:的)?(?:每天)?(?![点时])`,
    ([, from = "", to = ""]) => rule({ freq: "WEEKLY", byday: span(from, to) }),
  ),
  pattern(String.raw`每隔?(?:一个?)?小时|每个?钟头|每个?半点|整点`, ([word]) =>
    word === "整点" ? { kind: "unread" } : word.includes("半点") ? { kind: "unread" } : rule({ freq: "HOURLY", interval: 1 }),
  ),
  pattern(String.raw`(?:每隔?|隔)(${zhDuration})`, ([, text = ""]) => rule(intraday(text))),
  pattern(String.raw`(?:每隔一个?|隔)${week}(?:的)?(?:${week}?(末|${several}))?`, ([, days]) => rule(weekly(days, 2))),
  pattern(String.raw`(?:每隔|隔)(?:${zhNumber})?个?(?:天|日|${week}|月|年)`, () => rule({ freq: "DAILY", ambiguous: true })),
  pattern(String.raw`(?:每(?:逢|个)?|逢)(${zhNumber})?个?${week}(?:的)?(?:${week})?(末|${several})`, ([, every, days]) =>
    rule(weekly(days, every === undefined ? 1 : numberOf(every))),
  ),
  pattern(String.raw`每逢?(${zhNumber})?个?月(?:的)?(${dayOfMonth})`, ([, every, days = ""]) =>
    rule({ ...monthly(days), ...(every === undefined ? {} : { interval: numberOf(every) }) }),
  ),
  pattern(
    String.raw`每一?年(?:的)?(?:(农历|阴历)(?:的)?)?([正腊冬]|${zhNumber})月((?:初|廿)?${zhNumber})[号日]?`,
    ([, lunar, month = "", day = ""]) => {
      const name = { 正: 1, 冬: 11, 腊: 12 }[month] ?? numberOf(month);
      const date = numberOf(day.replace("初", ""));
      return lunar === undefined && !/^[正冬腊]/.test(month) && !/^[初廿]/.test(day)
        ? rule({ freq: "YEARLY", bymonth: name, bymonthday: [date] })
        : rule({ freq: "YEARLY", lunar: { month: name, day: date } });
    },
  ),
  pattern(String.raw`每一?年(?:的)?(${feast})`, ([, word = ""]) => {
    const spec = feastOf(word);
    if (spec?.is === "date" && spec.month !== undefined) return rule({ freq: "YEARLY", bymonth: spec.month, bymonthday: [spec.day] });
    if (spec?.is === "lunar" && spec.before === undefined) return rule({ freq: "YEARLY", lunar: { month: spec.month, day: spec.day } });
    return spec?.is === "nth"
      ? rule({ freq: "YEARLY", bymonth: spec.month, byday: [`${spec.nth}${weekdayCode(spec.weekday)}`] })
      : { kind: "unread" };
  }),
  pattern(String.raw`每([早晚])(?!饭)上?`, ([, letter]) => rule(daily(letter))),
  pattern(String.raw`(?:每|一)(?:一)?(?:天|日)(?=.{0,3}一次)|每一?[天日]|天天|每天都?`, () => rule({ freq: "DAILY" })),
  pattern(String.raw`每(${zhNumber})(天|日)`, ([, every = ""]) => rule({ freq: "DAILY", interval: numberOf(every) })),
  pattern(String.raw`每个?(${zhNumber})?个?(${week}|月|季度?|年)(?![一-龥]*(?:报|刊|会|卡))`, ([, every, unit = ""]) => {
    const interval = every === undefined ? {} : { interval: numberOf(every) };
    if (unit.startsWith("季")) return { kind: "unread" };
    return rule({ freq: unit === "月" ? "MONTHLY" : unit === "年" ? "YEARLY" : "WEEKLY", ...interval });
  }),
  pattern(
    String.raw`(?:连续|连着|接下来的?|未来|往后|之后)(${zhNumber})个?(天|${week}|月)(?:内|里|都)?(?:的?每一?[天日周月])?`,
    ([, count = "", unit = ""]) => ({
      kind: "count",
      count: numberOf(count),
      unit: unit === "天" ? "DAILY" : unit === "月" ? "MONTHLY" : "WEEKLY",
    }),
  ),
  pattern(String.raw`(?:一共|总共|共|只|就)?(?:提醒|叫|喊)?(${zhNumber})次(?:为止|就行|就够|即可|就好)?`, ([word, count = ""]) =>
    /^(?:一共|总共|共)|次(?:为止|就|即)/.test(word) ? { kind: "count", count: numberOf(count) } : undefined,
  ),
];
