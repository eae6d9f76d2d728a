import type { EventDraft } from "./events/catalogue.ts";
import type { DeliveryPayload, Piece } from "./events/delivery.ts";
import type { Reads } from "./ports/reads.ts";

/**
 * `held`: it could not be delivered and is kept for later. `lost`: the vendor accepted it and
 * reported later that it did not arrive. `given_up`: it expired.
 */
export type PieceEnd = "arrived" | "held" | "lost" | "given_up";

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

export const piecesIn = ({ pieces = [] }: DeliveryPayload): readonly Piece[] => pieces;

/**
 * The pieces at the end of a multi-part text: their wording is fixed, and they arrive with the last
 * part.
 */
export const endingIn = ({ ending = [] }: DeliveryPayload): readonly Piece[] => ending;
