import type { Language } from "../../domain/language.ts";
import { prepare } from "../text/prepare.ts";
import { readingOf } from "../reading.ts";
import type { Interpretation, LanguageRequest } from "../request.ts";
import { isTimed } from "../times/timed.ts";
import { isPlaced } from "../times/background-times.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import type { Phrase } from "../times/phrase.ts";

/**
 * Where a sentence ends. Behind a comma a new one begins only with a word that turns to the other:
 * "…了，所以麻烦你".
 */
const ends: Readonly<Record<Language, RegExp>> = {
  zh: /\n\s*\n|[。！!？?\n;；~～…]+|\.(?!\d)|[,，](?=\s*(?:(?:所以|那么?|对了|另外|不过|总之)[,，]?\s*)?(?:(?:麻烦|请|劳烦|辛苦|拜托)?[你您]|麻烦|所以|对了|[^,，。]{2,14}[你您](?:再|就|记得|帮忙)?(?:提醒|[叫喊催])我))/g,
  en: /\n\s*\n|[!?\n;]+|\.(?=\s|$)|[,\s]\s*(?=(?:so |and |but |anyway |just |please |pls )*(?:can|could|would|will) (?:you|u|ya) (?:please |pls |just |kindly )*(?:remind|wake|ping|nudge)\b)|[,\s]\s*(?=(?:so|anyway|anyhow)[, ]+(?:please |pls |just )*(?:remind|wake|ping|nudge) me\b)/g,
};

/**
 * The request would be another person's: a colon, an open quote, or a word of saying leads to it.
 */
const leads =
  /(?:[:：“"「『(（]|[说问写讲喊道叫让回]|\b(?:said|says|say|asked|asks|wrote|texted|replied|goes|like|typed|that|if|whether|when|to|reads?))[\s,，.…]*$/i;

/** The wish hangs on it. */
const condition =
  /(?:如果|要是|假如|万一|倘若|只要|除非|一旦|等到?)[^,，。!！?？\n]*$|(?:的话|的时候)\s*$|\b(?:if|unless|in case|when|whenever|once|as soon as)\b[^,.!?\n]*$/i;

/** What was, and not how long the wish takes. */
const past = /了|过|昨|刚|\b(?:was|were|had|have|has|been|got|did|said|says|\w+ed)\b|'ve\b/i;

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
    : Array.from(prepared.text.matchAll(ends[prepared.language]));
  const [first] = marks.length === 0 ? [] : triggersOf(prepared);
  const mark = marks.findLast(
    ({ index, 0: sign }) => first !== undefined && index + sign.length <= first.at,
  );
  if (mark === undefined) return undefined;
  const isSoft = /^[,，\s]+$/.test(mark[0]) && !mark[0].includes("\n");
  const told = text.slice(0, mark.index);
  const wish = text.slice(mark.index + mark[0].length);
  return told.trim().length < shortest[prepared.language] ||
    leads.test(told) ||
    (isSoft && condition.test(told))
    ? undefined
    : { told, wish, isApart: /\n\s*\n/.test(mark[0]) };
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
    !past.test(told) &&
    alone.items.some(({ title }) => hasSharedWords(told, title));
  return alone.items.length >= whole.items.length && (!isLonger || !isSaidOf);
}

const shortSentence = 40;

const hasSharedWords = (told: string, title: string): boolean =>
  (title.toLowerCase().match(/[\u4e00-\u9fff]{2}|[a-z]{4,}/g) ?? []).some((word) =>
    told.toLowerCase().includes(word),
  );

/** Who or what is spoken of: with it a sentence begins that tells and asks for nothing. */
const subject: Readonly<Record<Language, RegExp>> = {
  zh: /^\s*(?:[^,，。]{1,8}的(?:飞机|航班|火车|高铁|动车|车|船|班|课|会|考试|比赛)|上次|上回|上个?[月周]|去年|之前|昨|我|他|她|它|咱|人家|那[天边个]|这[次边个]|因为|毕竟|[^\d,，。每到从]{2,6}(?:说|是|要|有))/,
  en: /^\s*(?:i|i'm|i've|i'd|he|he's|she|she's|they|we|it|it's|its|there|there's|my|his|her|our|their|the|that's|this|last)\b|^\s*(?:[\w']+\s+){1,3}(?:said|says|is|are|was|were|will|starts?|begins?|leaves?|gets|arrives?|comes?|closes?|opens?|ends?)\b/i,
};

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
  if (!past.test(told) && phrases.some(isOfSeries)) return whole;
  const alone = read({ ...request, text: wish });
  const isWhole = alone.intent === "create" && alone.items.every(({ title }) => title !== "");
  if (!isWhole || (isCreate && whole.items.length <= alone.items.length)) return whole;
  return read({ ...request, text: told }).intent === "none" ? alone : whole;
}

/** The narrative after the last request, and the text up to there. */
function tailIn(raw: string): Pick<Story, "told" | "wish"> | undefined {
  const prepared = prepare(raw);
  const { text, language, hasQuote } = prepared;
  if (hasQuote || !/[。！!\n;；,，.]\s*\S/.test(text)) return undefined;
  const last = triggersOf(prepared).at(-1);
  if (last === undefined) return undefined;
  const marks = last.wake ? wakeTails[language] : tails[language];
  const [mark] = Array.from(text.slice(last.end).matchAll(marks));
  if (mark === undefined) return undefined;
  const told = text.slice(last.end + mark.index + mark[0].length);
  const isTold =
    subject[language].test(told) && !more.test(told) && told.trim().length >= shortest[language];
  return isTold ? { told, wish: raw.slice(0, last.end + mark.index) } : undefined;
}

/** One more wish, or the same once more. */
const more = /[还也]|另外|同样|\b(?:also|too|as well|another|one|same|again|then|plus)\b/i;

const tails: Readonly<Record<Language, RegExp>> = {
  zh: /[。！!\n;；]+|[,，](?=\s*(?:我|他|她)们?(?:约|订|买|问|答应|要赶|得赶|跟)|(?:上次|上回|上个?[月周]|去年|之前|昨))|[,，](?=\s*[^,，。]{1,8}的(?:飞机|航班|火车|高铁|动车|车|船|班|课|会|考试|比赛)\s*[。!！]?\s*$)/g,
  en: /[!\n;]+|\.(?=\s)/g,
};

/** One gets up because of something: "wake me at 5:50, my train leaves at 7:05". */
const wakeTails: typeof tails = {
  zh: tails.zh,
  en: /[!\n;]+|\.(?=\s)|,(?=\s*(?:my|the|our)\s+[\w ]{2,20}\s(?:leaves|departs|starts|boards|goes|is)\b)/g,
};

const isOfSeries = ({ rule, count, untilDay, fromDay, weekend }: Phrase): boolean =>
  [rule, count, untilDay, fromDay, weekend].some((part) => part !== undefined);
