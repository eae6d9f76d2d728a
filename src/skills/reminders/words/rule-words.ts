import type { Language } from "../../../domain/language.ts";
import { months, weekdayName } from "./when-words.ts";

interface Rule {
  readonly freq: string;
  readonly interval: number;
  readonly lunar: boolean;
  readonly byday: readonly string[];
  readonly monthdays: readonly number[];
  readonly month: number | undefined;
  readonly position: number | undefined;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly until: string | undefined;
  readonly count: number | undefined;
}

/**
 * How often, in words: "每两周的周一、周三", "every 2 weeks on Mon and Wed". The time of day is
 * said separately, unless the rule has several.
 */
export function ruleWords(rrule: string, language: Language, workdays: "CN" | null = null): string {
  const rule = parseRule(rrule);
  const days =
    workdays === "CN"
      ? { zh: "每个法定工作日", en: "every Chinese working day" }[language]
      : daysOf(rule, language);
  return `${days}${hoursOf(rule, language)}${endOf(rule, language)}`;
}

/** When a series ends, as it stands at the end of its words: ", until 3 May 2027"; empty: never. */
export const ruleEndWords = (rrule: string, language: Language): string =>
  endOf(parseRule(rrule), language);

/** In both languages, where the reader is not known yet. */
export const bothRuleWords = (
  rrule: string,
  workdays: "CN" | null = null,
): { readonly en: string; readonly zh: string } => ({
  en: ruleWords(rrule, "en", workdays),
  zh: ruleWords(rrule, "zh", workdays),
});

/** Whether the rule itself says the times of the day. */
export const hasOwnHours = (rrule: string): boolean =>
  /BYHOUR=|FREQ=(?:HOURLY|MINUTELY)/.test(rrule);

function parseRule(rrule: string): Rule {
  const parts = new Map(rrule.split(";").map((part) => part.split("=") as [string, string]));
  const numbers = (name: string): number[] =>
    (parts.get(name) ?? "").split(",").filter(Boolean).map(Number);
  return {
    freq: parts.get("FREQ") ?? "",
    interval: Number(parts.get("INTERVAL") ?? 1),
    lunar: parts.get("RSCALE") === "CHINESE",
    byday: (parts.get("BYDAY") ?? "").split(",").filter(Boolean),
    monthdays: numbers("BYMONTHDAY"),
    month: numbers("BYMONTH")[0],
    position: numbers("BYSETPOS")[0],
    hours: numbers("BYHOUR"),
    minutes: numbers("BYMINUTE"),
    until: parts.get("UNTIL"),
    count: numbers("COUNT")[0],
  };
}

const units: Readonly<
  Record<string, Readonly<Record<Language, readonly [each: string, unit: string]>>>
> = {
  MINUTELY: { zh: ["每分钟", "分钟"], en: ["every minute", "minutes"] },
  HOURLY: { zh: ["每小时", "小时"], en: ["every hour", "hours"] },
  DAILY: { zh: ["每天", "天"], en: ["every day", "days"] },
  WEEKLY: { zh: ["每周", "周"], en: ["every week", "weeks"] },
  MONTHLY: { zh: ["每月", "个月"], en: ["every month", "months"] },
  YEARLY: { zh: ["每年", "年"], en: ["every year", "years"] },
};

function daysOf(rule: Rule, language: Language): string {
  const [each, unit] = units[rule.freq]?.[language] ?? [rule.freq, rule.freq];
  const every =
    rule.interval === 1
      ? each
      : language === "zh"
        ? `每 ${rule.interval} ${unit}`
        : `every ${rule.interval} ${unit}`;
  if (rule.freq === "WEEKLY" && rule.interval === 1) return weekly(rule.byday, language) ?? every;
  const on = onWords(rule, language);
  if (on === "") return every;
  return language === "zh"
    ? `${every}${rule.interval === 1 ? "" : "的"}${on}`
    : `${every} on ${on}`;
}

