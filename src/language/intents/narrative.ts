import { prepare } from "../text/prepare.ts";
import { readingOf } from "../reading.ts";
import type { Interpretation, LanguageRequest } from "../request.ts";
import { isTimed } from "../times/timed.ts";
import { isPlaced } from "../times/background-times.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/stories.ts";
import * as zh from "../lexicon/zh/stories.ts";
import { wordsOf } from "../lexicon/words.ts";
import { onlyComma, paragraphEnd, contentPairs, endInside } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** The narrative, and the request that follows it. */
interface Story {
  readonly told: string;
  readonly wish: string;
  /** What is quoted ends with its paragraph. */
  readonly isApart: boolean;
}

function storyIn(text: string): Story | undefined {
  const prepared = prepare(text);
  const marks = prepared.hasQuote
    ? []
    : Array.from(prepared.text.matchAll(lexicon[prepared.language].ends));
  const [first] = marks.length === 0 ? [] : triggersOf(prepared);
  const mark = marks.findLast(
    ({ index, 0: sign }) => first !== undefined && index + sign.length <= first.at,
  );
  if (mark === undefined) return undefined;
  const isSoft = onlyComma.test(mark[0]) && !mark[0].includes("\n");
  const told = text.slice(0, mark.index);
  const wish = text.slice(mark.index + mark[0].length);
  return told.trim().length < shortest[prepared.language] ||
    lexicon.both.leads.test(told) ||
    (isSoft && lexicon.both.condition.test(told))
    ? undefined
    : { told, wish, isApart: paragraphEnd.test(mark[0]) };
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

/**
 * "My two o'clock got pushed to four. Could you remind me at 3:35 to get the contract": where a
 * wish is whole in its own sentence, and the narrative before it asks for nothing, the times of the
 * narrative are not part of it.
 */
export function afterStory(
  request: LanguageRequest,
  whole: Interpretation,
  read: (request: LanguageRequest) => Interpretation,
): Interpretation {
  const story = mayBeStory.has(whole.intent) ? storyIn(request.text) : undefined;
  if (story === undefined || (whole.reasons[0] === "quoted" && !story.isApart)) return whole;
  const { told, wish } = story;
  const phrases = phrasesIn(request, told);
  // Nothing of it could have come into what is written.
  const isKept = phrases.length === 0 && whole.items.every(({ title }) => wish.includes(title));
  if (whole.intent === "create" && isKept) return whole;
  if (!isIndependent(phrases, phrasesIn(request, wish).filter(isTimed))) return whole;
  const alone = read({ ...request, text: wish });
  if (alone.intent !== "create" || alone.items.some(({ title }) => title === "")) return whole;
  if (read({ ...request, text: told }).intent !== "none") return whole;
  return whole.intent !== "create" || isBetterAlone(alone, whole, story) ? alone : whole;
}

const mayBeStory = new Set<Interpretation["intent"]>(["clarify", "create", "none"]);

const phrasesIn = (request: LanguageRequest, text: string): readonly Phrase[] =>
  readingOf({ ...request, text }).phrases;

/**
 * Both could be written: by itself the wish counts, but for a length that a short sentence says of
 * the same thing.
 */
function isBetterAlone(alone: Interpretation, whole: Interpretation, { told }: Story): boolean {
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

/** "Remind me at 5 to leave. The meeting starts at 6.": the same, where the wish comes first. */
export function beforeStory(
  request: LanguageRequest,
  whole: Interpretation,
  read: (request: LanguageRequest) => Interpretation,
): Interpretation {
  const isCreate = whole.intent === "create";
  const tail = isCreate || whole.intent === "clarify" ? tailIn(request.text) : undefined;
  if (tail === undefined) return whole;
  const { told, wish } = tail;
  const phrases = phrasesIn(request, told);
  if (isCreate && !phrases.some(isTimed)) return whole;
  if (!lexicon.both.past.test(told) && phrases.some(isOfSeries)) return whole;
  const alone = read({ ...request, text: wish });
  const isWhole = alone.intent === "create" && alone.items.every(({ title }) => title !== "");
  if (!isWhole || (isCreate && whole.items.length <= alone.items.length)) return whole;
  return read({ ...request, text: told }).intent === "none" ? alone : whole;
}

/** The narrative after the last request, and the text up to there. */
function tailIn(raw: string): Pick<Story, "told" | "wish"> | undefined {
  const prepared = prepare(raw);
  const { text, language, hasQuote } = prepared;
  if (hasQuote || !endInside.test(text)) return undefined;
  const last = triggersOf(prepared).at(-1);
  if (last === undefined) return undefined;
  const marks = last.wake && language === "en" ? lexicon.en.wakeTails : lexicon[language].tails;
  const [mark] = Array.from(text.slice(last.end).matchAll(marks));
  if (mark === undefined) return undefined;
  const told = text.slice(last.end + mark.index + mark[0].length);
  const isTold =
    lexicon[language].subject.test(told) &&
    !lexicon.both.more.test(told) &&
    told.trim().length >= shortest[language];
  return isTold ? { told, wish: raw.slice(0, last.end + mark.index) } : undefined;
}

const isOfSeries = ({ rule, count, untilDay, fromDay, weekend }: Phrase): boolean =>
  [rule, count, untilDay, fromDay, weekend].some((part) => part !== undefined);
