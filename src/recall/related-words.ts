import { sameWords } from "./same-words.ts";
import { listTerms } from "./tokens.ts";
import { topicWords } from "./topic-words.ts";

/**
 * Words that people use for one thing: a question about a “job” finds “I work at a bakery”, and
 * “过敏” finds “allergic”.
 */
const groups: readonly (readonly string[])[] = [topicWords, sameWords]
  .flatMap((list) => list.trim().split("\n"))
  .map((line) => [...new Set(line.split(" ").flatMap(listTerms))]);

const groupsOf = Map.groupBy(
  groups.flatMap((group) => group.map((term) => ({ term, group }))),
  ({ term }) => term,
);

const relatedTo = new Map(
  [...groupsOf].map(([term, of]) => [
    term,
    [...new Set(of.flatMap(({ group }) => group.filter((other) => other !== term)))],
  ]),
);

/** Other words for the same thing. */
export const findRelated = (term: string): readonly string[] => relatedTo.get(term) ?? [];
