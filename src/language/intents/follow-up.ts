import { dayMs, dayOf, minuteMs, type Wall, wallOf } from "../calendar/wall.ts";
import { dateOf } from "../calendar/dates.ts";
import { isRefused } from "../dialogue/refused.ts";
import { type Target, topicOf } from "../dialogue/targets.ts";
import * as en from "../lexicon/en/follow-ups.ts";
import * as zh from "../lexicon/zh/follow-ups.ts";
import { wordsOf } from "../lexicon/words.ts";
import type { Reading } from "../reading.ts";
import { cuesIn, updateCue } from "../lexicon/cues.ts";
import { hasContent } from "../text/title-content.ts";
import { titleIn } from "../text/titles.ts";
import type { Phrase } from "../times/phrase.ts";
import { isTimed } from "../times/timed.ts";
import { changeOf, toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { parseItems } from "./create.ts";
import { withDaysBeside, withPartOfHour } from "./beside-kept.ts";
import { leaveDaysOut } from "./leave-out.ts";
import { moveReminder, type State, stateOf } from "./moved.ts";
import { endOf } from "./new-end.ts";
import { isOnlyTime } from "./only-time.ts";

const lexicon = wordsOf(zh, en);

/**
 * What is said directly behind something that was written or shown is about that, where it says
 * nothing but a time, a length, an end or a name: "every week please", "一个小时", "call it gym".
 */
function parseFollowUp(reading: Reading): Outcome | undefined {
  if (reading.context.previous?.isNext !== true || reading.prepared.text.length > longest)
    return undefined;
  const topic = topicOf(reading);
  return (topic === undefined ? undefined : changeTopic(reading, topic)) ?? addAnother(reading);
}

function changeTopic(reading: Reading, topic: Target): Outcome | undefined {
  return (
    rename(reading, topic) ??
    onlyOnce(reading, topic) ??
    leaveOut(reading, topic) ??
    addTime(reading, topic) ??
    endAt(reading, topic) ??
    stopTimer(reading, topic) ??
    retimeTopic(reading, topic)
  );
}

/** "stop the timer": what was just set comes once, and soon. */
function stopTimer({ prepared, now }: Reading, topic: Target): Outcome | undefined {
  const { start } = topic.reminder;
  const isSoon = start !== null && isPoint(topic) && wallOf(start) - now < dayMs;
  return isSoon && lexicon[prepared.language].stopsTimer.test(prepared.text)
    ? changeOf("cancel", topic)
    : undefined;
}

function retimeTopic(reading: Reading, topic: Target): Outcome | undefined {
  const beside = withPartOfHour(reading, topic);
  return beside === reading && isOrder(reading) ? undefined : retime(withDaysBeside(beside), topic);
}

/** "改到四点" has a verb that says what to do with the time; "不对，周四" only puts it right. */
const isOrder = (reading: Reading): boolean => {
  const { language, text } = reading.prepared;
  return (
    reading.phrases.length > 0 &&
    cuesIn(reading, updateCue[language]).length > 0 &&
    !lexicon[language].slip.test(text)
  );
};

/** More than this tells something. */
const longest = 80;

function rename({ prepared }: Reading, topic: Target): Outcome | undefined {
  const found = lexicon[prepared.language].naming.exec(prepared.text.trim());
  const name = found?.groups?.["name"] ?? found?.groups?.["short"] ?? "";
  const { start } = topic.reminder;
  if (name === "" || typeof start !== "string") return undefined;
  const at = prepared.text.indexOf(name);
  const title = titleIn(prepared, { at, end: at + name.length }, []);
  const item = stateOf(topic, { start: wallOf(start) }, title);
  return title === "" ? undefined : changeOf("update", topic, { items: [item] });
}

/** "no, just this once": the first time of a series stays, and nothing comes again. */
function onlyOnce({ prepared }: Reading, topic: Target): Outcome | undefined {
  const { start, rrule } = topic.reminder;
  if (typeof rrule !== "string" || start === null) return undefined;
  if (!lexicon[prepared.language].once.test(prepared.text)) return undefined;
  const item = { ...stateOf(topic, { start: wallOf(start) }), rrule: null };
  return changeOf("update", topic, { items: [item] });
}

/** "not tomorrow though": nothing but days and words of leaving out. */
function leaveOut(reading: Reading, topic: Target): Outcome | undefined {
  const { leavesOut, besideLeftOut, asks } = lexicon[reading.prepared.language];
  const { text } = reading.prepared;
  if (!isSaid(leavesOut, text) || asks.test(text)) return undefined;
  return isOnlyTime(reading, topic, [leavesOut, besideLeftOut])
    ? leaveDaysOut(reading, topic)
    : undefined;
}

/** "add 2 minutes": so much later than it was to come. */
function addTime(reading: Reading, topic: Target): Outcome | undefined {
  const { language, text } = reading.prepared;
  const { start } = topic.reminder;
  const by = lengthSaid(reading.phrases);
  if (by === undefined || start === null || !isPoint(topic)) return undefined;
  const { addsTime, besideAdded } = lexicon[language];
  if (!addsTime.test(text) || !isOnlyTime(reading, topic, [besideAdded])) return undefined;
  return changeOf("update", topic, {
    items: [stateOf(topic, { start: wallOf(start) + by })],
  });
}

/** The one length of a message, in milliseconds. */
const lengthSaid = ([only, second]: readonly Phrase[]): number | undefined =>
  second === undefined ? (only?.duration ?? only?.shift ?? only?.after) : undefined;

/** It comes once and has no length. */
const isPoint = ({ reminder: { rrule = null, durationMinutes = null } }: Target): boolean =>
  rrule === null && durationMinutes === null;

const isUnfit = (phrase: Phrase): boolean =>
  unfit.some((part) => phrase[part] !== undefined) ||
  // "Just a minute" is not a length.
  (phrase.duration !== undefined && phrase.duration < shortestStay);
const unfit = ["past", "unread", "deadline", "weekend", "stretch", "lead", "whole"] as const;
const shortestStay = 10 * minuteMs;

/** "还是十一点吧", "every month please", "for an hour"; and "same for Friday" is one more. */
function retime(reading: Reading, topic: Target): Outcome | undefined {
  const { prepared, phrases } = reading;
  const { language, text } = prepared;
  const timed = phrases.filter(({ negated }) => negated !== true);
  const isFit = timed.length > 0 && !timed.some(isUnfit);
  if (!isFit || lexicon[language].asks.test(text)) return undefined;
  const isAgain = lexicon[language].onceMore.test(text);
  // "每天都提醒" has no time of its own, so what it asks for is there already.
  const isRule = timed.every(({ rule, clock }) => rule !== undefined && clock === undefined);
  if (!isOnlyTime(reading, topic, isAgain || isRule ? [lexicon[language].asksAgain] : []))
    return undefined;
  // What has just gone off comes again; nothing new is made.
  if (isAgain && isFiredOrShared(reading, topic)) return undefined;
  const state = moveReminder(reading, topic, {
    timed: (isAgain ? startToday : correctSlips)(timed, reading, topic),
    hints: [],
  });
  return isRefused(state) ? state : writeState(state, isAgain ? undefined : topic);
}

const isFiredOrShared = ({ context }: Reading, topic: Target): boolean =>
  (topic.with ?? context.lastFire) !== undefined;

/** What was spoken of has another time; or, without it, there is one more. */
function writeState({ item, notes }: State, topic: Target | undefined): Outcome {
  const change = { items: [item], reasons: notes };
  return topic === undefined
    ? toInterpretation({ intent: "create", ...change })
    : changeOf("update", topic, change);
}

/** A second series does not wait for the first. */
const startToday = (timed: readonly Phrase[]): readonly Phrase[] =>
  timed.map((phrase) =>
    phrase.rule === undefined
      ? phrase
      : { ...phrase, fromDay: phrase.fromDay ?? { is: "offset", days: 0 } },
  );

/**
 * "Next Tuesday … no wait, Thursday" is of the same week; "in 45 minutes … sorry, 40 minutes" is how long
 * to wait, since no length was said that could be wrong.
 */
function correctSlips(
  timed: readonly Phrase[],
  { now, prepared }: Reading,
  topic: Target,
): readonly Phrase[] {
  const { start } = topic.reminder;
  return start !== null && isPoint(topic) && lexicon[prepared.language].slip.test(prepared.text)
    ? timed.map((phrase) => correctSlip(phrase, now, start))
    : timed;
}

function correctSlip(phrase: Phrase, now: Wall, start: string): Phrase {
  const { day, duration, ...rest } = phrase;
  if (duration !== undefined && day === undefined) return { ...rest, after: duration };
  const weeks = weekOf(wallOf(start)) - weekOf(now);
  return day?.is === "weekday" && day.weeks === null && weeks > 0
    ? { ...phrase, day: { ...day, weeks } }
    : phrase;
}

/** Weeks begin on Monday; the first day of the epoch was a Thursday. */
const weekOf = (wall: Wall): number => Math.floor((dayOf(wall) + 3) / 7);

/** "it finishes at 12", "到6月20号就行": the end of a stay, of several days or of a series. */
function endAt(reading: Reading, topic: Target): Outcome | undefined {
  const { prepared, phrases } = reading;
  const [only, second] = phrases;
  const words = lexicon[prepared.language].ending;
  if (only === undefined || second !== undefined || !isSaid(words, prepared.text)) return undefined;
  if (!isOnlyTime(reading, topic, [words]) || lexicon[prepared.language].asks.test(prepared.text))
    return undefined;
  const item = endOf(reading, topic, only);
  if (item === undefined || "refused" in item) return item;
  return changeOf("update", topic, { items: [item] });
}

const isSaid = (words: RegExp, text: string): boolean => text.search(words) !== -1;

/** "and Tuesday at 10am to post the form": a new one, in the manner of the last. */
function addAnother(reading: Reading): Outcome | undefined {
  const { prepared, phrases, triggers, gates, live } = reading;
  const found = lexicon[prepared.language].goingOn.exec(prepared.text);
  const isPlain = triggers.length === 0 && gates.length === 0 && live.length <= 2;
  if (found === null || !isPlain) return undefined;
  if (
    phrases.some(isUnfit) ||
    lexicon[prepared.language].asks.test(prepared.text.slice(found[0].length))
  )
    return undefined;
  const order = { at: 0, end: found[0].length, whom: "me", timer: false, wake: false } as const;
  const timed = phrases.map((phrase) =>
    isTimed(phrase) ? onDayOf(reading, phrase) : countDown(phrase),
  );
  if (!timed.some(isTimed)) return undefined;
  const created = parseItems({ ...reading, phrases: timed, triggers: [order] }, order);
  if (isRefused(created) || created.items.some(({ title }) => !hasContent(title))) return undefined;
  return toInterpretation({ intent: "create", items: created.items, reasons: created.notes });
}

/** "now one for 20 minutes": so long from now. */
function countDown({ duration, ...rest }: Phrase): Phrase {
  return duration === undefined || rest.day !== undefined
    ? { ...rest, ...(duration === undefined ? {} : { duration }) }
    : { ...rest, after: duration };
}

export const followUpReader = defineReader({
  name: "follow-up",
  examples: {
    zh: [
      ["还是四点吧", "update dentist 11-19 16:00"],
      ["哦不对，周五", "update dentist 11-20 15:00"],
      ["改成半点", "update dentist 11-19 15:30"],
      ["再下一周吧", "update dentist 11-26 15:00"],
      ["我说的是周五", "update dentist 11-20 15:00"],
    ],
    en: [
      ["every week please", "update dentist 11-19 15:00 FREQ=WEEKLY;BYDAY=TH"],
      ["add 10 minutes", "update dentist 11-19 15:10"],
      ["make that half past", "update dentist 11-19 15:30"],
      ["the week after", "update dentist 11-26 15:00"],
      ["not Thursday, the day after", "update dentist 11-20 15:00"],
    ],
    not: [["四点提醒我开会", "11-17 16:00"]],
  },
  parse: parseFollowUp,
});

/** "and at 10 to call Lee", behind something for tomorrow: on that day. */
function onDayOf(reading: Reading, phrase: Phrase): Phrase {
  const start = topicOf(reading)?.reminder.start ?? null;
  const isOpen = phrase.clock !== undefined && phrase.day === undefined;
  if (start === null || !isOpen || phrase.rule !== undefined) return phrase;
  return wallOf(start) <= reading.now ? phrase : { ...phrase, day: dateOf(dayOf(wallOf(start))) };
}
