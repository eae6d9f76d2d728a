import type { Pausable } from "../../../domain/slices.ts";
import type { Memory } from "../state/chat-state.ts";
import { tokenise } from "./tokens.ts";

/** A full-text index of one owner's memories. It grows with them, and reindexes reworded ones. */
export interface MemoryIndex {
  /** BM25 scores by position, for memories that share a word with the query. */
  search(words: ReadonlyMap<string, number>): ReadonlyMap<number, number>;
  /** Indexes new and reworded memories since the last call. */
  update(rewritten: readonly Memory[]): Pausable<void>;
}

/**
 * Only the newest postings of a frequent word are scored: it carries little information, and the
 * cost must not grow with the story.
 */
const maxPostings = 400;
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
    const tokens = tokenise(joinWords(memory));
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) addPosting(postings, token, { place, count });
    total += tokens.length - (lengths[place] ?? 0);
    lengths[place] = tokens.length;
  };
  return {
    // Another request may continue what this one has begun: nothing is kept over a pause.
    *update(rewritten) {
      while (seen < rewritten.length) {
        const place = places.get(rewritten[seen] as Memory);
        seen += 1;
        if (place === undefined) continue;
        removePostings(postings, place);
        add(place, memories[place] as Memory);
        yield;
      }
      while (lengths.length < memories.length) {
        const place = lengths.length;
        places.set(memories[place] as Memory, place);
        add(place, memories[place] as Memory);
        yield;
      }
    },
    search(words) {
      const scores = new Map<number, number>();
      const mean = total / Math.max(1, lengths.length) || 1;
      for (const [word, weight] of words) {
        const { places: uses, counts } = postings.get(word) ?? { places: [], counts: [] };
        const idf = Math.log(1 + (lengths.length - uses.length + 0.5) / (uses.length + 0.5));
        for (let at = Math.max(0, uses.length - maxPostings); at < uses.length; at += 1) {
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

const joinWords = ({ text, povSummary }: Memory): string =>
  text === povSummary ? text : `${text}\n${povSummary}`;

function addPosting(
  postings: Map<string, Posting>,
  token: string,
  { place, count }: { place: number; count: number },
): void {
  const posting = postings.get(token) ?? { places: [], counts: [] };
  postings.set(token, posting);
  // Postings stay sorted by position, so that an updated index equals a rebuilt one.
  let at = posting.places.length;
  while (at > 0 && (posting.places[at - 1] ?? 0) > place) at -= 1;
  posting.places.splice(at, 0, place);
  posting.counts.splice(at, 0, count);
}

function removePostings(postings: Map<string, Posting>, place: number): void {
  for (const [token, { places, counts }] of postings) {
    const at = places.indexOf(place);
    if (at === -1) continue;
    places.splice(at, 1);
    counts.splice(at, 1);
    if (places.length === 0) postings.delete(token);
  }
}
