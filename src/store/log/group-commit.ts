/**
 * Requests that arrive during a commit share the next one. Commits never overlap: two at a time
 * would let a person's "stop" overtake the message it is meant for. If one member makes a batch
 * fail, the batch is retried one by one, so that the others are not affected.
 */
export interface GroupCommitOptions<I, O> {
  readonly maxBatch: number;
  commit(items: readonly I[]): Promise<readonly O[]>;
  retryAlone(error: unknown): boolean;
  /** An error that no single member caused: retrying one by one would only delay them all. */
  isSharedFailure(error: unknown): boolean;
}

/**
 * From this many concurrent requests on, a commit costs them more than waiting a few milliseconds
 * for each other.
 */
const crowd = 8;
const crowdMs = 5;

interface QueuedRequest<I, O> {
  readonly item: I;
  readonly done: (outcome: O) => void;
  readonly failed: (error: unknown) => void;
}

export function createGroupCommit<I, O>(
  options: GroupCommitOptions<I, O>,
): (item: I) => Promise<O> {
  const waiting: QueuedRequest<I, O>[] = [];
  let flushing = false;
  /**
   * How many there were when the last commit ended: those it answered and those that had arrived
   * meanwhile.
   */
  let expected = 0;
  let enough: (() => void) | undefined;

  /**
   * A lone request commits after one turn of the event loop. Under load, callers that were just
   * answered usually send more, so it waits to commit them together.
   */
  const gather = async (): Promise<void> => {
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
      await gather();
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
  batch: readonly QueuedRequest<I, O>[],
): Promise<void> {
  try {
    const outcomes = await options.commit(batch.map((waiting) => waiting.item));
    for (const [index, waiting] of batch.entries()) waiting.done(outcomes[index] as O);
  } catch (error) {
    if (options.isSharedFailure(error)) for (const waiting of batch) waiting.failed(error);
    else if (batch.length === 1) {
      const only = batch[0] as QueuedRequest<I, O>;
      if (!options.retryAlone(error)) return only.failed(error);
      await options.commit([only.item]).then(([outcome]) => only.done(outcome as O), only.failed);
    } else for (const waiting of batch) await commitBatch(options, [waiting]);
  }
}
