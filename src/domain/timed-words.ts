import type { EventDraft, Payload } from "./events.ts";
import type { Reads } from "./ports/reads.ts";

/**
 * A piece of a delivery's text, stored in its `payload.pieces`. `{ text }` is fixed; any other kind
 * is worded when it is sent, because the wording depends on the time of sending.
 */
export type Piece = Payload;

/**
 * `lost`: the vendor accepted it and reported later that it did not arrive. `given_up`: it expired.
 */
export type PieceEnd = "arrived" | "lost" | "given_up";

/**
 * A skill's knowledge of its pieces: which of them still hold, how they read now, and what follows
 * when they arrive.
 */
export interface TimedWords {
  /** Drops the pieces that should no longer be said. If none is left, there is nothing to send. */
  current(read: Reads, pieces: readonly Piece[], now: number): Promise<readonly Piece[]>;
  text(pieces: readonly Piece[], now: number): string;
  /** The events that follow for the things the pieces are about. */
  facts(pieces: readonly Piece[], end: PieceEnd, now: number): readonly EventDraft[];
}

export const piecesIn = (payload: Payload): readonly Piece[] =>
  Array.isArray(payload["pieces"]) ? (payload["pieces"] as Piece[]) : [];

/**
 * The pieces at the end of a multi-part text: their wording is fixed, and they arrive with the last
 * part.
 */
export const endingIn = (payload: Payload): readonly Piece[] =>
  Array.isArray(payload["ending"]) ? (payload["ending"] as Piece[]) : [];
