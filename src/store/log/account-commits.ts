import { asAccount } from "../../domain/principal.ts";
import { type Database, DatabaseUnavailable, type Sql } from "../database/database.ts";
import { createGroupCommit } from "./group-commit.ts";

/** Work of one account that ends with a commit. */
export interface AccountWork<T> {
  readonly accountId: string;
  /** The conversation that it locks. */
  readonly conversationId: string;
  run(sql: Sql): Promise<T>;
}

export type AccountCommits<T> = (work: AccountWork<T>) => Promise<T>;

const most = 32;

/** Work that comes while a commit is under way shares the next one, each as its own account. */
export const createAccountCommits = <T>(db: Database): AccountCommits<T> =>
  createGroupCommit<AccountWork<T>, T>({
    maxBatch: most,
    commit: (works) => commitAll(db, works),
    retryAlone: () => false,
    isSharedFailure: (error) => error instanceof DatabaseUnavailable,
  });

async function commitAll<T>(db: Database, works: readonly AccountWork<T>[]): Promise<readonly T[]> {
  const [only, another] = works;
  if (only !== undefined && another === undefined)
    return [await db.transaction(asAccount(only.accountId), (sql) => only.run(sql))];
  const results = new Map<AccountWork<T>, T>();
  await db.transactionOfAccounts(async (as) => {
    // Conversations are locked in the order in which accept locks them.
    const ordered = works.toSorted((a, b) => (a.conversationId < b.conversationId ? -1 : 1));
    const ends = await Promise.allSettled(ordered.map((work) => work.run(as(work.accountId))));
    // Only now, when all have ended: nothing may be sent after a rollback.
    for (const [index, end] of ends.entries()) {
      if (end.status === "rejected") throw end.reason;
      results.set(ordered[index] as AccountWork<T>, end.value);
    }
  });
  return works.map((work) => results.get(work) as T);
}
