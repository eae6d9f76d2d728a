import type { Kind } from "./words.ts";

/** One row of the palette. */
export interface Item {
  readonly id: string;
  readonly kind: Kind;
  readonly label: string;
  /** Words that find it too. */
  readonly also?: string;
  readonly detail?: string | undefined;
  readonly run: () => void;
}

/** Without a limit of its own, one kind would push the others out of the list. */
const mostOfKind = 8;
const mostShown = 40;

/**
 * The rows that have every word of the query; those that begin with it come first. `found` are
 * answers of a search by the server, which also knows other forms of a word.
 */
export function pickItems(
  known: readonly Item[],
  { query, found }: { readonly query: string; readonly found: readonly Item[] },
): readonly Item[] {
  const wanted = query.toLowerCase().split(/\s+/u);
  const matching = known.filter(({ label, also = "" }) => {
    const text = `${label} ${also}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const begins = ({ label }: Item): number =>
    query !== "" && label.toLowerCase().startsWith(query.toLowerCase()) ? 0 : 1;
  const ordered = [...matching, ...found].toSorted((one, other) => begins(one) - begins(other));
  const shown = new Map<string, Item>();
  const counts = new Map<Kind, number>();
  for (const item of ordered) {
    const count = counts.get(item.kind) ?? 0;
    const isFull = isLimited(item.kind) && count >= mostOfKind;
    if (shown.has(item.id) || isFull) continue;
    counts.set(item.kind, count + 1);
    shown.set(item.id, item);
  }
  return [...shown.values()].slice(0, mostShown);
}

const isLimited = (kind: Kind): boolean => kind !== "page" && kind !== "action";
