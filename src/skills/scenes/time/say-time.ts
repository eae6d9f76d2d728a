import type { Language } from "../../../domain/language.ts";
import { createDayCounter } from "./days.ts";
import type { ChatState } from "../state/chat-state.ts";

type Words = Readonly<Record<Language, readonly string[]>>;

const weekdays: Words = {
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  zh: ["周日", "周一", "周二", "周三", "周四", "周五", "周六"],
};
/** By the hour at which each begins. */
const dayParts: Readonly<Record<Language, readonly (readonly [number, string])[]>> = {
  en: [
    [0, "at night"],
    [5, "early in the morning"],
    [8, "in the morning"],
    [11, "around noon"],
    [14, "in the afternoon"],
    [18, "in the evening"],
    [22, "late in the evening"],
  ],
  zh: [
    [0, "深夜"],
    [5, "清晨"],
    [8, "上午"],
    [11, "中午"],
    [14, "下午"],
    [18, "晚上"],
    [22, "深夜"],
  ],
};

type StoryCalendar = Pick<ChatState, "startedAt" | "anchor">;

/** A time of the story as people say it: “Day 3, Wednesday, in the evening, 20:05”. */
export function sayTime(of: StoryCalendar, time: string, language: Language): string {
  const wall = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(time);
  const day = sayDay(of, time, language);
  if (wall === null) return day;
  const hour = Number(wall[2]);
  const part = dayParts[language].findLast(([from]) => from <= hour)?.[1] ?? "";
  const weekday = weekdays[language][new Date(`${wall[1]}T00:00:00Z`).getUTCDay()] ?? "";
  const clock = `${wall[2]}:${wall[3]}`;
  return language === "zh"
    ? [day, `${weekday}${part} ${clock}`].filter((each) => each !== "").join("，")
    : [day, weekday, part, clock].filter((each) => each !== "").join(", ");
}

/** Without the hour, for what was long ago: “Day 3, in the evening”. */
export function sayWhen(of: StoryCalendar, time: string, language: Language): string {
  const hour = Number(/T(\d\d):/.exec(time)?.[1] ?? Number.NaN);
  const part = dayParts[language].findLast(([from]) => from <= hour)?.[1] ?? "";
  const day = sayDay(of, time, language);
  return [day, part].filter((each) => each !== "").join(language === "zh" ? "" : ", ");
}

/**
 * The story's own count of days, moved on from where it began: “Day 1” is “Day 3” two days later. A
 * beginning that is not numbered is what later days are counted from.
 */
export function sayDay(of: StoryCalendar, time: string, language: Language): string {
  const anchor = of.anchor.trim();
  const number = createDayCounter(of)(time);
  if (/\d/.test(anchor)) return anchor.replace(/\d+/, String(number));
  const later = number - 1;
  if (anchor === "") return language === "zh" ? `第${number}天` : `Day ${number}`;
  if (later <= 0) return anchor;
  return language === "zh"
    ? `${anchor}之后第${later}天`
    : `${later} ${later === 1 ? "day" : "days"} after “${anchor}”`;
}

/** All words by which times are said. */
export const timeWords = [
  ...Object.values(weekdays).flat(),
  ...Object.values(dayParts).flatMap((parts) => parts.map(([, word]) => word)),
  "Day days after 之后第 天 第",
].join(" ");
