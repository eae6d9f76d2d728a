import { type Language } from "./choose.ts";

export interface Zone {
  readonly language: Language;
  readonly timeZone: string | null;
}

const locales = { en: "en-GB", zh: "zh-CN" } as const;

/** The time of a message; with the day, when that is not today. */
export function shortTime(at: string, now: number, zone: Zone): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return "";
  const day = formatter(zone, { year: "numeric", month: "numeric", day: "numeric" });
  const clock = formatter(zone, { hour: "2-digit", minute: "2-digit", hour12: false });
  if (day.format(then) === day.format(now)) return clock.format(then);
  return formatter(zone, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  }).format(then);
}

/**
 * A moment to keep an appointment by: always with its weekday and day, and with the year when that
 * is another one.
 */
export function dayAndTime(at: string, now: number, zone: Zone): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return "";
  const year = formatter(zone, { year: "numeric" });
  const isThisYear = year.format(then) === year.format(now);
  const day: Intl.DateTimeFormatOptions = {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
  };
  const clock = formatter(zone, { hour: "2-digit", minute: "2-digit", hour12: false }).format(then);
  return zone.language === "zh"
    ? `${formatter(zone, day).format(then)} ${clock}`
    : `${formatter(zone, day).format(then)}, ${clock}`;
}

function formatter(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = locales[zone.language];
  try {
    return new Intl.DateTimeFormat(
      locale,
      zone.timeZone === null ? options : { ...options, timeZone: zone.timeZone },
    );
  } catch (error) {
    // A zone that this browser does not know: its own is better than no time at all.
    if (error instanceof RangeError) return new Intl.DateTimeFormat(locale, options);
    throw error;
  }
}
