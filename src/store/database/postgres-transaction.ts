import type { Pool, PoolClient } from "pg";
import type { Principal } from "../../domain/principal.ts";
import { DatabaseUnavailable, type Sql, sqlState } from "./database.ts";
import {
  asUnavailable,
  flushTogether,
  type Query,
  run,
  runOpening,
  toConfig,
} from "./run-query.ts";
import type { OnSharedConnection } from "./share-connection.ts";

interface Open {
  readonly pool: Pool;
  /** Undefined where statements are not prepared. */
  readonly names: Map<string, string> | undefined;
  readonly as: Principal;
  /** Statements that take on the role, where a pooler lends sessions. Otherwise they have it already. */
  readonly role?: readonly string[] | undefined;
  readonly auditSeals?: Sql["auditSeals"];
}

/** For what is sent whole: it needs no connection of its own. */
interface Sharing extends Omit<Open, "pool"> {
  readonly shared: OnSharedConnection;
}

export const connect = (pool: Pool): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw asUnavailable(error, true);
  });

const openingStatements = (
  client: PoolClient,
  { as, role = [] }: Pick<Open, "as" | "role">,
  begin: string,
): string[] => {
  const account = as.kind === "engine" ? "" : as.accountId;
  return [
    begin,
    ...role,
    ...(account === "" ? [] : [`set local meanwhile.account = ${client.escapeLiteral(account)}`]),
  ];
};

const toAccount = "select set_config('meanwhile.account', $1, true)";

/**
 * Sends a transaction of queries in a single round trip. It writes nothing, so its commit does not
 * matter, and without its BEGIN it would see no account's rows.
 */
export const runQueries = (
  open: Sharing,
  queries: readonly Query[],
): Promise<readonly unknown[][]> =>
  open.shared(async (client) => {
    flushTogether(client);
    const ends = await Promise.allSettled([
      client.query(openingStatements(client, open, "begin read only").join("; ")),
      ...queries.map((query) => run<unknown>(client, open.names, query)),
      client.query("commit"),
    ]);
    for (const end of ends)
      if (end.status === "rejected") throw asWriteInQuery(end.reason) ?? asUnavailable(end.reason);
    return ends.slice(1, -1).map((answer) => (answer as PromiseFulfilledResult<unknown[]>).value);
  });

/** A statement that is a transaction by itself. */
export const runStatement = <R>(
  { shared, names }: Pick<Sharing, "shared" | "names">,
  query: Query,
): Promise<R[]> =>
  shared((client) => {
    flushTogether(client);
    return run<R>(client, names, query);
  });

export const runQuery = async <R>(open: Sharing, query: Query): Promise<R[]> => {
  const [rows = []] = await runQueries(open, [query]);
  return rows as R[];
};

/**
 * Elsewhere a refused write means a server that is read-only for now; here the query itself tried
 * to write.
 */
function asWriteInQuery(error: unknown): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : undefined;
  return sqlState(cause) === "25006" ? cause : undefined;
}

export const transaction = <T>(open: Open, work: (sql: Sql) => Promise<T>): Promise<T> =>
  inTransaction(open, work);

/**
 * Statements leave in the order in which they are issued, so each finds the account that was set
 * last. Set outside of a transaction, should BEGIN fail, it is forgotten with its own statement.
 */
export const transactionOfAccounts = <T>(
  open: Omit<Open, "as">,
  work: (as: (accountId: string) => Sql) => Promise<T>,
): Promise<T> =>
  inTransaction({ ...open, as: noAccount }, ({ rows, later, by, auditSeals }) => {
    let current: string | undefined;
    const become = (accountId: string): void => {
      if (current !== accountId) later(toAccount, [accountId]);
      current = accountId;
    };
    return work((accountId) => ({
      by,
      auditSeals,
      rows(text, params) {
        become(accountId);
        return rows(text, params);
      },
      later(text, params) {
        become(accountId);
        later(text, params);
      },
    }));
  });

type Statements = Sql & Required<Pick<Sql, "later">>;

/** No account has this id. */
const noAccount: Principal = { kind: "account", accountId: "" };

