/** Chance from a seed: the same seed gives the same numbers, on every machine. */
export interface Dice {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [0, count). */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** SplitMix32: small, quick, and good enough to choose among a handful. */
export function rollDice(seed: number): Dice {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error("there is nothing to choose from");
      return from[below(from.length)] as T;
    },
  };
}
