import type { Meaning, Period } from "../../times/atoms.ts";
import { type Pattern, pattern } from "../scan.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";

const week = "(?:周|星期|礼拜)";

const periods: readonly (readonly [RegExp, Period])[] = [
  [/^(?:凌晨|半夜|后半夜|夜半)/, "dawn"],
  [/^(?:清晨|清早|大清早|一大早|一早|大早上|早上|早晨|早间|上午|早|晨)/, "morning"],
  [/^(?:中午|正午|晌午)/, "noon"],
  [/^(?:下午|午后)/, "afternoon"],
  [/^(?:傍晚|黄昏|下晚)/, "evening"],
  [/^(?:晚上|晚间|夜里|夜晚|深夜|大晚上|临?睡前|晚|夜)/, "night"],
];

const zhPeriodOf = (word: string): Period | undefined =>
  periods.find(([words]) => words.test(word))?.[1];

/**
 * One letter is a period only where a day stands before it or a number after it: 今晚, 早8点, but
 * not 晚饭.
 */
const long =
  "凌晨|后半夜|半夜|夜半|清晨|大清早|清早|一大早|一早|大早上|大晚上|早上|早晨|早间|上午|中午|正午|晌午|下午|午后|傍晚|黄昏|下晚儿?|晚上|晚间|夜里|夜晚|深夜|临?睡前(?=\\s*(?:\\d|[八九十]))";
const short = String.raw`(?<=[今明当每后天一二三四五六日号]\s*)[早晚夜晨](?![饭餐点安会些一])|(?<=除夕|平安|跨年|圣诞|中秋|七夕|元宵|三十)夜(?![饭餐点安会些一])|[早晚](?=\s*\d{1,2}\s*[点:.])|[早晚](?=[二两三四五六七八九十]+点)|(?<=[今明每])[早晚](?=一点)|[早晚](?=\d{1,2}\s*(?:[早晚]\d|各|都))`;
export const zhPeriod = String.raw`(?:${long}|${short})`;

const hours = String.raw`(?:\d{1,2}|二十[一二三四]?|十[一二三四五六七八九]?|[零一二两三四五六七八九])`;
const minutes = String.raw`(?:\d{1,2}|[二三四五]?十[一二三四五六七八九]?|[零〇]?[一二三四五六七八九]|[零〇]\d)`;
/** What a number after "点" counts when it is not minutes: 3点2个人. */
const counted = String.raw`(?!\d|\s*(?:个|人|位|份|次|杯|页|月|号|日|点|天|年|元|块|楼|小时|分钟|min|h|台|条|件|本|:)|(?<=一)(?:定|下|起|会|直|共|般|些|样|路|大早|同|律|旦|边|并|块|家|声|趟|点)|(?<=三)亚|(?<=四)川|(?<=[四六八])级|(?<=七)夕)`;
const tail = String.raw`(?:\s*(?:(半)(?!小时|个(?:小时|钟|多|半|月|星期|礼拜))|过?\s*([一二三123])刻(?!钟)|过?\s*(${minutes})\s*分(?!钟)|过?\s*(${minutes})${counted}|钟|整|正(?![在好要是常])))?`;

const clock = (parts: {
  hour: number;
  minute?: number;
  second?: number;
  exact?: boolean;
  period?: Period | undefined;
}): Meaning | undefined => {
  const { hour, minute = 0, second = 0, exact = hour > 12 || hour === 0, period } = parts;
  if (!(hour <= 24) || !(minute < 60) || !(second < 60)) return { kind: "unread" };
  return { kind: "clock", hour, minute, second, exact, period };
};

/** "早一点", "有一点": a little, not one o'clock. */
const aLittle =
  /(?:(?<![今明每天日一二三四五六])[早晚]|[快慢多少有差好大小高低长短近远轻重懂了点])\s*$/;

/** "quick一点". */
const isDegree = (before: string, behind: string): boolean =>
  aLittle.test(before) ||
  /^[都也儿]/.test(behind) ||
  (/[a-z]$/.test(before) && /^\s*(?:[,，。!！~]|$)/.test(behind));

/** "8点10分20分" is more than one time in one, and reminders have no seconds. */
const goesOn = new RegExp(
  [
    String.raw`^\s*[、,和]?\s*(?:\d{1,2}|[二三四五]?十[一二三四五六七八九]?)分(?!钟)`,
    String.raw`^\s*${minutes}秒`,
    String.raw`^(?:来钟|几分|多(?=钟|的|提|叫|喊|[\s,，]|$))`,
  ].join("|"),
);

function readSpokenClock(match: RegExpExecArray, text: string): Meaning | undefined {
  const [whole, hour = "", half, quarter, withUnit, plain] = match;
  const before = text.slice(0, match.index);
  const behind = text.slice(match.index + whole.length);
  if (/^一\s*点$/.test(whole) && isDegree(before, behind)) return undefined;
  if (goesOn.test(behind)) return { kind: "unread" };
  const minute =
    half !== undefined
      ? 30
      : quarter !== undefined
        ? numberOf(quarter) * 15
        : numberOf(withUnit ?? plain ?? "零");
  return clock({ hour: numberOf(hour), minute });
}

