import type { Principal } from "../../domain/principal.ts";
import type { Database } from "./database.ts";
import type { Query } from "./run-query.ts";

type RunAll = (as: Principal, queries: readonly Query[]) => Promise<readonly unknown[][]>;

interface Waiting {
  readonly query: Query;
  readonly answer: PromiseWithResolvers<unknown[]>;
}

const most = 16;

/**
 * Queries of one principal that are asked in the same tick share a transaction, because beginning
 * and ending it costs more than a short query. Where one of them fails, each is asked alone, so that
 * a failure is its own query's only.
 */
export function shareQueries(runAll: RunAll): Database["ask"] {
  const batches = new Map<string, Waiting[]>();

  async function flush(as: Principal, batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await runAll(
        as,
        batch.map(({ query }) => query),
      );
      for (const [index, { answer }] of batch.entries()) answer.resolve(answers[index] ?? []);
    } catch (error) {
      const [only, ...others] = batch;
      if (others.length === 0) only?.answer.reject(error);
      else await Promise.all(batch.map((one) => flush(as, [one])));
    }
  }

  return <R>(as: Principal, text: string, params: readonly unknown[] = []) => {
    const key = as.kind === "engine" ? "" : as.accountId;
    const answer = Promise.withResolvers<unknown[]>();
    const batch = batches.get(key);
    if (batch !== undefined && batch.length < most) batch.push({ query: [text, params], answer });
    else {
      const started: Waiting[] = [{ query: [text, params], answer }];
      batches.set(key, started);
      process.nextTick(() => {
        if (batches.get(key) === started) batches.delete(key);
        void flush(as, started);
      });
    }
    return answer.promise as Promise<R[]>;
  };
}
