import { stem } from "./stem.ts";

/**
 * How text becomes words, for indexes, their queries and the audit. Chinese, Japanese and Korean
 * text is split into overlapping pairs, because no dictionary knows people's names.
 */
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const runs = new RegExp(String.raw`[${cjk}]+|(?:(?![${cjk}])[\p{L}\p{N}])+`, "gu");
const isCjk = new RegExp(`^[${cjk}]`, "u");

/** Words, and runs of Chinese, Japanese or Korean characters, in order. */
export const splitRuns = (text: string): string[] =>
  text.normalize("NFKC").toLowerCase().match(runs) ?? [];

/** All words, with the usual endings cut: they stay readable, for people who read an audit. */
export function tokenise(text: string): string[] {
  return splitRuns(text).flatMap((run) => (isCjk.test(run) ? toPairs(run) : [cutEnding(run)]));
}

function cutEnding(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith("ed")) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

/** Function words, which stand in any sentence and say nothing of what it is about. */
const stopWords = new Set(
  `a about all also am an and any are as at be because been being but by can could d did do does doing done don for from had has have
  having he her hers him his how i if in into is isn it its just let ll m me my myself of oh ok okay on or our ours s she should
  so some such t than that the their theirs them then there these they this those to too u um up us ve very was wasn we well were
  what when where which while who whom whose why will with would yeah yes you your yours yourself re didn doesn haven won`.split(
    /\s+/,
  ),
);

export const isStopWord = (word: string): boolean => stopWords.has(word);

/** Characters that hold Chinese sentences together. Pairs across them would be pairs of nothing. */
const chineseParticles =
  /什么|怎么|时候|哪里|哪儿|哪个|哪些|多少|记得|知道|告诉|一下|[的了吗呢吧啊呀嘛哦我你您他她它们是这那就都也还很哪谁么和跟与]/u;

/** The words that a text is about: what an index holds and a query asks for, in order. */
export function listTerms(text: string): string[] {
  return splitRuns(text).flatMap((run) =>
    isCjk.test(run)
      ? run
          .split(chineseParticles)
          .filter((part) => part !== "")
          .flatMap(toPairsAndLetters)
      : stopWords.has(run)
        ? []
        : [stem(run)],
  );
}

function toPairs(run: string): string[] {
  const letters = Array.from(run);
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
}

/** A single character finds the words that it is part of: 养 is in 领养. */
const toPairsAndLetters = (run: string): string[] => {
  const letters = Array.from(run);
  return letters.length === 1 ? letters : [...toPairs(run), ...letters];
};

/** Words and single CJK characters in order, for comparing sequences. */
export function splitUnits(text: string): string[] {
  return splitRuns(text).flatMap((run) => (isCjk.test(run) ? Array.from(run) : [run]));
}

export const isCjkCharacter = (unit: string): boolean => isCjk.test(unit);