const digital: Pattern["read"] = (match, text) => {
  const [whole, hour = "", mark, minute = "", second, half] = match;
  const after = text.slice(match.index + whole.length);
  const price =
    mark !== ":" &&
    (/^\s*(?:元|块|万|%|公里|米|斤|公斤|度|倍|折|分(?!钟)|版|号|\d|\.)/.test(after) ||
      Number(hour) > 24 ||
      Number(minute) > 59);
  if (price) return undefined;
  const given = Number(hour);
  if (half !== undefined)
    return clock({ hour: onHalf(given, half), minute: Number(minute), exact: true });
  return clock({
    hour: given,
    minute: Number(minute),
    second: Number(second ?? 0),
    exact: given > 12 || hour.startsWith("0"),
  });
};

const onHalf = (hour: number, half: string): number =>
  (hour % 12) + (half.startsWith("p") ? 12 : 0);

const ofAnyHour = (minute: number): Meaning | undefined =>
  minute < 60
    ? { kind: "clock", hour: 0, minute, second: 0, exact: false, anyHour: true }
    : undefined;

/**
 * "五十分的时候", "下个整点": of this hour or the next. They stand before the lengths, which they
 * look like.
 */
export const zhMinutes: readonly Pattern[] = [
  pattern(String.raw`(?<![点时:\d.年月第]\s*)(${minutes})分?的时候`, ([, minute = ""]) =>
    ofAnyHour(numberOf(minute)),
  ),
  pattern(
    String.raw`(?<![每逢各点\d]\s*个?)(?:下一?个)?整点(?:的时候|时)?(?=\s*(?:再|就|的话)?(?:提醒|[叫喊催]|通知|$|[,，。!！]))`,
    () => ofAnyHour(0),
  ),
];

export const zhClocks: readonly Pattern[] = [
  pattern(String.raw`差(${minutes})分钟?(?:到|就)?(${hours})点`, ([, less = "", hour = ""]) =>
    clock({ hour: numberOf(hour) - 1, minute: 60 - numberOf(less) }),
  ),
  pattern(String.raw`差一刻(?:钟)?(?:到|就)?(${hours})点|(${hours})点差一刻`, ([, one, two]) =>
    clock({ hour: numberOf(one ?? two ?? "") - 1, minute: 45 }),
  ),
  pattern(String.raw`(${hours})点差(${minutes})分`, ([, hour = "", less = ""]) =>
    clock({ hour: numberOf(hour) - 1, minute: 60 - numberOf(less) }),
  ),
  pattern(
    String.raw`(?<![\d.]|\d\s?:)(\d{1,2})\s*([:.])\s*(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\b\.?)?(?:分|整)?`,
    digital,
  ),
  pattern(String.raw`(?<![\d.]|\d\s?:)(\d{1,2})\s*([ap])\.?m\b\.?`, ([, hour = "", half = ""]) =>
    Number(hour) > 12
      ? { kind: "unread" }
      : clock({ hour: onHalf(Number(hour), half), exact: true }),
  ),
  pattern(
    String.raw`(?<=(?:[今明后]天|${week}[一二三四五六日天]|[号日])的?\s*)(?:这个?时候|这个点儿?|这个时间|这会儿|此时)`,
    () => ({
      kind: "clock",
      hour: 0,
      minute: 0,
      second: 0,
      exact: true,
      asNow: true,
    }),
  ),
  // "18号0630", "明天1400": four digits behind a day.
  pattern(
    String.raw`(?<=(?:[天日号晚早]|${week}[一二三四五六日天])\s*)([01]\d|2[0-3])([0-5]\d)(?!\d|\s*(?:[年月日号元块米人个名件条度步字页卡分室房]|公里|毫升|[:.]\d))`,
    ([, hour = "", minute = ""]) =>
      clock({ hour: Number(hour), minute: Number(minute), exact: true }),
  ),
  // "早8晚8各一次".
  pattern(String.raw`(?<=[早晚])(\d{1,2})(?=\s*(?:[早晚]\d|各|都))`, ([, hour = ""]) =>
    clock({ hour: Number(hour) }),
  ),
  // "四五点", "3、4点": one of two, or both.
  pattern(
    String.raw`(?:[一二两三四五六七八九]|\d{1,2})\s*[、,]\s*(?:[一二三四五六七八九]|\d{1,2})点|[一二三四五六七八九][一二三四五六七八九]点`,
    () => ({ kind: "unread" }),
  ),
  pattern(
    String.raw`(?<![\d.]|\d\s?:)(${hours})\s*(?:点|时(?!候|间|刻|常|不|期|代|差|区|装|尚|髦|段))${tail}`,
    readSpokenClock,
  ),
  // The first half of "7-8点" and "两到四点".
  pattern(
    String.raw`(?<![\d.]|\d\s?:)(${hours})(?=\s*(?:-|~|到|至)\s*(?:${long})?\s*${hours}\s*(?:点|时(?!候|间)))`,
    ([, hour = ""]) => clock({ hour: numberOf(hour) }),
  ),
  pattern(zhPeriod, ([word]) => {
    const period = zhPeriodOf(word);
    return period === undefined ? undefined : { kind: "period", period };
  }),
  pattern(String.raw`零点(?:${zhNumber}分?)?`, () => ({
    kind: "clock",
    hour: 0,
    minute: 0,
    second: 0,
    exact: true,
  })),
];
