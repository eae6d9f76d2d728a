import type { RuleSpec } from "../../times/atoms.ts";
import { minuteMs, weekdayCode, workweek } from "../../calendar/wall.ts";
import { enNumberOf, ordinalOf } from "../../text/numerals.ts";
import { pattern } from "../scan.ts";
import { enPeriodOf } from "./clock.ts";
import { enWeekday, enWeekdayOf } from "./days.ts";
import { enDurationMs } from "./durations.ts";

/** The parts that rules of recurrence are made of: weekdays, steps, parts of the day. */

export const rule = (spec: RuleSpec): { kind: "rule"; rule: RuleSpec } => ({
  kind: "rule",
  rule: spec,
});
export const several = String.raw`${enWeekday}s?(?:\s*(?:,\s*and|,|and|&|/)\s*${enWeekday}s?\b)*`;

const eachWeekday = new RegExp(String.raw`\b${enWeekday}`, "g");
export const codesIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(eachWeekday), ([word]) => enWeekdayOf(word)))]
    .toSorted((a, b) => a - b)
    .map(weekdayCode);

export const part = (word: string | undefined): Pick<RuleSpec, "period"> =>
  word === undefined ? {} : { period: enPeriodOf(word) };

export const step = (word: string | undefined): Pick<RuleSpec, "interval"> => {
  if (word === undefined) return {};
  const interval = /^(?:other|second|alternate)/.test(word)
    ? 2
    : word === "third"
      ? 3
      : enNumberOf(word);
  return interval > 1 ? { interval } : {};
};

export const nth = (word: string): number => (word === "last" ? -1 : ordinalOf(word));
export const every = String.raw`\b(?:on\s+)?(?:every|each)`;

export function intraday(text: string): RuleSpec {
  const minutes = enDurationMs(text) / minuteMs;
  return minutes % 60 === 0
    ? { freq: "HOURLY", interval: minutes / 60 }
    : { freq: "MINUTELY", interval: minutes };
}

export const range = (from: string, to: string): string[] => {
  const [first, last] = [enWeekdayOf(from), enWeekdayOf(to)];
  return [1, 2, 3, 4, 5, 6, 7]
    .filter((day) => (first <= last ? day >= first && day <= last : day >= first || day <= last))
    .map(weekdayCode);
};

/** "twice", "three times": how often. */
export const timesOf = (words: string): number =>
  words.startsWith("twice")
    ? 2
    : words.startsWith("thrice")
      ? 3
      : enNumberOf(words.split(" ")[0] ?? "");

const clockLike =
  /\b(?:\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\b|o'clock)|\d{1,2}:\d\d|noon\b|midnight\b|(?<=\b(?:at|and) |, )\d{1,2}\b)/g;
export const countClocks = (text: string): number => text.match(clockLike)?.length ?? 0;

/** "a weekday alarm", "my weekend reminder": of what kind it is. */
export const ofKind = pattern(
  String.raw`\s*\b(?:weekday|weekend|weeknight)(?=\s+(?:[a-z]+\s+)?(?:alarm|reminder|wake-?up|alert)s?\b)`,
  ([word]) => rule({ freq: "WEEKLY", byday: word.endsWith("weekend") ? ["SA", "SU"] : workweek }),
);
