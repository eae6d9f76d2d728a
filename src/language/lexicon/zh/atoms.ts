import type { Atom, Meaning, Within } from "../../times/atoms.ts";
import { type Pattern, pattern, scan } from "../scan.ts";
import { mixedAtoms } from "../mixed.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";
import { zhClocks, zhPeriod, zhMinutes } from "./clock.ts";
import { feast, next, week, zhDays } from "./days.ts";
import { spanMs, zhDuration, zhDurationMs, zhSpan, zhSpanOf } from "./durations.ts";
import { zhOverMidnight } from "./ranges.ts";
import { zhRules } from "./recurrence.ts";
import { zhZones } from "./zone-times.ts";

const timeAhead = String.raw`(?=\s*(?:了)?\s*(?:${zhPeriod}|今|明|后天|大后|下|本|这|月底|年底|${week}|${zhNumber}\s*[点:.时号日月/-]|\d))`;

const amountMs = (text: string): number =>
  new RegExp(`^${zhDuration}$`).test(text) ? zhDurationMs(text) : spanMs(text);
const amount = String.raw`(?:${zhDuration}|${zhSpan}|半天)`;

const leadBy = (text: string): Meaning => {
  if (text.includes("半天")) return { kind: "unread" };
  return text.includes("月")
    ? { kind: "lead", ms: 0, months: zhSpanOf(text).months }
    : { kind: "lead", ms: amountMs(text) };
};

const movers: readonly Pattern[] = [
  // Another length, not another time.
  pattern(String.raw`(?:延长|缩短|加长)(?:到|了)?\s*(?:${amount})`, () => ({ kind: "unread" })),
  // "开会前10分钟", "3点前一刻钟".
  pattern(String.raw`(?:之前|以前|前)的?\s*(${zhDuration})(?![内里])`, ([, text = ""]) => ({
    kind: "lead",
    ms: zhDurationMs(text),
  })),
  pattern(
    String.raw`(?:提前|提早|早|往前(?:挪|推|移|提)?|前移)\s*(${amount})`,
    ([word, text = ""]) =>
      !word.startsWith("往前") && !word.startsWith("前移")
        ? leadBy(text)
        : /月|半天/.test(text)
          ? { kind: "unread" }
          : { kind: "shift", ms: -amountMs(text) },
  ),
  // "提前一天和一小时": two of them.
  pattern(
    String.raw`(?<=(?:提前|提早)\s*${amount}\s*(?:[和、跟及与]|以及|还有)\s*)(?:提前|提早)?(${amount})`,
    ([, text = ""]) => leadBy(text),
  ),
  pattern(String.raw`(?:提前|提早)(?!到|至|改|挪|了)`, () => ({ kind: "lead", ms: null })),
  pattern(
    String.raw`(?:推迟|延后|延迟|推后|顺延|往后(?:推|挪|延|移)|后推|后延|晚|延)(?:个)?\s*(${amount})`,
    ([, text = ""]) =>
      /半天/.test(text) ? { kind: "unread" } : { kind: "shift", ms: amountMs(text) },
  ),
];

const relative: readonly Pattern[] = [
  // "一两个小时", "1-2小时", "三五分钟": about so long.
  pattern(
    String.raw`(?:再?过|等)?(?:[一二两三四五六七八九][两二三四五六七八九]|(?:\d+|[一二两三四五六七八九])\s*(?:-|~|到|至)\s*(?:\d+|[二两三四五六七八九]))\s*个?半?(?:小时|钟头|分钟?|刻钟|秒|天|${week}|月|min|h)(?:之后|以后|后)?`,
    () => ({ kind: "vague" }),
  ),
  pattern(
    String.raw`(?:再)?(?:过|等|隔|睡|眯|躺|歇)(?:上|个)?\s*(${zhDuration})(?:之后|以后|后)?`,
    ([word, text = ""]) =>
      /^再?[睡眯躺歇]/.test(word) && !word.startsWith("再") && !word.endsWith("后")
        ? { kind: "duration", ms: zhDurationMs(text) }
        : { kind: "after", ms: zhDurationMs(text) },
  ),
  pattern(
    String.raw`(?:还有|还要|还剩|再有)\s*(${zhDuration})(?=\s*(?:才|就|左右|[,，。!！]|$))`,
    ([, text = ""]) => ({
      kind: "after",
      ms: zhDurationMs(text),
    }),
  ),
  pattern(String.raw`(${zhDuration})(?:之后|以后|后|过后)`, ([, text = ""]) => ({
    kind: "after",
    ms: zhDurationMs(text),
  })),
  pattern(String.raw`半天(?:之后|以后|后)`, () => ({ kind: "vague" })),
  pattern(zhDuration, ([text]) => ({ kind: "duration", ms: zhDurationMs(text) })),
];

