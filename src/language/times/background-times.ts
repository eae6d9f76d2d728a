import { type Clause, clauseAt, isInClause } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import { isTimed } from "./timed.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import type { Phrase } from "./phrase.ts";

/**
 * "9月2号七点四十提醒我送娃去报名，第一天莫迟到了": where the wish has its whole time, words of
 * time in a clause that tells why are not part of it. A clause that says nothing but when ("每天",
 * "周末除外") is, and so is one with a clock or a wish of its own.
 */
export function withoutTold(
  phrases: readonly Phrase[],
  reading: Reading,
  trigger: Trigger,
): Phrase[] {
  const { live, triggers } = reading;
  const home = clauseAt(live, trigger.at);
  const own = phrases.filter((phrase) => clauseAt(live, phrase.at) === home && isTimed(phrase));
  if (home === undefined || own.length === 0 || !own.every(isPlaced)) return [...phrases];
  const hasRule = own.some(({ rule }) => rule !== undefined);
  const isNamed = own.every(
    ({ rule }) => rule?.byday !== undefined || rule?.bymonthday !== undefined,
  );
  // "老公天天加班，每周二下午五点提醒我送孩子": how often it happens, and not how often to remind.
  const isHabit = (phrase: Phrase): boolean =>
    isNamed &&
    phrase.at < home.at &&
    phrase.rule?.freq === "DAILY" &&
    !isTimed(phrase) &&
    !isSeriesBound(phrase);
  const told = live.filter(
    (clause) =>
      clause !== home &&
      !triggers.some(({ at }) => clauseAt(live, at) === clause) &&
      !phrases.some(
        (phrase) =>
          isInClause(clause, phrase) &&
          !isHabit(phrase) &&
          (isTimed(phrase) || isForAnyRequest(phrase) || (hasRule && isSeriesBound(phrase))),
      ) &&
      hasNarrative(clause, phrases, reading),
  );
  // A series may begin or end with what has no name: "下周出差，每天…".
  const isTold = (phrase: Phrase): boolean =>
    !hasRule ||
    isHabit(phrase) ||
    (phrase.day !== undefined && phrase.unread === undefined && phrase.stretch === undefined);
  return phrases.filter(
    (phrase) => !told.some((clause) => isInClause(clause, phrase)) || !isTold(phrase),
  );
}

/** It needs no day from anywhere else, and no end. */
export const isPlaced = ({ after, day, rule }: Phrase): boolean =>
  after !== undefined ||
  (day !== undefined && rule === undefined && !(day.is === "event" && day.base === undefined)) ||
  rule?.byday !== undefined ||
  rule?.bymonthday !== undefined;

/** What any wish could need. */
const isForAnyRequest = ({ rule, count, duration, lead, deadline }: Phrase): boolean =>
  [rule, count, duration, lead, deadline].some((part) => part !== undefined);

/** Where a series begins or ends. */
const isSeriesBound = ({ aim, untilDay, untilClock, fromDay, opening }: Phrase): boolean =>
  [aim, untilDay, untilClock, fromDay, opening].some((part) => part !== undefined);

/** More than a little is said beside the time. */
function hasNarrative(clause: Clause, phrases: readonly Phrase[], { prepared }: Reading): boolean {
  const rest = phrases
    .filter((phrase) => isInClause(clause, phrase))
    .toReversed()
    .reduce(
      (text, { at, end }) => text.slice(0, at) + text.slice(end),
      prepared.text.slice(0, clause.end),
    )
    .slice(clause.at)
    .replaceAll(
      prepared.language === "zh"
        ? /[\s的了吧哈哦啊呀呢在是就都也]/g
        : /\b(?:on|at|in|the|that|is|it|it's)\b|\s/g,
      "",
    );
  return rest.length >= (prepared.language === "zh" ? 3 : 6);
}
