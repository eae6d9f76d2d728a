import { emptyWords, shortestNarrative } from "../lexicon/time-frames.ts";
import type { Reading } from "../reading.ts";
import { type Clause, clauseAt, isInClause } from "../text/clauses.ts";
import { hasAny, type Phrase } from "./phrase.ts";
import { isTimed } from "./timed.ts";
import { timeRule, type Times } from "./times.ts";

/**
 * Where the wish has its whole time, words of time in a clause that tells why are not part of it. A
 * clause that says nothing but when ("每天", "周末除外") is, and so is one with a clock or a wish of
 * its own.
 */
export const backgroundTimes = timeRule({
  name: "background-times",
  examples: {
    zh: [
      ["12月2号七点四十提醒我送娃去报名，第一天莫迟到了", "12-02 07:40"],
      ["老公天天加班，每周二下午五点提醒我送孩子", "11-17 17:00 FREQ=WEEKLY;BYDAY=TU"],
    ],
    not: [["每周二下午五点提醒我送孩子，周末除外", "unread_time_word"]],
  },
  when: (times) => {
    const kept = withoutBackground(times);
    return kept.length < times.phrases.length && kept;
  },
  then: (kept) => kept,
});

function withoutBackground({ phrases, reading, trigger }: Times): readonly Phrase[] {
  const { live } = reading;
  const home = clauseAt(live, trigger.at);
  const own = phrases.filter((phrase) => clauseAt(live, phrase.at) === home && isTimed(phrase));
  if (home === undefined || own.length === 0 || !own.every(isPlaced)) return phrases;
  const hasRule = own.some(({ rule }) => rule !== undefined);
  const isNamed = own.every(
    ({ rule }) => rule?.byday !== undefined || rule?.bymonthday !== undefined,
  );
  // "老公天天加班，每周二…": how often it happens, and not how often to remind.
  const isHabit = (phrase: Phrase): boolean =>
    isNamed &&
    phrase.at < home.at &&
    phrase.rule?.freq === "DAILY" &&
    !isTimed(phrase) &&
    !isSeriesBound(phrase);
  const isOfWish = (phrase: Phrase): boolean =>
    !isHabit(phrase) &&
    (isTimed(phrase) || isForAnyRequest(phrase) || (hasRule && isSeriesBound(phrase)));
  // A series may begin or end with what has no name: "下周出差，每天…".
  const isTold = (phrase: Phrase): boolean =>
    !hasRule ||
    isHabit(phrase) ||
    (phrase.day !== undefined && phrase.unread === undefined && phrase.stretch === undefined);
  const told = new Set(
    clausesWith(phrases, live).filter(
      (clause) => clause !== home && tellsOnly(clause, phrases, { reading, isOfWish }),
    ),
  );
  return phrases.filter((phrase) => {
    const clause = clauseAt(live, phrase.at);
    return clause === undefined || !told.has(clause) || !isTold(phrase);
  });
}

const clausesWith = (phrases: readonly Phrase[], live: readonly Clause[]): readonly Clause[] => [
  ...new Set(phrases.flatMap(({ at }) => clauseAt(live, at) ?? [])),
];

/** Nothing in it is for the wish, and more than a little is said beside the time. */
function tellsOnly(
  clause: Clause,
  phrases: readonly Phrase[],
  { reading, isOfWish }: { reading: Reading; isOfWish: (phrase: Phrase) => boolean },
): boolean {
  const inside = phrases.filter((phrase) => isInClause(clause, phrase));
  return (
    !reading.triggers.some((trigger) => isInClause(clause, trigger)) &&
    !inside.some(isOfWish) &&
    hasNarrative(clause, inside, reading)
  );
}

/** It needs no day from anywhere else, and no end. */
export const isPlaced = ({ after, day, rule }: Phrase): boolean =>
  after !== undefined ||
  (day !== undefined && rule === undefined && !(day.is === "event" && day.base === undefined)) ||
  rule?.byday !== undefined ||
  rule?.bymonthday !== undefined;

/** What any wish could need. */
const isForAnyRequest = (phrase: Phrase): boolean =>
  hasAny(phrase, ["rule", "count", "duration", "lead", "deadline"]);

/** Where a series begins or ends. */
const isSeriesBound = (phrase: Phrase): boolean =>
  hasAny(phrase, ["aim", "untilDay", "untilClock", "fromDay", "opening"]);

function hasNarrative(
  clause: Clause,
  inside: readonly Phrase[],
  { prepared: { text, language } }: Reading,
): boolean {
  const rest = inside
    .toReversed()
    .reduce(
      (words, { at, end }) => words.slice(0, at) + words.slice(end),
      text.slice(0, clause.end),
    )
    .slice(clause.at)
    .replaceAll(emptyWords[language], "");
  return rest.length >= shortestNarrative[language];
}
