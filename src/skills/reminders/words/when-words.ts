import type { Language } from "../../../domain/language.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import {
  civil,
  dayOf,
  minuteMs,
  timeOf,
  wallOf,
  wallText,
} from "../../../language/calendar/wall.ts";

/** The recipient's language and zone, and the current time. */
export interface Listener {
  readonly language: Language;
  /** The person's own zone. */
  readonly zone: string;
  readonly now: number;
}

export interface Told {
  /** Wall time in `zone`. */
  readonly wall: string;
  readonly zone: string;
  readonly durationMinutes?: number | null | undefined;
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
export function whenWords(told: Told, to: Listener): string {
  const join = to.language === "zh" ? " " : ", ";
  const zone =
    told.zone === to.zone
      ? ""
      : to.language === "zh"
        ? `（${told.zone} 时间）`
        : ` (${told.zone} time)`;
  return `${dayWords(told, to)}${join}${timeWords(told)}${zone}`;
}

export function dayWords({ wall, zone }: Told, { language, now }: Listener): string {
  const [day, today] = [dayOf(wallOf(wall)), dayOf(wallOf(wallTimeAt(now, zone)))];
  const { year, month, day: date, weekday } = civil(day);
  const [name = "", close] = [weekdays[language][weekday - 1], near[language][day - today]];
  const isThisYear = civil(today).year === year;
  if (language === "zh")
    return `${close === undefined ? "" : `${close} `}${isThisYear ? "" : `${year}年`}${month}月${date}日 ${name}`;
  return `${close === undefined ? "" : `${close}, `}${name} ${date} ${months[month - 1]}${isThisYear ? "" : ` ${year}`}`;
}

/** A range when it has a length. */
export function timeWords({ wall, durationMinutes }: Told): string {
  if (durationMinutes === null || durationMinutes === undefined) return clockWords(wall);
  const end = wallText(wallOf(wall) + durationMinutes * minuteMs);
  const nextDay = dayOf(wallOf(end)) - dayOf(wallOf(wall));
  return `${clockWords(wall)}–${clockWords(end)}${nextDay > 0 ? ` (+${nextDay})` : ""}`;
}

export function clockWords(wall: string): string {
  return timeOf(wallOf(wall)) % minuteMs === 0 ? wall.slice(11, 16) : wall.slice(11, 19);
}

/** What people call the zone: "中国时间", "Eastern Time". */
export function zoneWords({ language, zone, now }: Listener): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    timeZoneName: "longGeneric",
  }).formatToParts(now);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
  // Where people have no name for it, its own says more than an offset.
  return name.startsWith("GMT") ? zone : name;
}

export const weekdayName = (code: string, language: Language): string => {
  const at = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].indexOf(code.slice(-2));
  return weekdays[language][at] ?? code;
};
