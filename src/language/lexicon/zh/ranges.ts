import { type Pattern, pattern } from "../scan.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";
import { week, weekdayOf, weekdaySign } from "./days.ts";

const morning = String.raw`(?=\s*(?:凌晨|清晨|早|上午|0?\d:))`;
/** A night, or an afternoon, and its hour: what the day behind it follows. */
const night = /(?:[晚夜]|傍晚|下午|1[3-9]:|2[0-3]:)[^,，。;；]{0,8}$/;
const hour = /(?:点[\d一二三四五六七八九十半分钟整]{0,4}|:\d\d)\s*$/;

const last = (text: string, source: string): string | undefined =>
  Array.from(text.matchAll(new RegExp(source, "g"))).at(-1)?.[1];

/** Whether the day behind 到 is the one after the day ahead of it. */
function isNextDay(before: string, day: string): boolean {
  if (/第二|次日|隔|翌/.test(day)) return true;
  if (day.startsWith("明")) return !/[明后周星礼号日]/.test(before.replaceAll("今日", ""));
  if (day.startsWith("后")) return /明[^,，。]*$/.test(before);
  const weekday = last(before, `${week}(${weekdaySign})`);
  if (new RegExp(`^${week}`).test(day))
    return weekday !== undefined && (weekdayOf(weekday) % 7) + 1 === weekdayOf(day.slice(-1));
  const date = last(before, `(${zhNumber})[号日]`);
  return date !== undefined && numberOf(date) + 1 === numberOf(day.replace(/[号日]$/, ""));
}

/**
 * "周五晚上11点到周六早上7点": a range over midnight, whose second day says nothing new. Any other
 * second day would make it last for days, which is asked about.
 */
export const zhOverMidnight: readonly Pattern[] = [
  pattern(
    String.raw`(?:到|至|-|~)\s*(第二天|次日|隔天|翌日|明(?:天|日|(?=早))|后[天日]|${week}${weekdaySign}|${zhNumber}[号日])的?${morning}`,
    ({ 1: day = "", index }, text) => {
      const before = text.slice(0, index);
      if (!hour.test(before)) return undefined;
      return night.test(before) && isNextDay(before, day) ? { kind: "to" } : { kind: "unread" };
    },
  ),
];
