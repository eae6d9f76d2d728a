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
  places: readonly number[],
  scoreOf: (place: number, least: number) => number,
  most: number,
): Found[] {
  const heap: Found[] = [];
  for (const place of places) {
    const last = heap.length < most ? undefined : heap[0];
    const score = scoreOf(place, last?.score ?? 0);
    if (score <= 0 || (last !== undefined && score < last.score)) continue;
    const found = { place, score };
    if (last === undefined) {
      heap.push(found);
      rise(heap);
    } else if (isBefore(found, last)) {
      heap[0] = found;
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
