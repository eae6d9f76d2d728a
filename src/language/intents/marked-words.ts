import type { Language } from "../../domain/language.ts";
import { mentionsOf, withoutOwners } from "./friends.ts";
import { prepare } from "../text/prepare.ts";
import { stems } from "../text/stems.ts";
import { simplify } from "../text/traditional.ts";
import * as en from "../lexicon/en/marked-words.ts";
import * as zh from "../lexicon/zh/marked-words.ts";
import { wordsOf } from "../lexicon/words.ts";
import {
  letterOrDigit,
  endsWithQuestionMark,
  markedWords,
  hanOrLatin,
  tokenCharacter,
  latinStart,
  sentenceEnds,
} from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

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

export function markWords(text: string, of: Subject): MarkedSentence[] {
  return text.split(sentenceEnds).flatMap((part) => {
    if (!letterOrDigit.test(part)) return [];
    const sentence = prepare(part.replaceAll("’", "'"));
    const { language } = sentence;
    if (!letterOrDigit.test(sentence.text)) return [];
    const clauses = withMarkedFriends(sentence, of.friends ?? [])
      .split(lexicon[language].breaks)
      .map((clause) => (language === "zh" ? markCharacters(clause, of) : markTokens(clause, of)))
      .filter(({ length }) => length > 0);
    return [
      { language, text: sentence.text, clauses, isQuestion: endsWithQuestionMark.test(part) },
    ];
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

function markTokens(clause: string, { titles = [] }: Subject): Token[] {
  const known = new Set(titles.flatMap(stems));
  const plain = new Set(
    titles.flatMap((title) => title.toLowerCase().match(lexicon.en.plainVerbs) ?? []),
  );
  const words = clause.match(markedWords) ?? [];
  return words.map((word) => {
    const text = lexicon.en.possessive.test(word)
      ? word.replace(lexicon.en.possessiveEnding, "")
      : word;
    if (text === "₣" || !letterOrDigit.test(text)) return { text, isTitle: false, isTime: false };
    const isTitle = plain.has(text) || stems(text).some((stem) => known.has(stem));
    return { text, isTitle, isTime: lexicon.en.timeWords.test(text) };
  });
}

function markCharacters(clause: string, { titles = [] }: Subject): Token[] {
  const own = simplify(titles.join(" ").toLowerCase());
  const words = new Set(titles.flatMap(stems));
  return (clause.match(hanOrLatin) ?? [])
    .filter((text) => tokenCharacter.test(text))
    .map((text) => {
      if (text === "₣") return { text, isTitle: false, isTime: false };
      const isTitle = latinStart.test(text)
        ? stems(text).some((stem) => words.has(stem))
        : own.includes(text);
      return { text, isTitle, isTime: lexicon.zh.timeCharacters.test(text) };
    });
}
