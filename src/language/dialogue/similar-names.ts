import type { Language } from "../../domain/language.ts";
import { hanCharacters, hanScript, notWord } from "../text/characters.ts";
import { hasOnlyKindInCommon, overlap } from "../text/stems.ts";
import { simplify } from "../text/traditional.ts";
import * as en from "../lexicon/en/targets.ts";
import * as zh from "../lexicon/zh/targets.ts";
import { wordsOf } from "../lexicon/words.ts";

const { particles } = wordsOf(zh, en).zh;

export const plain = (title: string): string =>
  simplify(title.toLowerCase()).replaceAll(notWord, "");

/** One contains the other. */
export function isContained(name: string, title: string, language: Language): boolean {
  if (language === "en") return overlap(name, title) >= 1;
  const [a, b] = [plain(name).replace(particles, ""), plain(title).replace(particles, "")];
  return a !== "" && b !== "" && (a.includes(b) || b.includes(a));
}

/** The same characters in another order, or most of the words. Only Han characters stand for words. */
export function isSimilar(name: string, title: string, language: Language): boolean {
  if (language === "en" || !hanScript.test(title))
    return overlap(name, title) > 0 && !hasOnlyKindInCommon(name, title);
  const characters = new Set(listHan(name));
  const wanted = listHan(title);
  const common = wanted.filter((each) => characters.has(each)).length;
  return common >= 2 && (common / wanted.length >= 0.6 || common / characters.size >= 0.8);
}

const listHan = (text: string): readonly string[] =>
  plain(text).replace(particles, "").match(hanCharacters) ?? [];

/** 银行电话 and “给银行打电话”: no character that the title has not. */
export function isSpelledWithin(name: string, title: string): boolean {
  const characters = listHan(name);
  return characters.length > 0 && characters.every((each) => listHan(title).includes(each));
}

/** A word in common; of Chinese, two characters in a row. */
export function hasSharedWord(said: string, title: string, language: Language): boolean {
  if (language === "en" || !hanScript.test(title)) return overlap(said, title) > 0;
  const [a, b] = [plain(said), plain(title)];
  return Array.from({ length: b.length - 1 }, (_, at) => b.slice(at, at + 2)).some((pair) =>
    a.includes(pair),
  );
}

/** The most characters in a row that both have. */
export function longestShared(a: string, b: string): number {
  let most = 0;
  for (let at = 0; at < b.length; at += 1)
    while (at + most < b.length && a.includes(b.slice(at, at + most + 1))) most += 1;
  return most;
}
