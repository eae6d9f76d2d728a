/** A stretch of a long list, and where the list is in the result. */
export interface Piece {
  readonly at: readonly string[];
  readonly items: readonly unknown[];
}

const mostItems = 100;
const mostDepth = 6;
export const mostPieces = 10_000;

/**
 * Empties the long lists of a result and returns their items. The receiver deserialises a message
 * at once, so a long result is sent in many short messages.
 */
export function takeApart(result: unknown, at: readonly string[] = []): Piece[] {
  if (Array.isArray(result)) return result.length > mostItems ? piecesOf(result, at) : [];
  if (typeof result !== "object" || result === null || at.length > mostDepth) return [];
  if (Object.getPrototypeOf(result) !== Object.prototype) return [];
  return Object.entries(result).flatMap(([name, value]) => takeApart(value, [...at, name]));
}

function piecesOf(list: unknown[], at: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < list.length; from += mostItems)
    pieces.push({ at, items: list.slice(from, from + mostItems) });
  list.length = 0;
  return pieces;
}

/** Whether every piece fits: content of an unknown file is not trusted. */
export function tryPutTogether(result: unknown, pieces: readonly Piece[]): boolean {
  return pieces.every(({ at, items }) => {
    let list = result;
    for (const name of at)
      list = isOwn(list, name) ? (list as Readonly<Record<string, unknown>>)[name] : undefined;
    if (Array.isArray(list)) list.push(...items);
    return Array.isArray(list);
  });
}

const isOwn = (value: unknown, name: string): boolean =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name);
