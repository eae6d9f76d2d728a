import type { EventDraft } from "../../domain/events/catalogue.ts";

/** The most that is written and folded at once: more would delay other requests. */
const mostEvents = 500;
const mostCharacters = 500_000;

/** Splits events into pieces of limited size, in order. */
export function* splitEvents<T extends EventDraft>(events: readonly T[]): Generator<readonly T[]> {
  let piece: T[] = [];
  let size = 0;
  for (const event of events) {
    piece.push(event);
    size += roughSize(event.payload);
    if (piece.length < mostEvents && size < mostCharacters) continue;
    yield piece;
    [piece, size] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/**
 * Characters of all texts in it: close enough to its size, and cheaper than serialising it again.
 */
export function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + roughSize(each), 0);
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce(
    (sum, [name, each]) => sum + name.length + roughSize(each),
    0,
  );
}
