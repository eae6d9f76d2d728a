/**
 * The tokeniser shared by the memory index, its queries and the audit. Latin words are lightly
 * stemmed; Chinese, Japanese and Korean text is split into overlapping pairs, because no dictionary
 * knows a story's names.
 */
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const runs = new RegExp(String.raw`[${cjk}]+|(?:(?![${cjk}])[\p{L}\p{N}])+`, "gu");
const isCjk = new RegExp(`^[${cjk}]`, "u");

const splitRuns = (text: string): string[] =>
  text.normalize("NFKC").toLowerCase().match(runs) ?? [];

export function tokenise(text: string): string[] {
  return splitRuns(text).flatMap((run) => (isCjk.test(run) ? toPairs(run) : [stem(run)]));
}

function toPairs(run: string): string[] {
  const letters = Array.from(run);
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
}

/**
 * A light stemmer: “letters” finds “letter” and “waited” finds “waits”. An imprecise stem is
 * harmless because both sides use it.
 */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith("ed")) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

/** Words and single CJK characters in order, for comparing sequences. */
export function splitUnits(text: string): string[] {
  return splitRuns(text).flatMap((run) => (isCjk.test(run) ? Array.from(run) : [run]));
}

export const isCjkCharacter = (unit: string): boolean => isCjk.test(unit);
