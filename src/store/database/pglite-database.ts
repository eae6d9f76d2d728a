import type { Principal } from "../../domain/principal.ts";
import { type Database, isoTime, type Sql } from "./database.ts";
import { createNotifier, parseNotice } from "./notify.ts";

/**
 * The part of a PGlite instance that is used here. Tests create the instance; the product does not
 * depend on the package.
 */
export interface PgliteLike {
  query(
    text: string,
    params?: unknown[],
    options?: { parsers?: Record<number, (text: string) => unknown> },
  ): Promise<{ rows: unknown[] }>;
  exec(text: string): Promise<unknown>;
  transaction<T>(
    work: (tx: { query: PgliteLike["query"]; exec: PgliteLike["exec"] }) => Promise<T>,
  ): Promise<T>;
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The same formats in which PostgreSQL's rows arrive. */
export const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1700: Number,
  1184: isoTime,
};

/**
 * For tests and simulation only: PGlite never calls fsync and does not lock its directory. It has
 * one connection, so roles are set per transaction.
 */
export function openPglite(lite: PgliteLike): Database {
  const transaction = <T>(as: Principal, work: (sql: Sql) => Promise<T>): Promise<T> =>
    lite.transaction(async (tx) => {
      await tx.exec(
        as.kind === "engine"
          ? "set local role meanwhile_engine"
          : `set local role meanwhile_app; set local meanwhile.account = '${as.accountId.replaceAll("'", "''")}'`,
      );
      return work({
        by: as.kind,
        rows: async <R>(text: string, params: readonly unknown[] = []) =>
          (await tx.query(text, [...params], { parsers })).rows as R[],
      });
    });
  /** Setting the account and the statement behind it are not separated. */
  const transactionOfAccounts: Database["transactionOfAccounts"] = (work) =>
    lite.transaction(async (tx) => {
      await tx.exec("set local role meanwhile_app");
      let last: Promise<unknown> = Promise.resolve();
      return work((accountId) => ({
        by: "account",
        rows: <R>(text: string, params: readonly unknown[] = []) => {
          const answer = last.then(async () => {
            await tx.query("select set_config('meanwhile.account', $1, true)", [accountId]);
            return (await tx.query(text, [...params], { parsers })).rows as R[];
          });
          last = answer.catch(() => undefined);
          return answer;
        },
      }));
    });
  const rows = <R>(text: string, params: readonly unknown[] = []): Promise<R[]> =>
    transaction({ kind: "engine" }, (sql) => sql.rows<R>(text, params));
  const notifier = createNotifier((topics) =>
    rows("select pg_notify('meanwhile', topic) from unnest($1::text[]) as topic", [topics]),
  );
  return {
    rows,
    transaction,
    transactionOfAccounts,
    ask: (as, text, params) =>
      transaction(as, async (sql) => {
        await sql.rows("set transaction read only");
        return sql.rows(text, params);
      }),
    notify: (topic) => notifier.send(topic),
    async listen(onTopic) {
      const stopOwn = notifier.loopBack(onTopic);
      const stop = await lite.listen("meanwhile", (payload) => {
        for (const topic of parseNotice(payload).topics) onTopic(topic);
      });
      return async () => {
        stopOwn();
        await stop();
      };
    },
    async close() {
      await notifier.flush();
      await lite.close();
    },
  };
}
