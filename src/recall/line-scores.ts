/** The scores of one search, by place. */
export interface LineScores {
  /** Makes room for a place. */
  fit(place: number): void;
  /** A word of a concept stands at this place, or near it. The best of its words counts. */
  reach(place: number | undefined, gain: number): void;
  /** Adds what the words of a concept have reached. */
  addConcept(weight: number): void;
  /** Places with a score, in the order in which they were reached. */
  places(): Int32Array;
  at(place: number): number;
  clear(): void;
}

/**
 * Lists are kept from search to search: thousands of lines may share a word, and lists that grow
 * again each time are what the garbage collector would stop for.
 */
export function createLineScores(): LineScores {
  let scores = new Float64Array(1_024);
  let gains = new Float64Array(1_024);
  /** The places that the present concept reached, and those that any of them did. */
  let reached = new Int32Array(1_024);
  let touched = new Int32Array(1_024);
  let reachedCount = 0;
  let touchedCount = 0;

  return {
    fit(place) {
      if (place < scores.length) return;
      const size = scores.length * 2;
      [scores, gains] = [new Float64Array(size), new Float64Array(size)];
      [reached, touched] = [new Int32Array(size), new Int32Array(size)];
    },
    reach(place, gain) {
      if (place === undefined || place < 0) return;
      const before = gains[place] ?? 0;
      if (before === 0) reached[reachedCount++] = place;
      if (gain > before) gains[place] = gain;
    },
    addConcept(weight) {
      for (let at = 0; at < reachedCount; at += 1) {
        const place = reached[at] ?? 0;
        const before = scores[place] ?? 0;
        if (before === 0) touched[touchedCount++] = place;
        scores[place] = before + weight * (gains[place] ?? 0);
        gains[place] = 0;
      }
      reachedCount = 0;
    },
    places: () => touched.subarray(0, touchedCount),
    at: (place) => scores[place] ?? 0,
    clear() {
      for (let at = 0; at < touchedCount; at += 1) scores[touched[at] ?? 0] = 0;
      touchedCount = 0;
    },
  };
}
