/**
 * One tokenizer for everything that looks for words: the index, its questions and the audit. Latin words with a light stem;
 * Chinese, Japanese and Korean as overlapping pairs, since no dictionary knows the names of a story.
 */
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const runs = new RegExp(String.raw`[${cjk}]+|(?:(?![${cjk}])[\p{L}\p{N}])+`, "gu");
const isCjk = new RegExp(`^[${cjk}]`, "u");

const runsOf = (text: string): string[] => text.normalize("NFKC").toLowerCase().match(runs) ?? [];

export function tokensOf(text: string): string[] {
  return runsOf(text).flatMap((run) => (isCjk.test(run) ? pairs(run) : [stem(run)]));
}

function pairs(run: string): string[] {
  const letters = Array.from(run);
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
}

/** Enough that “letters” finds “letter” and “waited” finds “waits”; a word that it spoils is spoilt on both sides. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith("ed")) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

/** Words and single signs in order, for looking at what stands side by side. */
export function unitsOf(text: string): string[] {
  return runsOf(text).flatMap((run) => (isCjk.test(run) ? Array.from(run) : [run]));
}

export const isSign = (unit: string): boolean => isCjk.test(unit);
