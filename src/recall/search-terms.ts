import { stem } from "./stem.ts";
import { isCjkCharacter, splitRuns } from "./tokens.ts";

/** Words of a text for a search that a person types: every one, in each form that may be asked for. */
export function listSearchTerms(text: string): string[] {
  const terms = runsOf(text).flatMap((run) =>
    typeof run === "string" ? [run, stem(run)] : [...run, ...pairsOf(run)],
  );
  return [...new Set(terms.filter((term) => term.length <= longest))];
}

/** One word of a query: a text that has any of `any`, or a word that begins with `start`. */
export interface SearchWord {
  readonly any: readonly string[];
  readonly start?: string;
}

/** A text is found that has all of these. A Chinese word is asked for by its pairs of characters. */
export function parseSearch(query: string): SearchWord[] {
  return runsOf(query).flatMap((run): SearchWord[] => {
    if (typeof run === "string")
      return run.length > longest ? [] : [{ any: [stem(run)], start: run }];
    return (run.length === 1 ? run : pairsOf(run)).map((term) => ({ any: [term] }));
  });
}

/** A longer run of letters is a code or a key, which is not what people search for. */
const longest = 60;

const pairsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);

/** Words as texts, and each run of Chinese, Japanese or Korean characters as a list of them. */
const runsOf = (text: string): (string | string[])[] =>
  splitRuns(text).map((run) => (isCjkCharacter(run) ? Array.from(run) : run));
