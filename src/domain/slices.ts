/** Long work of a request is done in slices, so that nobody else's request waits for the whole of it. */
export interface Slice {
  /** To be awaited between small pieces of work: gives way as soon as the slice is over. */
  rest(): Promise<void> | undefined;
}

const sliceMs = 8;

/**
 * There is one event loop for all, so there is one queue for it: after each slice, whoever else waits has theirs, and between
 * any two of them the loop takes in what came. Twenty long requests at once are no longer for the others than one.
 */
export function createSlices(now: () => number = () => performance.now()): {
  begin(): Promise<Slice>;
} {
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(wake);
  };
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(wake);
    });
  return {
    async begin() {
      await turn();
      let began = now();
      return {
        rest: () => {
          if (now() - began < sliceMs) return undefined;
          return turn().then(() => {
            began = now();
          });
        },
      };
    },
  };
}

export const slices = createSlices();
