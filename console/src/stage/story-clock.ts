import { type Language } from "../language/choose.ts";

const locales = { en: "en-GB", zh: "zh-CN" } as const;

/** The UTC offset of a story in minutes. A story keeps its own wall clock for every reader. */
export function parseOffset(initialTime: string): number {
  const found = /([+-])(\d\d):?(\d\d)$/.exec(initialTime);
  if (found === null) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return found[1] === "-" ? -minutes : minutes;
}

export interface StoryZone {
  readonly language: Language;
  readonly offset: number;
}

/** Weekday, date and time; only the time for a line among others of the same day. */
export function formatStoryTime(
  at: string | null,
  zone: StoryZone,
  how: "whole" | "hour" = "whole",
): string {
  const then = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(then)) return at ?? "";
  const hour = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: "UTC" } as const;
  const options =
    how === "hour"
      ? hour
      : ({ ...hour, weekday: "short", month: "short", day: "numeric" } as const);
  return new Intl.DateTimeFormat(locales[zone.language], options).format(
    then + zone.offset * 60_000,
  );
}

/** The clock some minutes later, in the server's format; undefined for an unparsable clock. */
export function addMinutes(clock: string, minutes: number): string | undefined {
  const at = Date.parse(clock);
  return Number.isNaN(at) ? undefined : new Date(at + minutes * 60_000).toISOString();
}
