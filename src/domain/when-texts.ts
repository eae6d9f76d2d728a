import type { Language } from "./language.ts";

const locales: Readonly<Record<Language, string>> = { en: "en-GB", zh: "zh-CN" };

/** Texts for moments in one zone. Making a format is dear, so a page makes each once. */
export interface WhenTexts {
  day(at: number): string;
  clock(at: number): string;
  /** "Thursday 19 November 2026, 15:00–15:30". */
  span(at: number, minutes: number): string;
}

export function whenTexts(language: Language, zone: string): WhenTexts {
  const days = new Intl.DateTimeFormat(locales[language], {
    timeZone: zone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const clocks = new Intl.DateTimeFormat(locales[language], {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const clock = (at: number): string => clocks.format(at);
  const day = (at: number): string => days.format(at);
  const end = (at: number, minutes: number): string => clock(at + minutes * 60_000);
  return {
    day,
    clock,
    span: (at, minutes) =>
      `${day(at)}${language === "zh" ? " " : ", "}${clock(at)}–${end(at, minutes)}`,
  };
}
