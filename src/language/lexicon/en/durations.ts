import { dayMs, minuteMs } from "../../calendar/wall.ts";
import { enNumber, enNumberOf } from "../../text/numerals.ts";

const unit = String.raw`(?:(?:hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|s)\b|h(?=\d))`;
const count = String.raw`(?:an?|${enNumber})`;
/** "a quarter to six" is a clock; "an hour and a half to …" is not. */
const notPart = String.raw`(?!\s+(?:past|hours?|of)\b|\s+to\s+(?:\d|${enNumber}\b))`;
const part = String.raw`(?:a\s+half|(?:a|one)\s+quarter|three[\s-]quarters)`;
const one = String.raw`(?:half(?:\s+an?)?[\s-]+hour|three[\s-]quarters\s+of\s+an\s+hour|(?:a\s+)?quarter\s+(?:of\s+an\s+)?hour|an?\s+half[\s-]+hour|${count}\s+and\s+${part}\s+hours?|(?:an?[\s-]+|${enNumber}[\s-]*)${unit}(?:\s+and\s+${part}${notPart})?)`;

/** "an hour and a half", "1h 20m", "half an hour", "90 seconds". */
export const enDuration = String.raw`${one}(?:\s*(?:(?:and|,)\s*)?${one}){0,3}`;

const parts: readonly (readonly [RegExp, (match: RegExpExecArray) => number])[] = [
  [/half(?:\s+an?)?[\s-]+hour|an?\s+half[\s-]+hour/y, () => 30 * minuteMs],
  [/three[\s-]quarters\s+of\s+an\s+hour/y, () => 45 * minuteMs],
  [/(?:a\s+)?quarter\s+(?:of\s+an\s+)?hour/y, () => 15 * minuteMs],
  [
    new RegExp(String.raw`(${count})\s+and\s+(${part})\s+hours?`, "y"),
    ([, n = "", more]) => (enNumberOf(n) + partOf(more)) * 60 * minuteMs,
  ],
  [
    new RegExp(
      String.raw`(an?(?=[\s-])|${enNumber})[\s-]*(${unit})(?:\s+and\s+(${part})${notPart})?`,
      "y",
    ),
    ([, n = "", name = "", more]) => (enNumberOf(n) + partOf(more)) * unitMs(name),
  ],
];

const partOf = (word: string | undefined): number =>
  word === undefined ? 0 : word.endsWith("half") ? 0.5 : word.startsWith("three") ? 0.75 : 0.25;
const unitMs = (name: string): number =>
  name.startsWith("h") ? 60 * minuteMs : name.startsWith("s") ? 1000 : minuteMs;

/** "1 hour and 2 hours": two lengths, not one. */
export const isTwofold = (text: string): boolean => {
  const units = Array.from(
    text.matchAll(/(?<![a-z])(?:hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b/g),
    ([name]) => name[0],
  );
  return new Set(units).size < units.length;
};

export function enDurationMs(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length;) {
    const [length, ms] = partAt(text, at);
    sum += ms;
    at += length;
  }
  return sum;
}

function partAt(text: string, at: number): readonly [number, number] {
  for (const [regex, value] of parts) {
    regex.lastIndex = at;
    const match = regex.exec(text);
    if (match !== null) return [match[0].length, value(match)];
  }
  return [1, 0];
}

export const enSpan = String.raw`(?:an?|${enNumber})\s+(?:days?|weeks?|fortnights?|months?)\b`;

export function enSpanOf(text: string): { readonly days: number; readonly months: number } {
  const [, number = "", name = ""] =
    new RegExp(String.raw`^(an?|${enNumber})\s+(\w+)`).exec(text) ?? [];
  const amount = enNumberOf(number);
  if (name.startsWith("month")) return { days: 0, months: amount };
  return {
    days: name.startsWith("day") ? amount : name.startsWith("f") ? amount * 14 : amount * 7,
    months: 0,
  };
}

export const enAmountMs = (text: string): number =>
  new RegExp(`^${enSpan}$`).test(text) ? enSpanOf(text).days * dayMs : enDurationMs(text);
