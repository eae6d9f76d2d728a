/** The places of a word, in rising order, with how often it stands there. */
export interface Posting {
  readonly places: number[];
  readonly counts: number[];
}

export interface Postings {
  find(term: string): Posting | undefined;
  add(place: number, terms: readonly string[]): void;
  remove(place: number, terms: readonly string[]): void;
}

/** An inverted index. One that grew equals one that was built at once. */
export function createPostings(): Postings {
  const byTerm = new Map<string, Posting>();
  return {
    find: (term) => byTerm.get(term),
    add(place, terms) {
      for (const [term, count] of countTerms(terms)) {
        const posting = byTerm.get(term) ?? { places: [], counts: [] };
        byTerm.set(term, posting);
        const at = findPlace(posting.places, place);
        posting.places.splice(at, 0, place);
        posting.counts.splice(at, 0, count);
      }
    },
    remove(place, terms) {
      for (const term of new Set(terms)) {
        const posting = byTerm.get(term);
        if (posting === undefined) continue;
        const at = findPlace(posting.places, place);
        if (posting.places[at] !== place) continue;
        posting.places.splice(at, 1);
        posting.counts.splice(at, 1);
        if (posting.places.length === 0) byTerm.delete(term);
      }
    },
  };
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The first position whose place is not before this one. New places come last. */
function findPlace(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  if (high > 0 && (places[high - 1] ?? 0) < place) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
