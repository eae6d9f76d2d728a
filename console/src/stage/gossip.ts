import { type Gossip, type Telling } from "./contract-known.ts";

/** Who told whom for the first time, and on which day of the story. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly day: number;
}

export const waysOf = ({ knows }: Pick<Gossip, "knows">): Way[] =>
  knows.flatMap(({ entity_id, from, day }) =>
    from === null ? [] : [{ from, to: entity_id, day }],
  );

/**
 * From left to right by how many mouths it went through; those of one column below each other. Whoever told it and learnt it where
 * the person was not stands before the first whom they told.
 */
export function columnsOf({ knows }: Pick<Gossip, "knows">): string[][] {
  const place = new Map(knows.map(({ entity_id, hops }) => [entity_id, hops]));
  for (const { from, hops } of knows)
    if (from !== null && !place.has(from)) place.set(from, Math.max(0, hops - 1));
  const first = Math.min(...place.values());
  const columns: string[][] = [];
  for (const [id, at] of place) (columns[at - first] ??= []).push(id);
  return Array.from(columns, (column) => column ?? []).filter((column) => column.length > 0);
}

export interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** So far from one mouth to the next, and so far between those of one column. */
interface Gap {
  readonly along: number;
  readonly beside: number;
  /** From top to bottom, where there is little room beside each other. */
  readonly isDown: boolean;
}

/** The middle of every column lies on one line. */
export const placesOf = (
  columns: readonly (readonly string[])[],
  { along, beside, isDown }: Gap,
): Placed[] =>
  columns.flatMap((column, nth) =>
    column.map((id, at) => {
      const [far, aside] = [nth * along, (at - (column.length - 1) / 2) * beside];
      return isDown ? { id, x: aside, y: far } : { id, x: far, y: aside };
    }),
  );

/** Tellings by which somebody learnt it, and how many there were besides. */
export function newsIn(tellings: readonly Telling[]): {
  readonly news: readonly Telling[];
  readonly again: readonly Telling[];
} {
  // The first of all is where it begins, whoever heard it.
  const isNews = ({ news_to }: Telling, nth: number): boolean => nth === 0 || news_to.length > 0;
  return {
    news: tellings.filter(isNews),
    again: tellings.filter((telling, nth) => !isNews(telling, nth)),
  };
}