async function inTransaction<T>(open: Open, work: (sql: Statements) => Promise<T>): Promise<T> {
  const client = await connect(open.pool);
  let broken: Error | undefined;
  const { sql, end, undo } = startStatements(client, {
    names: open.names,
    opening: openingStatements(client, open, "begin"),
    isWalled: open.as.kind === "account",
    isPooled: open.role !== undefined,
  });
  try {
    const result = await work({ ...sql, by: open.as.kind, auditSeals: open.auditSeals });
    await end();
    return result;
  } catch (error) {
    const shown = asUnavailable(error);
    if (shown instanceof DatabaseUnavailable) broken = shown;
    else await undo().catch((failure: Error) => (broken = failure));
    throw shown;
  } finally {
    client.release(broken);
  }
}

/** Every statement after a failed one fails with this. */
const afterFailure = "25P02";

interface Starting extends Pick<Open, "names"> {
  readonly opening: readonly string[];
  readonly isWalled: boolean;
  readonly isPooled: boolean;
}

/**
 * The statements of one transaction, few of which are awaited. The first one brings BEGIN with it. An
 * unawaited failure is thrown instead of the ones that follow from it, at the latest by the commit.
 */
function startStatements(client: PoolClient, of: Starting) {
  const unheard: unknown[] = [];
  const unanswered: Promise<unknown>[] = [];
  const opened = Promise.withResolvers<void>();
  opened.promise.catch(() => undefined);
  let isBegun = false;
  let isOpen = false;
  let isHeld = false;

  const ask = <R>(text: string, params: readonly unknown[]): Promise<R[]> => {
    flushTogether(client);
    if (isBegun) return run<R>(client, of.names, [text, params]);
    isBegun = true;
    const onDone = (): void => {
      isOpen = true;
      opened.resolve();
    };
    const first = toConfig(of.names, [text, params]);
    const answer = runOpening<R>(client, first, { statements: of.opening, onDone });
    // Without effect once it is open.
    answer.catch(opened.reject);
    return answer;
  };
  const observe = (answer: Promise<unknown>): void =>
    void unanswered.push(answer.catch((error: unknown) => unheard.push(error)));
  /**
   * Until BEGIN is known to have succeeded, only a query may follow the first statement: should it have
   * failed, it writes nothing outside a transaction. An account's role can write nothing there, because
   * no account is set. Through a pooler the role itself comes with BEGIN, so everything waits for it.
   */
  const mustWait = (text: string): boolean =>
    isBegun &&
    !isOpen &&
    (of.isPooled || (!of.isWalled && (isHeld ||= !/^\s*select\b/i.test(text))));

  const sql: Statements = {
    async rows<R>(text: string, params: readonly unknown[] = []) {
      if (mustWait(text)) await opened.promise;
      const rows = await ask<R>(text, params).catch((error: unknown) => {
        throw sqlState(error) === afterFailure && unheard.length > 0 ? unheard[0] : error;
      });
      if (unheard.length > 0) throw unheard[0];
      return rows;
    },
    later(text, params) {
      observe(mustWait(text) ? opened.promise.then(() => ask(text, params)) : ask(text, params));
    },
  };
  const end = async (): Promise<void> => {
    if (!isBegun) return;
    if (!isOpen) await opened.promise;
    const [{ command }] = await Promise.all([
      client.query("commit").catch((error: unknown) => {
        throw asLostCommit(error);
      }),
      ...unanswered,
    ]);
    if (unheard.length > 0) throw unheard[0];
    // PostgreSQL answers the commit of a failed transaction with a rollback and reports success.
    if (command !== "COMMIT")
      throw new Error(
        "a statement of this transaction failed and the failure was swallowed: nothing was committed",
      );
  };
  const undo = async (): Promise<void> => {
    if (isBegun) await client.query("rollback");
  };
  return { sql, end, undo };
}

/** A connection that ends before the answer to a commit does not say whether it was done. */
function asLostCommit(error: unknown): unknown {
  const message = "the database went away during a commit";
  return asUnavailable(error) instanceof DatabaseUnavailable
    ? new DatabaseUnavailable(message, { cause: error, mayHaveCommitted: true })
    : error;
}
