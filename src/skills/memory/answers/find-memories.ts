import { createRecallIndex } from "../../../recall/recall-index.ts";
import { listTerms } from "../../../recall/tokens.ts";
import type { MemoryRow } from "../witness.ts";

const mostFound = 20;

/** By words, best first. Those that share no word with it are not about it. */
function findAbout(all: readonly MemoryRow[], about: string): MemoryRow[] {
  const index = createRecallIndex();
  for (const { words, topic } of all) index.add({ text: `${words} ${topic ?? ""}`, thread: words });
  return index.search({ text: about, most: mostFound }).flatMap(({ place }) => all[place] ?? []);
}

/** What is of the speaker's own may be said in other words; of anything else only what names it. */
export const findToList = (all: readonly MemoryRow[], about: string): readonly MemoryRow[] =>
  /\b(?:my|our|i|i'm|we|me)\b|我/iu.test(about)
    ? findAbout(all, about)
    : findAbout(all, about).filter((memory) => shareNamed(about, memory) >= leastNamed);

/** How much of what is named the memory says in the same words. Pairs of characters are words. */
function shareNamed(about: string, { words, topic }: MemoryRow): number {
  const terms = [...new Set(listTerms(about))];
  const longer = terms.filter((term) => Array.from(term).length > 1);
  const asked = longer.length > 0 ? longer : terms;
  const there = new Set(listTerms(`${words} ${topic ?? ""}`));
  return asked.length === 0 ? 0 : asked.filter((term) => there.has(term)).length / asked.length;
}

/** Related words are enough to show something, not to forget it. */
const leastNamed = 0.5;

/**
 * The memories that the words name. Where several are named as well as each other, all of them, and
 * the person says which. Facts come before summaries, which are made of the same lines and go along
 * with them.
 */
export function pickNamed(
  all: readonly MemoryRow[],
  about: string,
  mayGuess: boolean,
): { readonly meant: readonly MemoryRow[]; readonly isSure: boolean } {
  const found = findAbout(all, about).map((memory) => ({
    memory,
    share: shareNamed(about, memory),
  }));
  const named = found.filter(({ share }) => share >= leastNamed);
  const facts = named.filter(({ memory }) => memory.form === "fact");
  const chosen = facts.length > 0 ? facts : named;
  const best = Math.max(0, ...chosen.map(({ share }) => share));
  if (chosen.length > 0)
    return {
      meant: chosen.filter(({ share }) => share === best).map(({ memory }) => memory),
      isSure: true,
    };
  const near = mayGuess ? found.filter(({ memory }) => memory.form === "fact") : [];
  return { meant: near.map(({ memory }) => memory), isSure: false };
}
