import type { Clock } from "../../../domain/ports/clock.ts";

/** Events that come in several frames. */
export interface Pieces {
  /** The whole, once its last piece is there. Undefined before, and for pieces that do not fit. */
  add(piece: Piece): Uint8Array | undefined;
}

interface Piece {
  readonly id: string;
  readonly sum: number;
  readonly seq: number;
  readonly bytes: Uint8Array;
}

const livesMs = 10_000;
const mostWaiting = 200;
const mostPieces = 1_000;

export function createPieces(clock: Pick<Clock, "now">): Pieces {
  const waiting = new Map<
    string,
    { readonly pieces: Map<number, Uint8Array>; sum: number; until: number }
  >();
  return {
    add({ id, sum, seq, bytes }) {
      if (!Number.isInteger(sum) || !Number.isInteger(seq)) return undefined;
      if (sum < 1 || sum > mostPieces || seq < 0 || seq >= sum) return undefined;
      if (sum === 1) return bytes;
      for (const [each, { until }] of waiting) if (until < clock.now()) waiting.delete(each);
      const found = waiting.get(id) ?? { pieces: new Map(), sum, until: clock.now() + livesMs };
      if (found.sum !== sum || waiting.size >= mostWaiting) return undefined;
      found.pieces.set(seq, bytes);
      if (found.pieces.size < sum) return void waiting.set(id, found);
      waiting.delete(id);
      return Buffer.concat(Array.from({ length: sum }, (_, nth) => found.pieces.get(nth) ?? bytes));
    },
  };
}
