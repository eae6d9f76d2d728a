export interface Found {
  readonly place: number;
  readonly score: number;
}

const isBefore = (a: Found, b: Found): boolean =>
  a.score > b.score || (a.score === b.score && a.place > b.place);

/**
 * The highest scores in order, newer places first on ties. A heap, because thousands may share a
 * word. A score below `least` need not be exact.
 */
export function pickBest(
  places: ArrayLike<number>,
  most: number,
  scoreOf: (place: number, least: number) => number,
): Found[] {
  const heap: Found[] = [];
  // Places mostly rise. From the end, those that tie with a kept one are older and change nothing.
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const place = places[at] ?? 0;
    const last = heap.length < most ? undefined : heap[0];
    const score = scoreOf(place, last?.score ?? 0);
    if (score <= 0 || (last !== undefined && score < last.score)) continue;
    if (last === undefined) {
      heap.push({ place, score });
      rise(heap);
    } else if (score > last.score || place > last.place) {
      heap[0] = { place, score };
      sink(heap);
    }
  }
  return heap.sort((a, b) => b.score - a.score || b.place - a.place);
}

/** The last of the kept is at the top. */
function rise(heap: Found[]): void {
  for (let at = heap.length - 1; at > 0;) {
    const above = (at - 1) >> 1;
    const [child, parent] = [heap[at], heap[above]];
    if (child === undefined || parent === undefined || !isBefore(parent, child)) return;
    [heap[at], heap[above]] = [parent, child];
    at = above;
  }
}

function sink(heap: Found[]): void {
  for (let at = 0; ;) {
    const below = 2 * at + 1;
    const [left, right] = [heap[below], heap[below + 1]];
    if (left === undefined) return;
    const next = right !== undefined && isBefore(left, right) ? below + 1 : below;
    const [child, parent] = [heap[next], heap[at]];
    if (child === undefined || parent === undefined || !isBefore(parent, child)) return;
    [heap[at], heap[next]] = [child, parent];
    at = next;
  }
}
