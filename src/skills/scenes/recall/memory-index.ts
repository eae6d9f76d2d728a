import type { Memory } from "../state/chat-state.ts";
import { tokensOf } from "./tokens.ts";

/** One owner's memories by their words. It grows with them; one that was rewritten is read again. */
export interface MemoryIndex {
  /** Places of memories with their BM25, only of those that share a word. */
  search(words: ReadonlyMap<string, number>): ReadonlyMap<number, number>;
  /** Takes in what is new, and what was rewritten, since it was last looked at. */
  catchUp(rewritten: readonly Memory[]): void;
}

/** Of a word that is in everything, only the newest uses are looked at: it tells little, and a long past shall cost nothing. */
const newestUses = 400;
const [k1, b] = [1.2, 0.75];

interface Posting {
  readonly places: number[];
  readonly counts: number[];
}

export function createMemoryIndex(memories: readonly Memory[]): MemoryIndex {
  const postings = new Map<string, Posting>();
  const lengths: number[] = [];
  const places = new Map<Memory, number>();
  let seen = 0;
  let total = 0;
  const add = (place: number, memory: Memory): void => {
    const tokens = tokensOf(wordsOf(memory));
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) put(postings, token, { place, count });
    total += tokens.length - (lengths[place] ?? 0);
    lengths[place] = tokens.length;
  };
  return {
    catchUp(rewritten) {
      for (; seen < rewritten.length; seen += 1) {
        const place = places.get(rewritten[seen] as Memory);
        if (place === undefined) continue;
        drop(postings, place);
        add(place, memories[place] as Memory);
      }
      for (let place = lengths.length; place < memories.length; place += 1) {
        places.set(memories[place] as Memory, place);
        add(place, memories[place] as Memory);
      }
    },
    search(words) {
      const scores = new Map<number, number>();
      const mean = total / Math.max(1, lengths.length) || 1;
      for (const [word, weight] of words) {
        const { places: uses, counts } = postings.get(word) ?? { places: [], counts: [] };
        const idf = Math.log(1 + (lengths.length - uses.length + 0.5) / (uses.length + 0.5));
        for (let at = Math.max(0, uses.length - newestUses); at < uses.length; at += 1) {
          const [place, count] = [uses[at] ?? 0, counts[at] ?? 0];
          const gain =
            (count * (k1 + 1)) / (count + k1 * (1 - b + (b * (lengths[place] ?? mean)) / mean));
          scores.set(place, (scores.get(place) ?? 0) + weight * idf * gain);
        }
      }
      return scores;
    },
  };
}

const wordsOf = ({ text, povSummary }: Memory): string =>
  text === povSummary ? text : `${text}\n${povSummary}`;

function put(
  postings: Map<string, Posting>,
  token: string,
  { place, count }: { place: number; count: number },
): void {
  const posting = postings.get(token) ?? { places: [], counts: [] };
  postings.set(token, posting);
  // In order of place, so that an index that was kept gives what a fresh one would.
  let at = posting.places.length;
  while (at > 0 && (posting.places[at - 1] ?? 0) > place) at -= 1;
  posting.places.splice(at, 0, place);
  posting.counts.splice(at, 0, count);
}

function drop(postings: Map<string, Posting>, place: number): void {
  for (const [token, { places, counts }] of postings) {
    const at = places.indexOf(place);
    if (at === -1) continue;
    places.splice(at, 1);
    counts.splice(at, 1);
    if (places.length === 0) postings.delete(token);
  }
}
