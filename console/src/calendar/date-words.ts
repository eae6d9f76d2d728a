import { type Language } from "../language/choose.ts";
import { addDays, type Day, dayOf, minutesOf, type Wall } from "./days.ts";

const locales = { en: "en-GB", zh: "zh-CN" } as const;

const formatDay = (day: Day, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: "UTC" }).format(
    Date.parse(`${day}T12:00:00Z`),
  );

export const weekdayWord = (day: Day, language: Language): string =>
  formatDay(day, language, { weekday: "short" });

/** "Tue 17 Nov", "11月17日周二"; with the year when it is another. */
export function dayWords(day: Day, language: Language, today: Day): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: "numeric" } as const);
  // Without the comma that English would set behind the weekday.
  return formatDay(day, language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...year,
  }).replace(",", "");
}

/** For screen readers. */
export const fullDayWords = (day: Day, language: Language): string =>
  formatDay(day, language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).replace(",", "");

export const monthWords = (day: Day, language: Language): string =>
  formatDay(day, language, { month: "long", year: "numeric" });

interface Range {
  readonly first: Day;
  readonly last: Day;
  readonly today: Day;
}

/**
 * "16 – 22 Nov", "11月16日 – 22日": the days of a week, with the year when it is another one than
 * now.
 */
export function rangeWords({ first, last, today }: Range, language: Language): string {
  const isThisYear = [first, last].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  if (language === "en") {
    const format = new Intl.DateTimeFormat(locales.en, {
      day: "numeric",
      month: "short",
      ...year,
      timeZone: "UTC",
    });
    return format.formatRange(Date.parse(`${first}T12:00:00Z`), Date.parse(`${last}T12:00:00Z`));
  }
  // For a range, Chinese would use digits and slashes; a month that both ends share is written
  // once.
  const month = first.slice(0, 7) === last.slice(0, 7) ? {} : ({ month: "long", ...year } as const);
  return `${formatDay(first, "zh", { ...year, month: "long", day: "numeric" })} – ${formatDay(last, "zh", { ...month, day: "numeric" })}`;
}

/** How this device writes the clock. */
export interface ClockStyle {
  readonly language: Language;
  readonly hours: 12 | 24;
}

export function clockWords(wall: Wall, { language, hours }: ClockStyle): string {
  if (hours === 24) return wall.slice(11, 16);
  const hour = Number(wall.slice(11, 13));
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}:${wall.slice(14, 16)}`;
  if (language === "zh") return `${hour < 12 ? "上午" : "下午"}${clock}`;
  return `${clock.replace(":00", "")} ${hour < 12 ? "am" : "pm"}`;
}

export const hourWords = (hour: number, style: ClockStyle): string =>
  style.hours === 24
    ? `${String(hour).padStart(2, "0")}:00`
    : clockWords(`0000-00-00T${String(hour).padStart(2, "0")}:00`, style);

/** When something begins and, where that is known, ends. */
export function spanWords(start: Wall, end: Wall | null, style: ClockStyle): string {
  const begins = clockWords(start, style);
  return end === null ? begins : `${begins}–${clockWords(end, style)}`;
}

/** A day and a clock as a sentence would say them, so that the rules of the field can read them. */
export function describeMoment(wall: Wall, language: Language): string {
  const [, month = "", date = ""] = dayOf(wall).split("-");
  if (language === "zh") return `${Number(month)}月${Number(date)}日${wall.slice(11, 16)} `;
  return `${formatDay(dayOf(wall), "en", { day: "numeric", month: "short" })} ${wall.slice(11, 16)} `;
}

/** Today and its neighbours have names. */
export function nearDay(day: Day, today: Day): "today" | "tomorrow" | "yesterday" | undefined {
  if (day === today) return "today";
  return day === addDays(today, 1)
    ? "tomorrow"
    : day === addDays(today, -1)
      ? "yesterday"
      : undefined;
}

/** An entry without a length is still visible and clickable. */
const shownMinutes = 30;

export const endMinutes = (start: Wall, minutes: number | null): number =>
  Math.min(minutesOf(start) + Math.max(minutes ?? 0, shownMinutes), 1440);

/** A day alone, or the first and the last of several, for what fills whole days. */
export function placeWords(
  at: { readonly wall: Wall; readonly allDay: boolean; readonly end?: Wall | null },
  calendar: ClockStyle & { readonly today: Day },
): string {
  if (!at.allDay) return momentWords(at.wall, calendar);
  const { language, today } = calendar;
  const first = dayOf(at.wall);
  const last = at.end === undefined || at.end === null ? first : addDays(dayOf(at.end), -1);
  const words = dayWords(first, language, today);
  return last <= first ? words : `${words} – ${dayWords(last, language, today)}`;
}

export const momentWords = (wall: Wall, calendar: ClockStyle & { readonly today: Day }): string =>
  `${dayWords(dayOf(wall), calendar.language, calendar.today)} ${clockWords(wall, calendar)}`;
