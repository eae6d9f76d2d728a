/**
 * Requests that arrive while a commit is under way share the next one. One commit at a time: two side by side would let
 * a person's "stop" overtake the message it is meant for. A batch that fails because of one of its members is taken apart
 * and tried one by one, so that nobody pays for a neighbour.
 */
export interface GroupCommitOptions<I, O> {
  readonly maxBatch: number;
  commit(items: readonly I[]): Promise<readonly O[]>;
  retryAlone(error: unknown): boolean;
  /** Nobody's own fault: trying one by one would only keep them all waiting. */
  hopeless(error: unknown): boolean;
}

/** So many at once are a crowd: a commit costs them more than a few milliseconds of waiting for each other. */
const crowd = 8;
const crowdMs = 5;

interface Waiting<I, O> {
  readonly item: I;
  readonly done: (outcome: O) => void;
  readonly failed: (error: unknown) => void;
}

export function createGroupCommit<I, O>(
  options: GroupCommitOptions<I, O>,
): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let flushing = false;
  /** How many there were when the last commit ended: those whom it answered, and those who had come meanwhile. */
  let expected = 0;
  let enough: (() => void) | undefined;

  /** Who comes alone goes after one turn of the event loop. In a crowd, those who were just answered mostly have more: it goes together. */
  const gathered = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (expected < crowd || waiting.length >= expected) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, crowdMs);
      enough = () => {
        clearTimeout(late);
        resolve();
      };
    });
    enough = undefined;
  };
  const commit = async (items: readonly I[]): Promise<readonly O[]> => {
    const outcomes = await options.commit(items);
    expected = Math.min(options.maxBatch, items.length + waiting.length);
    return outcomes;
  };
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      await gathered();
      await commitBatch({ ...options, commit }, waiting.splice(0, options.maxBatch));
    }
    flushing = false;
  };

  return (item) =>
    new Promise<O>((done, failed) => {
      waiting.push({ item, done, failed });
      if (waiting.length >= expected) enough?.();
      if (flushing) return;
      flushing = true;
      void flush();
    });
}

async function commitBatch<I, O>(
  options: GroupCommitOptions<I, O>,
  batch: readonly Waiting<I, O>[],
): Promise<void> {
  try {
    const outcomes = await options.commit(batch.map((waiting) => waiting.item));
    for (const [index, waiting] of batch.entries()) waiting.done(outcomes[index] as O);
  } catch (error) {
    if (options.hopeless(error)) for (const waiting of batch) waiting.failed(error);
    else if (batch.length === 1) {
      const only = batch[0] as Waiting<I, O>;
      if (!options.retryAlone(error)) return only.failed(error);
      await options.commit([only.item]).then(([outcome]) => only.done(outcome as O), only.failed);
    } else for (const waiting of batch) await commitBatch(options, [waiting]);
  }
}
