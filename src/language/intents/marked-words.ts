import type { Language } from "../../domain/language.ts";
import { mentionsOf, withoutOwners } from "./friends.ts";
import { prepare } from "../text/prepare.ts";
import { stems } from "../text/stems.ts";
import { simplify } from "../text/traditional.ts";

/** What a request may speak of. */
export interface Subject {
  readonly titles?: readonly string[] | undefined;
  /** The names of the friends whom it would reach. */
  readonly friends?: readonly string[] | undefined;
}

/** A word, or a Chinese character. A friend is "₣". */
export interface Token {
  readonly text: string;
  readonly isTitle: boolean;
  readonly isTime: boolean;
}

export interface MarkedSentence {
  readonly language: Language;
  readonly text: string;
  readonly clauses: readonly (readonly Token[])[];
  readonly isQuestion: boolean;
}

const ends = /(?<=[.!?。！？])(?=\s|$|\p{Script=Han})|(?<=[!?。！？;；\n])/u;
/** A mark, or a word that opens another clause. */
const breaks: Readonly<Record<Language, RegExp>> = {
  en: /[,;!?\n…]+(?!\d)|:(?!\d)|\.(?!\d)|\s[-–—]+\s|\s+(?=(?:but|because|since|cause|cos|although|though|so that)\s)|\s+(?:so|and)\s+(?=(?:please|pls|can you|could you|cancel|remind|set)\s)/u,
  zh: /[,，;；。.!！?？\n…~～、]+(?!\d)|[:：](?!\d)|(?<=\p{Script=Han})\s+(?=\p{Script=Han})|(?=因为|所以|但是|不过)/u,
};

export function markWords(text: string, of: Subject): MarkedSentence[] {
  return text.split(ends).flatMap((part) => {
    const sentence = prepare(part.replaceAll("’", "'"));
    const { language } = sentence;
    if (!/[\p{L}\p{N}]/u.test(sentence.text)) return [];
    const clauses = withMarkedFriends(sentence, of.friends ?? [])
      .split(breaks[language])
      .map((clause) => (language === "zh" ? markCharacters(clause, of) : markTokens(clause, of)))
      .filter(({ length }) => length > 0);
    return [{ language, text: sentence.text, clauses, isQuestion: /[?？]\s*$/u.test(part) }];
  });
}

/** Another person who is named by way of a friend is not that friend. */
const withMarkedFriends = (
  sentence: ReturnType<typeof prepare>,
  friends: readonly string[],
): string =>
  withoutOwners(sentence, mentionsOf(sentence, friends, true))
    .toReversed()
    .reduce((text, { at, end }) => `${text.slice(0, at)} ₣ ${text.slice(end)}`, sentence.text);

const timeWords =
  /^(?:\d+(?:[:.]\d\d)?(?:am|pm|st|nd|rd|th|h|min|mins)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|(?:jan|febr?|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ch|il|ust|ember|ober|tember)?|today|tonight|tomorrow|tmrw?|tmw|noon|midnight|midday|mornings?|afternoons?|evenings?|nights?|am|pm|o'clock|oclock|hours?|hrs?|minutes?|mins?|weeks?|weekdays?|weekends?|months?|monthly|weekly|daily|days?|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|later|earlier|early|next|every|each|past|sharp)$/u;
/** Too small for a stem, and still what a title may begin with. */
const plainVerbs = /\b(?:go|do|get|have|be)\b/gu;
const possessive = /^(?!(?:it|that|let|what|there|here|he|she|who|how|when|where)'s$).+'s$/u;

function markTokens(clause: string, { titles = [] }: Subject): Token[] {
  const known = new Set(titles.flatMap(stems));
  const plain = new Set(titles.flatMap((title) => title.toLowerCase().match(plainVerbs) ?? []));
  const words = clause.match(/₣|[\p{L}\p{N}]+(?:[.:'-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.map((word) => {
    const text = possessive.test(word) ? word.replace(/'s$/u, "") : word;
    if (text === "₣") return { text, isTitle: false, isTime: false };
    const isTitle = plain.has(text) || stems(text).some((stem) => known.has(stem));
    return { text, isTitle, isTime: timeWords.test(text) };
  });
}

const timeCharacters =
  /^(?:[今明后昨天日早晚上下午中夜点半分钟刻号月年周期每小时零一二两三四五六七八九十百\d:.-]|am|pm|[a-z]*day|tomorrow|tonight)$/u;

function markCharacters(clause: string, { titles = [] }: Subject): Token[] {
  const own = simplify(titles.join(" ").toLowerCase());
  const words = new Set(titles.flatMap(stems));
  return (clause.match(/[a-z][a-z']*|[^\s]/gu) ?? [])
    .filter((text) => /[\p{L}\p{N}:.₣-]/u.test(text))
    .map((text) => {
      if (text === "₣") return { text, isTitle: false, isTime: false };
      const isTitle = /^[a-z]/u.test(text)
        ? stems(text).some((stem) => words.has(stem))
        : own.includes(text);
      return { text, isTitle, isTime: timeCharacters.test(text) };
    });
}
