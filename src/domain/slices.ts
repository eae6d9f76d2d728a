/** Long work of a request runs in slices, so that other requests do not wait for all of it. */
export interface Slice {
  /** Call between small steps and await the result: yields once the slice is used up. */
  yieldIfDue(): Promise<void> | undefined;
}

/** Work that can pause wherever it yields. */
export type Pausable<T> = Generator<undefined, T, undefined>;

export interface Slices {
  begin(): Promise<Slice>;
  /** Starts without waiting, for work that is usually short. */
  short(): Slice;
  run<T>(work: Pausable<T>): Promise<T>;
}

const sliceMs = 8;
/** Several short tasks may run in the same round of the event loop. */
const shortMs = 2;

/**
 * All long tasks share one queue for the one event loop: after each slice the next task runs, and
 * between two slices the loop handles new input. Twenty long requests delay the others no more than
 * one does.
 */
export function createSlices(now: () => number = () => performance.now()): Slices {
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
  const slice = (firstMs: number): Slice => {
    let ends = now() + firstMs;
    return {
      yieldIfDue: () =>
        now() < ends
          ? undefined
          : turn().then(() => {
              ends = now() + sliceMs;
            }),
    };
  };
  const short = (): Slice => slice(shortMs);
  return {
    async begin() {
      await turn();
      return slice(sliceMs);
    },
    short,
    async run(work) {
      const { yieldIfDue } = short();
      for (;;) {
        const applyEvent = work.next();
        if (applyEvent.done === true) return applyEvent.value;
        const pause = yieldIfDue();
        if (pause !== undefined) await pause;
      }
    },
  };
}

export const slices = createSlices();

/** Runs pausable work at once, for input that is known to be small. */
export function finish<T>(work: Pausable<T>): T {
  for (;;) {
    const applyEvent = work.next();
    if (applyEvent.done === true) return applyEvent.value;
  }
}
