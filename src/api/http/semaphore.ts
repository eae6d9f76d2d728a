/** Lets so many through at a time, in the order in which they came. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

export function createTurnstile(width: number): Turnstile {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < width) inside += 1;
    // Whoever leaves hands their place on, so nobody slips in between.
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