/** Well-known sets of days have names. */
function weekly(byday: readonly string[], language: Language): string | undefined {
  const days = [...byday].toSorted().join();
  if (byday.length === 0) return undefined;
  if (days === "FR,MO,TH,TU,WE")
    return language === "zh" ? "每周一到周五" : "every weekday (Mon to Fri)";
  if (days === "SA,SU") return language === "zh" ? "每周六、周日" : "every Sat and Sun";
  if (byday.length === 7) return language === "zh" ? "每天" : "every day";
  return language === "zh" ? `每${dayList(byday, language)}` : `every ${dayList(byday, language)}`;
}

const dayList = (codes: readonly string[], language: Language): string =>
  joinWords(
    codes.map((code) => weekdayName(code, language)),
    language,
  );

const joinWords = (words: readonly string[], language: Language): string =>
  language === "zh" || words.length < 2
    ? words.join("、")
    : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** On which days of the week, month or year. */
function onWords(rule: Rule, language: Language): string {
  const isChinese = language === "zh";
  const month =
    rule.month === undefined ? "" : isChinese ? `${rule.month}月` : `${months[rule.month - 1]} `;
  if (rule.lunar && !isChinese)
    return `${rule.month === undefined ? "" : `month ${rule.month}, `}day ${joinWords(rule.monthdays.map(String), language)} of the Chinese calendar`;
  const moon = rule.lunar ? "农历" : "";
  if (rule.monthdays.length > 0)
    return `${moon}${month}${monthdayWords(rule.monthdays, language, rule.month !== undefined)}`;
  if (rule.position !== undefined)
    return `${month}${nth(rule.position, setName(rule.byday, language), language)}`;
  const days = rule.byday.map((code) => {
    const at = Number.parseInt(code, 10);
    const name = weekdayName(code, language);
    return Number.isNaN(at) ? name : nth(at, name, language);
  });
  return `${month}${joinWords(days, language)}`;
}

const setName = (byday: readonly string[], language: Language): string =>
  byday.length === 5 && !byday.some((code) => /S[AU]/.test(code))
    ? language === "zh"
      ? "工作日"
      : "weekday"
    : dayList(byday, language);

function monthdayWords(days: readonly number[], language: Language, hasMonth: boolean): string {
  const words = days.map((day) => {
    if (day === -1) return language === "zh" ? "最后一天" : "the last day";
    if (day < 0) return language === "zh" ? `倒数第 ${-day} 天` : `day ${-day} from the end`;
    return language === "zh" ? `${day}日` : hasMonth ? String(day) : `the ${ordinal(day)}`;
  });
  return joinWords(words, language);
}

function nth(at: number, name: string, language: Language): string {
  if (at === -1) return language === "zh" ? `最后一个${name}` : `the last ${name}`;
  return language === "zh"
    ? `第${"零一二三四五"[at] ?? at}个${name}`
    : `the ${ordinal(at)} ${name}`;
}

function ordinal(number: number): string {
  const ending =
    number % 100 > 10 && number % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

/** Several times a day: each of them when they are few, else from the first to the last. */
function hoursOf({ hours, minutes }: Rule, language: Language): string {
  if (hours.length === 0) return "";
  const two = (number: number): string => String(number).padStart(2, "0");
  const times = hours.flatMap((hour) =>
    (minutes.length === 0 ? [0] : minutes).map((minute) => `${two(hour)}:${two(minute)}`),
  );
  if (times.length <= 4) return ` ${joinWords(times, language)}`;
  return language === "zh"
    ? ` ${times[0]} 到 ${times.at(-1)} 共 ${times.length} 次`
    : ` from ${times[0]} to ${times.at(-1)}, ${times.length} times`;
}

function endOf({ until, count, freq }: Rule, language: Language): string {
  if (count !== undefined)
    return language === "zh" ? `，共 ${count} 次` : count === 1 ? ", once" : `, ${count} times`;
  const [, year, month, day, hour, minute] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(until ?? "") ?? [];
  if (year === undefined) return "";
  const clock = freq === "HOURLY" || freq === "MINUTELY" ? ` ${hour}:${minute}` : "";
  return language === "zh"
    ? `，到 ${year}年${Number(month)}月${Number(day)}日${clock} 为止`
    : `, until ${Number(day)} ${months[Number(month) - 1]} ${year}${clock}`;
}
