/** Edits between two words; two swapped neighbours count as one edit. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number =>
  row[index] ?? Number.POSITIVE_INFINITY;

/** Whether one may be the other, mistyped. */
export const isAlike = (a: string, b: string): boolean =>
  editDistance(a.slice(0, longestWord), b.slice(0, longestWord)) <= Math.max(2, b.length / 3);

/** No setting is longer; a longer word is only compared up to here. */
const longestWord = 100;

/**
 * The known name that `wanted` most likely meant. In a section that exists it is one of that
 * section. Otherwise the whole name counts, and so does its last part alone: a `port` at the top of
 * the file means `server.port`.
 */
export function nearest(wanted: string, known: readonly string[], separator: string): string {
  const word = wanted.slice(0, longestWord);
  const lastPart = (name: string): string => name.split(separator).at(-1) ?? name;
  const section = word.slice(0, word.length - lastPart(word).length);
  const inSection =
    section === ""
      ? []
      : known.filter(
          (name) => name.startsWith(section) && !name.slice(section.length).includes(separator),
        );
  const holds = inSection.filter((name) => lastPart(name).includes(lastPart(word)));
  if (lastPart(word).length > 2 && holds[0] !== undefined) return holds[0];
  let best = { name: known[0] ?? "", score: Number.POSITIVE_INFINITY };
  for (const name of inSection.length > 0 ? inSection : known) {
    const score = Math.min(
      distanceBelow(best.score, word, name),
      distanceBelow(best.score - 1, lastPart(word), lastPart(name)) + 1,
    );
    if (score < best.score) best = { name, score };
  }
  return best.name;
}

/** Words whose lengths differ by as much as the limit are not compared. */
const distanceBelow = (limit: number, a: string, b: string): number =>
  Math.abs(a.length - b.length) < limit ? editDistance(a, b) : Number.POSITIVE_INFINITY;
