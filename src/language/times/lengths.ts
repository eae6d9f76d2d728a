import {
  alarmWord,
  digitalClock,
  leadingMarks,
  resting,
  untilWish,
  untilWishAfterRest,
} from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import { clauseAt } from "../text/clauses.ts";
import { giveRuleAway, hasAny, type Phrase, replace } from "./phrase.ts";
import { isInterval } from "./timed.ts";
import { timeRule, type Times } from "./times.ts";

/** Where one clock counts to 24, all that are written like it do. */
export const oneNotation = timeRule({
  name: "one-notation-of-clocks",
  after: ["rule-ahead-of-the-wish"],
  examples: {
    zh: [["明天8:00提醒我吃药，14:00提醒我开会", "11-18 08:00; 11-18 14:00"]],
    not: [["明天8:00提醒我吃药", "11-18 08:00"]],
  },
  when: ({ phrases, reading: { prepared } }: Times) => {
    const written = phrases.filter(
      ({ at, end, clock }) =>
        clock !== undefined &&
        clock.period === undefined &&
        digitalClock.test(prepared.text.slice(at, end)),
    );
    const isTo24 = written.some(({ clock }) => clock !== undefined && clock.hour > 12);
    return isTo24 && written.some(({ clock }) => clock?.exact === false) && new Set(written);
  },
  then: (written, { phrases }) =>
    phrases.map((phrase) =>
      phrase.clock !== undefined && written.has(phrase)
        ? { ...phrase, clock: { ...phrase.clock, exact: true } }
        : phrase,
    ),
});

/** A length beside the wish is the wait. */
export const timerDuration = timeRule({
  name: "length-as-wait",
  after: ["interval-or-wait"],
  examples: {
    zh: [
      ["10分钟提醒我", "11-17 10:10"],
      ["二十分钟，喊我", "11-17 10:20"],
    ],
    en: [["set a timer for 10 minutes", "11-17 10:10"]],
    not: [["提醒我跑步30分钟", "no_time"]],
  },
  when: ({ phrases, reading, trigger }: Times) => {
    const waits = phrases.filter((phrase) => isWait(phrase, reading, trigger));
    return waits.length > 0 && new Set(waits);
  },
  then: (waits, { phrases }) =>
    phrases.map((phrase) => {
      const { duration, ...rest } = phrase;
      return waits.has(phrase) && duration !== undefined ? { ...rest, after: duration } : phrase;
    }),
});

function isWait(phrase: Phrase, reading: Reading, trigger: Times["trigger"]): boolean {
  if (phrase.duration === undefined || hasAny(phrase, ["clock", "rule", "day"])) return false;
  const isWithin = phrase.at >= trigger.at && phrase.end <= trigger.end;
  if (trigger.timer || isWithin || isForAlarm(phrase, reading, trigger)) return true;
  if (phrase.end > trigger.at) return false;
  const { text } = reading.prepared;
  const between = text.slice(phrase.end, trigger.at);
  const isRest = resting.test(text.slice(phrase.at, phrase.end));
  return (isRest ? untilWishAfterRest : untilWish).test(
    isAlone(phrase, reading) ? between.replace(leadingMarks, "") : between,
  );
}

/** "set an alarm for an hour": an alarm has no length. */
const isForAlarm = (
  { at }: Phrase,
  { prepared: { text } }: Reading,
  trigger: Times["trigger"],
): boolean =>
  alarmWord.test(text.slice(trigger.at, trigger.end)) &&
  at >= trigger.end &&
  text.slice(trigger.end, at).trim() === "";

/** "二十分钟，喊我": a clause of nothing else. */
const isAlone = ({ at, end }: Phrase, { live, prepared: { text } }: Reading): boolean => {
  const clause = clauseAt(live, at);
  return (
    clause !== undefined && (text.slice(clause.at, at) + text.slice(end, clause.end)).trim() === ""
  );
};

/** Where there is a rule, a time to which something goes on is its end. */
export const seriesEnd = timeRule({
  name: "end-of-a-series",
  after: ["length-as-wait"],
  examples: {
    zh: [
      ["每小时提醒我喝水，到下午6点", "11-17 11:00 FREQ=HOURLY;UNTIL=20261117T180000"],
      ["每天晚上8点提醒我背单词，到12月20号", "11-17 20:00 FREQ=DAILY;UNTIL=20261220T235959"],
    ],
  },
  when: ({ phrases }: Times) => {
    const rule = phrases.find((phrase) => phrase.rule !== undefined)?.rule;
    if (rule === undefined) return undefined;
    const isIntraday = rule.freq === "HOURLY" || rule.freq === "MINUTELY";
    const ends = phrases.map((phrase) => endOfSeries(phrase, isIntraday));
    return ends.some((end, index) => end !== phrases[index]) && ends;
  },
  then: (ends) => ends,
});

function endOfSeries(phrase: Phrase, isIntraday: boolean): Phrase {
  if (phrase.aim !== true || phrase.rule !== undefined) return phrase;
  const { day, clock, ...rest } = phrase;
  if (day !== undefined && clock === undefined) return { ...rest, untilDay: day };
  return clock !== undefined && isIntraday
    ? { ...rest, ...(day === undefined ? {} : { day }), untilClock: clock }
    : phrase;
}

/** "每天9点到18点" and "每小时" are one thing, wherever the two stand. */
export const intervalWindow = timeRule({
  name: "window-of-an-interval",
  after: ["end-of-a-series"],
  examples: {
    zh: [
      [
        "每天9点到18点，每小时提醒我喝水",
        "11-17 11:00 FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16,17,18;BYMINUTE=0",
      ],
    ],
    en: [
      [
        "remind me every hour to drink water, every day from 9am to 6pm",
        "11-17 11:00 FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16,17,18;BYMINUTE=0",
      ],
    ],
  },
  when: ({ phrases }: Times) => {
    const interval = phrases.find((phrase) => isInterval(phrase) && phrase.clock === undefined);
    const range = phrases.find(
      ({ clock, endClock, ...phrase }) =>
        clock !== undefined && endClock !== undefined && !isInterval(phrase),
    );
    return (
      interval?.rule !== undefined &&
      range !== undefined && { interval, range, rule: interval.rule }
    );
  },
  then: ({ interval, range, rule }, { phrases }) =>
    replace(
      phrases,
      new Map<Phrase, Phrase>([
        [range, { ...range, ...(range.rule === undefined ? {} : { days: range.rule }), rule }],
        [interval, giveRuleAway(interval)],
      ]),
    ),
});
