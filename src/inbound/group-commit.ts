/**
 * Requests that arrive while a commit is under way share the next one. A batch that fails because of one of its
 * members is taken apart and tried one by one, so that nobody pays for a neighbour.
 */
export interface GroupCommitOptions<I, O> {
  readonly maxBatch: number;
  /** Commits under way at once, each with a queue of its own. */
  readonly parallel: number;
  /** Items of one name keep their order. */
  queueOf(item: I): string;
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
  const queues = Array.from({ length: options.parallel }, () => ({ waiting: [] as Waiting<I, O>[], flushing: false }));

  const flush = async (queue: (typeof queues)[number]): Promise<void> => {
    while (queue.waiting.length > 0) await commitBatch(options, queue.waiting.splice(0, options.maxBatch));
    queue.flushing = false;
  };

  return (item) =>
    new Promise<O>((done, failed) => {
      const queue = queues[spread(options.queueOf(item), queues.length)] as (typeof queues)[number];
      queue.waiting.push({ item, done, failed });
      if (queue.flushing) return;
      queue.flushing = true;
      // After the current tick, so that requests read in the same tick go together.
      setImmediate(() => void flush(queue));
    });
}

function spread(key: string, over: number): number {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % over;
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
