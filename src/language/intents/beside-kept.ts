import { dayMs, minuteMs, timeOf, type Wall, wallOf } from "../calendar/wall.ts";
import type { Target } from "../dialogue/targets.ts";
import * as en from "../lexicon/en/follow-ups.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/follow-ups.ts";
import type { Reading } from "../reading.ts";
import { enNumberOf, numberOf } from "../text/numerals.ts";
import type { Span } from "../text/titles.ts";
import { clockOf } from "./new-times.ts";

const lexicon = wordsOf(zh, en);

const spanOf = ({ index, 0: words }: RegExpExecArray): Span => ({
  at: index,
  end: index + words.length,
});

/** Nothing else in the message is a time. */
const isAlone = ({ phrases }: Reading, { at, end }: Span): boolean =>
  phrases.every((phrase) => phrase.negated === true || (phrase.at < end && phrase.end > at));

/** "the day after", "push it a day": days counted from where it is. */
export function withDaysBeside(reading: Reading): Reading {
  const { prepared } = reading;
  const found = lexicon[prepared.language].dayBeside.exec(prepared.text);
  if (found === null || !isAlone(reading, spanOf(found))) return reading;
  const { back, count = "1", unit, week } = found.groups ?? {};
  // "not tomorrow, the day after": what it is not says nothing more.
  const left = reading.phrases.filter(({ negated }) => negated === true);
  if (left.length < reading.phrases.length && week === undefined) return reading;
  const number = prepared.language === "zh" ? numberOf(count) : enNumberOf(count);
  const isWeek = unit === "week" || week !== undefined;
  const days = number * (isWeek ? 7 : 1) * (back === undefined ? 1 : -1);
  return { ...reading, phrases: [...left, { ...spanOf(found), shift: days * dayMs }] };
}

/** "make that half past", 改成半点: the hour is the one that it has. */
export function withPartOfHour(reading: Reading, { reminder }: Target): Reading {
  const { prepared } = reading;
  const { partOfHour, partMinutes, beforeHour } = lexicon[prepared.language];
  const found = partOfHour.exec(prepared.text);
  const { part = "", side = "" } = found?.groups ?? {};
  const minutes = partMinutes[part];
  if (found === null || minutes === undefined || reminder.start === null) return reading;
  if (reminder.allDay === true || !isAlone(reading, spanOf(found))) return reading;
  const old = wallOf(reminder.start);
  const hour: Wall = old - (timeOf(old) % (60 * minuteMs));
  const clock = clockOf(hour + (beforeHour.test(side) ? -minutes : minutes) * minuteMs);
  return { ...reading, phrases: [{ ...spanOf(found), clock }] };
}
