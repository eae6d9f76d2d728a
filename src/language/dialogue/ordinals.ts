import type { Language } from "../../domain/language.ts";
import { numberOf } from "../text/numerals.ts";
import type { Span } from "../text/titles.ts";
import * as en from "../lexicon/en/targets.ts";
import * as zh from "../lexicon/zh/targets.ts";
import { wordsOf } from "../lexicon/words.ts";
import { anyDigit } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** One of a list, counted from its head, or from its end where it is negative. */
export interface Ordinal extends Span {
  readonly place: number;
}

const words = ["first", "second", "third", "fourth", "fifth", "sixth"];

export function ordinalIn(text: string, language: Language): Ordinal | undefined {
  const found = lexicon[language].place.exec(text);
  if (found === null) return undefined;
  const place = language === "zh" ? zhPlace(found) : enPlace(found[1] ?? found[2] ?? "");
  return { at: found.index, end: found.index + found[0].length, place };
}

const zhPlace = ([, fromEnd, number]: RegExpExecArray): number =>
  number === undefined ? -1 : numberOf(number) * (fromEnd === undefined ? 1 : -1);

const enPlace = (word: string): number =>
  anyDigit.test(word) ? Number(word[0]) : words.indexOf(word) + 1;

/** The one at that place of what is shown. */
export const pickByOrdinal = <T>(shown: readonly T[], place: number): T | undefined =>
  shown.at(place > 0 ? place - 1 : place);

/** In the order in which they are shown: by time, those without one last. */
export const sortByTime = <T extends { readonly reminder: { readonly start: string | null } }>(
  pool: readonly T[],
): readonly T[] =>
  pool.toSorted((a, b) => (a.reminder.start ?? "~").localeCompare(b.reminder.start ?? "~"));
