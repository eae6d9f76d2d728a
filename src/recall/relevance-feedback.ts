import type { Found } from "./best.ts";
import type { Concept } from "./query.ts";

/** Relevance feedback: from so many of the best lines so many words are taken, and count this much. */
export const looksAt = 10;
const most = 12;
const weight = 0.07;
/** A word that stands in one line leads nowhere; one that stands in many says little. */
const lines = { least: 2, most: 300 };

export interface Seen {
  readonly found: readonly Found[];
  /** How many lines there are. */
  readonly size: number;
  termsOf(place: number): readonly string[];
  /** In how many lines a word stands. */
  countLines(term: string): number;
  isSpeaker(term: string): boolean;
}

/**
 * Words that stand beside the words of a question in the lines that fit it best: a second search
 * for them finds lines that tell of the same thing in other words.
 */
export function findFeedbackWords(
  asked: readonly Concept[],
  { found, size, termsOf, countLines, isSpeaker }: Seen,
): readonly Concept[] {
  const isAsked = new Set(asked.flatMap(({ members }) => members.map(({ term }) => term)));
  const best = found[0]?.score ?? 1;
  const shares = new Map<string, number>();
  for (const { place, score } of found)
    for (const term of new Set(termsOf(place)))
      if (!isAsked.has(term) && !isSpeaker(term))
        shares.set(term, (shares.get(term) ?? 0) + score / best);
  return [...shares]
    .flatMap(([term, share]) => {
      const count = countLines(term);
      const isTelling = count >= lines.least && count <= lines.most;
      return isTelling ? [{ term, worth: share * Math.log(1 + size / count) }] : [];
    })
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, most)
    .map(({ term }) => ({ weight, spreads: false, members: [{ term, weight: 1 }] }));
}