const vague = String.raw`(?:(?:过|等|待|呆|隔)一?会儿?|一会儿?|等一?下(?![午周个月班课])|过一?阵子?|过段时间|稍后|稍晚|晚些时?候?|晚点儿?|回头|到时候|到时|有空的?时候?|有空|以后|之后|过后|早点儿?|(?<![今明每])[早晚]一点|几(?:分钟|个?小时)(?:后|之后))`;

const zhMonth = String.raw`(?:\d{1,2}|十[一二]?|[一二三四五六七八九])月`;

/** Days without a name. */
const stretch = String.raw`(?:过几[天个]|改天|近期|最近几天|[这前后]几天|过两天|[这后]两天|几天(?:后|之后)|好几天|(?:${next}|这|本)个?月(?!${zhNumber}|底|末|的?最后|的?第|初)|(?:${next}|这|本)个?${week}(?![一二三四五六日天末\d])|(?:明|后|今)年(?!${zhNumber}|的?${zhNumber}月)|\d{4}年(?=的?${feast}|的?农历|的?阴历|的?[正腊冬]月)|(?:\d{4}|[今明后])年的?${zhMonth}(?!${zhNumber}|[底末份初中上下]|的?最后|第)|(?<=[到至从自]\s*)${zhMonth}(?![\d底末份初中上下]|${zhNumber}|的?最后|第)|(?:下+|这|本)?个?月(?:初|中旬?|头)|年底|年初|年中|[上中下]旬|[上下]半[年月]|寒暑?假|暑假|放假(?!了)|开学(?!了)|节假日|休息日|(?:今明|明后)(?:两?天)?|单双号|(?<![订运账帐名菜递水票])[单双](?:号(?!\s*[a-z\d:])|日|周)|大小周|${week}内|(?:本|这|下)个?季度)`;

/** "1月18号到2月25号放寒假", "暑假里…到26号为止": the days of it are said. */
const isNamedSpan = (word: string, text: string, at: number): boolean =>
  /[寒暑放]假/.test(word) &&
  (/[号日]\s*放?$/.test(text.slice(0, at)) ||
    /(?:到|至)[^,，。]{1,8}[号日](?:为止|结束|止)/.test(text));

/** "每周五…，到年底": the last day of a series. */
const yearEnd = String.raw`(?<=[到至]\s*)(?:年|([今本明])年年?)[底末]`;

function withinOf(word: string): { readonly within?: Within } {
  const year = /^(?:(\d{4})|([今明后]))年$/.exec(word);
  if (year !== null)
    return {
      within: {
        unit: "year",
        ahead: "今明后".indexOf(year[2] ?? "今"),
        ...(year[1] === undefined ? {} : { year: Number(year[1]) }),
      },
    };
  const other = new RegExp(String.raw`^(下+|这|本)个?(月|${week})$`).exec(word);
  if (other === null) return {};
  const [, which = "", unit] = other;
  return {
    within: {
      unit: unit === "月" ? "month" : "week",
      ahead: which.startsWith("下") ? which.length : 0,
    },
  };
}

const arrival = new RegExp(String.raw`^到(${zhNumber})点(半|${zhNumber}分?)?(?:提醒|叫|喊)`);
const hourBefore = new RegExp(String.raw`(${zhNumber})点(?:半|整|${zhNumber}分?)?$`);

/** "客人六点到五点半提醒我": they arrive at six; a range does not end before it begins, but a night does. */
function isArrival(text: string, at: number): boolean {
  const [, to] = arrival.exec(text.slice(at, at + 16)) ?? [];
  const [, from] = hourBefore.exec(text.slice(Math.max(0, at - 12), at)) ?? [];
  if (to === undefined || from === undefined) return false;
  const ahead = numberOf(from) - numberOf(to);
  return ahead > 0 && ahead <= 3;
}

const joins: readonly Pattern[] = [
  pattern(
    String.raw`(?:从|自|打)(?=\s*(?:今|明|后|下|本|这|${week}|${zhNumber}|早|晚|上|中))`,
    () => ({ kind: "from" }),
  ),
  pattern(
    String.raw`(?<=[天日号一二三四五六末底])\s*(?:开始|起)(?![床来飞身草诉名重步动因源])`,
    () => ({ kind: "opening" }),
  ),
  pattern(String.raw`(?:一直|直|持续|截止|截至)(?:到|至)${timeAhead}`, () => ({ kind: "until" })),
  // "直到我说停": an end at an unknown time.
  pattern(String.raw`一?直到`, () => ({ kind: "span" })),
  ...zhOverMidnight,
  pattern(String.raw`(?:到|至|-|~)${timeAhead}`, ({ index }, text) =>
    isArrival(text, index) ? undefined : { kind: "to" },
  ),
  pattern(
    String.raw`\s*(?:[、和跟及与同]|还有|以及|,|，)\s*(?=(?:在)?(?:${zhPeriod}|今|明|后天|大后|每|${week}[一二三四五六日天]|下个?${week}|${zhNumber}\s*[点:.号]|${zhDuration}|下午|晚上))`,
    ([word]) => (/[,，]/.test(word) ? undefined : { kind: "and" }),
  ),
  pattern(
    String.raw`(?:不是|别是|并非)(?=\s*(?:${zhPeriod}|今|明|后|大后|${week}|${zhNumber}))`,
    () => ({ kind: "not" }),
  ),
  pattern(
    String.raw`(?<=[点半分刻号日底末一二三四五六天0-9]|${zhPeriod})\s*(?:之前|以前|前)(?!台|面|门|往|任|女|男|年|辈|线|端|后|天|几|[一两二三四五六七八九十\d]+(?:[天日晚周]|个))`,
    () => ({ kind: "deadline" }),
  ),
  pattern(String.raw`最晚|最迟|至迟|不晚于|不迟于`, () => ({ kind: "deadline" })),
];

