import { civil, dayFrom, dayOf, wallAt, wallOf, wallText, weekdayOf } from "../calendar/wall.ts";
import * as en from "../lexicon/en/review.ts";
import * as zh from "../lexicon/zh/review.ts";
import { enNumberOf, numberOf } from "../text/numerals.ts";

/** Wall times: from (inclusive) and to (exclusive). */
export interface Stretch {
  readonly start: string;
  readonly end: string;
}

const longest = 80;

/** "What did I do last week": the days that are asked about. `now` is wall time. */
export function parseReviewRequest(text: string, now: string): Stretch | undefined {
  if (text.length > longest) return undefined;
  for (const pattern of [...zh.asksForReview, ...en.asksForReview]) {
    const groups = pattern.exec(text.replaceAll("’", "'").trim())?.groups;
    if (groups !== undefined) return toStretch(groups, dayOf(wallOf(now)));
  }
  return undefined;
}

/**
 * The days of an act that the speaker reports: as the sentence says, and otherwise the day on which
 * it was said. Nothing for what is long past, lasts, or was not done.
 */
export function readToldAct(text: string, saidAt: string): Stretch | undefined {
  const plain = text.replaceAll("’", "'").trim();
  const words = [zh, en].find(({ tellsOfAct }) => tellsOfAct.test(plain));
  if (words === undefined) return undefined;
  if ([zh, en].some((each) => each.tellsOfLongAgo.test(plain) || each.tellsOfState.test(plain)))
    return undefined;
  const today = dayOf(wallOf(saidAt));
  const found = words.toldDays.exec(plain)?.groups;
  if (found === undefined) return days(today, 1);
  if (found["night"] !== undefined) return days(today - 1, 1);
  if (found["ago"] !== undefined)
    return days(today - daysIn({ count: found["ago"], unit: found["unit2"] ?? "" }), 1);
  return found["lately"] === undefined ? toStretch(found, today) : undefined;
}

type Found = Readonly<Record<string, string | undefined>>;

function toStretch(found: Found, today: number): Stretch {
  const monday = today - weekdayOf(today) + 1;
  const { day, week, weekend, weekday, month } = found;
  if (day !== undefined) return days(today - (daysAgo[day.toLowerCase()] ?? 0), 1);
  if (weekday !== undefined) return days(pastWeekday(found, today), 1);
  if (weekend !== undefined) return days(lastSaturday(today), 2);
  if (week !== undefined) {
    const back = weeksBack[week.toLowerCase().replace(leadingThe, "")] ?? weeksIn(week);
    return back === 0 ? between(monday, today + 1) : days(monday - 7 * back, 7);
  }
  if (month !== undefined) return monthOf(today, isThis(month) ? 0 : 1);
  return lastDays(found, today);
}

const leadingThe = "the ";
const daysAgo: Readonly<Record<string, number>> = {
  昨天: 1,
  昨日: 1,
  前天: 2,
  大前天: 3,
  yesterday: 1,
  "the day before yesterday": 2,
};
const weeksBack: Readonly<Record<string, number>> = {
  "last week": 1,
  "past week": 1,
  "week before last": 2,
  "this week": 0,
  "my week": 0,
  week: 0,
};
const weeksIn = (week: string): number => Array.from(week).filter((sign) => sign === "上").length;
const isThis = (month: string): boolean => ["这", "本", "t", "m"].includes(month.slice(0, 1));

const between = (first: number, end: number): Stretch => ({
  start: wallText(wallAt(first, 0)),
  end: wallText(wallAt(end, 0)),
});
const days = (first: number, count: number): Stretch => between(first, first + count);

/** The latest Saturday that has begun. */
const lastSaturday = (today: number): number => today - ((weekdayOf(today) + 1) % 7);

const names = {
  zh: ["一", "二", "三", "四", "五", "六", "日"],
  en: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
};

/** "周三": the latest one before today; "上周三": the one of the week before. */
function pastWeekday({ nth = "", earlier }: Found, today: number): number {
  const said = nth.toLowerCase().replace("天", "日");
  const wanted = Math.max(names.zh.indexOf(said), names.en.indexOf(said)) + 1;
  if (earlier?.startsWith("上") === true) return today - weekdayOf(today) + 1 - 7 + (wanted - 1);
  const back = (weekdayOf(today) - wanted + 7) % 7;
  return today - (back === 0 ? 7 : back);
}

function monthOf(today: number, back: number): Stretch {
  const { year, month } = civil(today);
  const index = year * 12 + (month - 1) - back;
  const first = dayFrom(Math.floor(index / 12), (index % 12) + 1, 1) ?? today;
  const next = dayFrom(Math.floor((index + 1) / 12), ((index + 1) % 12) + 1, 1) ?? today;
  return between(first, Math.min(next, today + 1));
}

const someDays = 7;
const few = 3;

/** So many days up to today; "lately" is a week. */
function lastDays({ count, unit, lately }: Found, today: number): Stretch {
  if (lately !== undefined || count === undefined || unit === undefined)
    return between(today - someDays + 1, today + 1);
  return between(today - Math.min(daysIn({ count, unit }), longestStretch) + 1, today + 1);
}

interface Length {
  readonly count: string;
  readonly unit: string;
}

function daysIn({ count, unit }: Length): number {
  const number =
    count === zh.few || count === "few"
      ? few
      : count === "couple of"
        ? 2
        : enNumberOf(count) || numberOf(count) || 1;
  return number * (unitDays.find(([sign]) => unit.startsWith(sign))?.[1] ?? 1);
}

const unitDays: readonly (readonly [string, number])[] = [
  ["周", 7],
  ["星期", 7],
  ["礼拜", 7],
  ["week", 7],
  ["月", 30],
  ["month", 30],
];
/** A longer one is a history, not a summary. */
const longestStretch = 366;
