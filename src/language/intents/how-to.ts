import { type HowTo, howToQuestions, nextQuestions } from "../lexicon/how-to.ts";
import { curlyQuotes, spaceRuns } from "../text/characters.ts";

export type { HowTo };

const longest = 60;

export function howAsked(text: string): HowTo | undefined {
  const plain = plainOf(text);
  return plain.length > longest
    ? undefined
    : howToQuestions.find(({ pattern }) => pattern.test(plain))?.kind;
}

/** "What's next?" and nothing else. */
export const isNextQuestion = (text: string): boolean =>
  text.length <= longest && nextQuestions.some((pattern) => pattern.test(plainOf(text)));

const plainOf = (text: string): string =>
  text.trim().toLowerCase().replaceAll(curlyQuotes, "'").replaceAll(spaceRuns, " ");
