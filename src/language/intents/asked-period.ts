import { dayOf, minuteMs, wallAt } from "../calendar/wall.ts";
import { periodPieces } from "../lexicon/asked-periods.ts";
import type { Reading } from "../reading.ts";
import { daysIn } from "./asked-days.ts";
import { hoursIn } from "./asked-hours.ts";
import type { AskedPeriod, AskedWords, Direction } from "./asked-words.ts";

/**
 * The days or hours that a question is about: single ones, several, named months, parts of a day,
 * clocks. They are read from the times of the message and from words that only questions have.
 */
export function readAskedPeriod(
  {
    prepared,
    phrases,
    now,
    zone,
    wake,
  }: Pick<Reading, "prepared" | "phrases" | "now" | "zone" | "wake">,
  direction: Direction = "ahead",
): AskedPeriod | undefined {
  const { text, language } = prepared;
  // "yesterday" has a pattern of its own, and "just now" names no day.
  const meant = phrases.filter(({ negated, past }) => negated !== true && past !== true);
  const pieces = periodPieces(text, language);
  const words: AskedWords = { pieces, phrases: meant, now, zone, wake, language, direction };
  const span = spanIn(words);
  if (span !== undefined) return span;
  const days = daysIn(words);
  const hours =
    days === undefined || days.end - days.first === 1 ? hoursIn(words, days?.first) : undefined;
  return hours ?? (days && { start: wallAt(days.first, 0), end: wallAt(days.end, 0) });
}

/** "the next two hours" ends within a day; "the next two days" with the last of them. */
function spanIn({ pieces, now, direction }: AskedWords): AskedPeriod | undefined {
  const span = pieces.find((piece) => piece.is === "span");
  if (span === undefined) return undefined;
  const isBack = span.back ?? direction === "back";
  if (span.unit === "hours") {
    const far = Math.round(span.count * 60) * minuteMs;
    return isBack ? { start: now - far, end: now } : { start: now, end: now + far };
  }
  const today = dayOf(now);
  return isBack
    ? { start: wallAt(today - span.count + 1, 0), end: wallAt(today + 1, 0) }
    : { start: wallAt(today, 0), end: wallAt(today + span.count + 1, 0) };
}
