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

interface Waiting<I, O> {
  readonly item: I;
  readonly done: (outcome: O) => void;
  readonly failed: (error: unknown) => void;
}

export function createGroupCommit<I, O>(options: GroupCommitOptions<I, O>): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let flushing = false;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      await commitBatch(options, waiting.splice(0, options.maxBatch));
      // Those who got their answer may have the next one ready: it goes with those who wait already.
      if (waiting.length > 0) await new Promise((resolve) => setImmediate(resolve));
    }
    flushing = false;
  };

  return (item) =>
    new Promise<O>((done, failed) => {
      waiting.push({ item, done, failed });
      if (flushing) return;
      flushing = true;
      // After the current tick, so that requests read in the same tick go together.
      setImmediate(() => void flush());
    });
}

async function commitBatch<I, O>(options: GroupCommitOptions<I, O>, batch: readonly Waiting<I, O>[]): Promise<void> {
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
