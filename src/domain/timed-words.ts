import type { EventDraft, Payload } from "./events.ts";
import type { Reads } from "./ports/reads.ts";

/**
 * A piece of a delivery's text, kept in its `payload.pieces`: `{ text }` is fixed; any other kind is made into words when it is sent,
 * since what it says depends on when that is.
 */
export type Piece = Payload;

/** `lost`: the vendor took it and said later that it did not arrive. `given_up`: its time is over. */
export type PieceEnd = "arrived" | "lost" | "given_up";

/** What a skill knows of pieces: which of them still hold, how they read now, and what follows when they arrive. */
export interface TimedWords {
  /** Without what is not to be said any more. Nothing left: there is nothing to send. */
  current(read: Reads, pieces: readonly Piece[], now: number): Promise<readonly Piece[]>;
  text(pieces: readonly Piece[], now: number): string;
  /** What becomes of the things that the pieces speak of. */
  facts(pieces: readonly Piece[], end: PieceEnd, now: number): readonly EventDraft[];
}

export const piecesIn = (payload: Payload): readonly Piece[] =>
  Array.isArray(payload["pieces"]) ? (payload["pieces"] as Piece[]) : [];

/** The pieces that a multi-part text ends with: their words are fixed, and they have arrived with its last part. */
export const endingIn = (payload: Payload): readonly Piece[] =>
  Array.isArray(payload["ending"]) ? (payload["ending"] as Piece[]) : [];
