import { resolveDay } from "../calendar/dates.ts";
import { type Days, monthDays, unitAt } from "../calendar/units.ts";
import {
  civil,
  type Day,
  dayOf,
  type Wall,
  wallAt,
  weekdayCodes,
  weekdayOf,
} from "../calendar/wall.ts";
import { isRefused } from "../dialogue/refused.ts";
import type { MonthPiece, PlacedPiece } from "../lexicon/asked-period.ts";
import type { DaySpec } from "../times/atoms.ts";
import type { Phrase } from "../times/phrase.ts";
import { type AskedWords, type Direction, sideOf } from "./asked-words.ts";

/** "Anything after Friday": so far ahead is looked. */
const farAhead = 366;

/** Days that are named win over the week or month that they lie in; several are one stretch. */
export function daysIn(said: AskedWords): Days | undefined {
  const part = said.pieces.find((piece) => piece.is === "month" && piece.days !== undefined);
  if (part !== undefined) return daysOfPiece(part, said);
  const named = said.phrases.flatMap((phrase) => daysOf(phrase, said) ?? []);
  const found =
    named.length > 0 ? named : said.pieces.flatMap((piece) => daysOfPiece(piece, said) ?? []);
  if (found.length === 0) return undefined;
  return {
    first: Math.min(...found.map(({ first }) => first)),
    end: Math.max(...found.map(({ end }) => end)),
  };
}

function daysOf(phrase: Phrase, said: AskedWords): Days | undefined {
  const { day, fromDay, untilDay, rule } = phrase;
  const today = dayOf(said.now);
  if (untilDay !== undefined) {
    const first = fromDay === undefined ? today : dayAt(fromDay, said);
    const last = first === undefined ? undefined : lastDay(first, untilDay, said.now);
    return first === undefined || last === undefined ? undefined : { first, end: last + 1 };
  }
  if (day === undefined) return rule?.byday === undefined ? undefined : weekdays(rule.byday, today);
  const named = dayAt(day, said);
  return named === undefined ? undefined : onSide(named, phrase, said);
}

/** 下周一到下周三 count from today; what lies before the first day, from there. */
function lastDay(first: Day, spec: DaySpec, now: Wall): Day | undefined {
  const near = resolveDay(spec, now);
  const last = isRefused(near) || near.day < first ? resolveDay(spec, wallAt(first, 0)) : near;
  return isRefused(last) || last.day < first ? undefined : last.day;
}

/** A weekday of what lies behind is the latest one before today. */
function dayAt(spec: DaySpec, { now, direction }: AskedWords): Day | undefined {
  const found = resolveDay(spec, now);
  if (isRefused(found)) return undefined;
  const isBack = direction === "back" && spec.is === "weekday" && spec.weeks === null;
  return isBack && found.day >= dayOf(now) ? found.day - 7 : found.day;
}

function onSide(named: Day, phrase: Phrase, said: AskedWords): Days {
  const today = dayOf(said.now);
  const side = phrase.clock === undefined ? sideOf(phrase, said) : undefined;
  if (side === "after") return { first: named + 1, end: today + farAhead };
  if (side === "before") return { first: Math.min(today, named - 1), end: named };
  if (side === "until") return { first: Math.min(today, named), end: named + 1 };
  return { first: named, end: named + (side === "during" ? holiday : 1) };
}
/** 国庆期间: days of a holiday. */
const holiday = 7;

/** "Monday to Wednesday", 工作日: the days of this week as long as they last. */
function weekdays(codes: readonly string[], today: Day): Days | undefined {
  const numbers = codes.map((code) => weekdayCodes.indexOf(code) + 1).filter((each) => each > 0);
  if (numbers.length === 0) return undefined;
  const monday = today - weekdayOf(today) + 1;
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const next = weekdayOf(today) > last ? 7 : 0;
  return { first: monday + next + first - 1, end: monday + next + last };
}

function daysOfPiece(piece: PlacedPiece, { now, direction }: AskedWords): Days | undefined {
  const today = dayOf(now);
  if (piece.is === "month") return monthAt(today, piece, direction);
  if (piece.is === "weekday") return weekdayAt(today, piece);
  if (piece.is !== "unit") return undefined;
  const days = unitAt(today, piece.unit, piece.ahead);
  if (direction === "ahead" || days.end <= today) return days;
  // What lies behind ends today; a weekend that is still to come was the one before.
  return days.first > today
    ? unitAt(today, piece.unit, piece.ahead - 1)
    : { ...days, end: today + 1 };
}

/** The latest one before today, or that of a week. */
function weekdayAt(today: Day, { weekday, weeks }: { weekday: number; weeks?: number }): Days {
  const back = ((weekdayOf(today) - weekday + 6) % 7) + 1;
  const day = weeks === undefined ? today - back : today - weekdayOf(today) + weekday + 7 * weeks;
  return { first: day, end: day + 1 };
}

/** In its year; without one, the nearest that is not over, or has begun. */
function monthAt(today: Day, piece: MonthPiece, direction: Direction): Days {
  const { month, months = 0, year, years, count = 1, days } = piece;
  const now = civil(today);
  if (month === undefined) return partOfMonth(monthDays(now.year, now.month + months), days);
  const last = month + count - 1;
  const isOther = direction === "back" ? month > now.month : last < now.month;
  const away = isOther ? (direction === "back" ? -1 : 1) : 0;
  return partOfMonth(monthDays(year ?? now.year + (years ?? away), month, count), days);
}

const partOfMonth = ({ first, end }: Days, days: MonthPiece["days"]): Days =>
  days === undefined
    ? { first, end }
    : {
        first: days[0] > 0 ? first + days[0] - 1 : end + days[0],
        end: days[1] > 0 ? first + days[1] : end + days[1] + 1,
      };
