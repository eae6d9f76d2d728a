import { type Gossip, type Retelling } from "./contract-known.ts";

/** Who first passed a fact to whom, and on which day of the story. */
export interface GossipEdge {
  readonly from: string;
  readonly to: string;
  readonly day: number;
}

export const listEdges = ({ knows }: Pick<Gossip, "knows">): GossipEdge[] =>
  knows.flatMap(({ entity_id, from, day }) =>
    from === null ? [] : [{ from, to: entity_id, day }],
  );

/**
 * Columns by the number of hops. A character who learned the fact in an unseen scene is placed
 * before the first one they passed it to.
 */
export function groupColumns({ knows }: Pick<Gossip, "knows">): string[][] {
  const place = new Map(knows.map(({ entity_id, hops }) => [entity_id, hops]));
  for (const { from, hops } of knows)
    if (from !== null && !place.has(from)) place.set(from, Math.max(0, hops - 1));
  const first = Math.min(...place.values());
  const columns: string[][] = [];
  for (const [id, at] of place) (columns[at - first] ??= []).push(id);
  return Array.from(columns, (column) => column ?? []).filter((column) => column.length > 0);
}

export interface PlacedFace {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** Distances between hops and within a column. */
interface Spacing {
  readonly along: number;
  readonly beside: number;
  /** Top to bottom, for narrow screens. */
  readonly isDown: boolean;
}

/** Columns are centred on one line. */
export const placeColumns = (
  columns: readonly (readonly string[])[],
  { along, beside, isDown }: Spacing,
): PlacedFace[] =>
  columns.flatMap((column, nth) =>
    column.map((id, at) => {
      const [far, aside] = [nth * along, (at - (column.length - 1) / 2) * beside];
      return isDown ? { id, x: aside, y: far } : { id, x: far, y: aside };
    }),
  );

/** Retellings that were news to a character, and the others. */
export function splitNews(tellings: readonly Retelling[]): {
  readonly news: readonly Retelling[];
  readonly again: readonly Retelling[];
} {
  // The first retelling is always shown, even without a witness.
  const isNews = ({ news_to }: Retelling, nth: number): boolean => nth === 0 || news_to.length > 0;
  return {
    news: tellings.filter(isNews),
    again: tellings.filter((telling, nth) => !isNews(telling, nth)),
  };
}
