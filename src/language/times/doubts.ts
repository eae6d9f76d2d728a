import { isAnyway, isCondition } from "../lexicon/gates.ts";
import {
  holidayEachDay,
  saysItRepeats,
  boundBefore,
  boundBehind,
  countedOn,
  countedOnBehind,
  deedBehind,
  doerAhead,
  joiningWords,
  onceEach,
  oneDayMore,
  oneThingMore,
  onlyMarksAndManners,
  openingOfTime,
  untilOnce,
} from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import { type Clause, clauseAt } from "../text/clauses.ts";
import { borrowedTime } from "./borrowed-times.ts";
import { contentTime } from "./content-times.ts";
import { hasAny, type Phrase } from "./phrase.ts";
import { isTimed } from "./timed.ts";
import { doubt, type Times } from "./times.ts";

/** What makes every reading of the times a guess. The first that applies is the one that is asked about. */
export const doubts = [
  doubt({
    name: "unread-words",
    after: ["days-taken-out-of-a-rule"],
    examples: {
      zh: [["四五点提醒我开会", "unread_time_word"]],
      en: [["remind me on 3/4 at 9pm to call", "ambiguous_date_order"]],
    },
    when: ({ phrases }: Times) => {
      const unread = phrases.find((phrase) => phrase.unread !== undefined)?.unread;
      return (
        unread !== undefined &&
        (unread === "date-order" ? "ambiguous_date_order" : "unread_time_word")
      );
    },
  }),
  doubt({
    name: "whole-days-of-a-rule",
    after: ["unread-words"],
    examples: { zh: [["每天早上8点提醒我吃药，全天都要", "unread_time_word"]] },
    when: ({ phrases }: Times) =>
      phrases.some((phrase) => hasAny(phrase, ["span", "whole"])) &&
      phrases.some(({ rule }) => rule !== undefined) &&
      "unread_time_word",
  }),
  doubt({
    name: "day-left-open",
    after: ["whole-days-of-a-rule"],
    examples: {
      zh: [["下周晚上8点提醒我交表", "ambiguous_day"]],
      en: [["remind me next week at 3pm to call", "ambiguous_day"]],
      not: [["周五下午3点提醒我准备下周的材料", "11-20 15:00"]],
    },
    when: ({ phrases, reading, trigger }: Times) =>
      phrases.some(
        (phrase) =>
          (phrase.weekend === true && isTimed(phrase)) ||
          isDailyOnFeast(phrase, reading) ||
          (phrase.stretch === true && isDayOpen(phrase, reading, trigger)),
      ) && "ambiguous_day",
  }),
  doubt({
    name: "repeats-without-a-rule",
    after: ["day-left-open"],
    examples: {
      zh: [["晚上九点设个重复提醒吃药", "ambiguous_interval"]],
      en: [["set a recurring reminder for my pills at 9pm", "ambiguous_interval"]],
    },
    when: ({ phrases, reading: { prepared } }: Times) =>
      !phrases.some((phrase) => hasAny(phrase, ["rule", "count", "whole"])) &&
      saysItRepeats[prepared.language].test(prepared.text) &&
      "ambiguous_interval",
  }),
  doubt({
    name: "condition",
    after: ["repeats-without-a-rule"],
    examples: {
      zh: [["如果下雨就明天8点提醒我带伞", "condition"]],
      en: [["remind me at 5pm if Bob hasn't called", "condition"]],
    },
    when: ({ reading: { live, prepared } }: Times) =>
      live.some((clause) => isCondition(clause, prepared.language)) &&
      !live.some(isAnyway) &&
      "condition",
  }),
  doubt({
    name: "one-item-more",
    after: ["condition"],
    examples: {
      zh: [
        ["明天三点提醒我开会，后天也要", "items_unclear"],
        ["两点提醒我去领证件照，照相馆六点关门", "items_unclear"],
      ],
      en: [["remind me at 8pm to call mum and also to buy eggs sometime", "items_unclear"]],
    },
    when: ({ phrases, reading, trigger }: Times) =>
      phrases.some(
        (phrase) =>
          (phrase.joined === true && !isTimed(phrase) && phrase.duration === undefined) ||
          (phrase.vague === true && isOneMore(phrase, reading, trigger)) ||
          isOneDayMore(phrase, reading) ||
          isOfOthers(phrase, reading, trigger),
      ) && "items_unclear",
  }),
  doubt({
    name: "later-is-not-a-time",
    after: ["one-item-more"],
    examples: {
      en: [["remind me later to reply to Tom, he wrote at half past two", "vague_time"]],
    },
    when: ({ phrases, reading: { live }, trigger }: Times) => {
      const home = clauseAt(live, trigger.at);
      const own = phrases.filter(({ at }) => clauseAt(live, at) === home);
      const isVague = own.some(
        ({ vague, at, end }) =>
          vague === true && ((at >= trigger.end && at <= trigger.end + 2) || end === trigger.at),
      );
      return isVague && !own.some(isTimed) && phrases.some(isTimed) && "vague_time";
    },
  }),
  borrowedTime,
  doubt({
    name: "counted-on-from-another-time",
    after: ["time-of-another-sentence"],
    examples: { zh: [["7点叫我起床，半小时后再提醒我吃药", "unread_time_word"]] },
    when: ({ phrases, reading: { prepared } }: Times) =>
      phrases.some((phrase, index) =>
        isCountedOn(phrase, phrases.slice(0, index), prepared.text),
      ) && "unread_time_word",
  }),
  doubt({
    name: "rule-of-one-or-of-all",
    after: ["counted-on-from-another-time"],
    examples: { zh: [["9点和15点提醒我喝水，每天", "items_unclear"]] },
    when: ({ phrases }: Times) => {
      const timed = phrases.filter(({ clock }) => clock !== undefined);
      return (
        timed.length > 1 &&
        timed.every(({ rule }) => rule === undefined) &&
        phrases.some(
          ({ rule, clock, at }) =>
            rule !== undefined && clock === undefined && timed.every((other) => other.at < at),
        ) &&
        "items_unclear"
      );
    },
  }),
  contentTime,
  doubt({
    name: "interval-or-wait",
    after: ["time-of-the-content"],
    examples: { zh: [["25分钟提醒我一次", "ambiguous_interval"]] },
    when: ({ phrases, reading: { prepared }, trigger }: Times) =>
      prepared.text.slice(trigger.at, trigger.end).endsWith(onceEach) &&
      phrases.some(
        ({ duration, clock, end }) =>
          duration !== undefined &&
          clock === undefined &&
          untilOnce.test(prepared.text.slice(end, trigger.at)),
      ) &&
      "ambiguous_interval",
  }),
];

