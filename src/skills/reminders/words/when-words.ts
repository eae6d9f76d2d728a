import type { Language } from "../../../domain/language.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { civil, dayOf, minuteMs, wallOf, wallText } from "../../../language/calendar/wall.ts";

/** The recipient's language and zone, and the current time. */
export interface Audience {
  readonly language: Language;
  /** The person's own zone. */
  readonly zone: string;
  readonly now: number;
}

export interface ZonedWall {
  /** Wall time in `zone`. */
  readonly wall: string;
  readonly zone: string;
  readonly durationMinutes?: number | null | undefined;
  /** Whole days, which are the same dates in every zone. */
  readonly allDay?: boolean | undefined;
}

const weekdays: Readonly<Record<Language, readonly string[]>> = {
  zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
};
export const months = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;
const near: Readonly<Record<Language, readonly string[]>> = {
  zh: ["今天", "明天", "后天"],
  en: ["today", "tomorrow"],
};

/**
 * "明天 6月11日 周四 15:00–16:00", "tomorrow, Thu 11 Jun, 15:00–16:00". Another zone than the
 * person's own is named.
 */
export function whenWords(told: ZonedWall, to: Audience): string {
  if (told.allDay === true) return daysWords(told, to);
  const join = to.language === "zh" ? " " : ", ";
  const zone =
    told.zone === to.zone
      ? ""
      : to.language === "zh"
        ? `（${told.zone} 时间）`
        : ` (${told.zone} time)`;
  return `${dayWords(told, to)}${join}${timeWords(told)}${zone}`;
}

/** "3月3日 周二 全天", "Thu 3 Dec to Thu 10 Dec, all day". */
function daysWords(told: ZonedWall, to: Audience): string {
  const first = dayWords(told, to);
  const count = Math.max(1, Math.round((told.durationMinutes ?? 0) / 1_440));
  const last = wallText(wallOf(told.wall) + (count - 1) * 1_440 * minuteMs);
  const days =
    count === 1
      ? first
      : `${first}${to.language === "zh" ? " 到 " : " to "}${plainDay({ ...told, wall: last }, to)}`;
  return to.language === "zh" ? `${days} 全天` : `${days}, all day`;
}

/** The last day of several, which no one calls tomorrow. */
const plainDay = (told: ZonedWall, to: Audience): string =>
  dayWords(told, to).replace(/^(?:(?:今天|明天|后天) |(?:today|tomorrow), )/, "");

export function dayWords({ wall, zone }: ZonedWall, { language, now }: Audience): string {
  const [day, today] = [dayOf(wallOf(wall)), dayOf(wallOf(wallTimeAt(now, zone)))];
  const { year, month, day: date, weekday } = civil(day);
  const [name = "", close] = [weekdays[language][weekday - 1], near[language][day - today]];
  const isThisYear = civil(today).year === year;
  if (language === "zh")
    return `${close === undefined ? "" : `${close} `}${isThisYear ? "" : `${year}年`}${month}月${date}日 ${name}`;
  return `${close === undefined ? "" : `${close}, `}${name} ${date} ${months[month - 1]}${isThisYear ? "" : ` ${year}`}`;
}

/** A range when it has a length. */
export function timeWords({ wall, durationMinutes }: ZonedWall): string {
  if (durationMinutes === null || durationMinutes === undefined) return clockWords(wall);
  const end = wallText(wallOf(wall) + durationMinutes * minuteMs);
  const nextDay = dayOf(wallOf(end)) - dayOf(wallOf(wall));
  return `${clockWords(wall)}–${clockWords(end)}${nextDay > 0 ? ` (+${nextDay})` : ""}`;
}

/** People read clocks to the minute. */
export const clockWords = (wall: string): string => wall.slice(11, 16);

/**
 * Elapsed time is read back as such: "in 10 minutes, at 20:30", "10 分钟后（20:30）". Another day than
 * today is named.
 */
export function relativeWords(at: number, told: ZonedWall, to: Audience): string {
  const span = spanWords(at - to.now, to.language);
  const today = wallTimeAt(to.now, told.zone).slice(0, 10);
  const when = told.wall.startsWith(today) ? clockWords(told.wall) : whenWords(told, to);
  if (to.language === "zh") return `${span}后（${when}）`;
  return `in ${span}, ${told.wall.startsWith(today) ? "at " : ""}${when}`;
}

/** "10 minutes", "1 hour 30 minutes", "90 seconds", "2 days". */
function spanWords(ms: number, language: Language): string {
  // A moment is a whole second, and the clock has gone on a little since it was said.
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 120 && seconds % 60 !== 0) return count(seconds, "second", language);
  const minutes = Math.round(seconds / 60);
  const parts: [number, Unit][] = [
    [Math.floor(minutes / 1_440), "day"],
    [Math.floor((minutes % 1_440) / 60), "hour"],
    [minutes % 60, "minute"],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, unit]) => count(number, unit, language))
    .join(" ");
}

const unitsZh = { second: "秒", minute: "分钟", hour: "小时", day: "天" } as const;
type Unit = keyof typeof unitsZh;

const count = (number: number, unit: Unit, language: Language): string =>
  language === "zh" ? `${number} ${unitsZh[unit]}` : `${number} ${unit}${number === 1 ? "" : "s"}`;

export const weekdayName = (code: string, language: Language): string => {
  const at = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].indexOf(code.slice(-2));
  return weekdays[language][at] ?? code;
};
