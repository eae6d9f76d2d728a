/** The layout of overlapping entries: each entry's column, and how many its group has. */
export interface Placed<T> {
  readonly item: T;
  readonly column: number;
  readonly columns: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Entries that are connected by overlaps form a group and share its width. Within it each takes the
 * first column that is free by then. An entry that begins when another ends does not overlap it.
 */
export function inColumns<T extends Stretch>(items: readonly T[]): Placed<T>[] {
  const sorted = [...items].sort((a, b) => a.from - b.from || b.to - a.to);
  const placed: Placed<T>[] = [];
  let group: { readonly item: T; readonly column: number }[] = [];
  let ends: number[] = [];
  const close = (): void => {
    placed.push(...group.map((each) => ({ ...each, columns: ends.length })));
    group = [];
    ends = [];
  };
  for (const item of sorted) {
    if (ends.length > 0 && ends.every((end) => end <= item.from)) close();
    const free = ends.findIndex((end) => end <= item.from);
    const column = free === -1 ? ends.length : free;
    ends[column] = item.to;
    group.push({ item, column });
  }
  close();
  return placed;
}
