import { partOf, type Reading } from "../reading.ts";
import type { Interpretation } from "../request.ts";
import { defineRule, orderRules } from "../rule.ts";
import type { Span } from "../text/titles.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { isTimed } from "../times/timed.ts";
import { isPlaced } from "../times/background-times.ts";
import { hasAny, type Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/stories.ts";
import * as zh from "../lexicon/zh/stories.ts";
import { wordsOf } from "../lexicon/words.ts";
import { onlyComma, paragraphEnd, contentPairs, endInside } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** A message as it was understood, and how a part of it would be. */
export interface Told {
  readonly reading: Reading;
  readonly whole: Interpretation;
  readonly readPart: (part: Reading) => Interpretation;
}

/** The narrative, and the request beside it. */
interface Story {
  readonly told: Span;
  readonly wish: Span;
  /** What is quoted ends with its paragraph. */
  readonly isApart: boolean;
}

/** The narrative up to the sentence of the first request. */
function storyBefore({ seen: { prepared, triggers } }: Reading): Story | undefined {
  const { raw, text, language, hasQuote } = prepared;
  const [first] = triggers;
  if (hasQuote || first === undefined) return undefined;
  const mark = Array.from(text.matchAll(lexicon[language].ends)).findLast(
    ({ index, 0: sign }) => index + sign.length <= first.at,
  );
  if (mark === undefined) return undefined;
  const isSoft = onlyComma.test(mark[0]) && !mark[0].includes("\n");
  const told = raw.slice(0, mark.index);
  const isTold =
    told.trim().length >= shortest[language] &&
    !lexicon.both.leads.test(told) &&
    !(isSoft && lexicon.both.condition.test(told));
  return isTold
    ? {
        told: { at: 0, end: mark.index },
        wish: { at: mark.index + mark[0].length, end: raw.length },
        isApart: paragraphEnd.test(mark[0]),
      }
    : undefined;
}

/** Less is a greeting or a time. */
const shortest = { zh: 5, en: 12 } as const;

/**
 * Without a day of its own a wish takes the one that was spoken of: then both are read together.
 */
function isIndependent(told: readonly Phrase[], own: readonly Phrase[]): boolean {
  if (own.length > 0 && own.every((phrase) => isPlaced(phrase) || phrase.rule !== undefined))
    return true;
  const isSided = own.every(
    ({ clock }) => clock === undefined || clock.exact || clock.period !== undefined,
  );
  return (
    own.length > 0 && !told.some((phrase) => hasDayToLend(phrase) || (!isSided && phrase.period))
  );
}

const hasDayToLend = ({ day, weekend, stretch, rule, past: was }: Phrase): boolean =>
  was !== true &&
  ((day !== undefined && !(day.is === "offset" && day.days === 0)) ||
    [weekend, stretch, rule].some((part) => part !== undefined));

/** It can be written as it stands. */
const isComplete = ({ intent, items }: Interpretation): boolean =>
  intent === "create" && items.every(({ title }) => title !== "");

const isWithoutRequest = ({ reading, readPart }: Told, told: Span): boolean =>
  readPart(partOf(reading, told)).intent === "none";

const wordsIn = ({ seen: { prepared } }: Reading, { at, end }: Span): string =>
  prepared.raw.slice(at, end);

/**
 * Where a wish is whole in its own sentence, and the narrative beside it asks for nothing, the times
 * of the narrative are not part of it.
 */
export const narratives = orderRules([
  defineRule({
    name: "narrative-before-the-wish",
    stage: "classify",
    examples: {
      en: [
        [
          "My two o'clock got pushed to four. Could you remind me at 3:35pm to get the contract",
          "11-17 15:35",
        ],
      ],
    },
    when: ({ reading, whole }: Told) => {
      const story = mayBeStory.has(whole.intent) ? storyBefore(reading) : undefined;
      return whole.reasons[0] === "quoted" && story?.isApart !== true ? undefined : story;
    },
    then: (on: Told, { told, wish }: Story): Told | undefined => {
      const { reading, whole, readPart } = on;
      const phrases = partOf(reading, told).phrases;
      const wished = partOf(reading, wish);
      // Nothing of it could have come into what is written.
      const isKept =
        phrases.length === 0 &&
        whole.items.every(({ title }) => wished.prepared.raw.includes(title));
      if (whole.intent === "create" && isKept) return undefined;
      if (!isIndependent(phrases, wished.phrases.filter(isTimed))) return undefined;
      const alone = readPart(wished);
      if (!isComplete(alone) || !isWithoutRequest(on, told)) return undefined;
      return whole.intent !== "create" || isBetterAlone(alone, whole, wordsIn(reading, told))
        ? { ...on, whole: alone }
        : undefined;
    },
  }),
  defineRule({
    name: "narrative-behind-the-wish",
    stage: "classify",
    after: ["narrative-before-the-wish"],
    examples: {
      en: [["Remind me at 5pm to leave. The meeting starts at 6pm.", "11-17 17:00"]],
    },
    when: ({ reading, whole }: Told) =>
      (whole.intent === "create" || whole.intent === "clarify") && storyBehind(reading),
    then: (on: Told, { told, wish }: Pick<Story, "told" | "wish">): Told | undefined => {
      const { reading, whole, readPart } = on;
      const isCreate = whole.intent === "create";
      const phrases = partOf(reading, told).phrases;
      if (isCreate && !phrases.some(isTimed)) return undefined;
      if (!lexicon.both.past.test(wordsIn(reading, told)) && phrases.some(isOfSeries))
        return undefined;
      const alone = readPart(partOf(reading, wish));
      if (!isComplete(alone) || (isCreate && whole.items.length <= alone.items.length))
        return undefined;
      return isWithoutRequest(on, told) ? { ...on, whole: alone } : undefined;
    },
  }),
]);

const mayBeStory = new Set<Interpretation["intent"]>(["clarify", "create", "none"]);

/**
 * Both could be written: by itself the wish counts, but for a length that a short sentence says of
 * the same thing.
 */
function isBetterAlone(alone: Interpretation, whole: Interpretation, told: string): boolean {
  const isLonger = whole.items.some(
    ({ durationMinutes }, index) =>
      durationMinutes !== (alone.items[index]?.durationMinutes ?? null),
  );
  const isSaidOf =
    told.trim().length <= shortSentence &&
    !lexicon.both.past.test(told) &&
    alone.items.some(({ title }) => hasSharedWords(told, title));
  return alone.items.length >= whole.items.length && (!isLonger || !isSaidOf);
}

const shortSentence = 40;

const hasSharedWords = (told: string, title: string): boolean =>
  (title.toLowerCase().match(contentPairs) ?? []).some((word) => told.toLowerCase().includes(word));

/** The narrative after the last request, and the text up to there. */
function storyBehind(reading: Reading): Pick<Story, "told" | "wish"> | undefined {
  const { prepared, triggers } = reading.seen;
  const { text, language, hasQuote } = prepared;
  const last = triggers.at(-1);
  if (hasQuote || last === undefined) return undefined;
  const pause = pauseBehind(reading, last);
  const told = { at: pause.end, end: text.length };
  const words = text.slice(told.at);
  const isTold =
    lexicon[language].subject.test(words) &&
    !lexicon.both.more.test(words) &&
    words.trim().length >= shortest[language];
  return isTold ? { told, wish: { at: 0, end: pause.at } } : undefined;
}

/** What ends the sentence of the wish; of a call to wake, also where a timetable says why. */
function pauseBehind({ seen: { prepared, clauses } }: Reading, { end, wake }: Trigger): Span {
  const { text, language } = prepared;
  const marks = wake && language === "en" ? lexicon.en.wakeTails : lexicon[language].tails;
  const mark = endInside.test(text) ? text.slice(end).matchAll(marks).next().value : undefined;
  if (mark !== undefined) return { at: end + mark.index, end: end + mark.index + mark[0].length };
  const why = clauses.find(
    (clause) => wake && clause.at > end && lexicon.en.timetable.test(clause.text),
  );
  const at = why?.at ?? text.length;
  return { at, end: at };
}

const isOfSeries = (phrase: Phrase): boolean =>
  hasAny(phrase, ["rule", "count", "untilDay", "fromDay", "weekend"]);
