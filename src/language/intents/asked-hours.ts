import { dateOf } from "../calendar/dates.ts";
import { momentOf } from "../calendar/moments.ts";
import { type Day, dayOf, minuteMs, type Wall, wallAt } from "../calendar/wall.ts";
import { isRefused } from "../dialogue/refused.ts";
import type { Side } from "../lexicon/asked-period.ts";
import type { Period } from "../times/atoms.ts";
import { readingOnDay } from "../times/hours.ts";
import type { Phrase } from "../times/phrase.ts";
import { type AskedPeriod, type AskedWords, sideOf } from "./asked-words.ts";

/** "Am I free at four": for so long. */
const assumed = 60 * minuteMs;

/** Hours of one day: of the one that is named, or of the next one on which they are not over. */
export const hoursIn = (words: AskedWords, day: Day | undefined): AskedPeriod | undefined =>
  ofEvent(words, day) ?? atClock(words, day) ?? later(words, day) ?? ofPart(words, day);

/** "after lunch", 下班后. */
function ofEvent(words: AskedWords, day: Day | undefined): AskedPeriod | undefined {
  const piece = words.pieces.find(({ is }) => is === "hours");
  return piece?.is === "hours" ? within(words, day, [piece.from, piece.to]) : undefined;
}

/** "later today". */
function later({ pieces, now }: AskedWords, day: Day | undefined): AskedPeriod | undefined {
  const today = dayOf(now);
  return pieces.some(({ is }) => is === "later") && (day ?? today) === today
    ? { start: now, end: wallAt(today + 1, 0) }
    : undefined;
}

function ofPart(words: AskedWords, day: Day | undefined): AskedPeriod | undefined {
  const period = words.phrases.find((phrase) => phrase.period !== undefined)?.period;
  return period === undefined ? undefined : within(words, day, hoursOf[period]);
}

const hoursOf: Readonly<Record<Period, readonly [from: number, to: number]>> = {
  dawn: [0, 6 * 60],
  morning: [6 * 60, 12 * 60],
  noon: [11 * 60, 14 * 60],
  afternoon: [12 * 60, 18 * 60],
  evening: [17 * 60, 24 * 60],
  night: [18 * 60, 24 * 60],
};

function within(
  { now, language }: AskedWords,
  day: Day | undefined,
  [from, to]: readonly [from: number, to: number],
): AskedPeriod {
  const today = dayOf(now);
  // "in the morning", said late on a morning, is the next one's; 上午 is today's.
  const isNext = language === "en" && from === hoursOf.morning[0];
  const isOver = wallAt(today, (isNext ? (from + to) / 2 : to) * minuteMs) <= now;
  const on = day ?? (isOver ? today + 1 : today);
  const start = wallAt(on, from * minuteMs);
  const isCutShort = day === undefined && from === 0 && on > today;
  return { start: isCutShort ? now : start, end: wallAt(on, to * minuteMs) };
}

/** "at four", "from two to four", "after six", 五点之前. */
function atClock(words: AskedWords, day: Day | undefined): AskedPeriod | undefined {
  const clocks = words.phrases.filter(({ clock }) => clock !== undefined);
  const [first, second] = clocks;
  if (first === undefined) return inTime(words);
  const side = sideOf(first, words);
  const isRange = side === "between" || second?.joined === true;
  const endClock = first.endClock ?? (isRange ? second?.clock : undefined);
  const time = timeOfClock(words, { ...first, ...(endClock && { endClock }) }, day);
  if (time.minutes !== null) return { start: time.at, end: time.at + time.minutes * minuteMs };
  const isNextDay = day === undefined && dayOf(time.at) > dayOf(words.now);
  return besideClock(time.at, side, isNextDay ? words.now : wallAt(dayOf(time.at), 0));
}

function besideClock(at: Wall, side: Side | undefined, opens: Wall): AskedPeriod {
  if (side === "after") return { start: at, end: wallAt(dayOf(at) + 1, 0) };
  return side === "before" || side === "until"
    ? { start: opens, end: at }
    : { start: at, end: at + assumed };
}

/** "in an hour". */
function inTime({ phrases, now }: AskedWords): AskedPeriod | undefined {
  const after = phrases.find((phrase) => phrase.after !== undefined)?.after;
  return after === undefined ? undefined : { start: now + after, end: now + after + assumed };
}

/** The hour as a new reminder would have it, also when it is over. */
function timeOfClock(
  { now, zone, wake }: AskedWords,
  { clock, endClock }: Phrase,
  day: Day | undefined,
): { readonly at: Wall; readonly minutes: number | null } {
  if (clock === undefined) return { at: now, minutes: null };
  const phrase: Phrase = {
    at: 0,
    end: 0,
    clock,
    ...(endClock && { endClock }),
    ...(day === undefined ? {} : { day: dateOf(day) }),
  };
  const moment = momentOf(phrase, { now, zone, wake });
  return isRefused(moment)
    ? { at: wallAt(day ?? dayOf(now), readingOnDay(clock, false)), minutes: null }
    : { at: moment.start, minutes: moment.durationMinutes };
}