/** "at 8pm to call mum and also to buy eggs sometime": a second thing, and no time for it. */
const isOneMore = (
  { at }: Phrase,
  { prepared: { text, language } }: Reading,
  trigger: Times["trigger"],
): boolean => language === "en" && oneThingMore.test(text.slice(trigger.end, at));

/** Behind the wish, who or what does it stands ahead of the time: "照相馆六点关门". */
function isOfOthers(
  phrase: Phrase,
  { prepared: { text, language }, live, triggers }: Reading,
  trigger: Times["trigger"],
): boolean {
  if (language === "en" || !isTimed(phrase)) return false;
  const clause = clauseAt(live, phrase.at);
  if (clause === undefined || clause.at <= trigger.at) return false;
  if (triggers.some(({ at }) => clauseAt(live, at) === clause)) return false;
  const ahead = text.slice(clause.at, phrase.at).replaceAll(joiningWords, "");
  return doerAhead.test(ahead) && deedBehind.test(text.slice(phrase.end, clause.end));
}

/** "…，后天也要": a second day for the same. */
const isOneDayMore = (phrase: Phrase, { prepared: { text } }: Reading): boolean =>
  phrase.day !== undefined && !isTimed(phrase) && oneDayMore.test(text.slice(phrase.end));

/**
 * "下周晚上8点提醒我": the clock is known and the day is not. Behind the trigger, and not at its
 * end, it is content.
 */
/** "国庆节每天早上九点": a holiday of several days, and which is its last? */
const isDailyOnFeast = (phrase: Phrase, { prepared: { text } }: Reading): boolean =>
  phrase.rule?.freq === "DAILY" &&
  phrase.fromDay !== undefined &&
  phrase.opening !== true &&
  holidayEachDay.test(text.slice(phrase.at, phrase.end));

function isDayOpen(
  phrase: Phrase,
  { prepared: { text }, live, phrases }: Reading,
  trigger: Times["trigger"],
): boolean {
  if (!phrases.some(isTimed)) return false;
  if (phrase.rule !== undefined) return true;
  if (isTimed(phrase) || phrase.day !== undefined) return phrase.day === undefined;
  const home = clauseAt(live, trigger.at);
  const clause = clauseAt(live, phrase.at);
  const isTimedAtHome = phrases.some((each) => isTimed(each) && clauseAt(live, each.at) === home);
  if (phrase.at < trigger.at) return clause === home || isTimedAtHome;
  if (isSeriesBound(phrase, text) && phrases.some(({ rule }) => rule !== undefined)) return true;
  const hasDay = phrases.some((other) => hasAny(other, ["day", "rule", "after"]));
  return (
    (!hasDay || (clause !== home && isAlone(phrase, clause))) &&
    onlyMarksAndManners.test(text.slice(phrase.end))
  );
}

/** "…，下个月开始", "…，暑假除外", "… until next year": where a series begins, ends or rests. */
const isSeriesBound = ({ at, end }: Phrase, text: string): boolean =>
  boundBefore.test(text.slice(0, at)) || boundBehind.test(text.slice(end));

/** "remind me Friday at 5pm, next week": a clause that says nothing but when. */
const isAlone = ({ at, end }: Phrase, clause: Clause | undefined): boolean =>
  clause !== undefined &&
  at - clause.at <= (openingOfTime.exec(clause.text)?.[0].length ?? 0) &&
  clause.end - end <= 1;

/** "7点叫我起床，半小时后再提醒我吃药": counted from the time before it, or from now? */
function isCountedOn({ after, at, end }: Phrase, before: readonly Phrase[], text: string): boolean {
  if (after === undefined || !before.some(isTimed)) return false;
  const isSaid = countedOn.test(text.slice(at, end));
  // Two that both count from now have each said so: "10分钟后…，一小时后再…".
  const isOfClock = before.some((other) => isTimed(other) && other.after === undefined);
  return isSaid || (isOfClock && countedOnBehind.test(text.slice(end)));
}
