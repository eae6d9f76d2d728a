import { dayMs, minuteMs } from "../../calendar/wall.ts";
import { numberOf, zhNumber } from "../../text/numerals.ts";

const unit = String.raw`(?:小时|钟头|(?<=[个半]\s*)钟(?![头表声点])|小時|hours?|hrs?|h(?![a-z])|分钟|分(?!之|享|析|组|开|手|类|配|期|店|公)|mins?(?![a-z])|minutes?|m(?=后|之后|以后)|秒钟?|seconds?|secs?|s(?=后|之后|以后|$)|刻钟)`;
const one = String.raw`(?<!2(?=4)|二十(?=四)|二(?=十四))(?!(?:24|二十四)小时[\u4e00-\u9fff](?<![后之以内里前的就再左]))(?:半\s*个?(?:小时|钟头|h(?![a-z])|hours?)|半个钟(?![头表声点])|(?:\d+\.\d+|${zhNumber})\s*个?(?:半\s*个?)?\s*${unit}(?:半(?!夜))?)`;

/** "1小时20分钟", "一个半小时", "三刻钟", "90秒", "1.5h". */
export const zhDuration = String.raw`${one}(?:\s*(?:[零又]\s*)?${one}){0,3}`;

const part = new RegExp(
  String.raw`(半\s*个?(?=小时|钟|h))?(\d+\.\d+|${zhNumber})?\s*个?(半)?\s*个?\s*(${unit})(半)?`,
  "g",
);

export function zhDurationMs(text: string): number {
  return Array.from(text.matchAll(part)).reduce(
    (sum, [, half, count, andHalf, name = "", tail]) => {
      const amount =
        half !== undefined
          ? 0.5
          : numberOf(count ?? "1") + (andHalf !== undefined || tail !== undefined ? 0.5 : 0);
      return sum + amount * unitMs(name);
    },
    0,
  );
}

function unitMs(name: string): number {
  if (/^(?:小|钟|h)/.test(name)) return 60 * minuteMs;
  if (name.startsWith("刻")) return 15 * minuteMs;
  return /^(?:秒|s)/.test(name) ? 1000 : minuteMs;
}

const span = String.raw`(?:天|日|周|个?星期|个?礼拜|个月)`;

/** Days and longer: calendar time, not elapsed time. */
export const zhSpan = String.raw`${zhNumber}\s*个?${span}`;

export function zhSpanOf(text: string): { readonly days: number; readonly months: number } {
  const count = numberOf(/^(?:\d+|[^个天日周星礼\s]+)/.exec(text)?.[0] ?? "");
  if (text.includes("月")) return { days: 0, months: count };
  return { days: /天|日/.test(text) ? count : count * 7, months: 0 };
}

export const spanMs = (text: string): number => zhSpanOf(text).days * dayMs;
