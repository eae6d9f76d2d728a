import type { Sql } from "./database.ts";
import { asUnavailable } from "./run-query.ts";
import { clientConfig, type ConnectionSettings } from "./postgres-database.ts";
import { ServerClient } from "./server-client.ts";

/**
 * One transaction as the owner of the schema, for rebuilds and measurements. Committed unless
 * `keep` rejects the result.
 */
export async function asOwner<T>(
  connection: ConnectionSettings,
  work: (sql: Sql) => Promise<T>,
  keep: (result: T) => boolean = () => true,
): Promise<T> {
  return ownersConnection(connection, async ({ rows }) => {
    await rows("begin");
    const result = await work({ rows });
    await rows(keep(result) ? "commit" : "rollback");
    return result;
  });
}

export interface OwnersConnection extends Sql {
  /** Notices that the server raised for the statements so far. */
  readonly remarks: readonly Remark[];
}

interface Remark {
  readonly severity: string;
  readonly message: string;
  readonly detail: string;
}

/**
 * For statements that cannot run in a transaction. The connection is closed afterwards, which rolls
 * back anything uncommitted.
 */
export async function ownersConnection<T>(
  connection: ConnectionSettings,
  work: (sql: OwnersConnection) => Promise<T>,
): Promise<T> {
  const client = new ServerClient({
    ...clientConfig(connection),
    query_timeout: 0,
    pipeline: true,
  });
  const remarks: Remark[] = [];
  client.on(
    "notice",
    ({ severity = "", message = "", detail = "" }) =>
      void remarks.push({ severity, message, detail }),
  );
  // Without an error handler a lost connection would end the process; the running statement fails
  // by itself.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw asUnavailable(error, true);
  });
  try {
    return await work({
      remarks,
      rows: async <R>(text: string, params: readonly unknown[] = []) =>
        (await client.query(text, [...params])).rows as R[],
    });
  } finally {
    await client.end();
  }
}