/** Time words that no other pattern took. A write that ignores one of them would be a guess. */
const unread: readonly Pattern[] = [
  // Of which month or stay is not said, and it is not the next day.
  pattern(String.raw`(?<![月周年的])倒数第${zhNumber}天`, () => ({ kind: "unread" })),
  // All but some.
  pattern(
    String.raw`(?<![删清扣去解拆])除了?(?=${week}|周末|节假日|假日|每|工作日|${zhNumber}[号月])|(?<=${week}[一二三四五六日天末]|假日|假期|节日)\s*(?:除外|以外|之外|不算|不包括|就?不用|就?不要|就?不必|休息|跳过)`,
    () => ({ kind: "unread" }),
  ),
  // One of two.
  pattern(String.raw`(?<=[点半分刻\d])\s*(?:都|也)?(?:行|可以)(?=[,，。\s提叫喊]|$)`, () => ({
    kind: "unread",
  })),
  pattern(
    String.raw`(?:或者?|(?<=[点半分刻天日号晚早午\d一二三四五六]\s*)还是)(?=\s*(?:${zhPeriod}|今|明|后天|${week}|${zhNumber}\s*[点:.]))`,
    () => ({ kind: "unread" }),
  ),
  pattern(
    String.raw`(?<![那这头哪])${zhSpan}(?!假|前|一次|内|里|都|也|[一二三四五六日天末])`,
    () => ({ kind: "span" }),
  ),
  pattern(String.raw`每(?!个人|人|位|件|家|次|一?个(?!月|季|小|半|整))`, () => ({
    kind: "unread",
  })),
  pattern(
    String.raw`第${zhNumber}个?(?:${week}(?![一二三四五六日天])|工作日|天)|最后一个?(?:天|${week}|工作日)|农历|阴历|初[一二三四五六七八九十](?!中)|闰`,
    () => ({ kind: "unread" }),
  ),
  pattern(String.raw`(?<![\d.])\d{1,2}\s*:\s*\d+|\d+\s*(?:点|时(?!候))|${week}[\d七八九]`, () => ({
    kind: "unread",
  })),
  pattern(String.raw`时区`, () => ({ kind: "unread" })),
];

const patterns: readonly Pattern[] = [
  ...zhZones,
  ...movers,
  // One day of which the calendar of working days would have to tell.
  pattern(String.raw`下一?个工作日`, () => ({ kind: "unread" })),
  // Odd and even weeks are counted differently everywhere; a span of days of the month is not one
  // of them.
  pattern(
    String.raw`[单双]周(?=的?${week})|每个?月的?${zhNumber}[号日]?\s*(?:到|至|-|~)\s*${zhNumber}[号日]`,
    () => ({ kind: "unread" }),
  ),
  ...zhRules,
  // "后天请假一天".
  pattern(String.raw`一整天|[全整][天日]|(?<=[假差游息训])[一1]天`, () => ({ kind: "whole" })),
  pattern(vague, () => ({ kind: "vague" })),
  pattern(yearEnd, ([, year]) => ({
    kind: "day",
    day: { is: "date", month: 12, day: 31, years: year === "明" ? 1 : 0 },
  })),
  pattern(stretch, ({ 0: word, index }, text) =>
    isNamedSpan(word, text, index) ? undefined : { kind: "stretch", ...withinOf(word) },
  ),
  ...zhMinutes,
  ...relative,
  ...joins,
  ...zhDays,
  ...zhClocks,
  ...mixedAtoms,
  ...unread,
];

export const zhAtoms = (text: string): Atom[] =>
  scan(text, patterns).flatMap((atom): Atom[] => {
    const isNightBefore =
      atom.kind === "day" &&
      atom.day.is === "event" &&
      nightEnd.test(text.slice(atom.at, atom.end));
    // "前一晚" is a day and a part of it.
    return isNightBefore
      ? [atom, { kind: "period", period: "night", at: atom.end, end: atom.end }]
      : [atom];
  });
const nightEnd = /[晚夜]$/;
